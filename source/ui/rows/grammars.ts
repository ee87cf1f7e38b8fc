/** The languages that are common beside KiCad projects; each grammar costs start-up time and memory. */
import bash from "highlight.js/lib/languages/bash";
import c from "highlight.js/lib/languages/c";
import cpp from "highlight.js/lib/languages/cpp";
import css from "highlight.js/lib/languages/css";
import diff from "highlight.js/lib/languages/diff";
import ini from "highlight.js/lib/languages/ini";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import lisp from "highlight.js/lib/languages/lisp";
import makefile from "highlight.js/lib/languages/makefile";
import markdown from "highlight.js/lib/languages/markdown";
import python from "highlight.js/lib/languages/python";
import rust from "highlight.js/lib/languages/rust";
import typescript from "highlight.js/lib/languages/typescript";
import verilog from "highlight.js/lib/languages/verilog";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";
import { createLowlight } from "lowlight";

const lowlight = createLowlight({
  bash,
  c,
  cpp,
  css,
  diff,
  ini,
  javascript,
  json,
  lisp,
  makefile,
  markdown,
  python,
  rust,
  typescript,
  verilog,
  xml,
  yaml,
});
// KiCad's files are symbolic expressions.
lowlight.registerAlias({ lisp: ["kicad", "kicad_sch", "kicad_pcb", "sexpr"], ini: ["toml"] });

/** The syntax tree of some code; undefined if the language is not known. */
export function highlightTree(code: string, language: string) {
  return lowlight.registered(language) ? lowlight.highlight(language, code).children : undefined;
}

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Key } from "../../../source/ui/keys/key.js";
import { KeyParser } from "../../../source/ui/keys/key-parser.js";

/** Joins runs of text, which may be cut anywhere. */
function joined(keys: Key[]): Key[] {
  const result: Key[] = [];
  for (const key of keys) {
    const last = result.at(-1);
    if (key.kind === "text" && last?.kind === "text") {
      last.text += key.text;
    } else {
      result.push({ ...key });
    }
  }
  return result;
}

function read(...chunks: (string | Uint8Array)[]): Key[] {
  const parser = new KeyParser();
  const keys = chunks.flatMap((chunk) => parser.push(chunk));
  return joined([...keys, ...parser.expire()]);
}

const text = (value: string): Key => ({ kind: "text", text: value });
const chord = (value: string): Key => ({ kind: "chord", chord: value });
const paste = (value: string): Key => ({ kind: "paste", text: value });

describe("several keys in one read", () => {
  test.each<[string, Key[]]>([
    ["hello\r", [text("hello"), chord("enter")]],
    ["\x7f\x7f", [chord("backspace"), chord("backspace")]],
    ["abc\x03", [text("abc"), chord("ctrl+c")]],
    ["abc\x1b[Dx", [text("abc"), chord("left"), text("x")]],
    ["\x1b\x03", [chord("escape"), chord("ctrl+c")]],
    ["\n\t\x1f\0", [chord("ctrl+j"), chord("tab"), chord("ctrl+_"), chord("ctrl+space")]],
  ])("%j", (input, keys) => {
    expect(read(input)).toEqual(keys);
  });
});

describe("named keys in every spelling", () => {
  test.each<[string, string]>([
    ["\x1b[A", "up"],
    ["\x1bOA", "up"],
    ["\x1b[1;5C", "ctrl+right"],
    ["\x1b[1;3D", "alt+left"],
    ["\x1b\x1b[D", "alt+left"],
    ["\x1b[3~", "delete"],
    ["\x1b[3;5~", "ctrl+delete"],
    ["\x1b[Z", "shift+tab"],
    ["\x1b\r", "alt+enter"],
    ["\x1b\x7f", "alt+backspace"],
    ["\x1b[13;2u", "shift+enter"],
    ["\x1b[27;2;13~", "shift+enter"],
    ["\x1b[27;5;99~", "ctrl+c"],
    ["\x1b[99;5u", "ctrl+c"],
    ["\x1b[27u", "escape"],
    ["\x1bb", "alt+b"],
    ["\x1b[98;3u", "alt+b"],
    ["\x1b[57414u", "enter"],
    ["\x1b[122;5:1u", "ctrl+z"],
  ])("%j is %s", (input, name) => {
    expect(read(input)).toEqual([chord(name)]);
  });

  test("a letter that kitty spells out is text", () => {
    expect(read("\x1b[97u\x1b[97;2u\x1b[57400u\x1b[228u")).toEqual([text("aA1ä")]);
  });

  test("the release of a key is not a key", () => {
    expect(read("\x1b[97;1:3u")).toEqual([]);
  });
});

describe("sequences split over reads", () => {
  test("an arrow is not an Escape", () => {
    const parser = new KeyParser();
    expect(parser.push("\x1b")).toEqual([]);
    expect(parser.waiting).toBe("escape");
    expect(parser.push("[A")).toEqual([chord("up")]);
    expect(parser.waiting).toBe("nothing");
  });

  test("a lone Escape is decided by the wait", () => {
    expect(read("\x1b")).toEqual([chord("escape")]);
    expect(read("\x1b[")).toEqual([chord("alt+[")]);
  });

  test("a character split between its bytes is one character", () => {
    const bytes = Buffer.from("Ω👍");
    expect(read(bytes.subarray(0, 1), bytes.subarray(1, 4), bytes.subarray(4))).toEqual([text("Ω👍")]);
  });
});

describe("replies of the terminal are not keys", () => {
  test.each([
    "\x1b[<35;15;7M",
    "\x1b[I",
    "\x1b[O",
    "\x1b[?64;1;2c",
    "\x1b[?1u",
    "\x1b]11;rgb:1111/2222/3333\x1b\\",
    "\x1b]11;rgb:1111/2222/3333\x07",
    "\x1bP>|xterm(390)\x1b\\",
    "\x1b[M !!",
    "\x1b[24;80R",
    "\x1b[201~",
  ])("%j", (reply) => {
    expect(read(`a${reply}b`)).toEqual([text("ab")]);
  });

  test("the key after a truncated reply is read", () => {
    expect(read("\x1b]11;rgb:11\x1b[A")).toEqual([chord("up")]);
    expect(read("\x1b[12\x03")).toEqual([chord("ctrl+c")]);
  });
});

describe("pastes", () => {
  test("a paste is literal, with LF line ends", () => {
    expect(read("x\x1b[200~a\r\nb\rc\x1b[A\x03\x1b[201~y")).toEqual([
      text("x"),
      paste("a\nb\nc\x1b[A\x03"),
      text("y"),
    ]);
  });

  test("a paste without an end mark ends after the wait", () => {
    const parser = new KeyParser();
    expect(parser.push("\x1b[200~abc\x1b[20")).toEqual([]);
    expect(parser.waiting).toBe("paste");
    expect(parser.expire()).toEqual([paste("abc\x1b[20")]);
    expect(parser.push("d\r")).toEqual([text("d"), chord("enter")]);
  });

  test("Escape just before a paste is a key", () => {
    expect(read("\x1b\x1b[200~a\x1b[201~")).toEqual([chord("escape"), paste("a")]);
  });
});

test("any bytes, cut anywhere, give the same keys", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "\x1b",
      "[",
      "O",
      "200~",
      "201~",
      "\x1b[200~",
      "\x1b[201~",
      "\x1b[1;5A",
      "\x1b]11;",
      "\x07",
    ),
    fc.constantFrom(
      "\x03",
      "\r",
      "\x7f",
      "a",
      "é",
      "👨‍👩‍👧",
      "\x1b[27;2;13~",
      "\x1b[<1;2;3M",
      "\x1b[M",
      ";",
      "5",
      "u",
    ),
    fc.string({ unit: "binary", maxLength: 4 }),
  );
  const bytes = fc.oneof(
    fc.array(piece, { maxLength: 30 }).map((pieces) => Buffer.from(pieces.join(""))),
    fc.uint8Array({ maxLength: 60 }).map((array) => Buffer.from(array)),
  );
  fc.assert(
    fc.property(bytes, fc.array(fc.nat(60)), (whole, cuts) => {
      const places = [...new Set([0, ...cuts.map((cut) => Math.min(cut, whole.length)), whole.length])].sort(
        (a, b) => a - b,
      );
      const chunks = places.slice(1).map((end, index) => whole.subarray(places[index], end));
      expect(read(...chunks)).toEqual(read(whole));
    }),
    { numRuns: 3000 },
  );
});

test("answers of the terminal, cut anywhere, are passed on whole and are no keys", () => {
  const answers = [
    "\x1b[?62;4;22c",
    "\x1bP>|kitty(0.42.1)\x1b\\",
    "\x1b[6;20;10t",
    "\x1b]1337;Capabilities=T2SxF\x07",
    "\x1b_Gi=31;OK\x1b\\",
  ];
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...answers), { minLength: 1 }),
      fc.array(fc.nat(200)),
      (sent, cuts) => {
        const whole = sent.join("");
        const places = [...new Set([0, ...cuts.map((cut) => Math.min(cut, whole.length)), whole.length])];
        places.sort((one, other) => one - other);
        const received: string[] = [];
        const parser = new KeyParser((sequence) => received.push(sequence));
        const keys = places.slice(1).flatMap((end, index) => parser.push(whole.slice(places[index], end)));
        expect([keys, received]).toEqual([[], sent]);
      },
    ),
  );
});

test("typed text is never lost or changed", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (typed) => {
      fc.pre(!/[\x00-\x1f\x7f-\x9f]/.test(typed) && typed !== "");
      expect(read(typed)).toEqual([text(typed)]);
    }),
  );
});

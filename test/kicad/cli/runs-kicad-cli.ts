/** Runs the kicad-cli at `binary` on a design. */
import { KicadCli } from "../../../source/kicad/cli/kicad-cli.js";

const [binary = "", design = ""] = process.argv.slice(2);
await new KicadCli(binary, process.env).run([], design);

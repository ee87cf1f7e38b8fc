/** A project that a call edits: each of its parts is read once, when it is asked for. */
import { join } from "node:path";
import { startNetlist } from "../../../kicad/cli/export-netlist.js";
import type { CliOptions, KicadCli } from "../../../kicad/cli/kicad-cli.js";
import { type Board, readBoard } from "../../../kicad/design/board/board.js";
import type { Project } from "../../../kicad/design/project.js";
import { loadSchematic } from "../../../kicad/design/schematic/schematic.js";
import { decodeText } from "../../../kicad/design/syntax/decode.js";
import { type Design, refuse } from "../../../kicad/edit/edit.js";
import { readRepositoryFile } from "../../repository-files.js";
import type { ProjectQuery } from "../design-query.js";

export class OpenProject {
  readonly cli: KicadCli;
  /** Real path of the repository. */
  readonly root: string;
  readonly paths: Project;
  readonly options: CliOptions;
  #design: Promise<Design> | undefined;

  constructor({ cli, root, project }: ProjectQuery, options: CliOptions) {
    this.cli = cli;
    this.root = root;
    this.paths = project;
    this.options = options;
  }

  /** The schematic with its netlist. Throws `edit-refused` where there is none, and what kicad-cli's netlist throws. */
  design(): Promise<Design> {
    this.#design ??= this.#readDesign();
    return this.#design;
  }

  async #readDesign(): Promise<Design> {
    const { schematic: path } = this.paths;
    if (path === undefined) {
      return refuse(`${this.paths.path} has no schematic.`);
    }
    const file = join(this.root, path);
    const started = await startNetlist(this.cli, file, this.options);
    const [schematic, netlist] = await Promise.all([loadSchematic(file), started.netlist]);
    if (!schematic) {
      return refuse(`${path} cannot be read as a schematic of KiCad 6 or later.`);
    }
    return { schematic, netlist, newId: () => crypto.randomUUID() };
  }

  /** The board; undefined where the project has none. Throws `edit-refused` where it cannot be read. */
  async board(): Promise<{ path: string; board: Board } | undefined> {
    const { board: path } = this.paths;
    const text = path === undefined ? undefined : await this.text(path);
    const board = text === undefined ? undefined : readBoard(text);
    if (path === undefined) {
      return undefined;
    }
    return board ? { path, board } : refuse(`${path} cannot be read as a board of KiCad.`);
  }

  /** The text of a file of the repository; undefined where there is none or it is no text. Throws `path-refused`. */
  async text(path: string): Promise<string | undefined> {
    const bytes = await readRepositoryFile(this.root, path);
    return bytes === null ? undefined : decodeText(bytes);
  }
}

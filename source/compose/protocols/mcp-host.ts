/** What another agent works on: one repository, and in it one session whose turns are its changes. */
import { CopperheadError } from "../../base/failure.js";
import type { CommandContext } from "../../cli/context.js";
import { findKicadCli } from "../../kicad/cli/kicad-cli.js";
import { compareChanges } from "../../kicad/compare/meaning.js";
import { listProjects } from "../../kicad/design/find-projects.js";
import type { Host } from "../../mcp/host.js";
import { differenceObject, differenceText } from "../../print/difference.js";
import { findTool } from "../../tools/catalog.js";
import type { Tool } from "../../tools/tool.js";
import { changesOfSession } from "../../workspace/journal/session-changes.js";
import { redo, type UndoResult, undo } from "../../workspace/journal/undo.js";
import { compareWithRevision } from "../compare-revision.js";
import { withLock } from "../repository.js";
import { imagesOfSession } from "../services/session-drawing.js";
import { checkSince } from "./check-since.js";
import { openWorkshop, readingContext, runTurn, type Workshop } from "./workshop.js";

export function mcpHost(context: CommandContext): Host {
  const { flags, env, version } = context;
  let opening: Promise<Workshop> | undefined;
  /** Opened with the first call: a client starts its servers before anybody needs them. */
  const open = () => {
    opening ??= openWorkshop(context);
    // The next call tries again.
    opening.catch(() => {
      opening = undefined;
    });
    return opening;
  };
  /** One change after the other. */
  let turns: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = turns.then(work);
    turns = result.catch(() => {});
    return result;
  };
  const move = (
    direction: "undo" | "redo",
    by: (of: { sessionFolder: string; root: string }) => Promise<UndoResult>,
  ) =>
    inTurn(async () => {
      const { root, folder, runner } = await open();
      const { sessionId } = runner.snapshot();
      const holder = { id: sessionId, folder };
      const moved = await withLock({ root, env }, holder, () => by({ sessionFolder: folder, root }));
      if (moved.turns.length > 0) {
        runner.recordMove({ direction, turns: moved.turns, files: moved.restored });
      }
      return moved;
    });
  return {
    version,
    read: async (name, args, call) => {
      const tool = toolNamed(name);
      return await tool.run(args, await readingContext(await open(), call.signal));
    },
    change: (name, args, call) => inTurn(async () => runTurn(await open(), toolNamed(name), args, call)),
    projects: async () => {
      const { root, config } = await open();
      const { all, legacy } = await listProjects(root, config);
      return { repository: root, projects: all, legacy };
    },
    check: async (project, call) => checkSince(await open(), project, call),
    diff: async (base, { signal }) => {
      const { root, config, folder } = await open();
      const compared =
        base === undefined
          ? await compareChanges(await changesOfSession(root, folder), {
              root,
              config,
              env,
              signal,
              cli: await findKicadCli(env),
            })
          : (await compareWithRevision({ root, env, revision: base, project: flags.project, signal }))
              .compared;
      const difference = differenceObject(compared);
      return { difference, text: differenceText(difference, base ?? "the beginning of this session") };
    },
    picture: async ({ project, part, where }, { signal }) => {
      const { root, folder, project: chosen } = await open();
      return imagesOfSession({
        root,
        env,
        sessionFolder: folder,
        project: project ?? chosen,
        part,
        where,
        signal,
      });
    },
    undo: () => move("undo", (of) => undo({ ...of, turns: "last" })),
    redo: () => move("redo", redo),
    interrupt: () => {
      void opening?.then(({ runner }) => runner.interrupt());
    },
    close: async () => {
      await opening?.then(
        ({ runner }) => runner.close(),
        () => {},
      );
    },
  };
}

/** Throws `no-tool`. */
function toolNamed(name: string): Tool {
  const tool = findTool(name);
  if (!tool) {
    throw new CopperheadError({ code: "no-tool", message: `There is no tool ${name}.` });
  }
  return tool;
}

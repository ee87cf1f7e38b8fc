/** The ways a turn can end that are not the model's own. Pure. */
import type { ExitCode, Failure } from "../../base/failure.js";
import type { Answer, Ending, Repair } from "../state.js";

/** Work that is good as far as it went. */
export function unfinishedEnding(code: string, message: string): Ending {
  const advice =
    "To go on, say so, or start with --continue; to put the files back: /undo, or copperhead undo";
  return { status: "failed", exitCode: 5, failure: { code, message, advice, exitCode: 5 } };
}

export function interruptedEnding(exitCode: ExitCode): Ending {
  return {
    status: "interrupted",
    exitCode,
    failure: { code: "interrupted", message: "The turn was interrupted.", exitCode },
  };
}

export function failedEnding(failure: Failure): Ending {
  return { status: "failed", exitCode: failure.exitCode, failure };
}

/** The new errors that are left, with their places where those are known. */
export function errorsRemainEnding({ findings }: Repair, answer?: Answer): Ending {
  return {
    status: "failed",
    exitCode: 6,
    ...(answer !== undefined && { answer }),
    failure: {
      code: "new-errors",
      message: `New ERC or DRC errors remain${findings === undefined ? "." : `:\n${findings}`}`,
      advice:
        "Ask for them to be repaired. Where nobody is asked (do, --print), --on-failure keep leaves the files to look at.",
      exitCode: 6,
    },
  };
}

/** The ways a turn can end that are not the model's own. Pure. */
import { type ExitCode, exitCodes, type Failure } from "../../base/failure.js";
import type { Answer, Ending, Repair } from "../state.js";

/** Work that is good as far as it went. */
export function unfinishedEnding(code: string, message: string): Ending {
  const advice =
    "To go on, say so, or start with --continue; to put the files back: /undo, or copperhead undo";
  return failedEnding({ code, message, advice, exitCode: exitCodes.unfinished });
}

export function interruptedEnding(exitCode: ExitCode): Ending {
  return {
    status: "interrupted",
    exitCode,
    failure: { code: "interrupted", message: "The turn was interrupted.", exitCode },
  };
}

export function failedEnding(failure: Failure, answer?: Answer): Ending {
  return { status: "failed", exitCode: failure.exitCode, failure, ...(answer && { answer }) };
}

/** The new errors that are left, with their places where those are known. */
export function errorsRemainEnding({ findings }: Repair, answer?: Answer): Ending {
  const message = `New ERC or DRC errors remain${findings === undefined ? "." : `:\n${findings}`}`;
  const advice =
    "Ask for them to be repaired. Where nobody is asked (do, --print), --on-failure keep leaves the files to look at.";
  return failedEnding({ code: "new-errors", message, advice, exitCode: exitCodes.verification }, answer);
}

/** The design was changed, and nothing could be checked although it had to be. */
export function notVerifiedEnding(answer?: Answer): Ending {
  const message = "The design was changed, and ERC or DRC could not run.";
  const advice = "Install KiCad 8 or later, or set COPPERHEAD_KICAD_CLI; see: copperhead doctor";
  return failedEnding({ code: "not-verified", message, advice, exitCode: exitCodes.verification }, answer);
}

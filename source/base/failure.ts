/** The exit codes of a turn and of the program; see "How it ends" in the README. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  cursor: 3,
  tripwire: 4,
  unfinished: 5,
  verification: 6,
  hangup: 129,
  interrupted: 130,
  terminated: 143,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** What went wrong, for people and for scripts. */
export type Failure = {
  /** Stable, kebab-case: `cursor-missing`, `not-logged-in`, `lock-held` … */
  code: string;
  /** One sentence: what happened, and why. */
  message: string;
  /** What to do about it. */
  advice?: string;
  exitCode: ExitCode;
};

/** A failure on its way up. Everything that copperhead throws on purpose is one of these. */
export class CopperheadError extends Error {
  override name = "CopperheadError";
  readonly failure: Failure;

  /** The exit code is `failed` where none is named. */
  constructor(failure: Omit<Failure, "exitCode"> & { exitCode?: ExitCode }, options?: ErrorOptions) {
    super(failure.message, options);
    this.failure = { exitCode: exitCodes.failed, ...failure };
  }
}

/** Whatever was thrown, as a failure; what was not thrown on purpose is an internal one (exit code 1). */
export function toFailure(error: unknown): Failure {
  if (error instanceof CopperheadError) {
    return error.failure;
  }
  const message = error instanceof Error ? error.message : String(error);
  return { code: "internal", message, exitCode: exitCodes.failed };
}

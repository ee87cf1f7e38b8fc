/** Work that takes a signal which ends it. */
type Abortable<Result> = (signal: AbortSignal) => Promise<Result>;

/**
 * Runs two pieces of work at once, and resolves to their results. Where one fails, the other is aborted, and it rejects
 * with that failure when both have ended: nothing goes on unseen. Both are aborted by `signal` as well.
 */
export async function runTogether<One, Other>(
  one: Abortable<One>,
  other: Abortable<Other>,
  signal: AbortSignal,
): Promise<[One, Other]> {
  const failed = new AbortController();
  const started = async <Result>(run: Abortable<Result>): Promise<Result> => {
    try {
      return await run(AbortSignal.any([signal, failed.signal]));
    } catch (error) {
      failed.abort(error);
      throw error;
    }
  };
  const both = [started(one), started(other)] as const;
  await Promise.allSettled(both);
  if (failed.signal.aborted) {
    throw failed.signal.reason;
  }
  return await Promise.all(both);
}

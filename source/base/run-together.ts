/**
 * Runs all of `work` at once, and resolves to their results. Where one fails, the others are aborted, and it rejects with
 * that failure when they have ended: nothing goes on unseen. They are aborted by `signal` as well.
 */
export async function runTogether<Result>(
  work: readonly ((signal: AbortSignal) => Promise<Result>)[],
  signal: AbortSignal,
): Promise<Result[]> {
  const failed = new AbortController();
  const running = work.map(async (run) => {
    try {
      return await run(AbortSignal.any([signal, failed.signal]));
    } catch (error) {
      failed.abort(error);
      throw error;
    }
  });
  await Promise.allSettled(running);
  if (failed.signal.aborted) {
    throw failed.signal.reason;
  }
  return await Promise.all(running);
}

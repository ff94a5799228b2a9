/**
 * Resolves with the result of the work, or with that of `onLate` when the work takes too long. The work itself is not
 * cancelled, and an error after the deadline is ignored.
 *
 * @throws What the work throws in time, or what `onLate` throws.
 */
export async function withDeadline<T, L>(work: Promise<T>, ms: number, onLate: () => L): Promise<T | L> {
  const { promise: late, resolve } = Promise.withResolvers<typeof LATE>();
  const timer = setTimeout(resolve, ms, LATE);
  try {
    const first = await Promise.race([work, late]);
    if (first !== LATE) return first;
    // An error after the deadline is ignored, because the caller already has an answer.
    work.catch(() => undefined);
    return onLate();
  } finally {
    clearTimeout(timer);
  }
}

const LATE = Symbol('late');

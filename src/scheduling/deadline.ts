/**
 * Resolves with the work's result, or with that of `onLate` when the work takes longer. The work itself is not
 * cancelled; what it throws after the deadline is dropped.
 *
 * @throws What the work throws in time, or what `onLate` throws.
 */
export async function withDeadline<T, L>(work: Promise<T>, ms: number, onLate: () => L): Promise<T | L> {
  const { promise: late, resolve } = Promise.withResolvers<typeof LATE>();
  const timer = setTimeout(resolve, ms, LATE);
  try {
    const first = await Promise.race([work, late]);
    if (first !== LATE) return first;
    // The caller has its answer; a failure after it has no reader.
    work.catch(() => undefined);
    return onLate();
  } finally {
    clearTimeout(timer);
  }
}

const LATE = Symbol('late');

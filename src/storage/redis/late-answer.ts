/** An answer did not come in time; it may still come. */
export class LateAnswerError extends Error {
  override readonly name = 'LateAnswerError';

  constructor(limitMs: number) {
    super(`no answer within ${limitMs} ms`);
  }
}

/**
 * An answer, if it comes in time. What has arrived while this process was busy with something else is in time: it is read
 * before the answer is given up.
 *
 * @throws {LateAnswerError}
 */
export function within<T>(answer: Promise<T>, limitMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    // Timers run before sockets are read, `setImmediate` after.
    const timer = setTimeout(() => setImmediate(() => reject(new LateAnswerError(limitMs))), limitMs);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

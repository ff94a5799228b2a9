/** Error of an answer that did not arrive in time. It may still arrive. */
export class LateAnswerError extends Error {
  override readonly name = 'LateAnswerError';

  constructor(limitMs: number) {
    super(`no answer within ${limitMs} ms`);
  }
}

/** Number of times, evenly spaced, that sockets are read before an answer counts as late. */
const LOOKS = 10;

/**
 * Waits for an answer within a limit. Only time in which this process could have read the answer counts, because a late
 * timer is not a late answer: one round of the event loop counts as a tenth of the limit at most, however long the
 * process was busy.
 *
 * @throws {LateAnswerError}
 */
export function waitForAnswer<T>(answer: Promise<T>, limitMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | null = null;
    let looks = 0;
    let isOver = false;
    const look = () => {
      if (isOver) return;
      looks++;
      if (looks === LOOKS) reject(new LateAnswerError(limitMs));
      else wait();
    };
    // Timers run before sockets are read, and `setImmediate` after.
    const wait = () => {
      timer = setTimeout(() => setImmediate(look), limitMs / LOOKS);
    };
    wait();
    answer.then(resolve, reject).finally(() => {
      isOver = true;
      if (timer !== null) clearTimeout(timer);
    });
  });
}

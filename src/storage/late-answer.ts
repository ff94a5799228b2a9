/** An answer did not come in time; it may still come. */
export class LateAnswerError extends Error {
  override readonly name = 'LateAnswerError';

  constructor(limitMs: number) {
    super(`no answer within ${limitMs} ms`);
  }
}

/** How often sockets are read, at equal distances, before an answer is given up. */
const LOOKS = 10;

/**
 * An answer, if it comes in time. Only the time in which this process could have read it counts: a late timer is not a late
 * answer. A round of the event loop counts as a tenth of the limit at most, however long the process was busy in it.
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
    // Timers run before sockets are read, `setImmediate` after.
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

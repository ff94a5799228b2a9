/** The longest stretch of work before other events get their turn. */
const SLICE_MS = 4;

/**
 * Short pieces of synchronous work, done in the order in which they were handed in, a few milliseconds at a time:
 * a hundred of them that become ready at once do not hold up what else the event loop has to do.
 */
export class SyncTurns {
  readonly #work: (() => void)[] = [];
  #isScheduled = false;

  /** @throws What the work throws. */
  run<T>(work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#work.push(() => {
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      });
      if (this.#isScheduled) return;
      this.#isScheduled = true;
      setImmediate(() => this.#slice());
    });
  }

  #slice(): void {
    const end = performance.now() + SLICE_MS;
    let done = 0;
    while (done < this.#work.length && (done === 0 || performance.now() < end)) this.#work[done++]?.();
    this.#work.splice(0, done);
    this.#isScheduled = this.#work.length > 0;
    if (this.#isScheduled) setImmediate(() => this.#slice());
  }
}

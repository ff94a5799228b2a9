/** Calls that run one after the other, in the order in which they came. */
export class InOrder {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs `work` when every call before it has ended, however it ended. Its failure reaches its own caller alone. */
  run<T>(work: () => T | Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Resolves when every call that has come so far has ended. */
  async waitUntilIdle(): Promise<void> {
    await this.#last;
  }
}

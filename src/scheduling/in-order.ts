/** Runs calls one after the other, in order of arrival. */
export class InOrder {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs `work` when every earlier call has succeeded or failed. A failure reaches only the caller of that work. */
  run<T>(work: () => T | Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Resolves when every call that has been made so far has ended. */
  async waitUntilIdle(): Promise<void> {
    await this.#last;
  }
}

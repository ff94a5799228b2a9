/** Shares work by key while it runs, and forgets it when it ends. {@link SharedReads} also keeps the results. */
export class SingleFlight<Key, T> {
  readonly #running = new Map<Key, Promise<T>>();

  /** Returns the running work of a key, or starts it with `start`. A failure reaches all callers who share the work. */
  run(key: Key, start: () => Promise<T>): Promise<T> {
    const running = this.#running.get(key);
    if (running !== undefined) return running;
    const started = start().finally(() => this.#running.delete(key));
    this.#running.set(key, started);
    return started;
  }
}

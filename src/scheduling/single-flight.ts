/** Work by key that is shared while it runs, and forgotten when it ends. {@link SharedReads} also remembers. */
export class SingleFlight<Key, T> {
  readonly #running = new Map<Key, Promise<T>>();

  /** The work of this key that runs already, or the one that `start` begins. Its failure reaches all who share it. */
  run(key: Key, start: () => Promise<T>): Promise<T> {
    const running = this.#running.get(key);
    if (running !== undefined) return running;
    const started = start().finally(() => this.#running.delete(key));
    this.#running.set(key, started);
    return started;
  }
}

/**
 * Listeners of one kind of event. They are called independently: when one throws, the others still receive the event,
 * and the error does not reach the publisher.
 */
export class Listeners<Event> {
  readonly #listeners = new Set<(event: Event) => void>();
  readonly #onFault: (error: unknown) => void;

  /**
   * Begins without a listener.
   *
   * @param onFault Receives what a listener threw, which is always an error in our own code.
   */
  constructor(onFault: (error: unknown) => void) {
    this.#onFault = onFault;
  }

  get size(): number {
    return this.#listeners.size;
  }

  /** Adds a listener. @returns A function that removes the listener. */
  add(listener: (event: Event) => void): () => void {
    // A function that is added twice counts as two listeners, which are removed separately.
    const own = (event: Event) => listener(event);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  notify(event: Event): void {
    for (const tell of this.each()) tell(event);
  }

  /** Yields one call per listener, in order. A listener that was removed before its turn is skipped. */
  *each(): Generator<(event: Event) => void> {
    for (const listener of this.#listeners) {
      yield (event) => {
        try {
          listener(event);
        } catch (error) {
          this.#onFault(error);
        }
      };
    }
  }
}

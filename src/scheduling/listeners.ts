/**
 * Listeners of one kind of event. Each is called for itself: one that throws does not keep the event from the others,
 * and its error does not reach the publisher.
 */
export class Listeners<Event> {
  readonly #listeners = new Set<(event: Event) => void>();
  readonly #onFault: (error: unknown) => void;

  /** @param onFault Receives what a listener threw: always our own error. */
  constructor(onFault: (error: unknown) => void) {
    this.#onFault = onFault;
  }

  get size(): number {
    return this.#listeners.size;
  }

  /** Returns a function that unsubscribes. */
  add(listener: (event: Event) => void): () => void {
    // A function that listens twice is two listeners, and each stops for itself.
    const own = (event: Event) => listener(event);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  notify(event: Event): void {
    for (const tell of this.each()) tell(event);
  }

  /** A call for each, one after the other: who has stopped listening before its turn has none. */
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

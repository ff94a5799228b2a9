/** State that the readers of one asset share. */
export interface Topic {
  /** Whether no reader is left. Work must then stop, while sent events may be kept. */
  readonly isEmpty: boolean;
  close(): void;
}

/** Time for which a topic without readers keeps its sent events, for readers that reconnect. */
const REMEMBERED_MS = 300_000;

/**
 * Topics of one kind of stream, by asset. A topic is created for its first reader, and dropped some time after the last
 * one has left.
 */
export class Topics<T extends Topic> {
  readonly #topics = new Map<string, { readonly topic: T; forget: NodeJS.Timeout | null }>();

  /** Returns the topic of an asset, created if there is none. */
  get(asset: string, make: () => T): T {
    const known = this.#topics.get(asset);
    if (known !== undefined) {
      if (known.forget !== null) clearTimeout(known.forget);
      known.forget = null;
      return known.topic;
    }
    const topic = make();
    this.#topics.set(asset, { topic, forget: null });
    return topic;
  }

  /** Forgets a topic some time after its last reader has left. Must be called when a reader has left. */
  release(asset: string): void {
    const known = this.#topics.get(asset);
    if (known === undefined || !known.topic.isEmpty || known.forget !== null) return;
    known.forget = setTimeout(() => {
      if (known.topic.isEmpty) this.#topics.delete(asset);
    }, REMEMBERED_MS).unref();
  }

  close(): void {
    for (const { topic, forget } of this.#topics.values()) {
      if (forget !== null) clearTimeout(forget);
      topic.close();
    }
    this.#topics.clear();
  }
}

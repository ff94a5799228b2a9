/** State that the readers of one asset share. */
export interface Topic {
  /** Whether no reader is left. Then no work may continue, while sent events may be kept. */
  readonly isEmpty: boolean;
  close(): void;
}

/** A topic without readers keeps its sent events for this long, for readers that reconnect. */
const REMEMBERED_MS = 300_000;

/** The topics of one kind of stream, by asset: made for the first reader, forgotten some time after the last. */
export class Topics<T extends Topic> {
  readonly #topics = new Map<string, { readonly topic: T; forget: NodeJS.Timeout | null }>();

  /** The topic of the asset, made when there is none. */
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

  /** Must be called when a reader has left. */
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

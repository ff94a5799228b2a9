/** A stream that holds a slot: how to end it. */
export interface SlotHolder {
  readonly keyHash: string;
  end(): void;
}

/** Streams open at once, per bot. A slot is taken before the stream begins and given back when it is gone. */
export class StreamSlots {
  readonly #holders = new Map<string, Set<SlotHolder>>();

  /** @returns The way to give the slot back (safe to call twice), or null when none is free. */
  take(botId: string, limit: number, holder: SlotHolder): (() => void) | null {
    const holders = this.#holders.get(botId) ?? new Set();
    if (holders.size >= limit) return null;
    holders.add(holder);
    this.#holders.set(botId, holders);
    return () => {
      if (holders.delete(holder) && holders.size === 0) this.#holders.delete(botId);
    };
  }

  used(botId: string): number {
    return this.#holders.get(botId)?.size ?? 0;
  }

  /** Ends the streams of every key that is not live any more. */
  async endUnless(isLive: (keyHash: string) => boolean | Promise<boolean>): Promise<void> {
    for (const holder of [...this.#holders.values()].flatMap((holders) => [...holders])) {
      if (!(await isLive(holder.keyHash))) holder.end();
    }
  }
}

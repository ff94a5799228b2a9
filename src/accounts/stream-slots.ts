/** Streams open at once, per bot. A slot is taken before the stream begins and given back when it is gone. */
export class StreamSlots {
  readonly #used = new Map<string, number>();

  /** @returns The way to give the slot back (again is safe), or null when none is free. */
  take(botId: string, limit: number): (() => void) | null {
    const used = this.used(botId);
    if (used >= limit) return null;
    this.#used.set(botId, used + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const left = this.used(botId) - 1;
      if (left === 0) this.#used.delete(botId);
      else this.#used.set(botId, left);
    };
  }

  used(botId: string): number {
    return this.#used.get(botId) ?? 0;
  }
}

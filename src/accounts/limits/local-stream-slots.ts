import type { StreamSlots } from './stream-slots.ts';

/** Counts open streams in the memory of this process. */
export class LocalStreamSlots implements StreamSlots {
  readonly #used = new Map<string, number>();

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

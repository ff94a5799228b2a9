import type { StreamSlots } from './stream-slots.ts';

/** Stream slots in the memory of this process. */
export class LocalStreamSlots implements StreamSlots {
  readonly #used = new Map<string, number>();

  take(botId: string, limit: number): (() => void) | null {
    const used = this.countUsed(botId);
    if (used >= limit) return null;
    this.#used.set(botId, used + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const left = this.countUsed(botId) - 1;
      if (left === 0) this.#used.delete(botId);
      else this.#used.set(botId, left);
    };
  }

  countUsed(botId: string): number {
    return this.#used.get(botId) ?? 0;
  }
}

import type { Soon } from '../../scheduling/soon.ts';

/** Gives a slot back. Safe to repeat. Never throws. */
export type FreeSlot = () => Soon<void>;

/** Limits the open streams of each bot. A slot is taken before the stream begins and given back when it ends. */
export interface StreamSlots {
  /** @returns null when no slot is free. */
  take(botId: string, limit: number): Soon<FreeSlot | null>;
  countUsed(botId: string): Soon<number>;
}

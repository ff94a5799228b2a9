import type { Soon } from '../../scheduling/soon.ts';

/** Gives a slot back. Repeated calls have no effect. Never throws. */
export type FreeSlot = () => Soon<void>;

/** Limits on the open streams of each bot. A slot is taken before a stream begins and given back when it ends. */
export interface StreamSlots {
  /** Takes a slot. @returns A function that gives it back; null when no slot is free. */
  take(botId: string, limit: number): Soon<FreeSlot | null>;
  countUsed(botId: string): Soon<number>;
}

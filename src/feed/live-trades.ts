import type { VenueTrade } from '../domain/index.ts';

/** Trades of the venues as they arrive, while they are recorded. */
export interface LiveTrades {
  /** Adds a listener of every trade. Returns a function that removes it. */
  onTrade(listener: (trade: VenueTrade) => void): () => void;
}

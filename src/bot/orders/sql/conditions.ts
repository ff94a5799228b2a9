import type { BotMarket } from '../rows.ts';

export const OF_MARKET = 'WHERE bot_id = ? AND mode = ? AND venue = ? AND store_key = ?';

export const marketKey = ({ botId, mode, venue, storeKey }: BotMarket) =>
  [botId, mode, venue, storeKey] as const;

/** Conditions in the same words as those of the partial indexes; otherwise engines would not use the indexes. */
export const IS_OPEN = `state IN ('reserved', 'submitted', 'resting')`;

export const IS_ENDED = `state IN ('filled', 'cancelled', 'rejected')`;

import { toUsd } from '../../domain/index.ts';
import type { BotScore } from '../orders/order-figures.ts';
import { makeHandle } from './handle.ts';

/** The public view of a bot. */
export interface LeaderboardRow {
  readonly handle: string;
  readonly realizedPnlUsd: number;
  /** Part of the closings that had a gain, 0 to 1; null without a closing. */
  readonly winRate: number | null;
  readonly tradeCount: number;
  /** Number of mock fills at a price that the caller chose and that was not near the market. */
  readonly farFills: number;
  readonly totalVolumeUsd: number;
  readonly openPositions: number;
}

/** Ranks bots by realised gain, then volume, then handle. */
export function rankBots(scores: readonly BotScore[], secret: Uint8Array): LeaderboardRow[] {
  return scores
    .map(({ botId, realizedMicroUsd, fills, farFills, volumeMicroUsd, closings, wins, openPositions }) => ({
      handle: makeHandle(botId, secret),
      realizedPnlUsd: toUsd(realizedMicroUsd),
      winRate: closings === 0 ? null : wins / closings,
      tradeCount: fills,
      farFills,
      totalVolumeUsd: toUsd(volumeMicroUsd),
      openPositions,
    }))
    .sort(
      (a, b) =>
        b.realizedPnlUsd - a.realizedPnlUsd ||
        b.totalVolumeUsd - a.totalVolumeUsd ||
        (a.handle < b.handle ? -1 : 1),
    );
}

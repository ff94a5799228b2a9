import Big from 'big.js';
import type { BotScore, StoredPosition } from '../../bot/orders/order-store.ts';
import { microToUsd, microUsd } from '../../domain/index.ts';
import * as s from '../schemas/schema.ts';

/** More are not shown: those that cost most come first. */
const MAX_SHOWN = 200;

/** Positions and results of a bot, as its owner sees them. */
export function showResults(positions: readonly StoredPosition[], score: BotScore | null) {
  const largest = positions.toSorted((a, b) => b.costMicroUsd - a.costMicroUsd).slice(0, MAX_SHOWN);
  return {
    positions: largest.map(({ venue, asset, size, costMicroUsd }) => ({
      venue,
      asset,
      size: Number(size),
      avgPrice: new Big(costMicroUsd).div(1e6).div(new Big(size).abs()).toNumber(),
      costUsd: microToUsd(costMicroUsd),
    })),
    openPositions: positions.length,
    realizedPnlUsd: microToUsd(score?.realizedMicroUsd ?? microUsd(0)),
    closings: score?.closings ?? 0,
    winRate: score === null || score.closings === 0 ? null : score.wins / score.closings,
    totalVolumeUsd: microToUsd(score?.volumeMicroUsd ?? microUsd(0)),
  };
}

export const resultsSchema = () =>
  s.object('Positions and realised gain of the bot, in the current mode.', {
    positions: s.array(
      `Open positions, in Yes terms for binaries; the ${MAX_SHOWN} with the largest cost.`,
      s.object('One position.', {
        venue: s.venueField('Where.'),
        asset: s.assetIdField(),
        size: s.num('Coins or shares; negative: sold short.', 0.00015),
        avgPrice: s.num('Average cost.', 80_000),
        costUsd: s.num('Cost or proceeds of the position.', 12),
      }),
    ),
    openPositions: s.int('Number of open positions.', 1),
    realizedPnlUsd: s.num("Gains and losses of what was closed, less the venues' fees.", 1.5),
    closings: s.int('Positions or parts of them that were closed.', 2),
    winRate: s.nullable(s.num('Closings with a gain of all closings.', 0.5), 'nothing was closed'),
    totalVolumeUsd: s.num('Of all fills.', 36),
  });

import Big from 'big.js';
import type { BotScore, StoredPosition } from '../../../../bot/orders/order-figures.ts';
import { type MarketNames, microUsd, toUsd, UNKNOWN_MARKET } from '../../../../domain/index.ts';
import * as s from '../../../schemas/schema.ts';
import { marketNameFields } from '../../../shapes/side-fields.ts';

/** Maximum number of positions in a response, those with the highest cost first. */
const MAX_SHOWN = 200;

/** Converts positions and results of a bot to the form that its owner sees. */
export function toResultsBody(
  positions: readonly StoredPosition[],
  score: BotScore | null,
  names: ReadonlyMap<string, MarketNames>,
) {
  const largest = positions.toSorted((a, b) => b.costMicroUsd - a.costMicroUsd).slice(0, MAX_SHOWN);
  return {
    positions: largest.map(({ venue, asset, size, costMicroUsd }) => ({
      venue,
      asset,
      ...(names.get(asset) ?? UNKNOWN_MARKET),
      size: Number(size),
      avgPrice: new Big(costMicroUsd).div(1e6).div(new Big(size).abs()).toNumber(),
      costUsd: toUsd(costMicroUsd),
    })),
    openPositions: positions.length,
    realizedPnlUsd: toUsd(score?.realizedMicroUsd ?? microUsd(0)),
    closings: score?.closings ?? 0,
    winRate: score === null || score.closings === 0 ? null : score.wins / score.closings,
    totalVolumeUsd: toUsd(score?.volumeMicroUsd ?? microUsd(0)),
  };
}

export const resultsSchema = () =>
  s.object('Positions and realised profit of the bot in the current execution mode.', {
    positions: s.array(
      `Open positions, at most the ${MAX_SHOWN} with the largest cost; for binaries, in terms of Yes.`,
      s.object('One open position.', {
        venue: s.venueField('Venue of the position.'),
        asset: s.assetIdField(),
        ...marketNameFields(),
        size: s.num('Size in coins or shares; negative for a short position.', 0.00015),
        avgPrice: s.num('Average entry price: USD, or probability of Yes.', 80_000),
        costUsd: s.num('Amount paid for the position, or received for a short one, in US dollars.', 12),
      }),
    ),
    openPositions: s.int('Number of open positions.', 1),
    realizedPnlUsd: s.num("Realised profit of closed positions in US dollars, after the venues' fees.", 1.5),
    closings: s.int('Times that a position or a part of one was closed.', 2),
    winRate: s.nullable(
      s.num('Share of the closings that made a profit, 0 to 1.', 0.5),
      'nothing was closed',
    ),
    totalVolumeUsd: s.num('Volume of all fills in US dollars.', 36),
  });

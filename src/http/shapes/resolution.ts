import type { MarketNames } from '../../domain/index.ts';
import type { StoredResolution } from '../../history/contract/resolutions.ts';
import type { SettledRow } from '../../history/contract/settled.ts';
import { NULL_WHEN } from '../schemas/null-when.ts';
import * as s from '../schemas/schema.ts';
import { sideFields } from './side-fields.ts';

/** Builds the schema members of what a venue states about the end of a market. */
export const resolutionFields = () => ({
  outcome: s.choice(
    'Winning side. `void`: the venue refunded both sides, or paid something between 0 and 1.',
    ['yes', 'no', 'void'],
  ),
  payout: s.nullable(s.num('Payout of one Yes contract in USD, 0 to 1.', 1), NULL_WHEN.notSaid),
  settledAt: s.nullable(s.epochMsField('When the venue settled the market.'), NULL_WHEN.notSaid),
  source: s.text("Field of the venue's answer that states the resolution.", 'kalshi:/markets/{ticker}'),
  disputed: s.nullable(s.bool('Whether the result was disputed.', false), NULL_WHEN.notSaid),
  recordedAt: s.epochMsField('When this service recorded the resolution.'),
  reopenedAt: s.nullable(
    s.epochMsField('When this service learnt that the venue had taken the resolution back.'),
    'the resolution is in force',
  ),
});

/** Builds the schema of a market's resolution. */
export const resolutionSchema = (description: string) =>
  s.named(
    'Resolution',
    s.object(description, {
      asset: s.assetIdField('pm-will-it-rain'),
      venue: s.venueField('Venue of the asset.'),
      name: s.nullable(
        s.text('Question of the market.', 'Will it rain?'),
        'no facts of the market were registered',
      ),
      ...sideFields(),
      ...resolutionFields(),
      verdict: s.nullable(
        s.choice('Whether the result follows from recorded values.', [
          'reproduced',
          'contradicted',
          'unknown',
        ]),
        'none is decided',
      ),
    }),
  );

/** Further facts about the market of a resolution, which responses show with it. */
export interface KnownOfMarket {
  /** Verdict on the market, for the current resolution only; null: none. */
  readonly settled: SettledRow | null;
  readonly names: MarketNames;
}

export function toResolutionBody(
  resolution: StoredResolution,
  { settled, names: { name, yesMeans, noMeans } }: KnownOfMarket,
) {
  const { asset, venue, outcome, payout, settledAt, source, disputed, recordedAt } = resolution;
  const { reopenedAt = null } = resolution;
  const isInForce = reopenedAt === null && settled !== null && settled.isReopened !== true;
  return {
    asset,
    venue,
    name,
    yesMeans,
    noMeans,
    outcome,
    payout,
    settledAt,
    source,
    disputed,
    recordedAt,
    reopenedAt,
    verdict: isInForce ? settled.verdict : null,
  };
}

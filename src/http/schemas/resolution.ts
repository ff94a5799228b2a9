import type { StoredResolution } from '../../history/history-store.ts';
import { NULL_WHEN } from './null-when.ts';
import * as s from './schema.ts';

/** Resolution of a market in answers. */
export const resolutionSchema = (description: string) =>
  s.named(
    'Resolution',
    s.object(description, {
      asset: s.assetIdField('pm-will-it-rain'),
      venue: s.venueField('Venue of the asset.'),
      outcome: s.choice(
        'The side that won; void: the venue paid both sides back, or something between 0 and 1.',
        ['yes', 'no', 'void'],
      ),
      payout: s.nullable(s.num('What one Yes contract paid, 0 to 1.', 1), NULL_WHEN.notSaid),
      settledAt: s.nullable(s.epochMsField('When the venue settled.'), NULL_WHEN.notSaid),
      source: s.text("Field of the venue's answer that states the resolution.", 'kalshi:/markets/{ticker}'),
      disputed: s.nullable(s.bool('Whether the result was disputed.', false), NULL_WHEN.notSaid),
      recordedAt: s.epochMsField('When this service recorded it.'),
    }),
  );

export function toResolutionBody({
  asset,
  venue,
  outcome,
  payout,
  settledAt,
  source,
  disputed,
  recordedAt,
}: StoredResolution) {
  return { asset, venue, outcome, payout, settledAt, source, disputed, recordedAt };
}

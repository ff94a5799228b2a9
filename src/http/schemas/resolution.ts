import type { StoredResolution } from '../../history/history-store.ts';
import { NULL_WHEN } from './null-when.ts';
import {
  assetIdField,
  bool,
  choice,
  epochMsField,
  named,
  nullable,
  num,
  object,
  text,
  venueField,
} from './schema.ts';

/** How a market ended, as answers show it. */
export const resolutionSchema = (description: string) =>
  named(
    'Resolution',
    object(description, {
      asset: assetIdField('pm-will-it-rain'),
      venue: venueField('Venue of the asset.'),
      outcome: choice(
        'The side that won; void: the venue paid both sides back, or something between 0 and 1.',
        ['yes', 'no', 'void'],
      ),
      payout: nullable(num('What one Yes contract paid, 0 to 1.', 1), NULL_WHEN.notSaid),
      settledAt: nullable(epochMsField('When the venue settled.'), NULL_WHEN.notSaid),
      source: text('Which answer of the venue said so.', 'kalshi:/markets/{ticker}'),
      disputed: nullable(bool('Whether the result was disputed.', false), NULL_WHEN.notSaid),
      recordedAt: epochMsField('When this service learnt it.'),
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

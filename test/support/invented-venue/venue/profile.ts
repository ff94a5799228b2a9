import { type AssetKind, epochMs, type VenueId } from '../../../../src/domain/index.ts';
import type { VenueProfile } from '../../../../src/venues/venue-profile.ts';
import { createTidepoolAdapter } from './adapter.ts';

const NAME: string = 'tidepool';

export const profile: VenueProfile<{ readonly url: string; readonly wsUrl: string }> = {
  venue: NAME as VenueId,
  kinds: [NAME as AssetKind],
  openedMs: epochMs(Date.UTC(2025, 0, 1)),
  exampleAsset: 'tidepool-high-water-friday',
  isJudged: true,
  listing: { gameNames: null, hasWholeQuestions: false, closesWhenDecided: false, hasFallbacks: false },
  findOwnName: (ref) => ref.storeKey,
  tape: {
    books: 'changes',
    trades: 'stream',
    depth: 10,
    needsKey: false,
    listsSettled: false,
    note: 'invented',
  },
  pulseRefreshMs: 1_000,
  upstreams: ['tidepool'],
  takerFees: {
    [NAME]: {
      asOf: '2026-11',
      source: 'an invented page',
      rule: { kind: 'unknown', reason: 'Tidepool does not exist.' },
    },
  },
  create: (options, addresses) => createTidepoolAdapter({ ...options, ...addresses }),
};

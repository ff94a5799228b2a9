import { epochMs } from '../../domain/index.ts';
import type { ValuesOf } from '../../settings/setting.ts';
import type { VenueProfile } from '../venue-profile.ts';
import { createLimitlessAdapter } from './adapter.ts';
import { KNOWN_SHAPES } from './known-shapes.ts';
import type { settings } from './settings.ts';

/** The venue's profile for the rest of the service. */
export const profile: VenueProfile<ValuesOf<typeof settings>['addresses']> = {
  venue: 'limitless',
  kinds: ['limitless'],
  openedMs: epochMs(Date.UTC(2023, 0, 1)),
  exampleAsset: 'limitless-will-it-rain',
  isJudged: false,
  listing: { gameNames: null, hasWholeQuestions: false, closesWhenDecided: false, hasFallbacks: false },
  findOwnName: (ref) => ref.storeKey,
  tape: {
    books: 'wholes',
    trades: null,
    depth: null,
    needsKey: false,
    listsSettled: false,
    note: 'the 560 largest markets; whose side its list of trades states is shown nowhere, so they are left out',
  },
  pulseRefreshMs: 10_000,
  upstreams: ['limitless'],
  knownShapes: KNOWN_SHAPES,
  checks: {
    answers: [
      'limitless active page',
      'limitless market',
      'limitless orderbook',
      'limitless historical-price',
    ],
    channels: ['limitless orderbookUpdate'],
  },
  takerFees: {
    limitless: {
      asOf: '2026-10',
      source: 'Limitless API reference',
      rule: { kind: 'unknown', reason: 'Limitless sets its taker fee per account and publishes no figure.' },
    },
  },
  contractLots: { limitless: 0.001 },
  create: (options, addresses) => createLimitlessAdapter({ ...options, ...addresses }),
};

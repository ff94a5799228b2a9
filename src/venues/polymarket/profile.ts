import { epochMs } from '../../domain/index.ts';
import type { ValuesOf } from '../../settings/setting.ts';
import type { VenueProfile } from '../venue-profile.ts';
import { createPolymarketAdapter } from './adapter.ts';
import { KNOWN_SHAPES } from './known-shapes.ts';
import type { settings } from './settings.ts';

/** The venue's profile for the rest of the service. */
export const profile: VenueProfile<ValuesOf<typeof settings>['addresses']> = {
  venue: 'polymarket',
  kinds: ['pm'],
  openedMs: epochMs(Date.UTC(2020, 0, 1)),
  exampleAsset: 'pm-will-it-rain',
  isJudged: true,
  listing: {
    gameNames: 'dated-slug',
    hasWholeQuestions: true,
    closesWhenDecided: false,
    hasFallbacks: false,
  },
  findOwnName: (ref) => ref.storeKey,
  tape: {
    books: 'changes',
    trades: 'stream',
    depth: null,
    needsKey: false,
    listsSettled: true,
    note: 'the 2,000 largest markets; a trade is printed once, under the token of its taker, so both tokens are subscribed and a No trade becomes a Yes trade; those that settled can be read afterwards',
  },
  pulseRefreshMs: 5_000,
  upstreams: ['polymarket-gamma', 'polymarket-clob'],
  knownShapes: KNOWN_SHAPES,
  checks: {
    answers: ['gamma /markets/keyset', 'gamma market', 'clob /book', 'data /v2/prices-history'],
    channels: ['ws book'],
  },
  takerFees: {
    pm: {
      asOf: '2026-09',
      source: 'docs.polymarket.com, fees; market member feeSchedule',
      rule: {
        kind: 'variance',
        rates: {
          crypto: 0.07,
          sports: 0.05,
          politics: 0.04,
          finance: 0.04,
          tech: 0.04,
          mentions: 0.04,
          'world events': 0,
          world: 0,
          geopolitics: 0,
        },
        otherwise: 0.05,
        roundedUpToUsd: null,
      },
    },
  },
  contractLots: { pm: 0.01 },
  create: (options, addresses) => createPolymarketAdapter({ ...options, ...addresses }),
};

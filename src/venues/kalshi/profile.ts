import { epochMs } from '../../domain/index.ts';
import type { ValuesOf } from '../../settings/setting.ts';
import type { VenueProfile, VenueSecrets } from '../venue-profile.ts';
import { createKalshiAdapter } from './adapter.ts';
import { KNOWN_SHAPES } from './known-shapes.ts';
import { readPrivateKey } from './private-key.ts';
import type { settings } from './settings.ts';
import { TAKER_RATE } from './taker-fee.ts';
import type { KalshiKey } from './ticker-stream.ts';

/** The venue's profile for the rest of the service. */
export const profile: VenueProfile<ValuesOf<typeof settings>['addresses']> = {
  venue: 'kalshi',
  kinds: ['kalshi'],
  openedMs: epochMs(Date.UTC(2021, 0, 1)),
  exampleAsset: 'kalshi-kxhighny-26jul19-t80',
  isJudged: true,
  listing: { gameNames: 'ticker', hasWholeQuestions: false, closesWhenDecided: true, hasFallbacks: false },
  findOwnName: (ref, state) => (state?.kind === 'binary' ? state.ticker.venueId : ref.storeKey.toUpperCase()),
  tape: {
    books: null,
    trades: 'poll',
    depth: null,
    needsKey: false,
    listsSettled: false,
    note: 'the whole exchange each 10 s, each poll since half a minute before the newest trade; block trades are marked',
  },
  pulseRefreshMs: 5_000,
  upstreams: ['kalshi'],
  knownShapes: KNOWN_SHAPES,
  checks: {
    answers: [
      'kalshi markets page',
      'kalshi market',
      'kalshi events page',
      'kalshi event',
      'kalshi series answer',
      'kalshi orderbook',
      'kalshi candlesticks',
      'kalshi market answer',
    ],
    channels: ['kalshi ticker'],
  },
  takerFees: {
    kalshi: {
      asOf: '2026-10',
      source: 'Kalshi fee schedule of direct members; multiplier of event or series',
      rule: {
        kind: 'variance',
        rates: {},
        otherwise: TAKER_RATE,
        roundedUpToUsd: 0.0001,
        assumption: 'the multiplier of this market is not known: 1 is assumed, the highest seen',
      },
    },
  },
  contractLots: { kalshi: 0.01 },
  create: (options, addresses, { kalshiKey }) =>
    createKalshiAdapter({
      ...options,
      ...addresses,
      apiKey: findKey(kalshiKey),
    }),
};

/**
 * Finds the key; null without a valid key, and the venue is then polled only. The start logs a warning for an invalid
 * key.
 */
function findKey(key: VenueSecrets['kalshiKey']): KalshiKey | null {
  if (key === null) return null;
  const read = readPrivateKey(key.privateKeyPem);
  return 'problem' in read ? null : { id: key.id, privateKey: read.key };
}

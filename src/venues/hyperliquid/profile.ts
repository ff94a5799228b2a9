import { type AssetRef, epochMs, type MarketState } from '../../domain/index.ts';
import type { ValuesOf } from '../../settings/setting.ts';
import type { VenueProfile } from '../venue-profile.ts';
import { createHyperliquidAdapter } from './adapter.ts';
import { KNOWN_SHAPES } from './known-shapes.ts';
import type { settings } from './settings.ts';

/** The venue's profile for the rest of the service. */
export const profile: VenueProfile<ValuesOf<typeof settings>['addresses']> = {
  venue: 'hyperliquid',
  kinds: ['hl-perp', 'hl-pred'],
  openedMs: epochMs(Date.UTC(2023, 0, 1)),
  exampleAsset: 'hl-BTC',
  isJudged: true,
  listing: { gameNames: null, hasWholeQuestions: false, closesWhenDecided: false, hasFallbacks: true },
  findOwnName,
  tape: {
    books: null,
    trades: 'stream',
    depth: null,
    needsKey: false,
    listsSettled: false,
    note: 'up to 130 outcomes, both coins of each, and up to 200 perpetuals; the ten newest of an asset can be read afterwards',
  },
  pulseRefreshMs: 2_000,
  upstreams: ['hyperliquid-info'],
  knownShapes: KNOWN_SHAPES,
  checks: {
    answers: [
      'perpDexs',
      'metaAndAssetCtxs',
      'perpetual',
      'context',
      'outcomeMeta',
      'outcome',
      'allMids',
      'mid',
      'outcomeTemplates',
      'l2Book',
      'candleSnapshot',
      'fundingHistory',
    ],
    channels: ['ws allDexsAssetCtxs', 'ws bbo'],
  },
  takerFees: {
    'hl-perp': {
      asOf: '2026-10',
      source: 'Hyperliquid documentation, fees, lowest tier',
      rule: { kind: 'notional', rate: 0.000_45, builderDexes: null },
    },
    'hl-pred': {
      asOf: '2026-10',
      source: 'Hyperliquid documentation, HIP-4',
      rule: {
        kind: 'unknown',
        reason:
          'Hyperliquid outcomes open without a fee, but charges on closing and settling are not confirmed.',
      },
    },
  },
  contractLots: { 'hl-pred': 1 },
  create: (options, addresses) => createHyperliquidAdapter({ ...options, ...addresses }),
};

/**
 * Finds the venue's coin of an asset. For the market of an outcome: the number of the outcome followed by its side, 0
 * for Yes.
 */
function findOwnName(ref: AssetRef, state: MarketState | null): string {
  if (ref.kind === 'hl-perp') {
    return state?.kind === 'perp' ? state.ticker.coin : ref.asset.replace(/^hl-/, '');
  }
  const outcome = /-(\d+)$/.exec(ref.storeKey)?.[1];
  return outcome === undefined ? ref.storeKey : `#${outcome}0`;
}

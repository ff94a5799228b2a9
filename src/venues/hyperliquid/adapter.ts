import { type AssetRef, type Book, type Resolution, toOutcome, UpstreamError } from '../../domain/index.ts';
import { refuse } from '../../upstream/intake.ts';
import type { AdapterOptions } from '../adapter-options.ts';
import type { UpstreamProbe, VenueAdapter } from '../venue-adapter.ts';
import { HyperliquidClient } from './client.ts';
import { normaliseBook } from './normalise-book.ts';
import { findYesSide } from './normalise-outcomes.ts';
import { readRecentTrades } from './read-recent-trades.ts';
import { HyperliquidStream } from './stream/stream.ts';
import { Universe } from './universe.ts';
import { settledOutcome, type WireOutcome } from './wire.ts';

export interface HyperliquidOptions extends AdapterOptions {
  /** Base address of the queries: `https://api.hyperliquid.xyz`. */
  readonly url: string;
  /** Address of the WebSocket: `wss://api.hyperliquid.xyz/ws`. */
  readonly wsUrl: string;
}

/**
 * Creates the adapter of Hyperliquid: perpetuals of every dex, and outcome markets.
 *
 * @see docs/venues/hyperliquid.md
 */
export function createHyperliquidAdapter(options: HyperliquidOptions): VenueAdapter {
  const client = new HyperliquidClient({
    url: options.url,
    userAgent: options.userAgent,
    random: options.random,
  });
  const stream = options.streams
    ? new HyperliquidStream({
        wsUrl: options.wsUrl,
        userAgent: options.userAgent,
        clock: options.clock,
        random: options.random,
        intake: client.intake,
        onMetaUpdates: (updates) => universe.applyMetaUpdates(updates),
        isBelieved: (coin) => universe.isBelieved(coin),
      })
    : null;
  const universe = new Universe({ ...options, client, stream });

  return {
    venue: 'hyperliquid',
    stream,
    probes: [probe(client.infoUrl, options.userAgent)],
    polling: universe,
    hasOwnCandles: true,
    poll: (signal) => universe.poll(signal),

    async readBook(ref, signal): Promise<Book> {
      const book = await client.readL2Book(requireCoin(universe, ref), 'book', signal);
      return normaliseBook(book, ref.asset, options.clock());
    },

    readCandles: async (ref, window, signal, priority = 'backfill') =>
      client.readCandles(requireCoin(universe, ref), window, options.clock(), { signal, priority }),

    readFunding: async (ref, window, signal, priority = 'backfill') =>
      ref.kind === 'hl-perp'
        ? client.readFunding(requireCoin(universe, ref), window, options.clock(), { signal, priority })
        : [],

    readTrades: (ref, window, signal) =>
      readRecentTrades(client, { ref, coin: requireCoin(universe, ref), window }, signal),

    async readResolution(ref, signal): Promise<Resolution | null> {
      const outcome = findOutcomeId(ref);
      if (outcome === null) return null;
      const settled = await client.findSettledOutcome(outcome, signal);
      if (settled === null) return null;
      const resolution = settled.spec.outcome === outcome ? toResolution(ref, settled) : null;
      if (resolution === null) client.intake.count(refuseSettled(outcome, settled));
      return resolution;
    },

    intake: client.intake,

    getCounters: () => client.getCounters(),
    close: async () => stream?.stop(),
  };
}

/**
 * Builds the resolution of an outcome from the payout of its Yes contract. A payout strictly between 0 and 1 is neither
 * a yes nor a no.
 *
 * @returns null when the payout is outside of 0 to 1.
 */
export function toResolution(
  ref: AssetRef,
  settled: { readonly spec: WireOutcome; readonly settleFraction: string },
): Resolution | null {
  const firstSide = Number(settled.settleFraction);
  // Rounding to nine decimals removes the error of binary fractions.
  const payout = findYesSide(settled.spec) === 1 ? Math.round((1 - firstSide) * 1e9) / 1e9 : firstSide;
  if (!(payout >= 0 && payout <= 1)) return null;
  return {
    asset: ref.asset,
    outcome: toOutcome(payout),
    payout,
    settledAt: null,
    source: 'hyperliquid:settledOutcome',
    disputed: null,
  };
}

/**
 * Counts the refusal of a resolution that names another outcome or a payout outside of 0 to 1. A stored resolution
 * would never be corrected.
 */
function refuseSettled(
  outcome: number,
  { spec, settleFraction }: { readonly spec: WireOutcome; readonly settleFraction: string },
) {
  const isOther = spec.outcome !== outcome;
  return refuse(
    settledOutcome.name,
    isOther ? 'the answer is about another outcome' : 'the payout is not between 0 and 1',
    {
      endpoint: settledOutcome.endpoint,
      row: String(outcome),
      member: isOther ? '/spec/outcome' : '/settleFraction',
      value: isOther ? spec.outcome : settleFraction,
    },
  );
}

/** Finds the venue's number of an outcome, the last part of its store key; null for perpetuals. */
function findOutcomeId(ref: AssetRef): number | null {
  const digits = ref.kind === 'hl-pred' ? /-(\d{1,15})$/.exec(ref.storeKey)?.[1] : undefined;
  return digits === undefined ? null : Number(digits);
}

function requireCoin(universe: Universe, ref: AssetRef): string {
  const coin = universe.findCoin(ref);
  if (coin === null)
    throw new UpstreamError('not_found', `hyperliquid: ${ref.asset} is not in the venue's list`);
  return coin;
}

function probe(url: string, userAgent: string): UpstreamProbe {
  return {
    upstream: 'hyperliquid-info',
    venue: 'hyperliquid',
    url,
    method: 'POST',
    body: '{"type":"exchangeStatus"}',
    headers: { 'content-type': 'application/json', accept: 'application/json', 'user-agent': userAgent },
  };
}

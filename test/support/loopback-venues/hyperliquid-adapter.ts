import { epochMs, UpstreamError, type VenuePoll } from '../../../src/domain/index.ts';
import type { AdapterOptions } from '../../../src/venues/adapter-options.ts';
import { createHyperliquidAdapter } from '../../../src/venues/hyperliquid/adapter.ts';
import type { VenueAdapter } from '../../../src/venues/venue-adapter.ts';
import type { Answer } from './answering-server.ts';
import { fixture, type LoopbackVenue, startLoopbackVenue } from './hyperliquid.ts';

export type Query = Readonly<Record<string, unknown>>;
export const signal = new AbortController().signal;
export const asking = { signal, priority: 'backfill' } as const;
export const cleanups: (() => Promise<unknown>)[] = [];
/** Closes what tests opened: for the `after` of a test file. */
export async function cleanUp(): Promise<void> {
  for (const cleanup of cleanups.splice(0)) await cleanup();
}

export const json = (name: string): Answer => ({ json: fixture(name) });
export const BOOK = {
  coin: '#8390',
  time: 1_784_106_000_000,
  levels: [[{ px: '0.38', sz: '500' }], [{ px: '0.4', sz: '9' }]],
};

export const BBO = (fixture('ws-bbo-outcome.described') as { data: object }).data;

/** Answers a query as the whole venue of the fixtures does. */
export function healthy(query: Query): Answer {
  switch (query.type) {
    case 'perpDexs':
      return json('perpDexs');
    case 'metaAndAssetCtxs':
      return json(query.dex === 'xyz' ? 'metaAndAssetCtxs-xyz' : 'metaAndAssetCtxs-main');
    case 'outcomeMeta':
      return json('outcomeMeta');
    case 'allMids':
      return json('allMids');
    case 'l2Book':
      if (query.coin === 'BTC') return json('l2Book');
      if (query.coin === '#8420') return { json: { ...BOOK, coin: '#8420', levels: [[], BOOK.levels[1]] } };
      return query.coin === '#8410' ? { json: null } : { json: { ...BOOK, coin: query.coin } };
    case 'settledOutcome':
      return query.outcome === 839 ? json('settledOutcome.described') : { json: null };
    case 'fundingHistory':
      return json('fundingHistory');
    case 'candleSnapshot':
      return json('candleSnapshot');
    default:
      return { status: 422, text: 'Failed to deserialize the JSON body into the target type' };
  }
}

interface Bench {
  readonly venue: LoopbackVenue;
  readonly adapter: VenueAdapter;
  /** Moves the adapter's clock on. */
  readonly pass: (ms: number) => void;
}

export async function bench(
  options: {
    answer?: (query: Query) => Answer;
    streams?: boolean;
    maxMarkets?: number;
    pollMs?: number;
    recall?: AdapterOptions['recall'];
  } = {},
): Promise<Bench> {
  const venue = await startLoopbackVenue(options.answer ?? healthy);
  let now = Date.UTC(2026, 6, 15, 12);
  const adapter = createHyperliquidAdapter({
    url: venue.url,
    wsUrl: venue.wsUrl,
    maxMarkets: options.maxMarkets ?? 100,
    pollMs: options.pollMs ?? 5_000,
    streams: options.streams ?? false,
    userAgent: 'crosstape-test',
    clock: () => epochMs(now),
    random: () => 0,
    ...(options.recall === undefined ? {} : { recall: options.recall }),
  });
  cleanups.push(
    () => adapter.close(),
    () => venue.close(),
  );
  return {
    venue,
    adapter,
    pass: (ms) => {
      now += ms;
    },
  };
}

export const findState = (poll: VenuePoll, asset: string) =>
  poll.markets.find(({ ref }) => ref.asset === asset);
export const countQueries = (venue: LoopbackVenue, type: string) =>
  venue.asked.filter((query) => query.type === type).length;
export const isFailure = (failure: string) => (error: unknown) =>
  error instanceof UpstreamError && error.failure === failure;

import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import {
  type AssetRef,
  type BinaryState,
  type EpochMs,
  epochMs,
  HOUR_MS,
  UpstreamError,
  type VenuePoll,
} from '../../domain/index.ts';
import type { AdapterOptions } from '../adapter-options.ts';
import { PageWalk } from '../page-walk.ts';
import type { TimeWindow, UpstreamProbe, VenueAdapter } from '../venue-adapter.ts';
import { type MarketsPage, PAGE_SIZE, PolymarketClient } from './client.ts';
import { EventRosters } from './event-rosters.ts';
import { isTracked } from './lifecycle.ts';
import {
  identify,
  type MarketIdentity,
  normaliseMarket,
  normaliseResolution,
  type PolledMarket,
  toHourlyCandles,
  withTouch,
} from './normalise.ts';
import { isEmpty } from './quote.ts';
import { MarketStream } from './stream.ts';
import { type GammaMarket, marketsPage } from './wire.ts';

export interface PolymarketAdapterOptions extends AdapterOptions {
  readonly gammaUrl: string;
  readonly clobUrl: string;
  readonly dataUrl: string;
  /** The base; `/ws/market` is added unless it ends so. */
  readonly wsUrl: string;
  /** Tries after the first; for tests. */
  readonly retries?: number;
}

/** Zombies and placeholders take places on the pages; beyond this many pages the smaller markets are left out. */
const PAGES_FACTOR = 3;
const MAX_IDENTITIES = 50_000;

/** Polymarket: Gamma for the list, the CLOB for books, the data API for history, the market stream. */
export function createPolymarketAdapter(options: PolymarketAdapterOptions): VenueAdapter {
  const client = new PolymarketClient(options);
  const { clock, random, wsUrl } = options;
  const stream = options.streams ? new MarketStream({ wsUrl, clock, random, intake: client.intake }) : null;
  const rosters = new EventRosters({ read: (id, signal) => client.readEventMarkets(id, signal), clock });
  /** Native ids of assets in polls, also after they have left the list. By store key. */
  const identities = new LRUCache<string, MarketIdentity>({ max: MAX_IDENTITIES });

  async function poll(signal: AbortSignal): Promise<VenuePoll> {
    const { listed, isCutAtLimit } = await readUniverse(client, options, signal);
    await nextTurn();
    const receivedAt = clock();
    for (const { identity } of listed) identities.set(identity.ref.storeKey, identity);
    stream?.track(listed);
    const complete = rosters.completeEvents(listed);
    rosters.refresh(listed);

    let emptyBooks = 0;
    const markets = listed.map((market): BinaryState => {
      const touch = market.lifecycle === 'open' ? (stream?.freshQuote(market.state.ref.asset) ?? null) : null;
      const state = touch === null ? market.state : withTouch(market, touch);
      if (isEmpty(touch ?? market.quote)) emptyBooks++;
      const { eventKey } = state.ticker;
      const isComplete = market.isFixedEvent && eventKey !== null && complete.has(eventKey);
      return isComplete ? { ...state, ticker: { ...state.ticker, exhaustive: true } } : state;
    });
    return { venue: 'polymarket', receivedAt, markets, emptyBooks, isCutAtLimit };
  }

  /** Finds the ids of an asset, from the polls or, once it has left the list, from the venue by its slug. */
  async function resolveIdentity(ref: AssetRef, signal: AbortSignal): Promise<MarketIdentity> {
    const known = identities.get(ref.storeKey);
    if (known !== undefined) return known;
    const by = { slug: ref.storeKey };
    const market =
      (await client.findMarket(by, true, 'backfill', signal)) ??
      (await client.findMarket(by, false, 'backfill', signal));
    const identity = market === null ? null : identify(market);
    if (identity === null) throw new UpstreamError('not_found', `polymarket does not list ${ref.asset}`);
    identities.set(ref.storeKey, identity);
    return identity;
  }

  return {
    venue: 'polymarket',
    stream,
    probes: buildProbes(options),
    poll,

    async readBook(ref, signal) {
      const identity = identities.get(ref.storeKey);
      if (identity === undefined) {
        throw new UpstreamError('not_found', `polymarket: ${ref.asset} has not been seen in a poll`);
      }
      return client.book(identity.yesToken, ref.asset, signal);
    },

    async readCandles(ref, window, signal) {
      const hours = wholeHours(window, clock());
      if (hours === null) return [];
      const { yesToken } = await resolveIdentity(ref, signal);
      const candles = toHourlyCandles(await client.readPriceHistory(yesToken, hours, signal));
      return candles.filter(({ t }) => t >= window.fromMs && t <= window.toMs);
    },

    async readFunding() {
      return [];
    },

    async readResolution(ref, signal) {
      const conditionId = identities.get(ref.storeKey)?.conditionId ?? '';
      const by = conditionId === '' ? { slug: ref.storeKey } : { conditionId };
      const market = await client.findMarket(by, true, 'resolution', signal);
      const identity = market === null ? null : identify(market);
      return market === null || identity === null ? null : normaliseResolution(market, identity);
    },

    getCounters: () => client.getCounters(),

    async close() {
      await stream?.stop();
      await rosters.close();
    },
  };
}

/** The markets of a poll. */
interface Universe {
  readonly listed: PolledMarket[];
  /** The venue may list more, smaller ones. */
  readonly isCutAtLimit: boolean;
}

/**
 * The largest markets by 24 h volume, page by page; each page is read as it arrives. A market that moved
 * to the next page meanwhile is taken once.
 *
 * @throws {UpstreamError} when any page fails, or the list ends too early: half a list would look like delisted markets.
 */
async function readUniverse(
  client: PolymarketClient,
  { maxMarkets, clock }: PolymarketAdapterOptions,
  signal: AbortSignal,
): Promise<Universe> {
  const listed = new Map<string, PolledMarket>();
  const walk = new PageWalk({
    ...{
      upstream: 'polymarket-gamma',
      wire: marketsPage,
      cursorMember: '/next_cursor',
      intake: client.intake,
    },
    lastCount: 0,
  });
  const mostPages = PAGES_FACTOR * Math.ceil(maxMarkets / PAGE_SIZE) + 1;
  let cursor: string | null = null;
  for (let page = 0; page < mostPages && listed.size < maxMarkets; page++) {
    const { markets, names, nextCursor }: MarketsPage = await client.readMarketsPage(cursor, signal);
    walk.add({ names, next: nextCursor });
    const receivedAt = clock();
    // Parsing a page took milliseconds already; the rest of the process gets its turn before more follow.
    await nextTurn();
    for (const market of markets) {
      const found = listMarket(market, receivedAt);
      if (found === null || listed.has(found.identity.ref.storeKey)) continue;
      listed.set(found.identity.ref.storeKey, found);
      if (listed.size >= maxMarkets) break;
    }
    cursor = nextCursor;
    if (cursor === null) break;
  }
  if (listed.size === 0) {
    throw new UpstreamError('malformed', 'polymarket-gamma: the list of open markets holds none');
  }
  return { listed: [...listed.values()], isCutAtLimit: cursor !== null || listed.size >= maxMarkets };
}

/** null for a market that is no asset, a placeholder, a zombie, or closed. */
function listMarket(market: GammaMarket, receivedAt: EpochMs): PolledMarket | null {
  const identity = identify(market);
  if (identity === null) return null;
  const listed = normaliseMarket(market, identity, receivedAt);
  return isTracked(listed.lifecycle) ? listed : null;
}

/** The hours that start in the window, up to now; null without one. */
function wholeHours({ fromMs, toMs }: TimeWindow, now: EpochMs): TimeWindow | null {
  const first = Math.ceil(fromMs / HOUR_MS) * HOUR_MS;
  const end = Math.min(Math.floor(toMs / HOUR_MS) * HOUR_MS + HOUR_MS - 1, now);
  return first > end ? null : { fromMs: epochMs(first), toMs: epochMs(end) };
}

function buildProbes({ gammaUrl, clobUrl, userAgent }: PolymarketAdapterOptions): UpstreamProbe[] {
  const probe = (upstream: string, url: string): UpstreamProbe => ({
    upstream,
    venue: 'polymarket',
    url,
    method: 'GET',
    body: null,
    headers: { accept: 'application/json', 'user-agent': userAgent },
  });
  return [
    probe('polymarket-gamma', `${gammaUrl}/markets/keyset?closed=false&limit=1`),
    probe('polymarket-clob', `${clobUrl}/time`),
  ];
}

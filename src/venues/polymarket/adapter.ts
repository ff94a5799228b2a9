import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type AssetRef,
  type BinaryState,
  type EpochMs,
  epochMs,
  HOUR_MS,
  isAssetName,
  UpstreamError,
  type VenuePoll,
} from '../../domain/index.ts';
import { createLastUsed } from '../../scheduling/last-used.ts';
import { mapInSlices } from '../../scheduling/slices.ts';
import { type Intake, refuse } from '../../upstream/intake.ts';
import type { AdapterOptions } from '../adapter-options.ts';
import { PageWalk } from '../page-walk.ts';
import { StreamTrust } from '../stream-trust.ts';
import type { TimeWindow, VenueAdapter } from '../venue-adapter.ts';
import { type MarketsPage, PAGE_SIZE, PolymarketClient } from './client.ts';
import { EventRosters } from './event-rosters.ts';
import { classifyMarket, isTracked } from './lifecycle.ts';
import {
  identify,
  type MarketIdentity,
  normaliseMarket,
  normaliseResolution,
  type PolledMarket,
  readIdentity,
  withoutRowPrices,
  withTouch,
} from './normalise.ts';
import { toHourlyCandles } from './price-history.ts';
import { buildProbes } from './probes.ts';
import { chooseRecordedPrice, contradictsItself, isEmpty, type PolymarketQuote } from './quote.ts';
import { SideMemory } from './side-memory.ts';
import { addStated } from './stated.ts';
import { MarketStream } from './stream.ts';
import { bookEvent, type GammaMarket, gammaMarket, marketsPage } from './wire.ts';

export interface PolymarketAdapterOptions extends AdapterOptions {
  readonly gammaUrl: string;
  readonly clobUrl: string;
  readonly dataUrl: string;
  /** Address of the WebSocket. `/ws/market` is appended unless the address ends with it. */
  readonly wsUrl: string;
  /** Number of retries after the first attempt. Tests set it. */
  readonly retries?: number;
}

/**
 * Factor by which a poll may read more pages than the limit needs, because zombies and placeholders occupy rows. When
 * the pages do not suffice, the smallest markets are left out.
 */
const PAGES_FACTOR = 3;
const MAX_IDENTITIES = 50_000;

/**
 * Creates the adapter of Polymarket: Gamma for the list, the CLOB for books, the data API for history, and the market
 * stream.
 */
export function createPolymarketAdapter(options: PolymarketAdapterOptions): VenueAdapter {
  const client = new PolymarketClient(options);
  const { clock, random, wsUrl } = options;
  const trust = new StreamTrust({
    intake: client.intake,
    wire: bookEvent,
    source: 'the list',
    onDoubt: (asset) => stream?.restart(asset),
  });
  const isBelieved = (asset: string) => trust.isBelieved(asset);
  const stream = options.streams
    ? new MarketStream({ wsUrl, clock, random, intake: client.intake, isBelieved })
    : null;
  const rosters = new EventRosters({ read: (id, signal) => client.readEventMarkets(id, signal), clock });
  /** Native ids, by store key, of assets that no poll has listed. */
  const identities = createLastUsed<string, MarketIdentity>(MAX_IDENTITIES);
  const sides = new SideMemory({
    readTokenNames: (conditionId, signal) => client.readTokenNames(conditionId, signal),
    intake: client.intake,
    clock,
    max: MAX_IDENTITIES,
    ...(options.recall === undefined ? {} : { recall: options.recall }),
  });
  const findIdentity = (storeKey: string) => sides.find(storeKey) ?? identities.get(storeKey);

  async function poll(signal: AbortSignal): Promise<VenuePoll> {
    const { listed, isCutAtLimit } = await readUniverse(client, sides, options, signal);
    await nextTurn();
    const receivedAt = clock();
    sides.refresh();
    stream?.track(listed, !isCutAtLimit);
    const complete = rosters.completeEvents(listed);
    rosters.refresh(listed);

    trust.keep(new Set(listed.map(({ state }) => state.ref.asset)));

    let emptyBooks = 0;
    await nextTurn();
    const markets = await mapInSlices(listed, (market): BinaryState => {
      const touch = findFreshTouch(market);
      const state = judge(market, touch);
      if (isEmpty(touch ?? market.quote)) emptyBooks++;
      const { eventKey } = state.ticker;
      const isComplete = market.isFixedEvent && eventKey !== null && complete.has(eventKey);
      return isComplete ? { ...state, ticker: { ...state.ticker, exhaustive: true } } : state;
    });
    return { venue: 'polymarket', receivedAt, markets, emptyBooks, isCutAtLimit, statesTotals: true };
  }

  /** Finds the streamed touch of a market whose sides are certain; null otherwise. */
  function findFreshTouch({ state, lifecycle, side }: PolledMarket): PolymarketQuote | null {
    const isKnown = lifecycle === 'open' && side !== 'disputed';
    return isKnown ? (stream?.freshQuote(state.ref.asset) ?? null) : null;
  }

  /** Adds the streamed touch to a state, unless it contradicts the market's row. */
  function judge(market: PolledMarket, touch: PolymarketQuote | null): BinaryState {
    const { state } = market;
    if (touch === null) return state;
    const stated = { listed: state.price, streamed: chooseRecordedPrice(touch) };
    const streamDoubt = trust.judge(state.ref.asset, stated);
    return streamDoubt === null ? withTouch(market, touch) : { ...state, streamDoubt };
  }

  /** Finds the ids of an asset: from the polls, or from the venue by slug once the asset is no longer listed. */
  async function resolveIdentity(ref: AssetRef, signal: AbortSignal): Promise<MarketIdentity> {
    const known = findIdentity(ref.storeKey);
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
      const identity = findIdentity(ref.storeKey);
      if (identity === undefined) {
        throw new UpstreamError('not_found', `polymarket: ${ref.asset} has not been seen in a poll`);
      }
      return client.readBook(identity.yesToken, ref.asset, signal);
    },

    async readCandles(ref, window, signal) {
      const hours = wholeHours(window, clock());
      if (hours === null) return [];
      const { yesToken } = await resolveIdentity(ref, signal);
      const candles = toHourlyCandles(await client.history.read(yesToken, hours, signal));
      return candles.filter(({ t }) => t >= window.fromMs && t <= window.toMs);
    },

    async readFunding() {
      return [];
    },

    async readTrades(ref, window, signal) {
      return client.trades.read(await resolveIdentity(ref, signal), window, signal);
    },

    async readResolution(ref, signal) {
      const conditionId = findIdentity(ref.storeKey)?.conditionId ?? '';
      const by = conditionId === '' ? { slug: ref.storeKey } : { conditionId };
      const market = await client.findMarket(by, true, 'resolution', signal);
      const identity = market === null ? null : identify(market);
      if (market === null || identity === null) return null;
      return addStated(client, market, normaliseResolution(market, identity), signal);
    },

    intake: client.intake,

    getCounters: () => client.getCounters(),

    async close() {
      await stream?.stop();
      await rosters.close();
      await sides.close();
    },
  };
}

/** Markets of one poll. */
interface Universe {
  readonly listed: PolledMarket[];
  /** Whether the venue may list more, smaller markets than were read. */
  readonly isCutAtLimit: boolean;
}

/**
 * Reads the largest markets by 24 h volume, page by page, and processes each page as it arrives. A market that moved to
 * the next page during the walk counts once.
 *
 * @throws {UpstreamError} when any page fails, or the list ends too early: markets of the missing part would look
 * delisted.
 */
async function readUniverse(
  client: PolymarketClient,
  sides: SideMemory,
  { maxMarkets, clock }: PolymarketAdapterOptions,
  signal: AbortSignal,
): Promise<Universe> {
  const listed = new Map<string, PolledMarket>();
  const walk = new PageWalk({
    upstream: 'polymarket-gamma',
    wire: marketsPage,
    cursorMember: '/next_cursor',
    intake: client.intake,
    lastCount: 0,
  });
  const mostPages = PAGES_FACTOR * Math.ceil(maxMarkets / PAGE_SIZE) + 1;
  let cursor: string | null = null;
  for (let page = 0; page < mostPages && listed.size < maxMarkets; page++) {
    const { markets, names, nextCursor }: MarketsPage = await client.readMarketsPage(cursor, signal);
    walk.add({ names, next: nextCursor });
    const receivedAt = clock();
    // Parsing a page takes milliseconds, so other work runs before the next one.
    await nextTurn();
    await sides.recall(markets);
    for (const market of markets) {
      const found = listMarket(market, receivedAt, sides, client.intake);
      if (found === null || listed.has(found.identity.ref.storeKey)) continue;
      listed.set(found.identity.ref.storeKey, found);
      if (listed.size >= maxMarkets) break;
    }
    cursor = nextCursor;
    if (cursor === null) break;
  }
  if (listed.size === 0) {
    throw new UpstreamError('malformed', 'polymarket-gamma: the list of open markets is empty');
  }
  return { listed: [...listed.values()], isCutAtLimit: cursor !== null || listed.size >= maxMarkets };
}

/** Reads a market; null for one that is not an asset, a placeholder, a zombie, or closed. */
function listMarket(
  market: GammaMarket,
  receivedAt: EpochMs,
  sides: SideMemory,
  intake: Intake,
): PolledMarket | null {
  const stated = readIdentity(market);
  if ('reason' in stated) {
    // Placeholders have no ids and are not counted as refused.
    if (stated.isNoBinary !== true && isTracked(classifyMarket(market, receivedAt)))
      intake.count(refuseRow(stated.member, stated.reason, market.slug ?? market.id, stated.value), true);
    return null;
  }
  if (!isAssetName(stated.ref.asset) || !isAssetName(stated.ref.storeKey)) {
    intake.count(refuseRow('/slug', 'the API cannot spell this name', market.id, market.slug), true);
    return null;
  }
  // A market that has ended does not block its name for another market.
  if (!isTracked(classifyMarket(market, receivedAt))) return null;
  const verdict = sides.judge(stated);
  if (verdict.status === 'other_market') {
    const { storeKey } = stated.ref;
    intake.count(
      refuseRow('/slug', 'the slug and the market id belonged to others before', storeKey, market.id),
      true,
    );
    return null;
  }
  const isAgreed = verdict.status === 'agreed';
  const listed = normaliseMarket(market, isAgreed ? verdict.identity : verdict.known, receivedAt);
  if (!isTracked(listed.lifecycle)) return null;
  if (!isAgreed) return withoutRowPrices(listed, verdict.status, verdict.at);
  if (!contradictsItself(listed.quote)) return listed;
  const slug = stated.ref.storeKey;
  const refusal = refuseRow(
    '/outcomePrices',
    'the prices of both sides are exchanged',
    slug,
    market.outcomePrices,
  );
  intake.count(refusal, true);
  return withoutRowPrices(listed, 'contradicted', refusal.at);
}

function refuseRow(member: string, reason: string, row: string, value: unknown) {
  return refuse(gammaMarket.name, reason, { endpoint: gammaMarket.endpoint, row, member, value });
}

/** Finds the full hours that start in the window and before now; null without one. */
function wholeHours({ fromMs, toMs }: TimeWindow, now: EpochMs): TimeWindow | null {
  const first = Math.ceil(fromMs / HOUR_MS) * HOUR_MS;
  const end = Math.min(Math.floor(toMs / HOUR_MS) * HOUR_MS + HOUR_MS - 1, now);
  return first > end ? null : { fromMs: epochMs(first), toMs: epochMs(end) };
}

import {
  type Book,
  type Clock,
  DAY_MS,
  findTextMember,
  SECOND_MS,
  UpstreamError,
} from '../../domain/index.ts';
import { type Priority, RateBudget } from '../../upstream/budget.ts';
import { UpstreamClient } from '../../upstream/client.ts';
import { Intake, refuse } from '../../upstream/intake.ts';
import { readEach } from '../../upstream/read-each.ts';
import type { WireCounters } from '../../upstream/wire-counters.ts';
import { findNumber } from '../numbers.ts';
import type { TimeWindow } from '../venue-adapter.ts';
import { createEmptyBook, normaliseBook, type PricePoint } from './normalise.ts';
import { BOTH_VERSIONS, isSameCondition, toClobConditionId } from './protocol.ts';
import {
  bookLevel,
  clobBook,
  clobMarketTokens,
  clobTokens,
  type GammaMarket,
  gammaEvent,
  gammaMarket,
  marketList,
  marketsPage,
  pricePointV1,
  pricePointV2,
  pricesHistoryV1,
  pricesHistoryV2,
} from './wire.ts';

export interface PolymarketClientOptions {
  readonly gammaUrl: string;
  readonly clobUrl: string;
  readonly dataUrl: string;
  readonly userAgent: string;
  readonly clock: Clock;
  readonly random: () => number;
  /** Tries after the first; for tests. */
  readonly retries?: number;
}

export interface MarketsPage {
  readonly markets: readonly GammaMarket[];
  /** Ids of all rows, also of those that the schema refused. */
  readonly names: readonly string[];
  /** Cursor of the next page; null on the last page. */
  readonly nextCursor: string | null;
}

/** The markets of one event, as Gamma lists them whole. */
export interface EventMarkets {
  readonly isFixed: boolean;
  readonly markets: readonly GammaMarket[];
  /** Rows that the schema refused: with any, the list is not known to be whole. */
  readonly refused: number;
}

const WINDOW_MS = 10 * SECOND_MS;
/** Uses a fifth of the published limit, because the venue delays calls long before it refuses them. */
const OWN_SHARE = 0.2;
/**
 * Published calls per 10 s: the smallest of each host's routes that we use (Gamma `/markets` 300, CLOB
 * `/prices-history` 1,000, data `/v2/prices-history` 200), counted for all of the host's calls together.
 */
const PUBLISHED = { gamma: 300, clob: 1_000, data: 200 } as const;

export const PAGE_SIZE = 100;
/** A page of markets is half a megabyte; the largest events have some hundreds of markets. */
const MAX_BYTES = 16 * 1024 * 1024;
/** The venue refuses wider windows of price history. */
const MAX_HISTORY_MS = 15 * DAY_MS;
const MAX_POINTS = 10_000;
const MAX_HISTORY_PAGES = 10;

/** The reads of Gamma, the CLOB and the data API, each host with its own budget. */
export class PolymarketClient {
  readonly #options: PolymarketClientOptions;
  readonly #gamma: UpstreamClient;
  readonly #clob: UpstreamClient;
  readonly #data: UpstreamClient;

  constructor(options: PolymarketClientOptions) {
    this.#options = options;
    const { userAgent, random, retries } = options;
    const intake = new Intake(options.clock);
    const client = (host: keyof typeof PUBLISHED) =>
      new UpstreamClient({
        name: `polymarket-${host}`,
        budget: new RateBudget({ limit: PUBLISHED[host] * OWN_SHARE, windowMs: WINDOW_MS }),
        ownShare: OWN_SHARE,
        userAgent,
        random,
        maxBytes: MAX_BYTES,
        intake,
        ...(retries === undefined ? {} : { retries }),
      });
    this.#gamma = client('gamma');
    this.#clob = client('clob');
    this.#data = client('data');
  }

  /**
   * Reads a page of open markets, the largest by 24 h volume first. Rows that the schema refuses are counted and left
   * out.
   */
  async readMarketsPage(cursor: string | null, signal: AbortSignal): Promise<MarketsPage> {
    const query = new URLSearchParams([
      ...BOTH_VERSIONS,
      ['closed', 'false'],
      ['limit', String(PAGE_SIZE)],
      ['order', 'volume24hr'],
      ['ascending', 'false'],
      ...(cursor === null ? [] : [['after_cursor', cursor] as [string, string]]),
    ]);
    const url = `${this.#options.gammaUrl}/markets/keyset?${query}`;
    const page = await this.#gamma.read({ url, weight: 1, priority: 'poll', signal }, marketsPage);
    return {
      markets: (await this.#readMarkets(page.markets)).markets,
      names: page.markets.map((row, position) => nameRow(row) ?? `row ${position}`),
      nextCursor: page.next_cursor === '' ? null : (page.next_cursor ?? null),
    };
  }

  /**
   * One market by condition id or slug; null when the venue lists none. Gamma returns closed markets only
   * on request.
   */
  async findMarket(
    by: { readonly conditionId: string } | { readonly slug: string },
    closed: boolean,
    priority: Priority,
    signal: AbortSignal,
  ): Promise<GammaMarket | null> {
    const query = new URLSearchParams([
      ...BOTH_VERSIONS,
      ['closed', String(closed)],
      'slug' in by ? ['slug', by.slug] : ['condition_ids', by.conditionId],
    ]);
    const url = `${this.#options.gammaUrl}/markets?${query}`;
    const rows = await this.#gamma.read({ url, weight: 1, priority, signal }, marketList);
    const { markets } = await this.#readMarkets(rows);
    return (
      markets.find((market) =>
        'slug' in by
          ? market.slug?.toLowerCase() === by.slug
          : isSameCondition(market.conditionId ?? '', by.conditionId),
      ) ?? null
    );
  }

  async readEventMarkets(eventId: string, signal: AbortSignal): Promise<EventMarkets> {
    const query = new URLSearchParams([...BOTH_VERSIONS]);
    const url = `${this.#options.gammaUrl}/events/${encodeURIComponent(eventId)}?${query}`;
    const event = await this.#gamma.read({ url, weight: 1, priority: 'backfill', signal }, gammaEvent);
    return {
      isFixed: event.negRisk === true && event.negRiskAugmented === false,
      ...(await this.#readMarkets(event.markets)),
    };
  }

  /** The live book of a token. The venue's 404 says that the market has no book: both sides empty. */
  async book(token: string, asset: string, signal: AbortSignal): Promise<Book> {
    const url = `${this.#options.clobUrl}/book?token_id=${token}`;
    try {
      const book = await this.#clob.read({ url, weight: 1, priority: 'book', signal }, clobBook);
      if (book.asset_id !== token) {
        this.intake.count(
          refuse(clobBook.name, 'the book is of another token', {
            endpoint: clobBook.endpoint,
            row: asset,
            member: '/asset_id',
            value: book.asset_id,
          }),
        );
        throw new UpstreamError('malformed', `polymarket-clob: requested the book of ${asset}, got another`);
      }
      const [bids = [], asks = []] = [book.bids, book.asks].map((side) =>
        readEach(this.intake, side, bookLevel, asset),
      );
      return normaliseBook({ ...book, bids, asks }, asset, this.#options.clock());
    } catch (error) {
      if (isWithoutBook(error)) return createEmptyBook(asset, this.#options.clock());
      throw error;
    }
  }

  /**
   * The CLOB's name of each token of a condition, which needs no order; null when it does not list the condition.
   */
  async readTokenNames(
    conditionId: string,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, string> | null> {
    const id = encodeURIComponent(toClobConditionId(conditionId));
    const call = { weight: 1, priority: 'resolution', signal } as const;
    const { clobUrl } = this.#options;
    try {
      const { t } = await this.#clob.read({ url: `${clobUrl}/clob-markets/${id}`, ...call }, clobTokens);
      return new Map(t.map(({ t: token, o }) => [token, o]));
    } catch (error) {
      if (!mayAskElsewhere(error)) throw error;
    }
    try {
      const { tokens } = await this.#clob.read(
        { url: `${clobUrl}/markets/${id}`, ...call },
        clobMarketTokens,
      );
      return new Map(tokens.map(({ token_id, outcome }) => [token_id, outcome]));
    } catch (error) {
      if (error instanceof UpstreamError && error.failure === 'not_found') return null;
      throw error;
    }
  }

  /**
   * Price points of a token in the window, oldest first within each slice: from the data API, and from
   * the CLOB's superseded history where that fails.
   */
  async readPriceHistory(token: string, window: TimeWindow, signal: AbortSignal): Promise<PricePoint[]> {
    const points: PricePoint[] = [];
    for (let from: number = window.fromMs; from <= window.toMs; from += MAX_HISTORY_MS) {
      const slice = {
        start: Math.floor(from / SECOND_MS),
        end: Math.floor(Math.min(window.toMs, from + MAX_HISTORY_MS - SECOND_MS) / SECOND_MS),
        bucketSeconds: bucketSecondsFor(this.#options.clock() - from),
      };
      try {
        points.push(...(await this.#readHistoryV2(token, slice, signal)));
      } catch (error) {
        if (!mayAskElsewhere(error)) throw error;
        points.push(...(await this.#readHistoryV1(token, slice, signal)));
      }
    }
    return points;
  }

  /** Reads and counts the messages of the venue, those of its stream too. */
  get intake(): Intake {
    return this.#gamma.intake;
  }

  /** Counts of all three hosts together. */
  getCounters(): WireCounters {
    const hosts = [this.#gamma, this.#clob, this.#data].map((client) => client.getCounters());
    const sum = (member: 'requests' | 'failures') =>
      hosts.reduce((total, counters) => total + counters[member], 0);
    return {
      requests: sum('requests'),
      failures: sum('failures'),
      schemaFailures: this.intake.refusals,
      lastSchemaFailure: this.intake.lastRefusal,
      refused: this.intake.listRefused(),
      kinds: this.intake.listKinds(),
      blocked: hosts.some(({ blocked }) => blocked),
      budgetUsedFrac: Math.max(...hosts.map(({ budgetUsedFrac }) => budgetUsedFrac)),
      budgetUsedBesidePollsFrac: Math.max(...hosts.map((host) => host.budgetUsedBesidePollsFrac)),
    };
  }

  async #readHistoryV2(token: string, slice: HistorySlice, signal: AbortSignal): Promise<PricePoint[]> {
    const points: PricePoint[] = [];
    const cursors = new Set<string>();
    let cursor: string | null = null;
    for (let page = 0; page < MAX_HISTORY_PAGES; page++) {
      const query: URLSearchParams = new URLSearchParams({
        token_id: token,
        start: String(slice.start),
        end: String(slice.end),
        bucket_seconds: String(slice.bucketSeconds),
        limit: String(MAX_POINTS),
        ...(cursor === null ? {} : { cursor }),
      });
      const url = `${this.#options.dataUrl}/v2/prices-history?${query}`;
      const answer = await this.#data.read({ url, weight: 1, priority: 'backfill', signal }, pricesHistoryV2);
      for (const { timestamp, price } of readEach(this.intake, answer.data ?? [], pricePointV2, token)) {
        points.push({ seconds: timestamp, price: findNumber(price) ?? Number.NaN });
      }
      const next: string | null = answer.pagination?.next_cursor ?? null;
      if (answer.pagination?.has_more !== true) return points;
      if (next === null || cursors.has(next)) break;
      cursors.add(next);
      cursor = next;
    }
    // Half a history would be stored as the whole.
    this.intake.count(
      refuse(pricesHistoryV2.name, 'the cursor does not lead to the end', {
        endpoint: pricesHistoryV2.endpoint,
        member: '/pagination/next_cursor',
        value: cursor,
      }),
    );
    throw new UpstreamError('malformed', 'polymarket-data: the pages of a price history do not end');
  }

  async #readHistoryV1(token: string, slice: HistorySlice, signal: AbortSignal): Promise<PricePoint[]> {
    const query = new URLSearchParams({
      market: token,
      startTs: String(slice.start),
      endTs: String(slice.end),
      fidelity: String(slice.bucketSeconds / 60),
    });
    const url = `${this.#options.clobUrl}/prices-history?${query}`;
    const answer = await this.#clob.read({ url, weight: 1, priority: 'backfill', signal }, pricesHistoryV1);
    const rows = readEach(this.intake, answer.history, pricePointV1, token);
    return rows.map(({ t, p }) => ({ seconds: t, price: p }));
  }

  async #readMarkets(rows: readonly unknown[]): Promise<{ markets: GammaMarket[]; refused: number }> {
    const markets = await this.intake.readRowsInSlices(rows, gammaMarket, nameRow);
    return { markets, refused: rows.length - markets.length };
  }
}

function nameRow(row: unknown): string | null {
  return findTextMember(row, 'slug') ?? findTextMember(row, 'id');
}

/** Times in seconds, both inclusive. */
interface HistorySlice {
  readonly start: number;
  readonly end: number;
  readonly bucketSeconds: number;
}

/** The finest steps that the venue keeps at that age, but no finer than hourly bars need. */
function bucketSecondsFor(ageMs: number): number {
  if (ageMs < 60 * DAY_MS) return 300;
  return ageMs < 90 * DAY_MS ? 1_800 : 10_800;
}

function isWithoutBook(error: unknown): boolean {
  return (
    error instanceof UpstreamError &&
    error.failure === 'not_found' &&
    /no orderbook exists/i.test(error.message)
  );
}

/** Whether another host is tried after a failure: not when we cancelled the call or our own budget is exhausted. */
function mayAskElsewhere(error: unknown): boolean {
  return (
    error instanceof UpstreamError && error.failure !== 'aborted' && error.failure !== 'budget_exhausted'
  );
}

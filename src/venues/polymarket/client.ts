import { type Clock, findTextMember, SECOND_MS, UpstreamError } from '../../domain/index.ts';
import { type Priority, RateBudget } from '../../upstream/budget.ts';
import { UpstreamClient } from '../../upstream/client.ts';
import { Intake } from '../../upstream/intake.ts';
import type { WireCounters } from '../../upstream/wire-counters.ts';
import { mayAskElsewhere } from './ask-elsewhere.ts';
import { BookReads } from './book-reads.ts';
import { PriceHistory } from './price-history.ts';
import { BOTH_VERSIONS, isSameCondition, toClobConditionId } from './protocol.ts';
import { TradeList } from './trade-list.ts';
import {
  clobMarketTokens,
  clobTokens,
  type GammaMarket,
  gammaEvent,
  gammaMarket,
  marketList,
  marketsPage,
} from './wire.ts';

export interface PolymarketClientOptions {
  readonly gammaUrl: string;
  readonly clobUrl: string;
  readonly dataUrl: string;
  readonly userAgent: string;
  readonly clock: Clock;
  readonly random: () => number;
  /** Number of retries after the first attempt. Tests set it. */
  readonly retries?: number;
}

export interface MarketsPage {
  readonly markets: readonly GammaMarket[];
  /** Ids of all rows, including those that the schema refused. */
  readonly names: readonly string[];
  /** Cursor of the next page; null on the last page. */
  readonly nextCursor: string | null;
}

/** All markets of one event, as Gamma lists them. */
export interface EventMarkets {
  readonly isFixed: boolean;
  readonly markets: readonly GammaMarket[];
  /** Number of rows that the schema refused. Unless it is 0, the list may be incomplete. */
  readonly refused: number;
}

const WINDOW_MS = 10 * SECOND_MS;
/**
 * Share of the published limit that this client uses: a fifth, because the venue delays calls long before it rejects
 * them.
 */
const OWN_SHARE = 0.2;
/**
 * Published calls per 10 s: the smallest limit of the routes that we use on each host (Gamma `/markets` 300, CLOB
 * `/prices-history` 1,000, data `/v2/prices-history` 200). It is applied to all calls to the host together.
 */
const PUBLISHED = { gamma: 300, clob: 1_000, data: 200 } as const;

export const PAGE_SIZE = 100;
/**
 * Maximum size of an answer. A page of markets has half a megabyte, and the largest events have some hundreds of
 * markets.
 */
const MAX_BYTES = 16 * 1024 * 1024;

/** Client of Gamma, the CLOB and the data API. Each host has a budget of its own. */
export class PolymarketClient {
  readonly #options: PolymarketClientOptions;
  readonly #gamma: UpstreamClient;
  readonly #clob: UpstreamClient;
  readonly #data: UpstreamClient;
  /** Price history of tokens, from the two hosts that keep it. */
  readonly history: PriceHistory;
  /** Live books, from the CLOB. */
  readonly books: BookReads;
  /** Settled trades of a market, from the data API. */
  readonly trades: TradeList;

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
    this.history = new PriceHistory({ ...options, clob: this.#clob, data: this.#data });
    this.books = new BookReads({ ...options, clob: this.#clob });
    this.trades = new TradeList(this.#data, options.dataUrl);
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
   * Finds one market by condition id or slug; null when the venue lists none. Gamma returns closed markets only on
   * request.
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

  /** Reads what the event of a window states about its prices. */
  async readEventMetadata(
    eventId: string,
    signal: AbortSignal,
  ): Promise<{ readonly eventMetadata?: unknown }> {
    const query = new URLSearchParams([...BOTH_VERSIONS]);
    const url = `${this.#options.gammaUrl}/events/${encodeURIComponent(eventId)}?${query}`;
    return this.#gamma.read({ url, weight: 1, priority: 'resolution', signal }, gammaEvent);
  }

  /**
   * Reads the CLOB's outcome name of each token of a condition, in any order; null when the CLOB does not list the
   * condition.
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

  /** Counters of the venue's messages, those of its stream included. */
  get intake(): Intake {
    return this.#gamma.intake;
  }

  /** Returns the counters of all three hosts together. */
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

  async #readMarkets(rows: readonly unknown[]): Promise<{ markets: GammaMarket[]; refused: number }> {
    const markets = await this.intake.readRowsInSlices(rows, gammaMarket, nameRow);
    return { markets, refused: rows.length - markets.length };
  }
}

function nameRow(row: unknown): string | null {
  return findTextMember(row, 'slug') ?? findTextMember(row, 'id');
}

import type { TSchema } from 'typebox';
import { findTextMember, isJsonObject, UpstreamError } from '../../domain/index.ts';
import { pause } from '../../scheduling/pause.ts';
import { RateBudget } from '../../upstream/budget.ts';
import { UpstreamClient, type WireSchema } from '../../upstream/client.ts';
import { type Intake, refuse } from '../../upstream/intake.ts';
import { readEach } from '../../upstream/read-each.ts';
import type { RequestOptions } from '../../upstream/upstream-request.ts';
import type { WireCounters } from '../../upstream/wire-counters.ts';
import { PageWalk } from '../page-walk.ts';
import { isKnownStatus, listYesPoints } from './normalise.ts';
import {
  activePage,
  bookAnswer,
  bookLevel,
  bookMarketRow,
  groupRow,
  historyAnswer,
  type LimitlessBook,
  type LimitlessGroup,
  type LimitlessMarket,
  type LimitlessPoint,
  marketRow,
  pointRow,
  poolMarketRow,
} from './wire.ts';

export interface LimitlessClientOptions {
  readonly url: string;
  /** User agent of every call: the venue answers 403 to the names of HTTP libraries. */
  readonly userAgent: string;
  readonly random: () => number;
  /** Rate budget. Default: half of the published limit. */
  readonly budget?: RateBudget;
}

export interface PagedAsking extends RequestOptions {
  /** Pause between two pages, in ms, which leaves calls to other requests. */
  readonly pauseMs: number;
}

/** One listed market, with the group that holds it. */
export interface GroupedMarket {
  readonly market: LimitlessMarket;
  readonly group: LimitlessGroup | null;
}

/** Spans for which the venue has a price history. */
export type HistorySpan = '1d' | '1w' | '1m' | 'all';

const WINDOW_MS = 4_000;
/**
 * Limits of this client. The venue allows two concurrent calls, of which reads for orders use the other one, and one
 * call per `SPACING_MS`.
 */
const MAX_CONCURRENT = 1;
const SPACING_MS = 300;
const PUBLISHED_CALLS = WINDOW_MS / SPACING_MS;
/** Calls per window: the largest whole number below half of the published limit. */
const CALLS = 6;
/** Rows of a page. The venue rejects larger pages. */
const PAGE_SIZE = 25;
/** Maximum number of pages: four times as many markets as the venue has ever listed. */
const MAX_PAGES = 140;
/**
 * Fraction of the stated total that a complete walk must find. Markets that end during the walk, which takes half a
 * minute, are missing from the pages.
 */
const MIN_STATED_FRAC = 0.98;
const MAX_ENDED = 2;

/** The REST calls of Limitless that are used, each checked against its wire schema. */
export class LimitlessClient {
  readonly #url: string;
  readonly #upstream: UpstreamClient;
  /** Number of rows in the last complete list. */
  #lastCount = 0;

  constructor(options: LimitlessClientOptions) {
    this.#url = options.url.replace(/\/+$/, '');
    this.#upstream = new UpstreamClient({
      name: 'limitless',
      budget: options.budget ?? new RateBudget({ limit: CALLS, windowMs: WINDOW_MS, spacingMs: SPACING_MS }),
      maxConcurrent: MAX_CONCURRENT,
      ownShare: CALLS / PUBLISHED_CALLS,
      userAgent: options.userAgent,
      random: options.random,
    });
  }

  /**
   * Reads the list page by page until a page is not full.
   *
   * @param onPage Receives the markets of each page, including those of groups.
   * @throws {UpstreamError} when any page fails, or the list ends too early.
   */
  async readActiveMarkets(onPage: (markets: GroupedMarket[]) => void, asking: PagedAsking): Promise<void> {
    const walk = new PageWalk({
      upstream: 'limitless',
      wire: activePage,
      cursorMember: '/data',
      intake: this.intake,
      lastCount: this.#lastCount,
    });
    let accepted = 0;
    let seen = 0;
    let stated = 0;
    for (let page = 1; ; page++) {
      const path = `/markets/active?page=${page}&limit=${PAGE_SIZE}`;
      const { data, totalMarketsCount } = await this.#read(path, activePage, asking);
      const isLast = data.length < PAGE_SIZE;
      walk.add({
        names: data.map((row, position) => findTextMember(row, 'slug') ?? `row ${position}`),
        next: isLast ? null : `page ${page + 1}`,
      });
      const markets = data.flatMap((row) => this.#readMarkets(row));
      accepted += markets.length;
      seen += data.reduce((sum: number, row) => sum + countMarkets(row), 0);
      // A page beyond the end states a total of 0.
      stated = Math.max(stated, totalMarketsCount ?? 0);
      onPage(markets);
      if (isLast) break;
      if (page === MAX_PAGES) walk.fail('the pages never end', { member: '/data', value: page });
      // An abort during the pause is ignored here. The next read reports it.
      await pause(asking.pauseMs, { signal: asking.signal });
    }
    if (seen < stated * MIN_STATED_FRAC - MAX_ENDED) {
      walk.fail(`a short page ends the list, and ${stated} are stated`, {
        member: '/totalMarketsCount',
        value: stated,
      });
    }
    if (accepted === 0 && seen > 0) {
      throw new UpstreamError('malformed', `limitless: none of ${seen} rows is a ${marketRow.name}`);
    }
    this.#lastCount = walk.count;
  }

  readMarket(slug: string, asking: RequestOptions): Promise<LimitlessMarket> {
    return this.#read(`/markets/${encodeURIComponent(slug)}`, marketRow, asking);
  }

  /** Reads a book. A market that trades against a pool gives an empty one, because the venue answers 400 for it. */
  async readBook(slug: string, asking: RequestOptions): Promise<LimitlessBook> {
    try {
      const path = `/markets/${encodeURIComponent(slug)}/orderbook`;
      const { bids, asks } = await this.#read(path, bookAnswer, asking);
      const read = (levels: readonly unknown[] | null | undefined) =>
        readEach(this.intake, levels ?? [], bookLevel, slug);
      return { bids: read(bids), asks: read(asks) };
    } catch (error) {
      if (error instanceof UpstreamError && error.status === 400) return { bids: [], asks: [] };
      throw error;
    }
  }

  /**
   * Reads the price points of Yes, in the venue's order.
   *
   * @throws {UpstreamError} `malformed` when there are points and none can be read.
   */
  async readHistory(slug: string, span: HistorySpan, asking: RequestOptions): Promise<LimitlessPoint[]> {
    const path = `/markets/${encodeURIComponent(slug)}/historical-price?interval=${span}`;
    const points = listYesPoints(await this.#read(path, historyAnswer, asking));
    return readEach(this.intake, points, pointRow, slug);
  }

  /** Counters of the venue's messages, those of its stream included. */
  get intake(): Intake {
    return this.#upstream.intake;
  }

  getCounters(): WireCounters {
    return this.#upstream.getCounters();
  }

  #readMarkets(row: unknown): GroupedMarket[] {
    const children = isJsonObject(row) ? row.markets : null;
    if (!Array.isArray(children)) return this.#listed(row, null);
    // The outcomes of a group have prices of their own, so a malformed group row costs its name only.
    const group = this.intake.acceptsRow(groupRow, row, findTextMember(row, 'slug')) ? row : null;
    return children.flatMap((child: unknown) => this.#listed(child, group));
  }

  #listed(row: unknown, group: LimitlessGroup | null): GroupedMarket[] {
    const slug = findTextMember(row, 'slug');
    const isFitting =
      findTextMember(row, 'tradeType') === 'amm'
        ? this.intake.acceptsRow(poolMarketRow, row, slug)
        : this.intake.acceptsRow(bookMarketRow, row, slug);
    if (!isFitting) return [];
    const market = row as LimitlessMarket;
    if (!isKnownStatus(market.status)) {
      const at = { endpoint: marketRow.endpoint, row: slug, member: '/status', value: market.status };
      this.intake.count(refuse(marketRow.name, 'the status is not known: it counts as ended', at), true);
    }
    return [{ market, group }];
  }

  #read<Schema extends TSchema>(
    path: string,
    wire: WireSchema<Schema>,
    { priority, signal }: RequestOptions,
  ) {
    return this.#upstream.read({ url: `${this.#url}${path}`, weight: 1, priority, signal }, wire);
  }
}

/** Counts the markets of a row. A group contains several. */
function countMarkets(row: unknown): number {
  const children = isJsonObject(row) ? row.markets : null;
  return Array.isArray(children) ? Math.max(1, children.length) : 1;
}

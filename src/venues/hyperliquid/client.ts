import type { Static, TSchema } from 'typebox';
import {
  type Candle,
  type EpochMs,
  epochMs,
  type FundingRate,
  findTextMember,
  HOUR_MS,
  MINUTE_MS,
  UpstreamError,
} from '../../domain/index.ts';
import { type Priority, RateBudget } from '../../upstream/budget.ts';
import { UpstreamClient, type WireSchema } from '../../upstream/client.ts';
import { type Intake, refuse } from '../../upstream/intake.ts';
import { readEach } from '../../upstream/read-each.ts';
import type { RequestOptions } from '../../upstream/upstream-request.ts';
import type { WireCounters } from '../../upstream/wire-counters.ts';
import { findNumber } from '../numbers.ts';
import type { TimeWindow } from '../venue-adapter.ts';
import { normaliseCandle } from './normalise-candle.ts';
import { OWN_SHARE, OWN_WEIGHT, OWN_WINDOW_MS, WEIGHT } from './request-weights.ts';
import { findId } from './row-id.ts';
import * as wire from './wire.ts';

/** Candles and funding rows that one page asks for, and how many rows cost one weight more. */
const CANDLES_A_PAGE = 1_000;
const CANDLES_A_WEIGHT = 60;
const FUNDING_A_PAGE = 500;
const FUNDING_A_WEIGHT = 20;
/** The venue keeps only the newest candles of an interval. */
const CANDLES_KEPT = 5_000;
/** Funding pages of one call: ten years of hours. */
const MAX_FUNDING_PAGES = 180;

/** The venue's refusal for too many calls names no wait. */
const REFUSAL_PAUSE_MS = 10_000;

export interface HyperliquidClientOptions {
  readonly url: string;
  readonly userAgent: string;
  readonly random?: () => number;
  /** Tries after the first. */
  readonly retries?: number;
  readonly timeoutMs?: number;
  /** Budget. Default: half of the published limit, by the minute. */
  readonly budget?: RateBudget;
}

/** The perpetuals of one dex, paired by position. null: a row that could not be read. */
export interface WirePerps {
  readonly universe: readonly (wire.PerpMeta | null)[];
  readonly contexts: readonly (wire.PerpContext | null)[];
}

/**
 * The venue's queries: one POST address, distinguished by `type`.
 *
 * Polls announce their need of one budget, half of the published weight; other calls share the rest.
 *
 * @see docs/venues/hyperliquid.md
 */
export class HyperliquidClient {
  readonly infoUrl: string;
  readonly #budget: RateBudget;
  readonly #client: UpstreamClient;

  constructor(options: HyperliquidClientOptions) {
    this.infoUrl = `${options.url.replace(/\/+$/, '')}/info`;
    this.#budget = options.budget ?? new RateBudget({ limit: OWN_WEIGHT, windowMs: OWN_WINDOW_MS });
    this.#client = new UpstreamClient({
      name: 'hyperliquid',
      refusalPauseMs: REFUSAL_PAUSE_MS,
      budget: this.#budget,
      ownShare: OWN_SHARE,
      userAgent: options.userAgent,
      ...(options.random === undefined ? {} : { random: options.random }),
      ...(options.retries === undefined ? {} : { retries: options.retries }),
      ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
    });
  }

  /** Reserves the weight of the coming minute's polls. */
  announcePolls(weight: number): void {
    this.#budget.announcePolls(weight);
  }

  /**
   * Universe and contexts of one dex, paired by position: null where a row could not be read.
   *
   * @param dex The name of a builder dex, or '' for the main one.
   * @throws {UpstreamError} `malformed` when the lists differ in length, or no row of them can be read.
   */
  async readMetaAndAssetCtxs(dex: string, signal: AbortSignal): Promise<WirePerps> {
    const body = dex === '' ? { type: 'metaAndAssetCtxs' } : { type: 'metaAndAssetCtxs', dex };
    const [meta, rows] = await this.#ask(body, wire.metaAndAssetCtxs, {
      weight: WEIGHT.query,
      priority: 'poll',
      signal,
    });
    const place = `hyperliquid: dex '${dex}'`;
    if (meta.universe.length !== rows.length) {
      const value = `${meta.universe.length} assets, ${rows.length} contexts`;
      this.intake.count(
        refuse(wire.metaAndAssetCtxs.name, 'the universe and the contexts differ in length', {
          endpoint: wire.metaAndAssetCtxs.endpoint,
          row: dex,
          value,
        }),
      );
      throw new UpstreamError('malformed', `${place}: ${value}`);
    }
    const universe = this.intake.readRowsInPlace(meta.universe, wire.perpMeta, (row) =>
      findTextMember(row, 'name'),
    );
    const contexts = this.intake.readRowsInPlace(
      rows,
      wire.perpContext,
      (_, index) => universe[index]?.name ?? null,
    );
    const isReadable = universe.some((asset, index) => asset !== null && contexts[index] !== null);
    if (rows.length > 0 && !isReadable) throw new UpstreamError('malformed', `${place}: no row can be read`);
    return { universe, contexts };
  }

  /** Names of the builder dexes; `isWhole` is false when a row could not be read. */
  async readDexNames(signal: AbortSignal): Promise<{ names: string[]; isWhole: boolean }> {
    const rows = await this.#ask({ type: 'perpDexs' }, wire.perpDexs, {
      weight: WEIGHT.query,
      priority: 'poll',
      signal,
    });
    const dexes = this.intake.readRows(rows, wire.perpDex);
    return {
      names: dexes.flatMap((dex) => (dex === null ? [] : [dex.name])),
      isWhole: dexes.length === rows.length,
    };
  }

  /** Mids by coin. A value that is no decimal costs that coin alone. */
  async readAllMids(signal: AbortSignal): Promise<ReadonlyMap<string, number>> {
    const body = await this.#ask({ type: 'allMids' }, wire.allMids, {
      weight: WEIGHT.light,
      priority: 'poll',
      signal,
    });
    const coins = Object.keys(body);
    const read = this.intake.readRowsInPlace(
      Object.values(body),
      wire.mid,
      (_, index) => coins[index] ?? null,
    );
    const mids = new Map<string, number>();
    for (const [index, coin] of coins.entries()) {
      const mid = findNumber(read[index]);
      if (mid !== null) mids.set(coin, mid);
    }
    if (coins.length > 0 && mids.size === 0)
      throw new UpstreamError('malformed', 'hyperliquid: no mid can be read');
    return mids;
  }

  async readOutcomeMeta(signal: AbortSignal): Promise<wire.OutcomeMeta> {
    const meta = await this.#ask({ type: 'outcomeMeta' }, wire.outcomeMeta, {
      weight: WEIGHT.query,
      priority: 'poll',
      signal,
    });
    return {
      outcomes: this.intake.readRows(meta.outcomes, wire.outcome, (row) => findId(row, 'outcome')),
      questions: this.intake.readRows(meta.questions, wire.question, (row) => findId(row, 'question')),
    };
  }

  async readOutcomeTemplates(signal: AbortSignal): Promise<wire.OutcomeTemplate[]> {
    const rows = await this.#ask({ type: 'outcomeTemplates' }, wire.outcomeTemplates, {
      weight: WEIGHT.query,
      priority: 'poll',
      signal,
    });
    return this.intake.readRows(rows, wire.outcomeTemplate, (row) => findTextMember(row, 'id'));
  }

  findSettledOutcome(outcome: number, signal: AbortSignal) {
    return this.#ask({ type: 'settledOutcome', outcome }, wire.settledOutcome, {
      weight: WEIGHT.query,
      priority: 'resolution',
      signal,
    });
  }

  /**
   * Reads a whole book at full precision.
   *
   * @throws {UpstreamError} `not_found` when the venue answers null, its word for an unknown coin.
   */
  async readL2Book(coin: string, priority: Priority, signal: AbortSignal): Promise<wire.WireBook> {
    const book = await this.#ask({ type: 'l2Book', coin }, wire.l2Book, {
      weight: WEIGHT.light,
      priority,
      signal,
    });
    if (book === null) throw new UpstreamError('not_found', `hyperliquid: no book of ${coin}`);
    const [bids, asks] = book.levels.map((side) => readEach(this.intake, side, wire.bookLevel, coin));
    return { ...book, levels: [bids ?? [], asks ?? []] };
  }

  /**
   * Hourly candles that start in the window, oldest first, page by page. Hours that the venue no longer
   * keeps are not requested. The candle of the current hour is included when the window holds it.
   */
  async readCandles(
    coin: string,
    window: TimeWindow,
    now: EpochMs,
    asking: RequestOptions,
  ): Promise<Candle[]> {
    const oldestKept = now - CANDLES_KEPT * HOUR_MS;
    const to = Math.min(window.toMs, now);
    const byStart = new Map<number, Candle>();
    let from = Math.ceil(Math.max(window.fromMs, oldestKept) / HOUR_MS) * HOUR_MS;
    while (from <= to) {
      const end = Math.min(to, from + (CANDLES_A_PAGE - 1) * HOUR_MS);
      const count = Math.floor((end - from) / HOUR_MS) + 1;
      const rows = await this.#ask(
        { type: 'candleSnapshot', req: { coin, interval: '1h', startTime: from, endTime: end } },
        wire.candleSnapshot,
        { weight: WEIGHT.query + Math.ceil(count / CANDLES_A_WEIGHT), ...asking },
      );
      for (const row of this.intake.readRows(rows, wire.candle, () => coin)) {
        const isInside = row.t >= window.fromMs && row.t <= window.toMs;
        const candle = isInside ? normaliseCandle(row) : null;
        if (candle !== null) byStart.set(candle.t, candle);
      }
      from = end + HOUR_MS - (end % HOUR_MS);
    }
    return [...byStart.values()].sort((a, b) => a.t - b.t);
  }

  /** Funding of the window by full hours, oldest first. The venue's times lie milliseconds after the hour. */
  async readFunding(
    coin: string,
    window: TimeWindow,
    now: EpochMs,
    asking: RequestOptions,
  ): Promise<FundingRate[]> {
    const to = Math.min(window.toMs, now);
    const byHour = new Map<number, FundingRate>();
    let from = Math.max(0, Math.ceil(window.fromMs / HOUR_MS) * HOUR_MS);
    for (let page = 0; page < MAX_FUNDING_PAGES && from <= to; page++) {
      const count = Math.min(FUNDING_A_PAGE, Math.floor((to - from) / HOUR_MS) + 1);
      const answer = await this.#ask(
        // A payment belongs to its hour, also when it is late by milliseconds.
        { type: 'fundingHistory', coin, startTime: from, endTime: to + MINUTE_MS },
        wire.fundingHistory,
        { weight: WEIGHT.query + Math.ceil(count / FUNDING_A_WEIGHT), ...asking },
      );
      const rows = this.intake.readRows(answer, wire.fundingRow, () => coin);
      for (const row of rows) {
        const t = epochMs(Math.floor(row.time / HOUR_MS) * HOUR_MS);
        if (t < window.fromMs || t > window.toMs || byHour.has(t)) continue;
        byHour.set(t, { t, rate: Number(row.fundingRate) });
      }
      const last = rows.at(-1)?.time;
      if (last === undefined || last < from) break;
      // One payment an hour: no further request is sent when the last one of the window has come.
      from = Math.floor(last / HOUR_MS) * HOUR_MS + HOUR_MS;
    }
    return [...byHour.values()].sort((a, b) => a.t - b.t);
  }

  /** The newest trades of a coin, about ten, the newest first. */
  async readRecentTrades(coin: string, signal: AbortSignal): Promise<wire.WireTrade[]> {
    const rows = await this.#ask({ type: 'recentTrades', coin }, wire.recentTrades, {
      weight: WEIGHT.query + 1,
      priority: 'backfill',
      signal,
    });
    return this.intake.readRows(rows, wire.recentTrade, () => coin);
  }

  /** Reads and counts the messages of the venue, those of its streams too. */
  get intake(): Intake {
    return this.#client.intake;
  }

  getCounters(): WireCounters {
    return this.#client.getCounters();
  }

  #ask<Schema extends TSchema>(
    body: Readonly<Record<string, unknown>>,
    schema: WireSchema<Schema>,
    call: RequestOptions & { readonly weight: number },
  ): Promise<Static<Schema>> {
    return this.#client.read({ url: this.infoUrl, method: 'POST', body, ...call }, schema);
  }
}

// One file: the calls of one address, which share their weights and limits
import type { Static, TSchema } from 'typebox';
import {
  type Candle,
  type EpochMs,
  epochMs,
  type FundingRate,
  findTextMember,
  HOUR_MS,
  isConsistent,
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
import { normaliseCandle, refuseCandle } from './normalise-candle.ts';
import { OWN_SHARE, OWN_WEIGHT, OWN_WINDOW_MS, WEIGHT } from './request-weights.ts';
import { findId } from './row-id.ts';
import * as wire from './wire.ts';

/** Rows of a page of candles and of a page of funding, and the number of rows that add one to the weight of a call. */
const CANDLES_A_PAGE = 1_000;
const CANDLES_A_WEIGHT = 60;
const FUNDING_A_PAGE = 500;
const FUNDING_A_WEIGHT = 20;
/** Number of candles of an interval that the venue keeps: the newest. */
const CANDLES_KEPT = 5_000;
/** Maximum number of funding pages in one call: ten years of hourly rows. */
const MAX_FUNDING_PAGES = 180;

/** Pause after a refusal for too many calls, which does not say how long to wait. */
const REFUSAL_PAUSE_MS = 10_000;

export interface HyperliquidClientOptions {
  readonly url: string;
  readonly userAgent: string;
  readonly random?: () => number;
  /** Number of retries after the first attempt. */
  readonly retries?: number;
  readonly timeoutMs?: number;
  /** Rate budget of this client. Default: half of the published limit per minute. */
  readonly budget?: RateBudget;
}

/** Universe and contexts of one dex, paired by position. A row that could not be read is null. */
export interface WirePerps {
  readonly universe: readonly (wire.PerpMeta | null)[];
  readonly contexts: readonly (wire.PerpContext | null)[];
}

/**
 * Client of the venue's queries, which all go to one POST address and differ in `type`.
 *
 * Polls reserve their weight in a budget of half of the published limit. All other calls share the rest.
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

  /** Reserves the weight of the polls of the next minute. */
  announcePolls(weight: number): void {
    this.#budget.announcePolls(weight);
  }

  /**
   * Reads universe and contexts of one dex, paired by position. A row that could not be read is null.
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

  /** Reads the names of the builder dexes; `isWhole` is false when a row could not be read. */
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

  /** Reads the mids by coin. A value that is not a decimal costs its own coin only. */
  async readAllMids(signal: AbortSignal): Promise<ReadonlyMap<string, number>> {
    const body = await this.#ask({ type: 'allMids' }, wire.allMids, {
      weight: WEIGHT.light,
      priority: 'poll',
      signal,
    });
    const coins = Object.keys(body);
    const read = this.intake.readRowsInPlace(
      Object.values(body),
      wire.midPrice,
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
      outcomes: this.intake.readRows(meta.outcomes, wire.outcomeRow, (row) => findId(row, 'outcome')),
      questions: this.intake.readRows(meta.questions, wire.questionRow, (row) => findId(row, 'question')),
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
   * @throws {UpstreamError} `not_found` when the venue answers null, as it does for an unknown coin.
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
   * Reads the hourly candles that start in the window, oldest first, page by page. Hours that the venue no longer keeps
   * are not requested. The candle of the current hour is included when the window contains it.
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
      for (const row of this.intake.readRows(rows, wire.candleRow, () => coin)) {
        const isInside = row.t >= window.fromMs && row.t <= window.toMs;
        const candle = isInside ? normaliseCandle(row) : null;
        if (candle === null) continue;
        if (isConsistent(candle)) byStart.set(candle.t, candle);
        else this.intake.count(refuseCandle(coin, row), true);
      }
      from = end + HOUR_MS - (end % HOUR_MS);
    }
    return [...byStart.values()].sort((a, b) => a.t - b.t);
  }

  /**
   * Reads the funding rates of the window by full hours, oldest first. The venue's times are milliseconds after the
   * hour.
   */
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
        // The end of the window is extended, because a payment may be listed milliseconds after its hour.
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
      // The venue pays once an hour, so that no further request is sent after the last hour of the window.
      from = Math.floor(last / HOUR_MS) * HOUR_MS + HOUR_MS;
    }
    return [...byHour.values()].sort((a, b) => a.t - b.t);
  }

  /** Reads the newest trades of a coin, about ten, newest first. */
  async readRecentTrades(coin: string, signal: AbortSignal): Promise<wire.WireTrade[]> {
    const rows = await this.#ask({ type: 'recentTrades', coin }, wire.recentTrades, {
      weight: WEIGHT.query + 1,
      priority: 'backfill',
      signal,
    });
    return this.intake.readRows(rows, wire.recentTrade, () => coin);
  }

  /** Counters of the venue's messages, those of its streams included. */
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

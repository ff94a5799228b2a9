import {
  type Candle,
  type Clock,
  DAY_MS,
  isProbability,
  SECOND_MS,
  UpstreamError,
} from '../../domain/index.ts';
import type { UpstreamClient } from '../../upstream/client.ts';
import { refuse } from '../../upstream/intake.ts';
import { readEach } from '../../upstream/read-each.ts';
import { buildHourlyCandles } from '../hourly-candles.ts';
import { findNumber } from '../numbers.ts';
import type { TimeWindow } from '../venue-adapter.ts';
import { mayAskElsewhere } from './ask-elsewhere.ts';
import { pricePointV1, pricePointV2, pricesHistoryV1, pricesHistoryV2 } from './wire.ts';

export interface PriceHistoryOptions {
  readonly clob: UpstreamClient;
  readonly clobUrl: string;
  readonly data: UpstreamClient;
  readonly dataUrl: string;
  readonly clock: Clock;
}

/** Maximum window of one request for price history. The venue rejects wider ones. */
const MAX_HISTORY_MS = 15 * DAY_MS;
const MAX_POINTS = 10_000;
const MAX_HISTORY_PAGES = 10;

/** Reads the price history of a token from the data API, or from the CLOB where that fails. */
export class PriceHistory {
  readonly #options: PriceHistoryOptions;

  constructor(options: PriceHistoryOptions) {
    this.#options = options;
  }

  /**
   * Reads the price points of a token in the window, oldest first within each slice: from the data API, or from the
   * CLOB's superseded route where that fails.
   */
  async read(token: string, window: TimeWindow, signal: AbortSignal): Promise<PricePoint[]> {
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
      const answer = await this.#options.data.read(
        { url, weight: 1, priority: 'backfill', signal },
        pricesHistoryV2,
      );
      for (const { timestamp, price: stated } of readEach(
        this.#options.data.intake,
        answer.data ?? [],
        pricePointV2,
        token,
      )) {
        const price = findNumber(stated);
        if (price !== null) points.push({ seconds: timestamp, price });
      }
      const next: string | null = answer.pagination?.next_cursor ?? null;
      if (answer.pagination?.has_more !== true) return points;
      if (next === null || cursors.has(next)) break;
      cursors.add(next);
      cursor = next;
    }
    // The list is rejected as a whole, because half a history would be stored as complete.
    this.#options.data.intake.count(
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
    const answer = await this.#options.clob.read(
      { url, weight: 1, priority: 'backfill', signal },
      pricesHistoryV1,
    );
    const rows = readEach(this.#options.data.intake, answer.history, pricePointV1, token);
    return rows.map(({ t, p }) => ({ seconds: t, price: p }));
  }
}

/** Window of one request, in seconds, both ends inclusive. */
interface HistorySlice {
  readonly start: number;
  readonly end: number;
  readonly bucketSeconds: number;
}

/** Chooses the finest step that the venue keeps for data of this age, but none finer than hourly candles need. */
function bucketSecondsFor(ageMs: number): number {
  if (ageMs < 60 * DAY_MS) return 300;
  return ageMs < 90 * DAY_MS ? 1_800 : 10_800;
}

/** One point of the price history. Its time is in seconds, as the venue writes it. */
export interface PricePoint {
  readonly seconds: number;
  readonly price: number;
}

/**
 * Builds hourly candles from the display prices that the venue keeps. Points that are not probabilities are left out.
 */
export function toHourlyCandles(points: readonly PricePoint[]): Candle[] {
  return buildHourlyCandles(
    points
      .filter(({ seconds, price }) => Number.isFinite(seconds) && isProbability(price))
      .map(({ seconds, price }) => ({ t: seconds * SECOND_MS, price })),
  );
}

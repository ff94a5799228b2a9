import type { Gap, LinkSpan, Recorder } from '../../../domain/index.ts';
import { StorageFormatError } from '../../../storage/service-database.ts';
import type { Forecast, MarketEnd } from '../../contract/forecasts.ts';
import type { RegisteredMarket } from '../../contract/market-register.ts';
import type { ReferenceMark } from '../../contract/reference-marks.ts';
import type { StoredResolution } from '../../contract/resolutions.ts';
import type { SettledLine, SettledRow } from '../../contract/settled.ts';
import { type BarOfSeries, groupBars } from '../../contract/venue-bars.ts';
import { BarRows } from './bar-rows.ts';
import { ForecastRows } from './forecast-rows.ts';
import { PUT_GAP } from './gap-rows.ts';
import type { HistoryPool } from './history-pool.ts';
import { LinkSpanRows } from './link-span-rows.ts';
import { MarkRows } from './mark-rows.ts';
import { OutboxRows } from './outbox-rows.ts';
import { RegisterRows } from './register-rows.ts';
import { encodeReopened, PUT_RESOLUTION } from './resolution-rows.ts';
import type { NamedSeries } from './series-names.ts';
import { SettledDayRows } from './settled-day-rows.ts';
import { SettledRows } from './settled-rows.ts';

/** Tables that each run of a copy writes from the beginning. The names of series stay, since a name never changes. */
const SMALL_TABLES =
  'history.gap, history.resolution, history.market, history.rules, history.link_span, history.market_end, history.forecast, history.forecast_day, history.reference_mark, history.settled_day, history.settled, history.settled_line, history.bar';

/** State of a copy of another history into this one, and the rows that it writes. */
export class CopyRows {
  readonly #pool: HistoryPool;
  readonly #register: RegisterRows;
  readonly #linkSpans: LinkSpanRows;
  readonly #outbox: OutboxRows;
  readonly #forecasts: ForecastRows;
  readonly #marks: MarkRows;
  readonly #settledDays: SettledDayRows;
  readonly #settled: SettledRows;
  readonly #bars: BarRows;

  constructor(pool: HistoryPool) {
    this.#pool = pool;
    this.#register = new RegisterRows(pool.ask);
    this.#linkSpans = new LinkSpanRows(pool.ask);
    this.#outbox = new OutboxRows(pool);
    this.#forecasts = new ForecastRows(pool);
    this.#marks = new MarkRows(pool);
    this.#settledDays = new SettledDayRows(pool.ask);
    this.#settled = new SettledRows(pool.ask);
    this.#bars = new BarRows(pool);
  }

  /**
   * Marks the history as the target of an unfinished copy, so that no service opens it.
   *
   * @param source Id of the copied history.
   * @param isEmpty Whether the table in ClickHouse has no records.
   * @returns Whether the history holds a copy of this source already, which is continued.
   * @throws {StorageFormatError} when the history holds anything else, or a service has recorded into it.
   */
  async begin(source: string, isEmpty: boolean): Promise<boolean> {
    return this.#pool.transact(async (ask) => {
      const [used] = await ask('SELECT 1 AS one FROM history.venue_state WHERE batches > 0 LIMIT 1');
      if (used !== undefined)
        throw new StorageFormatError(
          'a service has recorded into the database, so no history can be copied there: name another database',
        );
      const [copy] = await ask('SELECT source, finished_at IS NOT NULL AS done FROM history.copy');
      if (copy === undefined) {
        const [named] = await ask('SELECT 1 AS one FROM history.series LIMIT 1');
        if (named !== undefined || !isEmpty)
          throw new StorageFormatError('the database holds a history already: name another database');
        await ask('INSERT INTO history.copy (id, source) VALUES (1, $1)', [source]);
      } else if (copy.source !== source) {
        throw new StorageFormatError(
          'the database holds the copy of another history: name another database, or start over with --again',
        );
      } else if (copy.done === 1) {
        // The source may have grown since the copy was finished, so every month is compared again.
        await ask('UPDATE history.copy SET finished_at = NULL');
        await ask('DELETE FROM history.copied_month');
      }
      await ask(`TRUNCATE ${SMALL_TABLES}`);
      return copy !== undefined;
    });
  }

  /**
   * Marks a copy of any source as unfinished. @throws {StorageFormatError} when the history is no copy, or a service
   * has recorded into it.
   */
  async beginAnew(): Promise<void> {
    await this.#pool.transact(async (ask) => {
      const [used] = await ask('SELECT 1 AS one FROM history.venue_state WHERE batches > 0 LIMIT 1');
      const copies = await ask('UPDATE history.copy SET finished_at = NULL RETURNING 1 AS one');
      if (used !== undefined || copies.length === 0) {
        throw new StorageFormatError(
          'the database holds records of a service, which --again does not remove: name another database',
        );
      }
      await ask('DELETE FROM history.copied_month');
    });
  }

  /** Removes all rows of a copy whose records have been removed. */
  async forget(): Promise<void> {
    await this.#pool.ask(
      `TRUNCATE ${SMALL_TABLES}, history.series, history.venue_state, history.copied_month, history.copy`,
    );
  }

  async finish(): Promise<void> {
    await this.#pool.ask('UPDATE history.copy SET finished_at = clock_timestamp()');
  }

  /** Lists the months that this run or an interrupted one copied and compared, with their numbers of records. */
  async listEqualMonths(): Promise<ReadonlyMap<number, number>> {
    const rows = await this.#pool.ask('SELECT month, records FROM history.copied_month');
    return new Map(rows.map(({ month, records }) => [Number(month), Number(records)]));
  }

  async markEqual(month: number, records: number): Promise<void> {
    await this.#pool.ask(
      `INSERT INTO history.copied_month (month, records) VALUES ($1, $2)
       ON CONFLICT (month) DO UPDATE SET records = EXCLUDED.records`,
      [month, records],
    );
  }

  /** Forgets the compared months: the next run compares every month again. */
  async forgetMonths(): Promise<void> {
    await this.#pool.ask('DELETE FROM history.copied_month');
  }

  async putNames(names: readonly NamedSeries[]): Promise<void> {
    await this.#pool.ask(
      `INSERT INTO history.series (k, venue, store_key, asset)
       SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) ON CONFLICT (venue, store_key) DO NOTHING`,
      [
        names.map(({ k }) => String(k)),
        names.map(({ venue }) => venue),
        names.map(({ storeKey }) => storeKey),
        names.map(({ asset }) => asset),
      ],
    );
  }

  async putNewest(venue: Recorder, newestMs: number): Promise<void> {
    await this.#pool.ask(
      `INSERT INTO history.venue_state (venue, newest_ms) VALUES ($1, $2)
       ON CONFLICT (venue) DO UPDATE SET newest_ms = EXCLUDED.newest_ms`,
      [venue, newestMs],
    );
  }

  async putGaps(gaps: readonly Gap[]): Promise<void> {
    await this.#pool.ask(
      `${PUT_GAP.into} SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::text[]) ${PUT_GAP.known}`,
      [
        gaps.map(({ venue }) => venue),
        gaps.map(({ storeKey }) => storeKey ?? ''),
        gaps.map(({ fromMs }) => fromMs),
        gaps.map(({ toMs }) => toMs),
        gaps.map(({ reason }) => reason),
      ],
    );
  }

  async putResolutions(resolutions: readonly StoredResolution[]): Promise<void> {
    await this.#pool.ask(
      `${PUT_RESOLUTION.into}
       SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::double precision[], $6::bigint[],
         $7::text[], $8::bigint[], $9::bigint[], $10::bigint[], $11::jsonb[]) ${PUT_RESOLUTION.known}`,
      [
        resolutions.map(({ venue }) => venue),
        resolutions.map(({ storeKey }) => storeKey),
        resolutions.map(({ asset }) => asset),
        resolutions.map(({ outcome }) => outcome),
        resolutions.map(({ payout }) => payout),
        resolutions.map(({ settledAt }) => settledAt),
        resolutions.map(({ source }) => source),
        resolutions.map(({ disputed }) => (disputed === null ? null : Number(disputed))),
        resolutions.map(({ recordedAt }) => recordedAt),
        resolutions.map((resolution) => encodeReopened(resolution)[0]),
        resolutions.map((resolution) => encodeReopened(resolution)[1]),
      ],
    );
  }

  async putMarkets(markets: readonly RegisteredMarket[]): Promise<void> {
    await this.#outbox.putMarkets(this.#register.encode(markets));
  }

  async putRules(texts: readonly string[]): Promise<void> {
    await this.#outbox.putMarkets(this.#register.encodeRules(texts));
  }

  async putLinkSpans(spans: readonly LinkSpan[]): Promise<void> {
    await this.#linkSpans.put(spans);
  }

  async putEnds(ends: readonly MarketEnd[]): Promise<void> {
    await this.#forecasts.putEnds(ends);
  }

  async putForecasts(forecasts: readonly Forecast[]): Promise<void> {
    await this.#forecasts.putForecasts(forecasts);
  }

  async putMarks(marks: readonly ReferenceMark[]): Promise<void> {
    await this.#marks.putAll(marks);
  }

  async putSettled(verdicts: readonly SettledRow[]): Promise<void> {
    for (const row of verdicts) await this.#settled.put(row);
  }

  async addSettledLines(lines: readonly SettledLine[]): Promise<void> {
    for (const line of lines) await this.#settled.addLine(line);
  }

  async putBars(bars: readonly BarOfSeries[]): Promise<void> {
    for (const some of groupBars(bars)) await this.#bars.put(some[0]!, some, false);
  }

  async putForecastDays(days: readonly { readonly day: number; readonly data: string }[]): Promise<void> {
    for (const { day, data } of days) await this.#forecasts.putDay(day, Buffer.from(data, 'base64'), []);
  }

  /** Stores settled days. @param days Days whose bytes are encoded as base64. */
  async putSettledDays(
    days: readonly {
      readonly day: number;
      readonly entries: string;
      readonly root: string;
      readonly head: string;
    }[],
  ): Promise<void> {
    for (const { day, entries, root, head } of days) {
      const [entriesOf, rootOf, headOf] = [entries, root, head].map((text) => Buffer.from(text, 'base64'));
      await this.#settledDays.put({ day, entries: entriesOf!, root: rootOf!, head: headOf! });
    }
  }
}

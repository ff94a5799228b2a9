import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { type MarketHistory, sampleForecasts } from '../../src/analytics/index.ts';
import {
  type BinaryState,
  buildKalshiAsset,
  DAY_MS,
  type EpochMs,
  epochMs,
  FORECAST_HORIZONS,
  HOUR_MS,
  MINUTE_MS,
  SECOND_MS,
} from '../../src/domain/index.ts';
import type { HistoryStore } from '../../src/history/contract/history-store.ts';
import { decodeSource } from '../../src/history/contract/source-codes.ts';
import { openSqliteHistory } from '../../src/history/sqlite/index.ts';
import { PollRecorder } from '../../src/recording/poll-recorder.ts';
import { binaryState, ManualClock, venuePoll } from '../support/markets.ts';
import { seededRandom } from '../support/random.ts';

// Long form alone: `day-closer.test.ts` and the suite of forecasts show sampling and days.

const START = Date.UTC(2026, 10, 1);
const MONTH_MS = 32 * DAY_MS;
const MARKETS = 24;

interface Market {
  readonly name: string;
  readonly listedFrom: number;
  end: number | null;
  /** It leaves the list this long after its end, or before it. */
  readonly leavesAfterMs: number;
}

/** Runs a month of polls with outages, restarts, moved ends and times of the venue that lag behind. */
class Month {
  readonly #random: () => number;
  readonly #dataDir: string;
  readonly #clock = new ManualClock(START);
  readonly markets: Market[] = [];
  history!: HistoryStore;
  #recorder!: PollRecorder;
  /** Times of polls, around moments close together. */
  #times: number[] = [];
  restarts = 0;
  moves = 0;
  outages = 0;

  constructor(seed: number, dataDir: string) {
    this.#random = seededRandom(seed);
    this.#dataDir = dataDir;
    for (let i = 0; i < MARKETS; i++) {
      const listedFrom = START + this.#random() * 20 * DAY_MS * (i % 4 === 0 ? 0 : 1);
      const lives = [10 * MINUTE_MS, 5 * HOUR_MS, 3 * DAY_MS, 31 * DAY_MS][i % 4 === 0 ? 3 : i % 3]!;
      const end = Math.min(START + 31 * DAY_MS, listedFrom + lives * (0.9 + 0.2 * this.#random()));
      this.markets.push({
        name: `M${i}`,
        listedFrom,
        end: i === 5 ? null : Math.round(end / SECOND_MS) * SECOND_MS,
        leavesAfterMs: (this.#random() - 0.4) * 5 * MINUTE_MS,
      });
    }
    for (let t = START; t < START + MONTH_MS; t += 2 * HOUR_MS) this.#times.push(t);
    for (const { end } of this.markets) if (end !== null) this.#times.push(...this.#around(end, START));
    this.#times.sort((a, b) => a - b);
  }

  async run(): Promise<void> {
    await this.#open();
    for (let at = this.#times.shift(); at !== undefined; at = this.#times.shift()) {
      if (at <= this.#clock.read()) continue;
      this.#clock.advance(at - this.#clock.read());
      await this.#step(epochMs(Math.round(at)));
    }
  }

  close(): Promise<void> {
    return this.history.close();
  }

  async #step(now: EpochMs): Promise<void> {
    const drawn = this.#random();
    if (drawn < 0.01) await this.#restart();
    if (drawn > 0.985) {
      // An outage: the polls of some minutes fail.
      this.outages++;
      await this.#recorder.noteFailure('kalshi', 'HTTP 500');
      const until = now + this.#random() * 12 * MINUTE_MS;
      this.#times = this.#times.filter((t) => t > until);
      return;
    }
    if (drawn > 0.97) this.#moveAnEnd(now);
    const listed = this.markets.filter(
      ({ listedFrom, end, leavesAfterMs }) =>
        now >= listedFrom && now <= (end ?? START + MONTH_MS) + leavesAfterMs,
    );
    await this.#recorder.record(
      venuePoll(
        'kalshi',
        now,
        listed.map((market) => this.#quote(market, now)),
      ),
    );
  }

  #quote({ name, end }: Market, now: EpochMs): BinaryState {
    const drawn = this.#random();
    // One market is rarely quoted.
    const price = drawn < (name === 'M8' ? 0.8 : 0.03) ? null : Math.round(this.#random() * 1000) / 1000;
    const lag = Math.floor(this.#random() * MINUTE_MS);
    return binaryState(name, price, {
      venueTime: drawn > 0.5 ? epochMs(now - lag) : null,
      tickerOverrides: { endDate: end === null ? null : epochMs(end) },
    });
  }

  #moveAnEnd(now: number): void {
    const living = this.markets.filter(
      ({ listedFrom, end }) => end !== null && listedFrom < now && end > now,
    );
    const market = living[Math.floor(this.#random() * living.length)];
    if (market === undefined) return;
    this.moves++;
    const movedMs = Math.round(this.#random() * 2 * (market.end! - now));
    market.end = Math.min(now + movedMs, START + 31 * DAY_MS);
    this.#times.push(...this.#around(market.end, now));
    this.#times.sort((a, b) => a - b);
  }

  /** Polls about each moment of an end. */
  #around(end: number, after: number): number[] {
    return FORECAST_HORIZONS.flatMap(({ ms }) => {
      const times: number[] = [];
      const gapMs = (5 + this.#random() * 70) * SECOND_MS;
      for (let t = end - ms - 4 * MINUTE_MS * this.#random(); t < end - ms + 2 * MINUTE_MS; t += gapMs) {
        if (t > after) times.push(Math.round(t));
      }
      return times;
    });
  }

  async #restart(): Promise<void> {
    this.restarts++;
    await this.history.close();
    await this.#open();
  }

  async #open(): Promise<void> {
    this.history = await openSqliteHistory({ dataDir: this.#dataDir, clock: this.#clock.read });
    this.#recorder = new PollRecorder({
      history: this.history,
      clock: this.#clock.read,
      intervalMs: () => 30 * SECOND_MS,
    });
    await this.#recorder.resume('kalshi');
  }
}

/** What the definition takes as one market's history, as the store has it; nothing ends it before its moments. */
async function readHistory(history: HistoryStore, name: string): Promise<MarketHistory> {
  const key = buildKalshiAsset(name);
  const records: { t: number; p: number; s: string }[] = [];
  for await (const { length, t, p, s } of history.scan(key)) {
    for (let i = 0; i < length; i++) records.push({ t: t[i]!, p: p[i]!, s: decodeSource(s[i]!) ?? '' });
  }
  const [ends = []] = await history.findEndsMany([key]);
  const gaps = await history.listGaps('kalshi', {}, key.storeKey);
  const recordedAt = START + 2 * MONTH_MS;
  return { ends, records, gaps, resolution: { outcome: 'yes', settledAt: null, recordedAt } };
}

test('over a month with outages, restarts and moved ends, living markets are sampled as their history defines', async () => {
  const reasons = new Set<string>();
  for (const seed of [1, 2]) {
    const dataDir = mkdtempSync(join(tmpdir(), 'forecasts-'));
    const month = new Month(seed, dataDir);
    try {
      await month.run();
      assert.ok(month.restarts > 10 && month.moves > 10 && month.outages > 10);
      let samples = 0;
      for (const { name } of month.markets) {
        const key = buildKalshiAsset(name);
        const defined = sampleForecasts(await readHistory(month.history, name));
        const [taken = []] = await month.history.findForecastsMany([key]);
        for (const { id } of FORECAST_HORIZONS) {
          const expected = defined[id]!;
          const live = taken.find(({ horizon }) => horizon === id);
          const what = `seed ${seed}, ${name}, ${id}`;
          if ('leftOut' in expected) {
            reasons.add(expected.leftOut);
            assert.equal(live, undefined, `${what}: ${expected.leftOut}`);
            continue;
          }
          samples++;
          const { t, p, end } = expected;
          assert.deepEqual(live && { t: live.t, p: live.p, end: live.end }, { t, p, end }, what);
        }
      }
      assert.ok(samples > 60, `${samples} samples`);
    } finally {
      await month.close();
      rmSync(dataDir, { recursive: true });
    }
  }
  for (const reason of ['no_end', 'not_listed', 'end_moved', 'gap', 'no_price']) {
    assert.ok(reasons.has(reason), reason);
  }
});

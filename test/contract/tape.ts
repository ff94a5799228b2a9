import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { BookBreak } from '../../src/domain/index.ts';
import {
  CHANGE_KINDS,
  type ChangeColumns,
  type ChangePage,
  type FoundBook,
  type TapePosition,
  type TapeReader,
  type TapeWindow,
  toLevels,
} from '../../src/history/tape/contract/tape-reader.ts';
import type { NumberedMarket, TapeWriter } from '../../src/history/tape/contract/tape-writer.ts';
import { seededRandom } from '../support/random.ts';
import { type Event, type Level, toFrames } from '../support/tape/frame-columns.ts';
import { NaiveTape } from '../support/tape/naive-tape.ts';

export interface TapeEngine {
  readonly name: string;
  openWriter(options: { dataDir: string; store: string; nowMs: number }): TapeWriter;
  openReader(dataDir: string): TapeReader;
  /** Verifies the file of a stopped writer and lists its damage. */
  verify(dataDir: string): readonly unknown[];
}

const STORE = '0123456789abcdef'.repeat(2);
const NOON = Date.UTC(2026, 10, 28, 12);
const MARKETS = 14;
/** Time between two commits: slices come sooner than with seconds. */
const COMMIT_MS = 5_000;

function toMarket(number: number): NumberedMarket {
  const venue = number % 2 === 0 ? 'polymarket' : 'limitless';
  const prefix = number % 2 === 0 ? 'pm' : 'limitless';
  return {
    number,
    venue,
    storeKey: `market-${number}`,
    asset: `${prefix}-market-${number}`,
    sendsChanges: number % 3 !== 0,
    isBinary: true,
  };
}

/** Runs the promises of `TapeWriter` and `TapeReader` against one engine. */
export function testTape(engine: TapeEngine): void {
  describe(`the tape: ${engine.name}`, () => {
    let folder: string;
    let next = 0;
    before(() => {
      folder = mkdtempSync(path.join(tmpdir(), 'crosstape-tape-'));
    });
    after(() => rmSync(folder, { recursive: true }));

    const makeDir = () => path.join(folder, String(next++));

    for (const seed of [1, 2]) {
      test(`every book is the one that was sent, over breaks, classes, kills and midnight (seed ${seed})`, async () => {
        const begunMs = seed % 2 === 0 ? NOON : Date.UTC(2026, 10, 28, 23, 55);
        const drive = new Drive(engine, makeDir(), { seed, begunMs });
        for (let commit = 0; commit < 140; commit++) drive.commit();
        await drive.compare(300);
        drive.stop();
        await drive.compare(100);
        await drive.compareWalks();
        drive.verify();
      });
    }
  });
}

/** Sends made-up events to a writer and to the naive tape, and compares them. */
class Drive {
  readonly #engine: TapeEngine;
  #dataDir: string;
  #writer: TapeWriter;
  readonly #naive = new NaiveTape();
  readonly #random: () => number;
  readonly #begunMs: number;
  #nowMs: number;
  #committedMs: number;
  #copies = 0;

  constructor(engine: TapeEngine, dataDir: string, { seed, begunMs }: { seed: number; begunMs: number }) {
    this.#engine = engine;
    this.#dataDir = dataDir;
    this.#random = seededRandom(seed);
    [this.#begunMs, this.#nowMs, this.#committedMs] = [begunMs, begunMs, begunMs];
    this.#writer = this.#open();
  }

  #open(): TapeWriter {
    const writer = this.#engine.openWriter({ dataDir: this.#dataDir, store: STORE, nowMs: this.#nowMs });
    writer.nameMarkets(Array.from({ length: MARKETS }, (_, i) => toMarket(i + 1)));
    return writer;
  }

  #whole(max: number): number {
    return Math.floor(this.#random() * max);
  }

  /** Writes a few seconds of events and commits them. Now and then the process is killed, or a class changes. */
  commit(): void {
    const events: Event[] = [];
    const frames = this.#whole(30);
    const times = Array.from({ length: frames }, () => this.#nowMs + this.#whole(COMMIT_MS)).sort(
      (a, b) => a - b,
    );
    for (const t of times) events.push(this.#draw(1 + this.#whole(MARKETS), t));
    this.#writer.addFrames(toFrames(events));
    this.#naive.take(events);
    this.#nowMs += COMMIT_MS;
    if (this.#random() < 0.02) {
      const market = 1 + this.#whole(MARKETS);
      const everyMs = this.#random() < 0.5 ? 0 : 60_000;
      this.#writer.setClass(market, everyMs, this.#nowMs);
      this.#naive.setClass(market, everyMs, this.#nowMs);
    }
    if (this.#random() < 0.01) this.#kill();
    else {
      this.#writer.flush(this.#nowMs);
      this.#naive.commit();
      this.#committedMs = this.#nowMs;
      this.#nowMs++;
    }
  }

  /** Copies the files as a process leaves them that ends at once. */
  #kill(): void {
    const copy = `${this.#dataDir}.${++this.#copies}`;
    cpSync(this.#dataDir, copy, { recursive: true });
    this.#writer.stop(this.#nowMs);
    this.#dataDir = copy;
    this.#naive.restart(this.#committedMs);
    this.#nowMs += this.#whole(5_000);
    this.#committedMs = this.#nowMs;
    this.#writer = this.#open();
    for (let market = 1; market <= MARKETS; market++) this.#naive.setClass(market, 0, this.#nowMs);
  }

  stop(): void {
    this.#writer.stop(this.#nowMs);
    this.#naive.commit();
    this.#naive.restart(this.#nowMs);
    this.#committedMs = this.#nowMs;
  }

  /** Asserts that every stored whole book is the one that the changes before it give. */
  verify(): void {
    assert.deepEqual(this.#engine.verify(this.#dataDir), []);
  }

  async compare(questions: number): Promise<void> {
    const reader = this.#engine.openReader(this.#dataDir);
    for (let i = 0; i < questions; i++) {
      const market = 1 + this.#whole(MARKETS);
      const t = this.#begunMs + this.#whole(this.#committedMs - this.#begunMs);
      const expected = this.#naive.at(market, t, this.#committedMs);
      const found = await reader.findBook(toMarket(market), t);
      assert.deepEqual(describeFound(found), describeState(expected), `market ${market} at ${t}`);
    }
    await reader.close();
  }

  /** Pages of changes, steps and what is not known, of every market from begin to end. */
  async compareWalks(): Promise<void> {
    const reader = this.#engine.openReader(this.#dataDir);
    const window = { fromMs: this.#begunMs - 5_000, toMs: this.#committedMs };
    for (let number = 1; number <= MARKETS; number++) {
      const key = toMarket(number);
      const whole = await reader.readChanges(key, { ...window, limit: Number.MAX_SAFE_INTEGER });
      assert.equal(whole.next, null);
      const rows = listRows(whole.columns);
      this.#compareRows(number, rows);
      const limit = 1 + this.#whole(60);
      const paged: ReturnType<typeof listRows>[] = [];
      let after: TapePosition | null = null;
      do {
        const page: ChangePage = await reader.readChanges(key, { ...window, limit, ...(after && { after }) });
        paged.push(listRows(page.columns));
        after = page.next;
      } while (after !== null);
      assert.deepEqual(paged.flat(), rows, `pages of ${limit} of market ${number}`);
      await this.#compareSteps(reader, number, window);
      await this.#compareCoverage(reader, number, window);
    }
    await reader.close();
  }

  /** Rows applied one after the other give every state that was sent. */
  #compareRows(number: number, rows: ReturnType<typeof listRows>): void {
    const spans = this.#naive.spansOf(number);
    const broken = spans.filter(({ ended }) => ended !== 'class');
    assert.deepEqual(
      rows.filter(({ kind }) => kind === 'break').map(({ t, reason }) => [t, reason]),
      broken.map(({ toMs, ended }) => [toMs, ended]),
    );
    const sides: [Map<number, number>, Map<number, number>] = [new Map(), new Map()];
    for (const [i, { t, kind, side, price, size, everyMs }] of rows.entries()) {
      const last = rows[i - 1];
      if (kind === 'whole' && (last?.kind !== 'whole' || last.t !== t))
        for (const each of sides) each.clear();
      if (kind === 'break' || side === 2) continue;
      if (size === 0) sides[side as 0 | 1].delete(price!);
      else sides[side as 0 | 1].set(price!, size!);
      if (rows[i + 1]?.t === t || everyMs !== 0) continue;
      const expected = this.#naive.at(number, t, this.#committedMs);
      assert.deepEqual(
        [...sides[0]].sort(([a], [b]) => b - a),
        expected?.bids,
        `market ${number} at ${t}`,
      );
      assert.deepEqual(
        [...sides[1]].sort(([a], [b]) => a - b),
        expected?.asks,
      );
    }
  }

  async #compareSteps(reader: TapeReader, number: number, { fromMs, toMs }: TapeWindow): Promise<void> {
    const everyMs = 7_000;
    const seen = new Map<number, unknown>();
    await reader.visitBooks(toMarket(number), { fromMs, toMs, everyMs }, (view) => {
      seen.set(view.t, describeFound({ book: view, spanFromMs: 0 }));
      return true;
    });
    for (let t = Math.ceil(fromMs / everyMs) * everyMs; t <= toMs; t += everyMs) {
      assert.deepEqual(
        seen.get(t) ?? null,
        describeState(this.#naive.at(number, t, this.#committedMs)),
        `${number} at ${t}`,
      );
    }
  }

  async #compareCoverage(reader: TapeReader, number: number, { fromMs, toMs }: TapeWindow): Promise<void> {
    const spans = this.#naive.spansOf(number);
    const coverage = await reader.readBookCoverage(toMarket(number), { fromMs, toMs });
    if (spans.length === 0) {
      assert.equal(coverage.state, 'never');
      return;
    }
    const knownMs = spans.reduce((sum, span) => sum + span.toMs! - span.fromMs + 1, 0);
    assert.equal(coverage.recordedFrac, knownMs / (toMs - fromMs + 1));
    const holes = [{ fromMs, toMs: spans[0]!.fromMs - 1, reason: 'before' }];
    for (const [i, span] of spans.entries()) {
      const untilMs = (spans[i + 1]?.fromMs ?? toMs + 1) - 1;
      if (untilMs > span.toMs!) holes.push({ fromMs: span.toMs! + 1, toMs: untilMs, reason: span.ended! });
    }
    assert.deepEqual(coverage.notRecorded, holes);
    const sampled = spans.filter(({ everyMs }) => everyMs > 0);
    assert.deepEqual(
      coverage.sampled,
      sampled.map((span) => ({ fromMs: span.fromMs, toMs: span.toMs, everyMs: span.everyMs })),
    );
  }

  #draw(market: number, t: number): Event {
    const venueTime = market % 4 === 0 ? undefined : t - this.#whole(300);
    const clock = venueTime === undefined ? {} : { venueTime };
    const kind = this.#random();
    if (kind < 0.06) return { kind: 'break', market, t: t - this.#whole(4) * 900, reason: this.#reason() };
    if (kind < 0.25) {
      const mid = 0.3 + this.#whole(400) / 1_000;
      const side = (direction: number): Level[] =>
        Array.from({ length: this.#whole(12) }, (_, i) => [
          Number((mid + (direction * (i + 1)) / 1_000).toFixed(4)),
          this.#size(),
        ]);
      return { kind: 'whole', market, t, bids: side(-1), asks: side(1), ...clock };
    }
    const changes = Array.from({ length: 1 + this.#whole(4) }, (): [number, number, number] => [
      this.#whole(2),
      this.#random() < 0.004
        ? [Number.NaN, 1, 0, 1.2][this.#whole(4)]!
        : Number((0.3 + this.#whole(400) / 1_000).toFixed(3)),
      this.#random() < 0.3 ? 0 : this.#size(),
    ]);
    return { kind: 'change', market, t, changes, ...clock };
  }

  #reason(): BookBreak {
    return (['connection', 'silence', 'sequence', 'disagrees', 'dropped'] as const)[this.#whole(5)]!;
  }

  #size(): number {
    return Number((0.5 + this.#random() * 10 ** this.#whole(6)).toFixed(this.#whole(4) + 1));
  }
}

function describeFound(found: FoundBook) {
  if (found.book === null) return null;
  const toPairs = (side: Parameters<typeof toLevels>[0]) =>
    toLevels(side).map(({ price, size }) => [price, size]);
  const { bids, asks, bookTime, venueTime } = found.book;
  return { bids: toPairs(bids), asks: toPairs(asks), bookMs: bookTime, venueMs: venueTime };
}

function describeState(state: ReturnType<NaiveTape['at']>) {
  return state === null
    ? null
    : { bids: state.bids, asks: state.asks, bookMs: state.bookMs, venueMs: state.venueMs };
}

function listRows({ length, t, kind, side, price, size, reasons, everyMs }: ChangeColumns) {
  const toNull = (value: number) => (Number.isNaN(value) ? null : value);
  return Array.from({ length }, (_, i) => ({
    t: t[i]!,
    kind: CHANGE_KINDS[kind[i]!],
    side: side[i]!,
    price: toNull(price[i]!),
    size: toNull(size[i]!),
    reason: reasons.get(i) ?? null,
    everyMs: toNull(everyMs[i]!),
  }));
}

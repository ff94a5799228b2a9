import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { BookBreak } from '../../src/domain/index.ts';
import { type FoundBook, type TapeReader, toLevels } from '../../src/history/tape/contract/tape-reader.ts';
import type { NumberedMarket, TapeWriter } from '../../src/history/tape/contract/tape-writer.ts';
import { seededRandom } from '../support/random.ts';
import { type Event, type Level, toFrames } from '../support/tape/frame-columns.ts';
import { NaiveTape } from '../support/tape/naive-tape.ts';

export interface TapeEngine {
  readonly name: string;
  openWriter(options: { dataDir: string; store: string; nowMs: number }): TapeWriter;
  openReader(dataDir: string): TapeReader;
}

const STORE = '0123456789abcdef'.repeat(2);
const NOON = Date.UTC(2026, 10, 28, 12);
const MARKETS = 14;
/** Time between two commits: slices come sooner than with seconds. */
const COMMIT_MS = 3_000;

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
        for (let commit = 0; commit < 240; commit++) drive.commit();
        await drive.compare(600);
        drive.stop();
        await drive.compare(200);
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

  /** A few seconds of events, and the commit at its end. Now and then the process is killed, or a class changes. */
  commit(): void {
    const events: Event[] = [];
    const frames = this.#whole(30);
    const times = Array.from({ length: frames }, () => this.#nowMs + this.#whole(COMMIT_MS)).sort(
      (a, b) => a - b,
    );
    for (const t of times) events.push(this.#draw(1 + this.#whole(MARKETS), t));
    this.#writer.take(toFrames(events));
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
      this.#committedMs = this.#nowMs;
      this.#nowMs++;
    }
  }

  /** The files as a process leaves them that ends at once. */
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
    this.#naive.restart(this.#nowMs);
    this.#committedMs = this.#nowMs;
  }

  async compare(questions: number): Promise<void> {
    const reader = this.#engine.openReader(this.#dataDir);
    for (let i = 0; i < questions; i++) {
      const market = 1 + this.#whole(MARKETS);
      const t = this.#begunMs + this.#whole(this.#committedMs - this.#begunMs);
      const expected = this.#naive.at(market, t, this.#committedMs);
      const found = await reader.findBook(toMarket(market), t);
      assert.deepEqual(
        describeFound(found),
        expected === null
          ? null
          : { bids: expected.bids, asks: expected.asks, bookMs: expected.bookMs, venueMs: expected.venueMs },
        `market ${market} at ${t}${found.book === null ? ` (${found.why})` : ''}: ${JSON.stringify(this.#naive.spansOf(market).filter((span) => Math.abs(span.fromMs - t) < 60_000))}`,
      );
    }
    await reader.close();
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

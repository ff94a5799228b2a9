import path from 'node:path';
import { DAY_MS } from '../../../domain/index.ts';
import type { MarketKey } from '../../contract/series.ts';
import { parseDay, toDay } from '../books/day-batch.ts';
import type { NotRecorded, TapeCoverage, TapeSpan } from '../contract/tape-coverage.ts';
import type {
  BookSteps,
  BookView,
  ChangePage,
  FoundBook,
  ReadTrade,
  TapeDayMarket,
  TapePosition,
  TapeReader,
  TapeWindow,
  TradePage,
  TradeQuery,
} from '../contract/tape-reader.ts';
import { ChangeRows } from '../reading/change-rows.ts';
import { describeTapeCoverage } from '../reading/coverage.ts';
import { type Segment, toSegments } from '../reading/segments.ts';
import { addChanges } from './reading/add-changes.ts';
import { findBookDamage, findTradeDamage } from './reading/block-damage.ts';
import { visitSteps } from './reading/book-steps.ts';
import { readMarketSpans, readOuterSpans, type SpanKind } from './reading/market-spans.ts';
import { findMarket, requireWhole } from './reading/span-rows.ts';
import { TapeFiles } from './reading/tape-files.ts';
import { readTradePage } from './reading/trade-pages.ts';
import { visitFileTrades } from './reading/trade-reading.ts';
import { TAPE_FOLDER, type TapePart } from './tape-folder.ts';

const MAX_ROWS = 1_000;
/** Maximum number of cached starts of spans; without the cache, all days before would be opened again. */
const MAX_BEGINS = 10_000;

/** Reads the tape from its SQLite day files. */
export class SqliteTapeReader implements TapeReader {
  readonly #files: TapeFiles;
  /** Start of a span that lasted over midnight, by market and time. */
  readonly #begins = new Map<string, number>();
  /** Market and time of the last found book, whose blocks need no check for damage; null when it was not known. */
  #sound: { readonly key: MarketKey; readonly t: number } | null = null;

  /**
   * Reads the files in the data directory's folder of the tape.
   *
   * @param dataDir Data directory, whose folder of the tape may not exist.
   */
  constructor(dataDir: string) {
    this.#files = new TapeFiles(path.join(dataDir, TAPE_FOLDER));
  }

  async findNewestMs(): Promise<number | null> {
    return this.#files.answer(() => this.#findNewestMs());
  }

  async findBook(key: MarketKey, t: number): Promise<FoundBook> {
    return this.#files.answer(() => this.#findBook(key, t));
  }

  #findBook(key: MarketKey, t: number): FoundBook {
    const window = { fromMs: t, toMs: t };
    this.#sound = null;
    const [segment] = this.#readSegments(key, window).segments;
    let found: BookView | null = null;
    if (segment !== undefined) {
      this.#inMarket(segment.source, key, (file, market) =>
        visitSteps(file, market, { segment, everyMs: 1 }, (view) => {
          found = view;
          return true;
        }),
      );
      if (found !== null) {
        this.#sound = { key, t };
        return { book: found, spanFromMs: this.#findBegin(key, segment.span) };
      }
    }
    const { notRecorded, state } = this.#readCoverage(key, { kind: 'books', window, maxRows: 1 });
    return { book: null, why: notRecorded[0]?.reason ?? (state === 'never' ? 'never' : 'damaged') };
  }

  async visitBooks(
    key: MarketKey,
    { fromMs, toMs, everyMs }: BookSteps,
    visit: (step: BookView) => boolean,
  ): Promise<void> {
    this.#files.answer(() => {
      let goesOn = true;
      for (const segment of this.#readSegments(key, { fromMs, toMs }).segments) {
        if (!goesOn) return;
        this.#inMarket(segment.source, key, (file, market) =>
          visitSteps(file, market, { segment, everyMs }, (view) => {
            goesOn = visit(view);
            return goesOn;
          }),
        );
      }
    });
  }

  async readChanges(
    key: MarketKey,
    options: TapeWindow & { readonly limit: number; readonly after?: TapePosition },
  ): Promise<ChangePage> {
    return this.#files.answer(() => this.#readChanges(key, options));
  }

  #readChanges(
    key: MarketKey,
    { fromMs, toMs, limit, after }: TapeWindow & { readonly limit: number; readonly after?: TapePosition },
  ): ChangePage {
    const rows = new ChangeRows(limit, after ?? null);
    // The frames of the time at which the page before ended are counted again, so reading starts before that time.
    const beginMs = after === undefined || after.t <= fromMs ? fromMs : after.t - 1;
    const { segments } = this.#readSegments(key, { fromMs: beginMs, toMs });
    let lastKnownMs: number | null = null;
    for (const segment of segments) {
      const isFirst = beginMs === fromMs && segment.fromMs === fromMs;
      const part = this.#inMarket(segment.source, key, (file, market) =>
        addChanges(file, market, { segment, rows, isFirst, lastKnownMs, beginMs }),
      );
      if (part === undefined) continue;
      lastKnownMs = part.lastKnownMs;
      if (part.isFull) break;
    }
    return rows.toPage();
  }

  async readTrades(key: MarketKey, query: TradeQuery): Promise<TradePage> {
    return this.#files.answer(() => readTradePage(this.#files, key, query));
  }

  async visitTrades(window: TapeWindow, visit: (asset: string, trade: ReadTrade) => void): Promise<void> {
    for (const part of this.#partsOf(window))
      this.#files.read(part, (file) => visitFileTrades(file, window, visit));
  }

  async readBookCoverage(key: MarketKey, window: TapeWindow, maxRows = MAX_ROWS): Promise<TapeCoverage> {
    return this.#files.answer(() => this.#readCoverage(key, { kind: 'books', window, maxRows }));
  }

  async readTradeCoverage(key: MarketKey, window: TapeWindow, maxRows = MAX_ROWS): Promise<TapeCoverage> {
    return this.#files.answer(() => this.#readCoverage(key, { kind: 'trades', window, maxRows }));
  }

  async listDays(): Promise<readonly string[]> {
    return [...new Set(this.#files.list().map(({ day }) => day))];
  }

  async listMarkets(day: string): Promise<readonly TapeDayMarket[]> {
    const markets = new Map<string, TapeDayMarket>();
    for (const part of this.#files.list()) {
      if (part.day !== day) continue;
      const read = this.#files.read(part, (file) =>
        file.rows.all('SELECT * FROM market').map((row) => {
          requireWhole('market', row);
          return { venue: row.venue, storeKey: String(row.store_key), asset: String(row.asset) };
        }),
      );
      if (read.is === 'read')
        for (const market of read.result) markets.set(market.asset, market as TapeDayMarket);
    }
    return [...markets.values()].sort((a, b) => Buffer.compare(Buffer.from(a.asset), Buffer.from(b.asset)));
  }

  async close(): Promise<void> {
    this.#files.close();
  }

  #findNewestMs(): number | null {
    for (const part of this.#files.list().toReversed()) {
      const read = this.#files.read(part, (file) => file.newestMs);
      if (read.is === 'read' && read.result !== null) return read.result;
    }
    return null;
  }

  #readSegments(key: MarketKey, window: TapeWindow): { readonly segments: readonly Segment<TapePart>[] } {
    return {
      segments: toSegments(readMarketSpans(this.#files, key, { kind: 'books', window }).spans, window),
    };
  }

  /** Reads a part for a market; undefined when the part cannot be read or does not name the market. */
  #inMarket<Result>(
    part: TapePart,
    key: MarketKey,
    work: (file: Parameters<typeof findMarket>[0], market: number) => Result,
  ): Result | undefined {
    const read = this.#files.read(part, (file) => {
      const market = findMarket(file, key);
      return market === null ? undefined : work(file, market);
    });
    return read.is === 'read' ? read.result : undefined;
  }

  #readCoverage(
    key: MarketKey,
    {
      kind,
      window,
      maxRows,
    }: { readonly kind: SpanKind; readonly window: TapeWindow; readonly maxRows: number },
  ): TapeCoverage {
    const { spans, resyncs, lost } = readMarketSpans(this.#files, key, { kind, window });
    const { before, after, recorded } = readOuterSpans(this.#files, key, { kind, window });
    const damaged: NotRecorded[] = [...lost];
    if (kind === 'books') {
      for (const segment of this.#isSound(key, window) ? [] : toSegments(spans, window))
        damaged.push(
          ...(this.#inMarket(segment.source, key, (file, market) => findBookDamage(file, market, segment)) ??
            []),
        );
    } else {
      for (const part of this.#partsOf(window))
        damaged.push(
          ...(this.#inMarket(part, key, (file, market) => findTradeDamage(file, market, window)) ?? []),
        );
    }
    return describeTapeCoverage({
      window,
      spans: [...before, ...spans.map(({ span }) => span), ...after],
      recorded,
      lost: damaged,
      resyncs,
      newestMs: this.#findNewestMs(),
      maxRows,
    });
  }

  /** Whether a window is the time of the last found book, for which all blocks were readable. */
  #isSound({ venue, storeKey }: MarketKey, { fromMs, toMs }: TapeWindow): boolean {
    const sound = this.#sound;
    return (
      sound !== null &&
      sound.t === fromMs &&
      sound.t === toMs &&
      sound.key.venue === venue &&
      sound.key.storeKey === storeKey
    );
  }

  #partsOf({ fromMs, toMs }: TapeWindow): readonly TapePart[] {
    const [first, last] = [toDay(fromMs), toDay(toMs)];
    return this.#files.list().filter(({ day }) => day >= first && day <= last);
  }

  /** Finds the start of a span over the midnights that it lasted. */
  #findBegin(key: MarketKey, span: TapeSpan): number {
    let { fromMs } = span;
    let { opened } = span;
    const passed: string[] = [];
    while (opened === 'day') {
      const name = `${key.venue}\n${key.storeKey}\n${fromMs}`;
      const known = this.#begins.get(name);
      if (known !== undefined) {
        fromMs = known;
        break;
      }
      const dayMs = parseDay(toDay(fromMs - 1));
      const window = { fromMs: fromMs - 1, toMs: fromMs - 1 };
      const [before] = toSegments(readMarketSpans(this.#files, key, { kind: 'books', window }).spans, window);
      if (before === undefined || before.span.ended !== 'day' || before.span.everyMs !== span.everyMs) break;
      passed.push(name);
      ({ fromMs, opened } = before.span);
      if (fromMs < dayMs || fromMs >= dayMs + DAY_MS) break;
    }
    if (this.#begins.size > MAX_BEGINS) this.#begins.clear();
    for (const name of passed) this.#begins.set(name, fromMs);
    return fromMs;
  }
}

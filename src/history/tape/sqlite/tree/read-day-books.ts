import { DamagedBlockError } from '../../coding/bytes.ts';
import { countUnits } from '../../coding/units.ts';
import type { Resync } from '../../contract/tape-coverage.ts';
import type { SideView, TapeWindow } from '../../contract/tape-reader.ts';
import type { BookRows, BookSpanRow, TapeBooksRead, TapeDayQuery } from '../../contract/tape-tree-source.ts';
import { type Segment, toSegments } from '../../reading/segments.ts';
import { type BookSource, listSources, type MarketRuns, type SourceRuns } from '../reading/book-sources.ts';
import { stepThroughBook } from '../reading/book-walk.ts';
import { readResyncs, readSpans } from '../reading/span-rows.ts';
import type { FileView } from '../reading/tape-files.ts';
import { BookRowBlock } from './book-row-block.ts';
import type { DayMarket, DayView, PartMarket } from './day-view.ts';
import { addCosts, readSourceRuns, type SourceContent } from './source-runs.ts';

const NO_SIDE = 2;
const NOTHING: SourceRuns = { runs: [], damagedMs: null, beforeDamage: 0 };

/** A market with its segments in the window, each with the part that counts. */
interface SpannedMarket {
  readonly asset: string;
  readonly segments: readonly Segment<PartMarket>[];
  readonly resyncs: readonly Resync[];
}

/**
 * Reads the rows of the books of a day. A group of markets is read from all slices at once, since a block contains many
 * markets.
 *
 * @param maxChanges Approximate number of changes in memory; of a market with more, one slice is in memory.
 */
export function* readDayBooks(
  day: DayView,
  query: Pick<TapeDayQuery, 'fromMs' | 'toMs' | 'rows'>,
  maxChanges: number,
): Generator<BookRows, TapeBooksRead> {
  const markets = day.listMarkets().flatMap((market) => toSpanned(day, market, query) ?? []);
  const sources = new Map(
    day.views.map((view) => [view, day.read(view, (file) => listSources(file, query)) ?? []]),
  );
  const rows = new BookRowBlock(query.rows);
  const spans: BookSpanRow[] = [];
  for (const batch of toBatches(day, markets, { sources, maxChanges })) {
    const runs = new BatchRuns(day, sources, batch);
    for (const market of batch.markets) {
      for (const segment of market.segments) {
        for (const _ of walkSegment(market, segment, { runs, rows, spans, query })) yield* rows.takeReady();
      }
    }
  }
  rows.flush();
  yield* rows.takeReady();
  const seq = day.requireUnchanged();
  return { seq, damage: day.damage, spans };
}

/** Finds the segments of a market in the window; null when it has none, or its rows are damaged. */
function toSpanned(day: DayView, { asset, places }: DayMarket, window: TapeWindow): SpannedMarket | null {
  const found: { span: Segment<PartMarket>['span']; source: PartMarket }[] = [];
  const resyncs: Resync[] = [];
  for (const place of places) {
    const read = day.read(place.view, (file) => {
      // The books of this day were removed, so its spans have no content.
      if (file.newestMs === null) return { spans: [], resyncs: [] };
      try {
        return { spans: readSpans(file, place.number), resyncs: readResyncs(file, place.number) };
      } catch (error) {
        if (!(error instanceof DamagedBlockError)) throw error;
        day.note(`a span of ${place.view.part.day}`, { asset, fromMs: null, toMs: null });
        return null;
      }
    });
    found.push(...(read?.spans ?? []).map((span) => ({ span, source: place })));
    const areKnown = (one: Resync) =>
      resyncs.some((each) => each.toMs === one.toMs && each.fromMs === one.fromMs);
    resyncs.push(...(read?.resyncs ?? []).filter((one) => !areKnown(one)));
  }
  const segments = toSegments(found, window);
  return segments.length === 0 ? null : { asset, segments, resyncs };
}

interface Batch {
  readonly markets: readonly SpannedMarket[];
  /** Whether all runs fit into memory; otherwise each source is read when it is needed. */
  readonly fits: boolean;
}

type SourcesOf = ReadonlyMap<FileView, readonly BookSource[]>;

/** Groups adjacent markets that fit into memory together; larger ones are alone. */
function* toBatches(
  day: DayView,
  markets: readonly SpannedMarket[],
  { sources, maxChanges }: { readonly sources: SourcesOf; readonly maxChanges: number },
): Generator<Batch> {
  const costs = new Map(
    day.views.map((view) => {
      const ofView = new Map<number, number>();
      for (const source of sources.get(view) ?? []) day.read(view, (file) => addCosts(file, source, ofView));
      return [view, ofView];
    }),
  );
  let batch: SpannedMarket[] = [];
  let total = 0;
  for (const market of markets) {
    const places = new Set(market.segments.map(({ source }) => source));
    const cost = [...places].reduce((sum, { view, number }) => sum + (costs.get(view)?.get(number) ?? 0), 0);
    if (batch.length > 0 && total + cost > maxChanges) {
      yield { markets: batch, fits: total <= maxChanges };
      [batch, total] = [[], 0];
    }
    batch.push(market);
    total += cost;
  }
  if (batch.length > 0) yield { markets: batch, fits: total <= maxChanges };
}

/** Runs of the markets of a batch. */
class BatchRuns {
  readonly #day: DayView;
  readonly #sources: SourcesOf;
  readonly #numbers = new Map<FileView, Set<number>>();
  readonly #fits: boolean;
  readonly #read = new Map<BookSource, SourceContent>();

  constructor(day: DayView, sources: SourcesOf, { markets, fits }: Batch) {
    this.#day = day;
    this.#sources = sources;
    this.#fits = fits;
    for (const { source } of markets.flatMap(({ segments }) => segments)) {
      const numbers = this.#numbers.get(source.view) ?? new Set();
      this.#numbers.set(source.view, numbers.add(source.number));
    }
  }

  of({ view, number }: PartMarket): MarketRuns {
    return {
      sources: this.#sources.get(view) ?? [],
      read: (source) => this.#find(view, source).runs.get(number) ?? NOTHING,
    };
  }

  #find(view: FileView, source: BookSource): SourceContent {
    const known = this.#read.get(source);
    if (known !== undefined) return known;
    const numbers = this.#numbers.get(view) ?? new Set();
    const content = this.#day.read(view, (file) => readSourceRuns(file, source, numbers));
    const found = content ?? { runs: new Map(), damaged: [] };
    for (const { place, fromMs } of found.damaged) {
      this.#day.note(`${place} of ${view.part.day}`, { asset: null, fromMs, toMs: source.toMs });
    }
    if (this.#fits) this.#read.set(source, found);
    return found;
  }
}

/** Adds the rows of a segment, and the spans in it in which the book is known. */
function* walkSegment(
  { asset, resyncs }: SpannedMarket,
  segment: Segment<PartMarket>,
  {
    runs,
    rows,
    spans,
    query,
  }: {
    readonly runs: BatchRuns;
    readonly rows: BookRowBlock;
    readonly spans: BookSpanRow[];
    readonly query: TapeWindow;
  },
): Generator<void> {
  const { span } = segment;
  const { everyMs, depth } = span;
  let knownMs: number | null = null;
  const end = (toMs: number, ended: string | null) => {
    if (knownMs === null) return;
    const fromMs = knownMs;
    const isCut = fromMs === query.fromMs && span.fromMs < fromMs;
    const lasts = ended === null && span.ended === null && toMs === span.toMs;
    spans.push({
      asset,
      fromMs,
      toMs: lasts ? null : toMs,
      knownToMs: toMs,
      everyMs,
      depth,
      opened: isCut ? null : fromMs === segment.fromMs ? span.opened : DAMAGED,
      ended,
      resyncs: resyncs.filter((one) => one.toMs >= fromMs && one.toMs <= toMs).length,
    });
    knownMs = null;
  };
  const addLevels = (t: number, venueT: number | null, sides: readonly SideView[]) => {
    for (const [side, levels] of sides.entries()) {
      for (let rank = 0; rank < levels.length; rank++)
        rows.add(asset, {
          t,
          venueT,
          isSnapshot: true,
          side,
          price: levels.price(rank),
          size: levels.size(rank),
        });
    }
    if (sides.some(({ length }) => length > 0)) return;
    rows.add(asset, { t, venueT, isSnapshot: true, side: NO_SIDE, price: Number.NaN, size: Number.NaN });
  };
  yield* stepThroughBook(runs.of(segment.source), segment, {
    onKnown: (t, { book, venueMs }) => {
      knownMs = t;
      addLevels(t, venueMs, [book.bids, book.asks]);
    },
    onFrame: ({ t, venueMs, run, start, end: behind }) => {
      const [priceUnit, sizeUnit] = [countUnits(run.priceDecimals), countUnits(run.sizeDecimals)];
      for (let i = start; i < behind; i++)
        rows.add(asset, {
          t,
          venueT: venueMs,
          isSnapshot: false,
          side: run.sides[i]!,
          price: run.prices[i]! / priceUnit,
          size: run.sizes[i]! / sizeUnit,
        });
      return true;
    },
    onLost: (t) => end(t - 1, DAMAGED),
  });
  end(segment.toMs, segment.toMs === query.toMs && segment.toMs < span.toMs ? null : span.ended);
}

const DAMAGED = 'damaged';

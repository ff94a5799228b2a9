import { DAY_MS } from '../../../../domain/index.ts';
import type { MarketKey } from '../../../contract/series.ts';
import { parseDay, toDay } from '../../books/day-batch.ts';
import type { NotRecorded, Resync, TapeSpan } from '../../contract/tape-coverage.ts';
import type { TapeWindow } from '../../contract/tape-reader.ts';
import type { DayFile } from '../day-file.ts';
import type { TapePart } from '../tape-folder.ts';
import { findMarket, readHeard, readResyncs, readSpans } from './span-rows.ts';
import type { TapeFiles } from './tape-files.ts';

/** Kind of a market's spans: of its books, or of its trades. */
export type SpanKind = 'books' | 'trades';

/** Spans of a market in some parts. */
export interface MarketSpans {
  readonly spans: readonly { readonly span: TapeSpan; readonly source: TapePart }[];
  readonly resyncs: readonly Resync[];
  /** Times whose content can no longer be read. */
  readonly lost: readonly NotRecorded[];
}

/** Reads the spans of a market on the days of a window. */
export function readMarketSpans(
  files: TapeFiles,
  key: MarketKey,
  { kind, window }: { readonly kind: SpanKind; readonly window: TapeWindow },
): MarketSpans {
  const [fromDay, toDayOfEnd] = [toDay(window.fromMs), toDay(window.toMs)];
  const spans: { span: TapeSpan; source: TapePart }[] = [];
  const resyncs: Resync[] = [];
  const lost: NotRecorded[] = [];
  for (const part of files.list()) {
    if (part.day < fromDay || part.day > toDayOfEnd) continue;
    const read = files.read(part, (file) => readPart(file, key, kind));
    if (read.is === 'damaged') {
      const fromMs = parseDay(part.day);
      lost.push({ fromMs, toMs: fromMs + DAY_MS - 1, reason: 'damaged' });
    }
    if (read.is !== 'read') continue;
    const { result } = read;
    spans.push(...result.spans.map((span) => ({ span, source: part })));
    if (result.areRemoved)
      lost.push(...result.spans.map(({ fromMs, toMs }) => ({ fromMs, toMs, reason: 'removed' })));
    const areKnown = (one: Resync) =>
      resyncs.some((each) => each.toMs === one.toMs && each.fromMs === one.fromMs);
    resyncs.push(...result.resyncs.filter((one) => !areKnown(one)));
  }
  return { spans, resyncs, lost };
}

/** Finds the nearest spans of a market outside of a window, the start of its first span and the end of its last one. */
export function readOuterSpans(
  files: TapeFiles,
  key: MarketKey,
  { kind, window }: { readonly kind: SpanKind; readonly window: TapeWindow },
): {
  readonly before: readonly TapeSpan[];
  readonly after: readonly TapeSpan[];
  readonly recorded: TapeWindow | null;
} {
  const parts = files.list();
  const [fromDay, lastDay] = [toDay(window.fromMs), toDay(window.toMs)];
  const known = new Map<TapePart, readonly TapeSpan[]>();
  const readOnce = (part: TapePart): readonly TapeSpan[] => {
    let spans = known.get(part);
    if (spans === undefined) {
      const read = files.read(part, (file) => readPartSpans(file, key, kind));
      spans = read.is === 'read' ? read.result : [];
      known.set(part, spans);
    }
    return spans;
  };
  const find = (list: readonly TapePart[]): readonly TapeSpan[] => {
    for (const part of list) {
      const spans = readOnce(part);
      if (spans.length > 0) return spans;
    }
    return [];
  };
  const backwards = parts.toReversed();
  const [oldest, newest] = [find(parts), find(backwards)];
  const recorded =
    oldest.length === 0
      ? null
      : {
          fromMs: Math.min(...oldest.map(({ fromMs }) => fromMs)),
          toMs: Math.max(...newest.map(({ toMs }) => toMs)),
        };
  return {
    recorded,
    before: find(backwards.filter(({ day }) => day < fromDay)),
    after: find(parts.filter(({ day }) => day > lastDay)),
  };
}

function readPartSpans(file: DayFile, key: MarketKey, kind: SpanKind): TapeSpan[] {
  const market = findMarket(file, key);
  if (kind === 'trades') return readHeard(file, key.venue, market);
  return market === null ? [] : readSpans(file, market);
}

function readPart(file: DayFile, key: MarketKey, kind: SpanKind) {
  const spans = readPartSpans(file, key, kind);
  const market = kind === 'trades' ? null : findMarket(file, key);
  if (market === null) return { spans, resyncs: [], areRemoved: false };
  return { spans, resyncs: readResyncs(file, market), areRemoved: file.newestMs === null };
}

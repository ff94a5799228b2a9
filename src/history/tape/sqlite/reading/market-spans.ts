import { DAY_MS } from '../../../../domain/index.ts';
import type { MarketKey } from '../../../contract/series.ts';
import { parseDay, toDay } from '../../books/day-batch.ts';
import type { NotRecorded, Resync, TapeSpan } from '../../contract/tape-coverage.ts';
import type { TapeWindow } from '../../contract/tape-reader.ts';
import type { DayFile } from '../day-file.ts';
import type { TapePart } from '../tape-folder.ts';
import { findMarket, readHeard, readResyncs, readSpans } from './span-rows.ts';
import type { TapeFiles } from './tape-files.ts';

/** Times within which something of a market is known: its books, or its trades. */
export type SpanKind = 'books' | 'trades';

/** Spans of a market in some parts. */
export interface MarketSpans {
  readonly spans: readonly { readonly span: TapeSpan; readonly source: TapePart }[];
  readonly resyncs: readonly Resync[];
  /** What cannot be read any more. */
  readonly lost: readonly NotRecorded[];
}

/** Reads the spans of a market that lie in the days of a window. */
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

/** Nearest spans of a market outside of a window, and the begin of the first and the end of the last of all. */
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
  const find = (list: readonly TapePart[]): readonly TapeSpan[] => {
    for (const part of list) {
      const read = files.read(part, (file) => readPart(file, key, kind).spans);
      if (read.is === 'read' && read.result.length > 0) return read.result;
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

function readPart(file: DayFile, key: MarketKey, kind: SpanKind) {
  const market = findMarket(file, key);
  if (kind === 'trades') return { spans: readHeard(file, key.venue, market), resyncs: [], areRemoved: false };
  if (market === null) return { spans: [], resyncs: [], areRemoved: false };
  const spans = readSpans(file, market);
  return { spans, resyncs: readResyncs(file, market), areRemoved: file.newestMs === null };
}

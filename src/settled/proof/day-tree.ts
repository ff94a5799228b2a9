import { formatPrice, type ReferencePrice } from '../../domain/index.ts';
import { formatResolutionLine, type ResolutionLine } from '../../history/settled/line-text.ts';
import { findPath, hashLeaf, hashTree, sha256 } from './merkle-tree.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const HEAD = Buffer.from([2]);

/** Head that precedes the first day. */
export const FIRST_HEAD: Buffer = Buffer.alloc(32);

/** Value of a series in the form used in the tree. */
export interface TreeValue extends ReferencePrice {
  /** Time on the clock of the source, in epoch ms. */
  readonly t: number;
}

/** Line of a result in the form used in the tree. */
export interface ResultText {
  readonly asset: string;
  /** Text of the line, as written by {@link formatResolutionLine}. */
  readonly text: string;
}

/** Records of a day (UTC). */
export interface RecordedDay {
  /** Values by series key, ordered by time, then by arrival. */
  readonly series: Readonly<Record<string, readonly TreeValue[]>>;
  /** Lines in the order in which they were recorded. */
  readonly resolutions: readonly ResolutionLine[];
}

/** Part of a day: one hour of a series, or one hour of results. */
export interface DayEntry {
  /** Line that identifies the entry, such as `H twap60-btc 1791162000000`. */
  readonly entry: string;
  /** Texts of the leaves of the entry, as they are hashed. */
  readonly leaves: readonly string[];
  readonly root: Buffer;
}

/** Path from a leaf to the root of its day. */
export interface ProofPart {
  readonly entry: string;
  readonly leaf: string;
  readonly leafIndex: number;
  readonly leaves: number;
  readonly leafPath: readonly string[];
  readonly partRoot: string;
  readonly entryIndex: number;
  readonly entries: number;
  readonly entryPath: readonly string[];
}

/** Builds the entries of a day in the order of its tree: hours of series by key, then hours of results. */
export function listEntries({ series, resolutions }: RecordedDay): DayEntry[] {
  const bySeries = Object.keys(series)
    .sort(byBytes)
    .flatMap((key) =>
      [...groupBy(series[key] ?? [], ({ t }) => floorTo(t, HOUR_MS))].map(([hour, values]) =>
        makeSeriesEntry(key, hour, values),
      ),
    );
  const byHour = groupBy(resolutions, ({ recordedAt }) => floorTo(recordedAt, HOUR_MS));
  const results = [...byHour].map(([hour, lines]) =>
    makeResultsEntry(
      hour,
      lines.map((line) => ({ asset: line.asset, text: formatResolutionLine(line) })),
    ),
  );
  return [...bySeries, ...results];
}

/** Builds the entry of one hour of a series. @param values Ordered by time, then by arrival. Must not be empty. */
export function makeSeriesEntry(key: string, hour: number, values: readonly TreeValue[]): DayEntry {
  return makeEntry(formatEntry(key, hour), listMinutes(key, values));
}

/**
 * Builds the entry of one hour of results.
 *
 * @param lines In the order in which they were recorded. Must not be empty.
 */
export function makeResultsEntry(hour: number, lines: readonly ResultText[]): DayEntry {
  const texts = [...lines].sort((a, b) => byBytes(a.asset, b.asset)).map(({ text }) => text);
  return makeEntry(formatEntry('', hour), texts);
}

/** Compares series keys by their order in the tree. */
export function compareKeys(a: string, b: string): number {
  return byBytes(a, b);
}

/** Formats the line of an hour of a series, or of results, whose key is ''. */
export function formatEntry(key: string, hour: number): string {
  return key === '' ? `R ${hour}` : `H ${key} ${hour}`;
}

/** Computes the root of the tree of a day. */
export function hashDay(entries: readonly Pick<DayEntry, 'entry' | 'root'>[]): Buffer {
  return hashTree(entries.map(hashEntry));
}

/** Computes the head of a day, which includes the head of the day before. */
export function hashHead(previous: Uint8Array, root: Uint8Array, day: string): Buffer {
  return sha256(HEAD, previous, root, Buffer.from(day));
}

/** Builds the path from one leaf of an entry to the root of the day. */
export function provePart(entries: readonly DayEntry[], entryIndex: number, leafIndex: number): ProofPart {
  const { entry, leaves, root } = entries[entryIndex]!;
  const toHex = (hash: Buffer) => hash.toString('hex');
  return {
    entry,
    leaf: leaves[leafIndex]!,
    leafIndex,
    leaves: leaves.length,
    leafPath: findPath(leaves.map(hashText), leafIndex).map(toHex),
    partRoot: toHex(root),
    entryIndex,
    entries: entries.length,
    entryPath: findPath(entries.map(hashEntry), entryIndex).map(toHex),
  };
}

function listMinutes(key: string, values: readonly TreeValue[]): string[] {
  return [...groupBy(values, ({ t }) => floorTo(t, MINUTE_MS))].map(([minute, ofMinute]) => {
    const lines = ofMinute.map((value) => `${value.t - minute} ${value.text ?? formatPrice(value)}\n`);
    return `M ${key} ${minute}\n${lines.join('')}`;
  });
}

function makeEntry(entry: string, leaves: readonly string[]): DayEntry {
  return { entry, leaves, root: hashTree(leaves.map(hashText)) };
}

function hashEntry({ entry, root }: Pick<DayEntry, 'entry' | 'root'>): Buffer {
  return hashLeaf(Buffer.concat([Buffer.from(`${entry}\n`), root]));
}

function hashText(text: string): Buffer {
  return hashLeaf(Buffer.from(text));
}

/** Groups items by the start of a time span, earliest first. The order within a group is kept. */
function groupBy<T>(items: readonly T[], toStart: (item: T) => number): Map<number, T[]> {
  const groups = Map.groupBy(items, toStart);
  return new Map([...groups].sort(([a], [b]) => a - b));
}

function floorTo(t: number, spanMs: number): number {
  return t - (t % spanMs);
}

function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

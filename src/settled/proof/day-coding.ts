import { type DayEntry, formatEntry } from './day-tree.ts';

const HOUR_MS = 3_600_000;
const HOURS = 24;
const HASH_BYTES = 32;
const VERSION = 1;

/** Line and root of an entry, which are the stored part of it. */
export type EntryRoot = Pick<DayEntry, 'entry' | 'root'>;

/** Stored entries of a day, with the number of its results. */
export interface DayEntries {
  readonly entries: readonly EntryRoot[];
  /** Number of results that were recorded on the day. */
  readonly results: number;
}

/**
 * Encodes the entries of a day (UTC) in order. A JSON header lists the hours with an entry, by series and finally for
 * results. It is followed by a line feed and the concatenated roots.
 */
export function encodeEntries(day: number, { entries, results }: DayEntries): Uint8Array {
  const from = day * HOURS;
  const hours = new Map<string, number>();
  for (const { entry } of entries) {
    const { key, hour } = parseEntry(entry);
    hours.set(key, (hours.get(key) ?? 0) | (1 << (hour / HOUR_MS - from)));
  }
  const head = JSON.stringify({ version: VERSION, results, hours: [...hours] });
  return Buffer.concat([Buffer.from(`${head}\n`), ...entries.map(({ root }) => root)]);
}

/** Decodes the entries of a day. @throws {RangeError} when the bytes are from another version or damaged. */
export function decodeEntries(day: number, bytes: Uint8Array): DayEntries {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = buffer.indexOf('\n');
  const { version, results, hours } = JSON.parse(buffer.toString('utf8', 0, end)) as {
    version: number;
    results: number;
    hours: [key: string, mask: number][];
  };
  if (version !== VERSION)
    throw new RangeError(
      `the entries have version ${version}, and this release reads version ${VERSION}: use a newer release`,
    );
  const lines = hours.flatMap(([key, mask]) =>
    Array.from({ length: HOURS }, (_, hour) => hour)
      .filter((hour) => (mask & (1 << hour)) !== 0)
      .map((hour) => formatEntry(key, (day * HOURS + hour) * HOUR_MS)),
  );
  const roots = buffer.subarray(end + 1);
  if (roots.length !== lines.length * HASH_BYTES)
    throw new RangeError(`${lines.length} entries do not match ${roots.length} bytes of roots`);
  const entries = lines.map((entry, i) => ({
    entry,
    root: roots.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES),
  }));
  return { entries, results };
}

/** Parses the line of an entry into the key of the series and the hour. The key of results is ''. */
export function parseEntry(entry: string): { readonly key: string; readonly hour: number } {
  const [kind, ...rest] = entry.split(' ');
  return kind === 'R' ? { key: '', hour: Number(rest[0]) } : { key: rest[0] ?? '', hour: Number(rest[1]) };
}

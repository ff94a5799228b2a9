import { statSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { TapeContent } from '../../../tree/tables.ts';
import type { DayFile } from '../day-file.ts';
import type { TapeFiles } from '../reading/tape-files.ts';
import { isClosed, type TapePart } from '../tape-folder.ts';

/** What a file has of one venue: a text that changes with it; null: nothing. */
type VenueState = Readonly<Record<TapeContent, string | null>>;

/** States by venue. */
export type PartState = ReadonlyMap<string, VenueState>;

/** Sums of checksums are another one when any row is. */
const SPANS = `
  SELECT m.venue AS venue, count(*) AS n, sum(s.crc) AS crc FROM span s JOIN market m ON m.id = s.market GROUP BY m.venue`;
const RESYNCS = SPANS.replace('span s', 'resync s');
const CHECKED = SPANS.replace('span s', 'checked s');
const UNSETTLED = SPANS.replace('span s', 'unsettled s');

/** Reads what a file has of each venue. */
export function readPartState(file: DayFile): PartState {
  const sums = (sql: string) =>
    new Map(file.rows.all(sql).map(({ venue, n, crc }) => [String(venue), `${n} ${crc}`]));
  const [spans, resyncs, checked, unsettled] = [SPANS, RESYNCS, CHECKED, UNSETTLED].map(sums) as [
    ...[Map<string, string>, Map<string, string>, Map<string, string>, Map<string, string>],
  ];
  const counted = (table: string) => {
    const row = file.rows.get(`SELECT count(*) AS n, coalesce(max(id), 0) AS id FROM ${table}`);
    return { n: Number(row?.n), text: `${row?.n} ${row?.id}` };
  };
  const [journal, tradeBlocks] = [counted('journal'), counted('trade_block')];
  // Rows of the journal that become a slice are the same changes.
  const { newestMs } = file;
  const venues = file.rows.all('SELECT venue, min(id) AS low, max(id) AS high FROM market GROUP BY venue');
  return new Map(
    venues.map((row) => {
      const venue = String(row.venue);
      const span = spans.get(venue);
      const books =
        span === undefined || newestMs === null
          ? null
          : [span, resyncs.get(venue) ?? '', newestMs].join(', ');
      const block = file.rows.get(
        'SELECT 1 FROM trade_block WHERE last >= ? AND first <= ? LIMIT 1',
        row.low ?? null,
        row.high ?? null,
      );
      const hasTrades = block !== undefined || journal.n > 0;
      const settling = [checked.get(venue) ?? '', unsettled.get(venue) ?? ''];
      const trades = hasTrades ? [tradeBlocks.text, journal.text, ...settling].join(', ') : null;
      return [venue, { books, trades }];
    }),
  );
}

/** State of a day from those of its parts; null: the day has nothing. */
export function toDaySeq(
  states: readonly { readonly part: number; readonly text: string | null }[],
): number | null {
  const texts = states.flatMap(({ part, text }) => (text === null ? [] : [`${part}: ${text}`]));
  return texts.length === 0 ? null : crc32(texts.join('\n'));
}

/** States of files, kept as long as a closed file is the same. */
export class PartStates {
  readonly #files: TapeFiles;
  readonly #known = new Map<string, { readonly mark: string; readonly state: PartState }>();

  constructor(files: TapeFiles) {
    this.#files = files;
  }

  /** @returns null: SQLite cannot read the file. A file that is no tape has nothing. */
  read(part: TapePart): PartState | null {
    const mark = findMark(part.path);
    const known = this.#known.get(part.path);
    if (known !== undefined && known.mark === mark) return known.state;
    this.#known.delete(part.path);
    const read = this.#files.read(part, readPartState);
    if (read.is !== 'read') return read.is === 'damaged' ? null : new Map();
    if (mark !== null) this.#known.set(part.path, { mark, state: read.result });
    return read.result;
  }

  /** Forgets files that are gone. */
  keep(parts: readonly TapePart[]): void {
    const paths = new Set(parts.map((part) => part.path));
    for (const path of this.#known.keys()) if (!paths.has(path)) this.#known.delete(path);
  }
}

/** Tells a closed file from one that was changed; null: it is being written, or is gone. */
function findMark(path: string): string | null {
  try {
    if (!isClosed(path)) return null;
    const { ino, size, mtimeMs } = statSync(path);
    return `${ino} ${size} ${mtimeMs}`;
  } catch {
    return null;
  }
}

import { statSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { TapeContent } from '../../../tree/tables.ts';
import type { DayFile } from '../day-file.ts';
import type { TapeFiles } from '../reading/tape-files.ts';
import { isClosed, type TapePart } from '../tape-folder.ts';

/** State of one venue in a file: texts that change with its content; null when it has none. */
type VenueState = Readonly<Record<TapeContent, string | null>>;

/** States by venue. */
export type PartState = ReadonlyMap<string, VenueState>;

/** Number and sum of the checksums of spans by venue, which change when any row does. */
const SPANS = `
  SELECT m.venue AS venue, count(*) AS n, sum(s.crc) AS crc FROM span s JOIN market m ON m.id = s.market GROUP BY m.venue`;
const RESYNCS = SPANS.replace('span s', 'resync s');
const CHECKED = SPANS.replace('span s', 'checked s');
const UNSETTLED = SPANS.replace('span s', 'unsettled s');

/** Reads the state of each venue in a file. */
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
  // The newest time stands for the frames, since sealing the journal does not change it.
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

/** Computes the number of a day from the states of its parts; null when none has content. */
export function toDaySeq(
  states: readonly { readonly part: number; readonly text: string | null }[],
): number | null {
  const texts = states.flatMap(({ part, text }) => (text === null ? [] : [`${part}: ${text}`]));
  return texts.length === 0 ? null : crc32(texts.join('\n'));
}

/** Cache of the states of closed files, valid while the file is unchanged. */
export class PartStates {
  readonly #files: TapeFiles;
  readonly #known = new Map<string, { readonly mark: string; readonly state: PartState }>();

  constructor(files: TapeFiles) {
    this.#files = files;
  }

  /** Reads the state of a part. @returns Null when SQLite cannot read the file; empty when it is not of the tape. */
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

  /** Drops the states of files that no longer exist. */
  keep(parts: readonly TapePart[]): void {
    const paths = new Set(parts.map((part) => part.path));
    for (const path of this.#known.keys()) if (!paths.has(path)) this.#known.delete(path);
  }
}

/** Returns a text that identifies a version of a closed file; null when the file is being written, or missing. */
function findMark(path: string): string | null {
  try {
    if (!isClosed(path)) return null;
    const { ino, size, mtimeMs } = statSync(path);
    return `${ino} ${size} ${mtimeMs}`;
  } catch {
    // A file that cannot be looked at is taken as missing.
    return null;
  }
}

import { type Columns, sourceOfCode } from './history-store.ts';
import { TextWriter } from './text-writer.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

const RECORD = bytesOf('{"t":');
const PRICE = bytesOf(',"p":');
const VOLUME = bytesOf(',"v":');
/** What ends a record, by the code of its source. */
const ENDS = [0, 1, 2, 3, 4].map((code) => {
  const source = sourceOfCode(code);
  return bytesOf(source === null ? '}' : `,"s":"${source}"}`);
});

const writer = new TextWriter();

/**
 * The records as a JSON array: `[{"t":..,"p":..,"v":..,"s":".."},..]`, `v` and `s` only where they are known.
 *
 * The same bytes as `JSON.stringify` of row objects, several times as fast, since no row object is made.
 */
export function jsonRecords(columns: Columns): Buffer {
  writer.reset();
  writer.ascii('[');
  writeRecords(columns, ',');
  writer.ascii(']');
  return writer.toBuffer();
}

/** The records as lines of JSON, each ended by a line feed. */
export function jsonLines(columns: Columns): Buffer {
  writer.reset();
  writeRecords(columns, '\n');
  if (columns.length > 0) writer.ascii('\n');
  return writer.toBuffer();
}

function writeRecords({ t, p, v, s, length }: Columns, separator: string): void {
  for (let i = 0; i < length; i++) {
    if (i > 0) writer.ascii(separator);
    writer.raw(RECORD);
    writer.number(t[i]!);
    writer.raw(PRICE);
    writer.number(p[i]!);
    if (!Number.isNaN(v[i]!)) {
      writer.raw(VOLUME);
      writer.number(v[i]!);
    }
    writer.raw(ENDS[s[i]!]!);
  }
}

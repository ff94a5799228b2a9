import type { Columns } from '../history-store.ts';
import { recordTexts } from './record-text.ts';

const OPEN = 91;
const CLOSE = 93;
const LINE_FEED = 10;

/**
 * The records as a JSON array: `[{"t":..,"p":..,"v":..,"s":".."},..]`, `v` and `s` only where they are known.
 *
 * The same bytes as `JSON.stringify` of row objects, several times as fast, since no row object is made.
 */
export function formatJsonRecords(columns: Columns): Buffer {
  if (columns.length === 0) return Buffer.from('[]');
  const text = recordTexts(columns, ',');
  text[0] = OPEN;
  text[text.length - 1] = CLOSE;
  return text;
}

/** The records as lines of JSON, each ended by a line feed. */
export function formatJsonLines(columns: Columns): Buffer {
  const text = recordTexts(columns, '\n');
  text[text.length - 1] = LINE_FEED;
  return text.subarray(1);
}

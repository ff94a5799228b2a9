import type { Columns } from '../contract/history-store.ts';
import { recordTexts } from './record-text.ts';

const LINE_FEED = 10;

/** Formats records as JSON objects, one per line, each line ended by a line feed. */
export function formatJsonLines(columns: Columns): Buffer {
  const text = recordTexts(columns, '\n');
  text[text.length - 1] = LINE_FEED;
  return text.subarray(1);
}

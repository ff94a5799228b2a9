import { setImmediate as nextTurn } from 'node:timers/promises';
import { type FlowColumns, sideOf } from '../analytics/index.ts';

/** Rows written in one turn of the event loop: a few milliseconds of work. */
const ROWS_PER_CHUNK = 4_096;
/** Times of neighbouring records share all but their last digits. */
const SHARED_TIME = 1_000_000;

/**
 * The classified records as a JSON list, written from the columns: an object per record would cost more than all
 * the rest of the answer. Others get their turn between the chunks.
 */
export async function flowSeriesJson(series: FlowColumns): Promise<Buffer> {
  const chunks: Buffer[] = [Buffer.from('[')];
  for (let from = 0; from < series.length; from += ROWS_PER_CHUNK) {
    if (from > 0) await nextTurn();
    const to = Math.min(series.length, from + ROWS_PER_CHUNK);
    // All of it is ASCII.
    chunks.push(Buffer.from(rowsText(series, from, to), 'latin1'));
  }
  chunks.push(Buffer.from(']'));
  return Buffer.concat(chunks);
}

function rowsText({ t, direction, weight, cumulative }: FlowColumns, from: number, to: number): string {
  const timeText = timeWriter();
  let text = '';
  for (let i = from; i < to; i++) {
    const size = String(weight[i]);
    const signed =
      direction[i] === 0 || size === '0' ? '0' : (direction[i] as number) > 0 ? size : `-${size}`;
    const separator = i === 0 ? '{"t":' : ',{"t":';
    const side = sideOf(direction[i] as number);
    text += `${separator}${timeText(t[i] as number)},"side":"${side}","weight":${size},"signed":${signed},"cumulative":${finiteText(cumulative[i] as number)}}`;
  }
  return text;
}

/** Writes whole times; the digits that a time shares with the one before it are not worked out again. */
function timeWriter(): (t: number) => string {
  let shared = -1;
  let sharedText = '';
  return (t) => {
    const head = Math.floor(t / SHARED_TIME);
    if (head < SHARED_TIME / 10) return String(t);
    if (head !== shared) {
      shared = head;
      sharedText = String(head);
    }
    // A leading 1 keeps the zeros; it is cut off again.
    return sharedText + String(t - head * SHARED_TIME + SHARED_TIME).slice(1);
  };
}

/** A sum of volumes can exceed the largest number; what is not finite is null everywhere. */
function finiteText(value: number): string {
  return Number.isFinite(value) ? String(value) : 'null';
}

import { findUpperBound, lowerBound } from '../columns/columns.ts';
import type { Columns } from '../contract/history-store.ts';
import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';
import { readIntegers, writeIntegers } from './integers.ts';
import { Scratch } from './scratch.ts';
import type { Counts } from './segments.ts';

/**
 * Times of the polls that the pieces of a pack share, oldest first.
 *
 * All records of one poll have its time, so a pack stores these times once. A piece stores the position of its first
 * record on the clock, and the number of polls from each record to the next.
 */
export type PollClock = Float64Array;

const NO_CLOCK: PollClock = new Float64Array(0);

const ofBegins = new Scratch();
const ofSteps = new Scratch();
const ofLater = new Scratch();

/** Collects the times that at least two of the pieces share. */
export function buildClock(pieces: readonly Columns[]): PollClock {
  if (pieces.length < 2 || followEachOther(pieces)) return NO_CLOCK;
  const longest = pieces.reduce((best, piece) => (piece.length > best.length ? piece : best));
  // Usually every piece covers a part of the same polls.
  if (areWhole(longest.t, longest.length) && pieces.every((piece) => isWithin(piece, longest))) {
    return longest.t.slice(0, longest.length);
  }
  const seen = new Map<number, number>();
  pieces.forEach(({ t, length }, piece) => {
    for (let i = 0; i < length; i++) {
      const before = seen.get(t[i]!);
      if (before === undefined) seen.set(t[i]!, piece);
      else if (before !== piece) seen.set(t[i]!, -1);
    }
  });
  const shared: number[] = [];
  for (const [time, piece] of seen) if (piece === -1) shared.push(time);
  return Float64Array.from(shared).sort();
}

/**
 * Writes times as positions on the clock, each with its delay after that position: zero, unless the venue gave its own
 * time.
 *
 * @returns False, with nothing written, when the times are too far apart to be exact.
 */
export function writeOnClock(out: ByteWriter, t: Float64Array, counts: Counts, clock: PollClock): boolean {
  const begins = ofBegins.take(counts.length);
  const steps = ofSteps.take(t.length - counts.length);
  const later = ofLater.take(t.length);
  let at = 0;
  let next = 0;
  for (let piece = 0; piece < counts.length; piece++) {
    const end = at + counts[piece]!;
    let position = Math.max(0, findUpperBound(clock, clock.length, t[at]!) - 1);
    begins[piece] = position;
    later[at] = t[at]! - clock[position]!;
    for (at++; at < end; at++) {
      const before = position;
      while (position + 1 < clock.length && clock[position + 1]! <= t[at]!) position++;
      steps[next++] = position - before;
      later[at] = t[at]! - clock[position]!;
    }
  }
  const start = out.length;
  if (writeIntegers(out, begins) && writeIntegers(out, steps) && writeIntegers(out, later)) return true;
  out.rewind(start);
  return false;
}

/**
 * Reads the output of {@link writeOnClock} into the first positions of `t`.
 *
 * @throws {RangeError} on a position outside the clock.
 */
export function readOnClock(input: ByteReader, t: Float64Array, counts: Counts, clock: PollClock): void {
  let n = 0;
  for (const count of counts) n += count;
  const begins = new Float64Array(counts.length);
  const steps = new Float64Array(n - counts.length);
  readIntegers(input, begins.length, begins);
  readIntegers(input, steps.length, steps);
  readIntegers(input, n, t);
  let at = 0;
  let next = 0;
  for (let piece = 0; piece < counts.length; piece++) {
    const end = at + counts[piece]!;
    let position = begins[piece]!;
    t[at] = t[at]! + clock[position]!;
    for (at++; at < end; at++) {
      position += steps[next++]!;
      t[at] = t[at]! + clock[position]!;
    }
    if (position >= clock.length || begins[piece]! < 0)
      throw new RangeError('a position lies outside the poll clock');
  }
}

/** Whether all values are safe integers, which a column of whole numbers restores exactly. Minus zero is not. */
export function areWhole(values: Float64Array, length: number): boolean {
  for (let i = 0; i < length; i++) {
    if (!Number.isSafeInteger(values[i]) || Object.is(values[i], -0)) return false;
  }
  return true;
}

/** Whether each piece begins after the end of the one before, as in one long series: they share no times. */
function followEachOther(pieces: readonly Columns[]): boolean {
  return pieces.every((piece, i) => i === 0 || getLastTime(pieces[i - 1]!) < piece.t[0]!);
}

function getLastTime({ t, length }: Columns): number {
  return t[length - 1]!;
}

function isWithin(piece: Columns, whole: Columns): boolean {
  const from = lowerBound(whole.t, whole.length, piece.t[0]!);
  if (from + piece.length > whole.length) return false;
  for (let i = 0; i < piece.length; i++) if (piece.t[i] !== whole.t[from + i]) return false;
  return true;
}

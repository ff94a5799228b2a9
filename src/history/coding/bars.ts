import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/index.ts';
import { BAR_FIELDS, BucketBuilder } from '../columns/buckets.ts';
import type { Columns } from '../contract/history-store.ts';
import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import { readDoubles, writeDoubles } from './doubles.ts';
import { Scratch } from './scratch.ts';

/**
 * Bars of a piece, so that most aggregates do not have to decode the piece: one bar per hour or day if a few of them
 * cover the piece, otherwise one bar of the whole piece (width 0).
 */
export interface PieceBars {
  readonly widthMs: number;
  /** Bars, oldest first, with {@link BAR_FIELDS} numbers each. */
  readonly bars: Float64Array;
}

/** Stored bars of a piece, decoded on first use, since most are never used. */
export class StoredBars {
  #data: Uint8Array | null;
  #bars: PieceBars | null;

  constructor(stored: Uint8Array | PieceBars) {
    this.#data = stored instanceof Uint8Array ? stored : null;
    this.#bars = stored instanceof Uint8Array ? null : stored;
  }

  open(): PieceBars {
    if (this.#bars === null) {
      this.#bars = decodeBars(this.#data!);
      this.#data = null;
    }
    return this.#bars;
  }
}

const WIDTHS = [0, HOUR_MS, DAY_MS];

/** Maximum number of bars of a piece: more of them would not save enough time for their bytes. */
const MAX_BARS = 4;

/** Minimum number of records per minute for minute bars: a piece with fewer is decoded as fast as its bars. */
const MIN_RECORDS_PER_MINUTE = 6;

const VOLUME_NONE = 0;
const VOLUME_TRADED = 1;
const VOLUME_OTHER = 2;

/** Number of significant digits that stored sums keep: further digits are floating-point errors. */
const SUM_DIGITS = 14;

/** Powers of ten that doubles represent exactly. */
const POWERS = Float64Array.from({ length: 23 }, (_, k) => 10 ** k);

const writer = new ByteWriter();
const ofColumn = new Scratch();

/** Builds the bars of a piece, as narrow as {@link MAX_BARS} allows, or one for the whole piece. */
export function buildBars({ t, p, v, length }: Columns): PieceBars {
  for (const widthMs of WIDTHS.slice(1)) {
    const spanned = Math.floor(t[length - 1]! / widthMs) - Math.floor(t[0]! / widthMs) + 1;
    if (spanned > MAX_BARS) continue;
    const builder = new BucketBuilder(widthMs, MAX_BARS, spanned);
    builder.addRecords(t, p, v, 0, length);
    return { widthMs, bars: builder.bars() };
  }
  // A bucket of this width contains the whole piece.
  const whole = new BucketBuilder(Number.MAX_SAFE_INTEGER, 2, 1);
  whole.addRecords(t, p, v, 0, length);
  const bars = whole.bars();
  bars[0] = t[0]!;
  return { widthMs: 0, bars };
}

/** Builds the minute bars of a piece; null when they would not save time. */
export function buildMinuteBars({ t, p, v, length }: Columns): Float64Array | null {
  const minutes = Math.floor(t[length - 1]! / MINUTE_MS) - Math.floor(t[0]! / MINUTE_MS) + 1;
  if (length < minutes * MIN_RECORDS_PER_MINUTE) return null;
  const builder = new BucketBuilder(MINUTE_MS, minutes, minutes);
  builder.addRecords(t, p, v, 0, length);
  return builder.bars();
}

/** Encodes bars; the first byte is the index of their width. */
export function encodeBars({ widthMs, bars }: PieceBars): Uint8Array {
  writer.rewind(0);
  writer.u8(WIDTHS.indexOf(widthMs));
  writeBars(writer, bars);
  return writer.written().slice();
}

/** Decodes bars. @throws {RangeError} when the bytes are damaged. */
function decodeBars(data: Uint8Array): PieceBars {
  const input = new ByteReader(data);
  const widthMs = WIDTHS[input.u8()];
  if (widthMs === undefined) throw new RangeError('the bars have an unknown width');
  return { widthMs, bars: readBars(input) };
}

/** Writes bars column by column (layout: docs/formats/history.md, "Bars"). */
export function writeBars(out: ByteWriter, bars: Float64Array): void {
  out.varint(bars.length / BAR_FIELDS);
  for (let field = 0; field < 6; field++) writeColumn(out, copyColumn(bars, field));
  const kind = classifyVolumes(bars);
  out.u8(kind);
  if (kind === VOLUME_NONE) return;
  writeColumn(out, copySums(bars, 6));
  writeColumn(out, copySums(bars, 7));
  if (kind === VOLUME_OTHER) writeColumn(out, copySums(bars, 8));
}

function writeColumn(out: ByteWriter, column: Float64Array): void {
  writeDoubles(out, column, undefined, 'quick');
}

/** Copies one field of all bars to a scratch column, valid until the next call. */
function copyColumn(bars: Float64Array, field: number): Float64Array {
  const column = ofColumn.take(bars.length / BAR_FIELDS);
  for (let i = 0, at = field; i < column.length; i++, at += BAR_FIELDS) column[i] = bars[at]!;
  return column;
}

function copySums(bars: Float64Array, field: number): Float64Array {
  const column = copyColumn(bars, field);
  for (let i = 0; i < column.length; i++) column[i] = round(column[i]!);
  return column;
}

function classifyVolumes(bars: Float64Array): number {
  let isNone = true;
  let isAllTraded = true;
  for (let at = 6; at < bars.length; at += BAR_FIELDS) {
    if (!Number.isNaN(bars[at]!)) isNone = false;
    if (round(bars[at]!) !== round(bars[at + 2]!)) isAllTraded = false;
  }
  return isNone ? VOLUME_NONE : isAllTraded ? VOLUME_TRADED : VOLUME_OTHER;
}

/** Reads the output of {@link writeBars}. @throws {RangeError} when the bytes are damaged. */
export function readBars(input: ByteReader): Float64Array {
  const n = input.varint();
  if (n > MAX_MINUTES) throw new RangeError(`the block states ${n} bars, which is out of range`);
  const bars = new Float64Array(n * BAR_FIELDS);
  const values = new Float64Array(n);
  const column = (field: number) => {
    readDoubles(input, n, values);
    for (let i = 0; i < n; i++) bars[i * BAR_FIELDS + field] = values[i]!;
  };
  for (let field = 0; field < 6; field++) column(field);
  const kind = input.u8();
  if (kind === VOLUME_NONE) {
    for (let i = 0; i < n; i++) bars[i * BAR_FIELDS + 6] = Number.NaN;
    return bars;
  }
  column(6);
  column(7);
  if (kind === VOLUME_OTHER) column(8);
  else for (let i = 0; i < n; i++) bars[i * BAR_FIELDS + 8] = bars[i * BAR_FIELDS + 6]!;
  return bars;
}

/** Maximum number of minute bars: more than the records of a pack can have. */
const MAX_MINUTES = 65_536;

/** Rounds to {@link SUM_DIGITS} digits. The quotient of two exact doubles is the double nearest to the decimal. */
function round(sum: number): number {
  if (sum === 0 || !Number.isFinite(sum)) return sum;
  const decimals = SUM_DIGITS - 1 - Math.floor(Math.log10(Math.abs(sum)));
  const power = POWERS[decimals];
  return power === undefined ? Number(sum.toPrecision(SUM_DIGITS)) : Math.round(sum * power) / power;
}

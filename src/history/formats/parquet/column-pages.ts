import { toInt64 } from '../int64.ts';
import { type ColumnValues, isCoded, isRuns, type TableColumn } from '../table.ts';
import { ByteBuffer } from './byte-buffer.ts';
import { NumberDictionary } from './number-dictionary.ts';
import { countBits, writeCodes } from './run-coding.ts';

/** Maximum rows of a page, the smallest unit that a reader of one asset or hour reads. Six pages are a row group. */
const PAGE_ROWS = 20_480;
/** Maximum text bytes of a page, so that a page of long texts has fewer rows. */
const PAGE_TEXT_BYTES = 1_048_576;

/** One data page before compression. */
export interface Page {
  readonly rows: number;
  readonly nulls: number;
  /** Encoded definition levels, which say which rows have a value; empty for a required column. */
  readonly levels: Uint8Array;
  readonly data: Uint8Array;
  readonly bounds: Bounds;
}

/** Smallest and largest value of a page: UTF-8 for texts, 8 bytes for times and numbers; null without a value. */
export interface Bounds {
  readonly min: Uint8Array | null;
  readonly max: Uint8Array | null;
}

/** Pages of one column of a row group. The data of a page is valid until the next page is taken. */
export interface ColumnPages {
  /** Encoded values of the dictionary, and their number; null when the pages contain the values themselves. */
  readonly dictionary: { readonly data: Uint8Array; readonly count: number } | null;
  readonly pages: Iterable<Page>;
}

const numbers = new NumberDictionary();
const levelBuffer = new ByteBuffer(4_096);
const dataBuffer = new ByteBuffer(262_144);
const dictionaryBuffer = new ByteBuffer(65_536);
let codeRoom = new Uint32Array(0);
let valueRoom = new Float64Array(0);

/** Divides a column into pages. The next call reuses the memory of the returned pages. */
export function toPages(values: ColumnValues, { type, nullWhen }: TableColumn, length: number): ColumnPages {
  const isOptional = nullWhen !== null;
  if (!(values instanceof Float64Array)) return textPages(values, length, isOptional);
  if (codeRoom.length < length) codeRoom = new Uint32Array(length);
  if (valueRoom.length < length) valueRoom = new Float64Array(length);
  const present = isOptional ? new Uint8Array(length) : null;
  let count = 0;
  for (let row = 0; row < length; row++) {
    const value = values[row]!;
    if (present !== null) {
      if (Number.isNaN(value)) continue;
      present[row] = 1;
    }
    valueRoom[count++] = value;
  }
  const dense = valueRoom.subarray(0, count);
  return type === 'time' ? timePages(dense, present, length) : numberPages(dense, present, length);
}

function timePages(times: Float64Array, present: Uint8Array | null, length: number): ColumnPages {
  const words = toInt64(times);
  return {
    dictionary: null,
    pages: eachPage(present, length, PAGE_ROWS, (from, to) => {
      dataBuffer.reset();
      dataBuffer.appendMemory(words.subarray(from, to));
      const [min, max] = range(times, from, to);
      return {
        min: min === null ? null : toBytes(toInt64(min)),
        max: max === null ? null : toBytes(toInt64(max)),
      };
    }),
  };
}

function numberPages(values: Float64Array, present: Uint8Array | null, length: number): ColumnPages {
  const codes = codeRoom;
  const bounds = (from: number, to: number): Bounds => {
    const [min, max] = range(values, from, to);
    // 0 and -0 compare equal, so bounds that are zero must include both signs for a reader that looks for either.
    const low = min?.[0] === 0 ? Float64Array.of(-0) : min;
    const high = max?.[0] === 0 ? Float64Array.of(0) : max;
    return { min: low === null ? null : toBytes(low), max: high === null ? null : toBytes(high) };
  };
  if (values.length === 0 || !numbers.encode(values, codes)) {
    return {
      dictionary: null,
      pages: eachPage(present, length, PAGE_ROWS, (from, to) => {
        dataBuffer.reset();
        dataBuffer.appendMemory(values.subarray(from, to));
        return bounds(from, to);
      }),
    };
  }
  const count = numbers.values.length;
  return {
    dictionary: { data: toBytes(numbers.values), count },
    pages: eachPage(present, length, PAGE_ROWS, (from, to) => {
      writeCodePage(codes, from, to, count);
      return bounds(from, to);
    }),
  };
}

function textPages(
  values: Exclude<ColumnValues, Float64Array>,
  length: number,
  isOptional: boolean,
): ColumnPages {
  const present = isOptional ? new Uint8Array(length).fill(1) : null;
  if (codeRoom.length < length) codeRoom = new Uint32Array(length);
  const codes = codeRoom;
  const dictionary = new TextDictionary();
  let count = 0;
  if (isRuns(values)) {
    let row = 0;
    values.ends.forEach((end, run) => {
      codes.fill(dictionary.add(values.texts[run]!), row, end);
      row = end;
    });
    count = length;
  } else if (isCoded(values)) {
    const known = values.texts.map((text) => (text === null ? -1 : dictionary.add(text)));
    for (let row = 0; row < length; row++) {
      const code = known[values.codes[row]!]!;
      if (code >= 0) codes[count++] = code;
      else if (present !== null) present[row] = 0;
    }
  } else {
    for (let row = 0; row < length; row++) {
      const text = values[row] ?? null;
      if (text !== null) codes[count++] = dictionary.add(text);
      else if (present !== null) present[row] = 0;
    }
  }
  const bounds = (from: number, to: number) => dictionary.bounds(codes, from, to);
  if (count === 0 || dictionary.count > count / 2) {
    const rows = Math.max(1, Math.min(PAGE_ROWS, Math.ceil((PAGE_TEXT_BYTES * length) / dictionary.bytes)));
    return {
      dictionary: null,
      pages: eachPage(present, length, rows, (from, to) => {
        dataBuffer.reset();
        for (let i = from; i < to; i++) writeText(dataBuffer, dictionary.texts[codes[i]!]!);
        return bounds(from, to);
      }),
    };
  }
  dictionaryBuffer.reset();
  for (const text of dictionary.texts) writeText(dictionaryBuffer, text);
  return {
    dictionary: { data: dictionaryBuffer.written(), count: dictionary.count },
    pages: eachPage(present, length, PAGE_ROWS, (from, to) => {
      writeCodePage(codes, from, to, dictionary.count);
      return bounds(from, to);
    }),
  };
}

/** Dictionary of the distinct texts of a column, in UTF-8. */
class TextDictionary {
  readonly texts: Buffer[] = [];
  readonly #codes = new Map<string, number>();
  /** Total number of bytes of the texts, plus 1, so that it is never zero. */
  bytes = 1;

  get count(): number {
    return this.texts.length;
  }

  add(text: string): number {
    const known = this.#codes.get(text);
    if (known !== undefined) return known;
    const bytes = Buffer.from(text);
    this.bytes += bytes.length;
    this.#codes.set(text, this.texts.length);
    return this.texts.push(bytes) - 1;
  }

  bounds(codes: Uint32Array, from: number, to: number): Bounds {
    let [min, max]: [Buffer | null, Buffer | null] = [null, null];
    let before = -1;
    for (let i = from; i < to; i++) {
      const code = codes[i]!;
      if (code === before) continue;
      before = code;
      const text = this.texts[code]!;
      if (min === null || Buffer.compare(text, min) < 0) min = text;
      if (max === null || Buffer.compare(text, max) > 0) max = text;
    }
    return { min, max };
  }
}

/**
 * Yields the pages of a column.
 *
 * @param present 1 for each row that has a value, 0 for others; null when all rows have one.
 * @param write Writes the values from one index up to another into the data buffer, and returns their bounds.
 */
function* eachPage(
  present: Uint8Array | null,
  length: number,
  pageRows: number,
  write: (from: number, to: number) => Bounds,
): Generator<Page> {
  let value = 0;
  for (let row = 0; row < length; row += pageRows) {
    const end = Math.min(length, row + pageRows);
    let nulls = 0;
    levelBuffer.reset();
    if (present !== null) {
      for (let i = row; i < end; i++) nulls += 1 - present[i]!;
      writeCodes(levelBuffer, present, row, end, 1);
    }
    const values = end - row - nulls;
    const bounds = write(value, value + values);
    value += values;
    yield { rows: end - row, nulls, levels: levelBuffer.written(), data: dataBuffer.written(), bounds };
  }
}

function writeCodePage(codes: Uint32Array, from: number, to: number, count: number): void {
  dataBuffer.reset();
  const width = countBits(count);
  dataBuffer.u8(width);
  writeCodes(dataBuffer, codes, from, to, width);
}

function writeText(out: ByteBuffer, text: Uint8Array): void {
  out.u32(text.length);
  out.append(text);
}

function range(
  values: Float64Array,
  from: number,
  to: number,
): [min: Float64Array | null, max: Float64Array | null] {
  if (from === to) return [null, null];
  let min = values[from]!;
  let max = min;
  for (let i = from + 1; i < to; i++) {
    const value = values[i]!;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return [Float64Array.of(min), Float64Array.of(max)];
}

function toBytes({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

import type * as Arrow from 'apache-arrow';
import { toInt64 } from './int64.ts';
import {
  type CodedTexts,
  type ColumnValues,
  eachText,
  isCoded,
  type TableColumn,
  type TableRows,
  type TableWriter,
} from './table.ts';

/** Layout of Arrow IPC: `file` has an index at its end and allows random access; `stream` is read as it arrives. */
export type ArrowLayout = 'file' | 'stream';

/** The package, imported when Arrow is first written: loading it takes a quarter of a second. */
let loaded: Promise<typeof Arrow> | null = null;

/** Opens a writer of uncompressed Arrow IPC (format version 5), with one record batch per call of `encodeRows`. */
export async function openArrowWriter(
  columns: readonly TableColumn[],
  layout: ArrowLayout,
): Promise<TableWriter> {
  loaded ??= import('apache-arrow');
  return new ArrowWriter(await loaded, columns, layout);
}

class ArrowWriter implements TableWriter {
  readonly #arrow: typeof Arrow;
  readonly #columns: readonly TableColumn[];
  readonly #schema: Arrow.Schema;
  readonly #writer: Arrow.RecordBatchWriter;
  readonly #chunks: Uint8Array[] = [];

  constructor(arrow: typeof Arrow, columns: readonly TableColumn[], layout: ArrowLayout) {
    this.#arrow = arrow;
    this.#columns = columns;
    this.#schema = new arrow.Schema(
      columns.map(
        ({ name, type, nullWhen }) => new arrow.Field(name, toType(arrow, type), nullWhen !== null),
      ),
    );
    this.#writer =
      layout === 'file' ? new arrow.RecordBatchFileWriter() : new arrow.RecordBatchStreamWriter();
    this.#writer.reset(this.#collector(), this.#schema);
  }

  async encodeRows({ length, columns }: TableRows): Promise<Uint8Array> {
    const { makeData, RecordBatch, Struct } = this.#arrow;
    const children = this.#columns.map(({ type }, i) => this.#data(type, columns[i]!, length));
    const data = makeData({ type: new Struct(this.#schema.fields), length, nullCount: 0, children });
    this.#writer.write(new RecordBatch(this.#schema, data));
    return this.#drain();
  }

  async end(): Promise<Uint8Array> {
    this.#writer.close();
    return this.#drain();
  }

  /** Makes a queue that collects written bytes synchronously: the package's own one can only be read by a promise. */
  #collector(): Arrow.AsyncByteQueue<Uint8Array> {
    const chunks = this.#chunks;
    class Collector extends this.#arrow.AsyncByteQueue<Uint8Array> {
      override write(chunk: Uint8Array): void {
        if (chunk.length > 0) chunks.push(chunk);
      }
    }
    return new Collector();
  }

  /** Joins the written chunks into a copy, since columns may be views of memory that the caller reuses for the next rows. */
  #drain(): Uint8Array {
    const bytes = Buffer.concat(this.#chunks);
    this.#chunks.length = 0;
    return bytes;
  }

  #data(type: TableColumn['type'], values: ColumnValues, length: number): Arrow.Data {
    const { makeData, Float64, TimestampMillisecond, Utf8 } = this.#arrow;
    if (!(values instanceof Float64Array)) {
      const { valueOffsets, data, ...nulls } = toUtf8(values, length);
      return makeData({ type: new Utf8(), length, valueOffsets, data, ...nulls });
    }
    const nulls = hasNaN(values, length) ? toNulls(length, (row) => Number.isNaN(values[row])) : NO_NULLS;
    return type === 'time'
      ? makeData({
          type: new TimestampMillisecond('UTC'),
          length,
          data: toInt64(values.subarray(0, length)),
          ...nulls,
        })
      : makeData({ type: new Float64(), length, data: values.subarray(0, length), ...nulls });
  }
}

function toType(arrow: typeof Arrow, type: TableColumn['type']): Arrow.DataType {
  if (type === 'text') return new arrow.Utf8();
  return type === 'time' ? new arrow.TimestampMillisecond('UTC') : new arrow.Float64();
}

interface Nulls {
  readonly nullCount: number;
  /** Bitmap with one bit for each row, set where the row has a value. */
  readonly nullBitmap: Uint8Array | null;
}

const NO_NULLS: Nulls = { nullCount: 0, nullBitmap: null };

function hasNaN(values: Float64Array, length: number): boolean {
  for (let row = 0; row < length; row++) if (Number.isNaN(values[row]!)) return true;
  return false;
}

function toNulls(length: number, isNull: (row: number) => boolean): Nulls {
  let nullCount = 0;
  const nullBitmap = new Uint8Array((length + 7) >> 3);
  for (let row = 0; row < length; row++) {
    if (isNull(row)) nullCount++;
    else nullBitmap[row >> 3]! |= 1 << (row & 7);
  }
  return { nullCount, nullBitmap: nullCount === 0 ? null : nullBitmap };
}

function toUtf8(values: Exclude<ColumnValues, Float64Array>, length: number) {
  return isCoded(values) ? codedToUtf8(values, length) : textsToUtf8(values, length);
}

/** Encodes each text of the dictionary only once. */
function codedToUtf8({ codes, texts }: CodedTexts, length: number) {
  const encoded = texts.map((text) => (text === null ? null : Buffer.from(text)));
  const first = codes[0];
  if (first !== undefined && isAll(codes, length, first)) return repeatUtf8(encoded[first] ?? null, length);
  const valueOffsets = new Int32Array(length + 1);
  let at = 0;
  for (let row = 0; row < length; row++) {
    at += encoded[codes[row]!]?.length ?? 0;
    valueOffsets[row + 1] = at;
  }
  const data = Buffer.allocUnsafe(at);
  for (let row = 0; row < length; row++) {
    const bytes = encoded[codes[row]!];
    if (bytes == null) continue;
    const start = valueOffsets[row]!;
    for (let i = 0; i < bytes.length; i++) data[start + i] = bytes[i]!;
  }
  return { valueOffsets, data, ...toNulls(length, (row) => encoded[codes[row]!] == null) };
}

function isAll(codes: Uint8Array, length: number, code: number): boolean {
  for (let row = 1; row < length; row++) if (codes[row] !== code) return false;
  return true;
}

/** Encodes a column that has the same text in every row, as most columns of few texts do. */
function repeatUtf8(bytes: Uint8Array | null, length: number) {
  const size = bytes?.length ?? 0;
  const valueOffsets = Int32Array.from({ length: length + 1 }, (_, row) => row * size);
  const data = size === 0 ? Buffer.alloc(0) : Buffer.alloc(length * size, bytes!);
  return { valueOffsets, data, ...(bytes === null ? toNulls(length, () => true) : NO_NULLS) };
}

function textsToUtf8(values: Exclude<ColumnValues, Float64Array>, length: number) {
  const valueOffsets = new Int32Array(length + 1);
  const nulls = new Uint8Array(length);
  let bytes = Buffer.allocUnsafe(Math.max(1_024, length * 32));
  let at = 0;
  let row = 0;
  let before: string | null = null;
  let start = 0;
  for (const text of eachText(values)) {
    if (text === null) nulls[row] = 1;
    else if (text === before) {
      // Equal texts often follow each other, and copying bytes is faster than encoding a text.
      const size = valueOffsets[row]! - start;
      bytes = withRoom(bytes, at, size);
      bytes.copyWithin(at, start, start + size);
      start = at;
      at += size;
    } else {
      const size = Buffer.byteLength(text);
      bytes = withRoom(bytes, at, size);
      bytes.write(text, at);
      start = at;
      at += size;
    }
    before = text;
    valueOffsets[++row] = at;
  }
  return { valueOffsets, data: bytes.subarray(0, at), ...toNulls(length, (i) => nulls[i] === 1) };
}

function withRoom(bytes: Buffer<ArrayBuffer>, at: number, more: number): Buffer<ArrayBuffer> {
  if (at + more <= bytes.length) return bytes;
  const grown = Buffer.allocUnsafe(Math.max(bytes.length * 2, at + more));
  bytes.copy(grown, 0, 0, at);
  return grown;
}

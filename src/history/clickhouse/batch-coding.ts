import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** Records of one venue on their way to the table, in columns. */
export interface Batch {
  readonly length: number;
  /** Numbers of the series in the batch. */
  readonly keys: BigInt64Array;
  /** Index into `keys` of each record's series. */
  readonly series: Uint32Array;
  readonly t: Float64Array;
  readonly p: Float64Array;
  /** Volumes; NaN where a record has none. */
  readonly v: Float64Array;
  /** Position of each record among those of its series in the batch. */
  readonly i: Uint32Array;
  readonly s: Uint8Array;
  readonly f: Uint8Array;
}

const LAYOUT = 1;
/** Bytes before the columns: layout version (1 byte), 3 unused bytes, number of series, number of records. */
const HEAD_BYTES = 12;

/** Maximum size of a decoded batch: this service never writes a larger one. */
const MAX_BYTES = 256 << 20;

/** Creates an empty batch of this length; {@link numberArrivals} fills `i`. */
export function createBatch(keys: BigInt64Array, length: number): Batch {
  return {
    length,
    keys,
    series: new Uint32Array(length),
    t: new Float64Array(length),
    p: new Float64Array(length),
    v: new Float64Array(length),
    i: new Uint32Array(length),
    s: new Uint8Array(length),
    f: new Uint8Array(length),
  };
}

/** Numbers the records of each series in their order. */
export function numberArrivals({ keys, series, i }: Batch): void {
  const counts = new Uint32Array(keys.length);
  for (const [at, one] of series.entries()) i[at] = counts[one]!++;
}

/** Encodes a batch for the outbox, which keeps it until 48 hours after it is shipped. */
export function encodeBatch({ length, keys, series, t, p, v, i, s, f }: Batch): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head[0] = LAYOUT;
  head.writeUInt32LE(keys.length, 4);
  head.writeUInt32LE(length, 8);
  const columns = [keys, t, p, v, series, i, s, f].map(toBytes);
  return zstdCompressSync(Buffer.concat([head, ...columns]), {
    params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
  });
}

/** Decodes a batch of the outbox. @throws {Error} when the bytes are damaged. */
export function decodeBatch(data: Uint8Array): Batch {
  const bytes = zstdDecompressSync(data, { maxOutputLength: MAX_BYTES });
  if (bytes[0] !== LAYOUT) throw new RangeError(`unknown layout ${bytes[0]} of a batch`);
  const seriesCount = bytes.readUInt32LE(4);
  const length = bytes.readUInt32LE(8);
  if (bytes.length !== HEAD_BYTES + seriesCount * 8 + length * 34) {
    throw new RangeError('the size of the batch differs from the one that it states');
  }
  let at = HEAD_BYTES;
  // The bytes are copied, since a typed array must begin at a multiple of its element size.
  const take = (size: number) => {
    at += size;
    return Uint8Array.from(bytes.subarray(at - size, at)).buffer;
  };
  return {
    length,
    keys: new BigInt64Array(take(seriesCount * 8)),
    t: new Float64Array(take(length * 8)),
    p: new Float64Array(take(length * 8)),
    v: new Float64Array(take(length * 8)),
    series: new Uint32Array(take(length * 4)),
    i: new Uint32Array(take(length * 4)),
    s: new Uint8Array(take(length)),
    f: new Uint8Array(take(length)),
  };
}

function toBytes({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
}

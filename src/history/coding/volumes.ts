import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';
import { readDoubles, writeDoubles } from './doubles.ts';
import { compress, decompress } from './planes.ts';
import { Scratch } from './scratch.ts';

/** Kinds of a column of volumes in every format: none, all, or a bit for each record that says whether it has one. */
const VOLUME_NONE = 0;
const VOLUME_ALL = 1;
const VOLUME_SOME = 2;

const scratch = new Scratch();

/** Writes the volumes of records; `NaN` is an absent volume. */
export function writeVolumes(writer: ByteWriter, v: Float64Array): void {
  const n = v.length;
  const present = new Uint8Array(Math.ceil(n / 8));
  const values = scratch.take(n);
  let count = 0;
  for (let i = 0; i < n; i++) {
    if (Number.isNaN(v[i]!)) continue;
    present[i >> 3] = present[i >> 3]! | (1 << (i & 7));
    values[count++] = v[i]!;
  }
  writer.u8(count === 0 ? VOLUME_NONE : count === n ? VOLUME_ALL : VOLUME_SOME);
  if (count === 0) return;
  if (count < n) {
    const packed = compress(present);
    writer.varint(count);
    writer.varint(packed.length);
    writer.bytes(packed);
  }
  writeDoubles(writer, values.subarray(0, count));
}

/** Reads the volumes of `n` records. @throws {RangeError} when there are more volumes than records. */
export function readVolumes(input: ByteReader, n: number, v: Float64Array): void {
  const kind = input.u8();
  if (kind === VOLUME_NONE) {
    v.fill(Number.NaN, 0, n);
    return;
  }
  if (kind === VOLUME_ALL) {
    readDoubles(input, n, v);
    return;
  }
  const count = input.varint();
  if (count > n) throw new RangeError('the part has more volumes than records');
  const present = decompress(input.bytes(input.varint()));
  const values = new Float64Array(count);
  readDoubles(input, count, values);
  let next = 0;
  for (let i = 0; i < n; i++) {
    v[i] = (present[i >> 3]! & (1 << (i & 7))) === 0 ? Number.NaN : values[next++]!;
  }
}

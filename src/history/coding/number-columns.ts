import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';
import { readIntegers, writeIntegers } from './integers.ts';

const WHOLE = 1;
const RAW = 0;

/** Writes a column of numbers: as whole numbers if all of them are, otherwise as doubles. */
export function writeColumn(writer: ByteWriter, values: Float64Array): void {
  const start = writer.length;
  writer.u8(WHOLE);
  if (writeIntegers(writer, values)) return;
  writer.rewind(start);
  writer.u8(RAW);
  for (const value of values) writer.f64(value);
}

/** Reads a column of `n` numbers. @throws {RangeError} when the bytes end too early. */
export function readColumn(input: ByteReader, n: number): Float64Array {
  const values = new Float64Array(n);
  if (input.u8() === WHOLE) readIntegers(input, n, values);
  else for (let i = 0; i < n; i++) values[i] = input.f64();
  return values;
}

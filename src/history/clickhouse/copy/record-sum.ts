import type { RecordColumns } from '../record-rows.ts';

// Factors of the low and the high half of each value. They are odd, so that a product modulo 2^32 loses no bit.
const OF_TIME = [0x85ebca77, 0xc2b2ae3d] as const;
const OF_PRICE = [0x27d4eb2f, 0x165667b1] as const;
const OF_VOLUME = [0xd3a2646d, 0xfd7046c5] as const;
const OF_PLACE = 0xb55a4f09;
const OF_SOURCE = 0x2c1b3c6d;
const FIRST = 0x9e3779b1;
const LAST = 0x297a2d39;
/**
 * Number of bits by which a product is shifted: its high bits, which depend on all bits of the value, are mixed into
 * the low ones.
 */
const SHIFT = 15;

/** Stands for the bits of an absent volume, since NaN has many encodings. */
const ABSENT = 1;

/**
 * Computes a checksum of 32 bits over records and their positions. A changed bit, a missing record or another order
 * changes the sum, except with a probability of 1 in 2^32.
 *
 * @param i Position of the first record among those of its series.
 */
export function sumRecords({ length, t, p, v, s, f }: RecordColumns, i: number): number {
  const [price, volume] = [toHalves(p), toHalves(v)];
  let sum = 0;
  for (let at = 0; at < length; at++) {
    const isAbsent = Number.isNaN(v[at]);
    const mixed =
      mix(t[at]!, OF_TIME[0]) ^
      mix(Math.floor(t[at]! / 2 ** 32), OF_TIME[1]) ^
      mix(price[at * 2]!, OF_PRICE[0]) ^
      mix(price[at * 2 + 1]!, OF_PRICE[1]) ^
      mix(isAbsent ? ABSENT : volume[at * 2]!, OF_VOLUME[0]) ^
      mix(isAbsent ? 0 : volume[at * 2 + 1]!, OF_VOLUME[1]) ^
      mix(i + at, OF_PLACE) ^
      mix(s[at]! + f[at]! * 256, OF_SOURCE);
    sum = (sum + mix(mixed, LAST)) | 0;
  }
  return sum >>> 0;
}

function mix(value: number, factor: number): number {
  const product = Math.imul(value, FIRST);
  return Math.imul(product ^ (product >>> SHIFT), factor);
}

/** Describes the same checksum, over the rows of a group, as a ClickHouse expression. */
export function describeRecordSum(): string {
  const mixed = [
    ...describeHalves('t', OF_TIME),
    ...describeHalves('reinterpretAsUInt64(p)', OF_PRICE),
    ...describeHalves(`if(isNaN(v), toUInt64(${ABSENT}), reinterpretAsUInt64(v))`, OF_VOLUME),
    describeMix('i', OF_PLACE),
    describeMix('s + f * 256', OF_SOURCE),
  ].reduce((all, value) => `bitXor(${all}, ${value})`);
  return `toUInt32(sum(${describeMix(mixed, LAST)}))`;
}

function describeHalves(value: string, [low, high]: readonly [number, number]): string[] {
  return [describeMix(value, low), describeMix(`bitShiftRight(${value}, 32)`, high)];
}

function describeMix(value: string, factor: number): string {
  const product = multiply(value, FIRST);
  return multiply(`bitXor(${product}, bitShiftRight(${product}, ${SHIFT}))`, factor);
}

/** Describes a product modulo 2^32. */
function multiply(value: string, factor: number): string {
  return `toUInt32(toUInt32(${value}) * ${factor})`;
}

function toHalves({ buffer, byteOffset, length }: Float64Array): Uint32Array {
  return new Uint32Array(buffer, byteOffset, length * 2);
}

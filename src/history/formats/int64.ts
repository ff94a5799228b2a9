/** Converts whole numbers to 64-bit integers, and NaN to 0, without creating a BigInt for each value. */
export function toInt64(values: Float64Array): BigInt64Array<ArrayBuffer> {
  const words = new Int32Array(values.length * 2);
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (Number.isNaN(value)) continue;
    const high = Math.floor(value / 2 ** 32);
    words[2 * i] = value - high * 2 ** 32;
    words[2 * i + 1] = high;
  }
  return new BigInt64Array(words.buffer);
}

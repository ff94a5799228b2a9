import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** The small chunk size is faster, since blocks are small and zstd allocates an output buffer of this size. */
const OPTIONS = { params: { [constants.ZSTD_c_compressionLevel]: 9 }, chunkSize: 8 * 1024 };

/** Maximum size of the planes: a block has at most this many values, with one byte in each of eight planes. */
const MAX_BYTES = 8 * 65_536;

/** Estimated overhead of zstd in bytes: of its frame, and of the table of a plane. */
const FRAME_BYTES = 8;
const TABLE_BYTES = 8;

/** Minimum number of bits of a plane that is not constant: a smaller result is a floating-point error. */
const MIN_PLANE_BITS = 1e-6;

/** Maximum count whose logarithm is precomputed: counts are of one plane of a part, so most are smaller. */
const MAX_TABLED_COUNT = 4_096;
const countTimesLog = Float64Array.from({ length: MAX_TABLED_COUNT + 1 }, (_, count) => entropyTerm(count));

const histogram = new Uint32Array(256);

/**
 * Estimates cheaply whether compressed planes can be smaller than a limit, by the entropy of each plane, which zstd
 * comes close to on residuals.
 */
export function arePlanesWorthTrying(codes: Float64Array, limitBytes: number): boolean {
  const n = codes.length;
  let bytes = FRAME_BYTES;
  for (let scale = 1; bytes < limitBytes; scale *= 256) {
    histogram.fill(0);
    let isLast = true;
    for (let i = 0; i < n; i++) {
      const rest = Math.floor(codes[i]! / scale);
      if (rest >= 256) isLast = false;
      const byte = rest & 255;
      histogram[byte] = histogram[byte]! + 1;
    }
    let bits = entropyTerm(n);
    for (let byte = 0; byte < 256; byte++) {
      const count = histogram[byte]!;
      if (count > 0) bits -= count <= MAX_TABLED_COUNT ? countTimesLog[count]! : entropyTerm(count);
    }
    if (bits > MIN_PLANE_BITS) bytes += bits / 8 + TABLE_BYTES;
    if (isLast) return bytes < limitBytes;
  }
  return false;
}

function entropyTerm(count: number): number {
  return count > 0 ? count * Math.log2(count) : 0;
}

/** Divides whole numbers from 0 to 2^54 into byte planes, lowest first, and compresses these. */
export function deflatePlanes(codes: Float64Array): Uint8Array {
  const n = codes.length;
  let most = 0;
  for (let i = 0; i < n; i++) if (codes[i]! > most) most = codes[i]!;
  let width = 1;
  while (most >= 256 ** width) width++;

  const planes = new Uint8Array(n * width);
  for (let i = 0; i < n; i++) {
    let rest = codes[i]!;
    for (let plane = 0; plane < width; plane++) {
      planes[plane * n + i] = rest % 256;
      rest = Math.floor(rest / 256);
    }
  }
  return compress(planes);
}

/** Reads the output of {@link deflatePlanes} into `target` from index `from` up to `to`. */
export function inflatePlanes(data: Uint8Array, target: Float64Array, from: number, to: number): void {
  const n = to - from;
  const planes = decompress(data);
  const width = planes.length / n;
  if (!Number.isInteger(width)) throw new RangeError('the byte planes differ in length');
  target.fill(0, from, to);
  let scale = 1;
  for (let plane = 0; plane < width; plane++) {
    const offset = plane * n - from;
    for (let i = from; i < to; i++) target[i] = target[i]! + planes[offset + i]! * scale;
    scale *= 256;
  }
}

/** Encodes the bits of doubles, each XORed with the one before, as eight compressed byte planes. */
export function deflateDoubles(values: Float64Array): Uint8Array {
  const n = values.length;
  const bytes = new Uint8Array(values.buffer, values.byteOffset, n * 8);
  const planes = new Uint8Array(n * 8);
  for (let i = 0; i < n; i++) {
    for (let plane = 0; plane < 8; plane++) {
      const before = i === 0 ? 0 : bytes[(i - 1) * 8 + plane]!;
      planes[plane * n + i] = bytes[i * 8 + plane]! ^ before;
    }
  }
  return compress(planes);
}

/** Reads the output of {@link deflateDoubles} into the first `n` positions of `target`. */
export function inflateDoubles(data: Uint8Array, n: number, target: Float64Array): void {
  const planes = decompress(data);
  if (planes.length !== n * 8)
    throw new RangeError(`the byte planes have ${planes.length} bytes for ${n} numbers`);
  const bytes = new Uint8Array(target.buffer, target.byteOffset, n * 8);
  for (let plane = 0; plane < 8; plane++) {
    let before = 0;
    for (let i = 0; i < n; i++) {
      before ^= planes[plane * n + i]!;
      bytes[i * 8 + plane] = before;
    }
  }
}

/** Compresses bytes with zstd. */
export function compress(bytes: Uint8Array): Uint8Array {
  return zstdCompressSync(bytes, OPTIONS);
}

/** Decompresses zstd. @param maxBytes Maximum size; a larger result, as of damaged bytes, is rejected. */
export function decompress(bytes: Uint8Array, maxBytes = MAX_BYTES): Uint8Array {
  return zstdDecompressSync(bytes, { maxOutputLength: Math.max(1, maxBytes) });
}

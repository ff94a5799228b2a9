import type { ByteBuffer } from './byte-buffer.ts';

/** Number of codes in a packed group, and minimum length of a run. */
const GROUP = 8;

/** Computes the number of bits of codes below `count`; at least 1, since some readers reject 0. */
export function countBits(count: number): number {
  return Math.max(1, 32 - Math.clz32(count - 1));
}

/**
 * Encodes codes in Parquet's hybrid of runs and bit-packed groups.
 *
 * @see https://parquet.apache.org/docs/file-format/data-pages/encodings/ "RLE / Bit-Packing Hybrid"
 */
export function writeCodes(
  out: ByteBuffer,
  codes: Uint32Array | Uint8Array,
  from: number,
  to: number,
  width: number,
): void {
  let packedFrom = from;
  let at = from;
  while (at < to) {
    const code = codes[at];
    let end = at + 1;
    while (end < to && codes[end] === code) end++;
    if (end - at >= GROUP) {
      // Packed codes before a run must fill whole groups, so the last group takes some codes of the run.
      const short = (GROUP - ((at - packedFrom) % GROUP)) % GROUP;
      if (end - at - short >= GROUP) {
        writePacked(out, codes, packedFrom, at + short, width);
        writeRun(out, code!, end - at - short, width);
        packedFrom = end;
      }
    }
    at = end;
  }
  writePacked(out, codes, packedFrom, to, width);
}

function writeRun(out: ByteBuffer, code: number, count: number, width: number): void {
  out.varint(count * 2);
  for (let shift = 0; shift < width; shift += 8) out.u8((code >>> shift) & 255);
}

/** Writes codes as whole packed groups; the last group of a page is padded with zeros. */
function writePacked(
  out: ByteBuffer,
  codes: Uint32Array | Uint8Array,
  from: number,
  to: number,
  width: number,
): void {
  if (from === to) return;
  const groups = Math.ceil((to - from) / GROUP);
  out.varint(groups * 2 + 1);
  out.reserve(groups * width);
  const { bytes } = out;
  let at = out.length;
  let waiting = 0;
  let bits = 0;
  const end = from + groups * GROUP;
  for (let i = from; i < end; i++) {
    waiting |= (i < to ? codes[i]! : 0) << bits;
    bits += width;
    for (; bits >= 8; bits -= 8) {
      bytes[at++] = waiting & 255;
      waiting >>>= 8;
    }
  }
  out.length = at;
}

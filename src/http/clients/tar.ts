import type { ArchiveFile } from './archive-file.ts';

const BLOCK_BYTES = 512;

/**
 * Packs files as a tar archive (ustar). Equal files in equal order give equal bytes.
 *
 * @throws {RangeError} when a name has over 100 bytes.
 */
export function packTar(files: readonly ArchiveFile[]): Buffer {
  const parts = files.flatMap(({ name, bytes }) => [
    buildHead(name, bytes.length),
    bytes,
    Buffer.alloc((BLOCK_BYTES - (bytes.length % BLOCK_BYTES)) % BLOCK_BYTES),
  ]);
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK_BYTES)]);
}

function buildHead(name: string, size: number): Buffer {
  const head = Buffer.alloc(BLOCK_BYTES);
  if (Buffer.byteLength(name) > 100) throw new RangeError(`${name} is too long a name for an archive`);
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0');
  head.write(name, 0);
  head.write(octal(0o644, 7), 100);
  head.write(octal(0, 7), 108);
  head.write(octal(0, 7), 116);
  head.write(octal(size, 11), 124);
  head.write(octal(0, 11), 136);
  // The checksum is computed with spaces in its own field.
  head.write(' '.repeat(8), 148);
  head.write('0', 156);
  head.write('ustar\0' + '00', 257);
  const sum = head.reduce((total, byte) => total + byte, 0);
  head.write(`${octal(sum, 6)}\0 `, 148);
  return head;
}

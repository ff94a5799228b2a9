import { crc32, deflateRawSync } from 'node:zlib';
import type { ArchiveFile } from './archive-file.ts';

const VERSION_NEEDED = 20;
const DEFLATED = 8;
/** Flag: file names are UTF-8. */
const FLAGS = 0x0800;
/** Constant date, so that equal files give an equal archive: 1 January 1980, the earliest date of the ZIP format. */
const DATE = 0x0021;
/** Attributes of a regular file that everybody may read: the Unix mode is in the upper half. */
const ATTRIBUTES = (0o100644 << 16) >>> 0;

/** Packs files as a ZIP archive. Equal files in equal order give equal bytes. At most 65,535 files and 4 GiB. */
export function packZip(files: readonly ArchiveFile[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes } of files) {
    const path = Buffer.from(name);
    const packed = deflateRawSync(bytes, { level: 9 });
    const facts = buildFacts(bytes, packed, path);
    const head = Buffer.concat([uint32(0x04034b50), facts, path]);
    parts.push(head, packed);
    directory.push(
      uint32(0x02014b50),
      // Made by Unix, so that the attributes below are read as Unix modes.
      uint16((3 << 8) | VERSION_NEEDED),
      facts,
      // No comment, first disk, no internal attributes.
      Buffer.alloc(6),
      uint32(ATTRIBUTES),
      uint32(offset),
      path,
    );
    offset += head.length + packed.length;
  }
  const entries = Buffer.concat(directory);
  const count = uint16(files.length);
  const end = [uint32(0x06054b50), Buffer.alloc(4), count, count, uint32(entries.length), uint32(offset)];
  return Buffer.concat([...parts, entries, ...end, Buffer.alloc(2)]);
}

/** Builds the fields that are both in front of a file and in the central directory. */
function buildFacts(bytes: Buffer, packed: Buffer, path: Buffer): Buffer {
  return Buffer.concat([
    uint16(VERSION_NEEDED),
    uint16(FLAGS),
    uint16(DEFLATED),
    uint16(0),
    uint16(DATE),
    uint32(crc32(bytes)),
    uint32(packed.length),
    uint32(bytes.length),
    uint16(path.length),
    uint16(0),
  ]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

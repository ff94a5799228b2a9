import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { HASH_BYTES } from '../../contract/rules-hash.ts';
import { RULES_DICTIONARY_1 } from './dictionaries.ts';

/** Length at which texts are cut. */
const MAX_TEXT = 65_536;
const MAX_BYTES = 4 * MAX_TEXT;

/** Bits 0 to 3 of the first byte: the base of the frame. */
const DICTIONARY_1 = 1;
const OTHER_TEXT = 2;
/** Bit 4: UTF-16, for a text with an unpaired surrogate, which UTF-8 could not give back. */
const UTF_16 = 16;

const CHUNK = { chunkSize: 4_096 };

/** The bytes of a text, of which its hash is made. */
export interface RulesBytes {
  readonly bytes: Uint8Array;
  readonly isUtf16: boolean;
}

/** Encodes a rules text, cut at the longest that is kept. Text that is not well-formed is UTF-16, else UTF-8. */
export function toRulesBytes(text: string): RulesBytes {
  const kept = text.length <= MAX_TEXT ? text : text.slice(0, MAX_TEXT);
  const isUtf16 = !kept.isWellFormed();
  return { bytes: Buffer.from(kept, isUtf16 ? 'utf16le' : 'utf8'), isUtf16 };
}

/** Decodes the bytes of a rules text. */
export function toRulesText({ bytes, isUtf16 }: RulesBytes): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(isUtf16 ? 'utf16le' : 'utf8');
}

/** A text that can be read alone. */
export function packWhole({ bytes, isUtf16 }: RulesBytes): Uint8Array {
  const frame = zstdCompressSync(bytes, { ...CHUNK, dictionary: RULES_DICTIONARY_1 });
  return Buffer.concat([Uint8Array.of(DICTIONARY_1 | (isUtf16 ? UTF_16 : 0)), frame]);
}

/** A text as its differences from another one. */
export function packBeside(
  { bytes, isUtf16 }: RulesBytes,
  base: Uint8Array,
  baseHash: Uint8Array,
): Uint8Array {
  const frame = zstdCompressSync(bytes, { ...CHUNK, dictionary: base });
  return Buffer.concat([Uint8Array.of(OTHER_TEXT | (isUtf16 ? UTF_16 : 0)), baseHash, frame]);
}

/** Hash of the text on which this one builds; null: none. */
export function findBase(data: Uint8Array): Uint8Array | null {
  return ((data[0] ?? 0) & 15) === OTHER_TEXT ? data.subarray(1, 1 + HASH_BYTES) : null;
}

/**
 * @param readBase Gives the bytes of the text that this one refers to.
 * @throws {Error} when the bytes are damaged.
 */
export function unpackRules(data: Uint8Array, readBase: (hash: Uint8Array) => Uint8Array): RulesBytes {
  const flags = data[0] ?? 0;
  const isUtf16 = (flags & UTF_16) !== 0;
  const base = findBase(data);
  if (base === null && (flags & 15) !== DICTIONARY_1)
    throw new RangeError(`the rules text has the unknown layout ${flags}`);
  const dictionary = base === null ? RULES_DICTIONARY_1 : readBase(base);
  const frame = data.subarray(base === null ? 1 : 1 + HASH_BYTES);
  const bytes = zstdDecompressSync(frame, { ...CHUNK, dictionary, maxOutputLength: MAX_BYTES });
  return { bytes, isUtf16 };
}

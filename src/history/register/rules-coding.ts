import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { HASH_BYTES } from '../contract/rules-hash.ts';
import { RULES_DICTIONARY_1 } from './dictionaries.ts';

/** Maximum length of a rules text; longer ones are cut. */
const MAX_TEXT = 65_536;
const MAX_BYTES = 4 * MAX_TEXT;

/** Values of bits 0 to 3 of the first byte: what the zstd frame is based on. */
const DICTIONARY_1 = 1;
const OTHER_TEXT = 2;
/** Bit 4 of the first byte: the text is UTF-16, since it has an unpaired surrogate, which UTF-8 cannot represent. */
const UTF_16 = 16;

const CHUNK = { chunkSize: 4_096 };

/** Bytes of a rules text, over which its hash is computed. */
export interface RulesBytes {
  readonly bytes: Uint8Array;
  readonly isUtf16: boolean;
}

/** Encodes a rules text, cut at its maximum length, as UTF-8, or as UTF-16 if it is not well-formed. */
export function toRulesBytes(text: string): RulesBytes {
  const kept = text.length <= MAX_TEXT ? text : text.slice(0, MAX_TEXT);
  const isUtf16 = !kept.isWellFormed();
  return { bytes: Buffer.from(kept, isUtf16 ? 'utf16le' : 'utf8'), isUtf16 };
}

/** Decodes the bytes of a rules text. */
export function toRulesText({ bytes, isUtf16 }: RulesBytes): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(isUtf16 ? 'utf16le' : 'utf8');
}

/** Compresses a text by itself, so that it can be read alone. */
export function packWhole({ bytes, isUtf16 }: RulesBytes): Uint8Array {
  const frame = zstdCompressSync(bytes, { ...CHUNK, dictionary: RULES_DICTIONARY_1 });
  return Buffer.concat([Uint8Array.of(DICTIONARY_1 | (isUtf16 ? UTF_16 : 0)), frame]);
}

/** Compresses a text as its differences from another text, the base. */
export function packBeside(
  { bytes, isUtf16 }: RulesBytes,
  base: Uint8Array,
  baseHash: Uint8Array,
): Uint8Array {
  const frame = zstdCompressSync(bytes, { ...CHUNK, dictionary: base });
  return Buffer.concat([Uint8Array.of(OTHER_TEXT | (isUtf16 ? UTF_16 : 0)), baseHash, frame]);
}

/** Finds the hash of the base of a text; null when it has none. */
export function findBase(data: Uint8Array): Uint8Array | null {
  return ((data[0] ?? 0) & 15) === OTHER_TEXT ? data.subarray(1, 1 + HASH_BYTES) : null;
}

/**
 * Decompresses a text.
 *
 * @param readBase Returns the bytes of its base.
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

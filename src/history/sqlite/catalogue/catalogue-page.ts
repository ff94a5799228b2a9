import { crc32 } from 'node:zlib';
import { ByteReader } from '../../coding/byte-reader.ts';
import { ByteWriter } from '../../coding/byte-writer.ts';
import { readColumn, writeColumn } from '../../coding/number-columns.ts';
import { compress, decompress } from '../../coding/planes.ts';

/** Series in a page of the catalogue: one that is not written to at the moment. */
export interface CatalogueEntry {
  readonly id: number;
  readonly storeKey: string;
  readonly asset: string;
  readonly records: number;
  readonly bytes: number;
  readonly firstMs: number;
  readonly lastMs: number;
  /** Pack of the series' only piece; 0 when the pieces of the series have rows of their own. */
  readonly pack: number;
}

/** Maximum number of series of a page, so that a damaged count is rejected before memory is allocated. */
export const MAX_PAGE_ENTRIES = 1_024;

const LAYOUT = 1;
const ENDS_WITH_KEY = 0;
const ENDS_WITH_UPPER_KEY = 1;
const SPELLED_OUT = 2;

const writer = new ByteWriter();

/**
 * Encodes series of one venue, ordered by store key (layout: docs/formats/history.md, "Catalogue page").
 *
 * A series takes few bytes: adjacent keys share a prefix, and most asset ids are spelled like their key.
 */
export function encodePage(entries: readonly CatalogueEntry[]): Uint8Array {
  writer.rewind(0);
  writer.u32(0);
  writer.u8(LAYOUT);
  writer.varint(entries.length);
  const numbers = (pick: (entry: CatalogueEntry) => number) => {
    const column = new Float64Array(entries.length);
    for (let i = 0; i < column.length; i++) column[i] = pick(entries[i]!);
    writeColumn(writer, column);
  };
  numbers(({ id }) => id);
  numbers(({ records }) => records);
  numbers(({ bytes }) => bytes);
  numbers(({ firstMs }) => firstMs);
  numbers(({ firstMs, lastMs }) => lastMs - firstMs);
  numbers(({ pack }) => pack);
  writeTexts(entries.map(({ storeKey }) => storeKey));
  const assets = entries.map(encodeAsset);
  writeColumn(
    writer,
    Float64Array.from(assets, ([kind]) => kind),
  );
  writeTexts(assets.map(([, text]) => text));
  writer.setU32(0, crc32(writer.written(4)));
  return writer.written().slice();
}

/** Decodes a page. @throws {RangeError} when the bytes are damaged. */
export function decodePage(data: Uint8Array): CatalogueEntry[] {
  const input = new ByteReader(data);
  if (input.u32() !== crc32(data.subarray(4)))
    throw new RangeError('the checksum of the page of the catalogue does not match');
  const layout = input.u8();
  if (layout !== LAYOUT) throw new RangeError(`the page of the catalogue has the unknown layout ${layout}`);
  const n = input.varint();
  if (n > MAX_PAGE_ENTRIES) throw new RangeError(`the page states ${n} series, which is out of range`);
  const ids = readColumn(input, n);
  const records = readColumn(input, n);
  const bytes = readColumn(input, n);
  const firsts = readColumn(input, n);
  const spans = readColumn(input, n);
  const packs = readColumn(input, n);
  const keys = readTexts(input, n);
  const kinds = readColumn(input, n);
  const texts = readTexts(input, n);
  return keys.map((storeKey, i) => ({
    id: ids[i]!,
    storeKey,
    asset: decodeAsset(kinds[i]!, texts[i]!, storeKey),
    records: records[i]!,
    bytes: bytes[i]!,
    firstMs: firsts[i]!,
    lastMs: firsts[i]! + spans[i]!,
    pack: packs[i]!,
  }));
}

function encodeAsset({ asset, storeKey }: CatalogueEntry): readonly [kind: number, text: string] {
  const start = asset.slice(0, Math.max(0, asset.length - storeKey.length));
  if (start + storeKey === asset) return [ENDS_WITH_KEY, start];
  if (start + storeKey.toUpperCase() === asset) return [ENDS_WITH_UPPER_KEY, start];
  return [SPELLED_OUT, asset];
}

function decodeAsset(kind: number, text: string, storeKey: string): string {
  if (kind === ENDS_WITH_KEY) return text + storeKey;
  return kind === ENDS_WITH_UPPER_KEY ? text + storeKey.toUpperCase() : text;
}

/** Writes texts with prefix compression: the length of the prefix shared with the text before, then the rest. */
function writeTexts(texts: readonly string[]): void {
  const shared = new Float64Array(texts.length);
  const rest = new Float64Array(texts.length);
  let all = '';
  let before = '';
  for (let i = 0; i < texts.length; i++) {
    const text = texts[i]!;
    let same = 0;
    while (same < text.length && same < before.length && text.charCodeAt(same) === before.charCodeAt(same)) {
      same++;
    }
    // A surrogate pair must not be divided: half of it would not survive UTF-8.
    if (same > 0 && (text.charCodeAt(same - 1) & 0xfc00) === 0xd800) same--;
    shared[i] = same;
    rest[i] = text.length - same;
    all += text.slice(same);
    before = text;
  }
  writeColumn(writer, shared);
  writeColumn(writer, rest);
  const packed = compress(Buffer.from(all));
  writer.varint(packed.length);
  writer.bytes(packed);
}

function readTexts(input: ByteReader, n: number): string[] {
  const shared = readColumn(input, n);
  const rest = readColumn(input, n);
  const all = Buffer.from(decompress(input.bytes(input.varint()))).toString();
  const texts: string[] = [];
  let text = '';
  let at = 0;
  for (let i = 0; i < n; i++) {
    text = text.slice(0, shared[i]!) + all.slice(at, at + rest[i]!);
    at += rest[i]!;
    texts.push(text);
  }
  return texts;
}

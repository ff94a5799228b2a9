import { constants, crc32, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { ByteReader } from '../../coding/byte-reader.ts';
import { ByteWriter } from '../../coding/byte-writer.ts';
import { readColumn, writeColumn } from '../../coding/number-columns.ts';
import { type CodedFacts, MAX_JSON_BYTES } from '../../register/facts-coding.ts';
import type { PageKind } from '../paging/keyed-pages.ts';

/** A market as rows and pages of its venue store it. */
export interface MarketEntry extends CodedFacts {
  readonly storeKey: string;
  readonly seenFrom: number;
  readonly changedAt: number;
}

const LAYOUT = 1;
/** Maximum number of markets of a page. Reading one decodes its page, and larger pages save hardly any space. */
const MAX_ENTRIES = 128;
const MAX_WEIGHT = 256 * 1024;
/** Maximum size of the texts of a page, whose first entry may have any weight. UTF-8: up to 3 bytes a character. */
const MAX_TEXT_BYTES = 3 * (MAX_WEIGHT + MAX_JSON_BYTES);

const COMPRESS = { params: { [constants.ZSTD_c_compressionLevel]: 3 }, chunkSize: 32 * 1024 };
const DECOMPRESS = { chunkSize: 64 * 1024, maxOutputLength: MAX_TEXT_BYTES };

const writer = new ByteWriter();

/** Pages of markets whose facts have not changed for a while (layout: docs/formats/history.md, "Page of markets"). */
export const MARKET_PAGES: PageKind<MarketEntry> = {
  table: 'market_page',
  name: 'a page of markets',
  maxEntries: MAX_ENTRIES,
  maxWeight: MAX_WEIGHT,
  weigh: ({ storeKey, json, ids }) => storeKey.length + json.length + ids.length,
  lastMs: ({ changedAt }) => changedAt,
  encode: encodeMarkets,
  decode: decodeMarkets,
};

/** Encodes a page of markets, with a checksum in the first four bytes. */
export function encodeMarkets(entries: readonly MarketEntry[]): Uint8Array {
  writer.rewind(0);
  writer.u32(0);
  writer.u8(LAYOUT);
  writer.varint(entries.length);
  const keys = entries.map(({ storeKey }) => Buffer.from(storeKey));
  const texts = entries.map(({ json }) => Buffer.from(json));
  const numbers = (pick: (entry: MarketEntry, i: number) => number) => {
    writeColumn(writer, Float64Array.from(entries, pick));
  };
  numbers(({ seenFrom }) => seenFrom);
  numbers(({ seenFrom, changedAt }) => changedAt - seenFrom);
  numbers((_, i) => keys[i]!.length);
  numbers((_, i) => texts[i]!.length);
  numbers(({ ids }) => ids.length);
  for (const { ids } of entries) writer.bytes(ids);
  // Key and texts of a market are adjacent, since its URL usually repeats its key.
  writer.bytes(zstdCompressSync(Buffer.concat(keys.flatMap((key, i) => [key, texts[i]!])), COMPRESS));
  writer.setU32(0, crc32(writer.written(4)));
  return writer.written().slice();
}

/** Decodes a page of markets. @throws {RangeError} when the bytes are damaged. */
export function decodeMarkets(data: Uint8Array): MarketEntry[] {
  const input = new ByteReader(data);
  if (input.u32() !== crc32(data.subarray(4)))
    throw new RangeError('the checksum of the page of the register does not match');
  const layout = input.u8();
  if (layout !== LAYOUT) throw new RangeError(`the page of the register has the unknown layout ${layout}`);
  const n = input.varint();
  if (n > MAX_ENTRIES) throw new RangeError(`the page states ${n} markets, which is out of range`);
  const seen = readColumn(input, n);
  const rested = readColumn(input, n);
  const keyBytes = readColumn(input, n);
  const textBytes = readColumn(input, n);
  const idBytes = readColumn(input, n);
  const ids = Array.from(idBytes, (length) => input.bytes(length).slice());
  const texts = zstdDecompressSync(input.rest(), DECOMPRESS);
  let at = 0;
  const next = (bytes: number) => {
    const from = at;
    at += bytes;
    return texts.toString('utf8', from, at);
  };
  return ids.map((own, i) => ({
    storeKey: next(keyBytes[i]!),
    json: next(textBytes[i]!),
    ids: own,
    seenFrom: seen[i]!,
    changedAt: seen[i]! + rested[i]!,
  }));
}

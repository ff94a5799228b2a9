import { crc32 } from 'node:zlib';
import { epochMs } from '../../../domain/index.ts';
import { ByteReader } from '../../coding/byte-reader.ts';
import { ByteWriter } from '../../coding/byte-writer.ts';
import type { ReferenceMark } from '../../contract/reference-marks.ts';

/**
 * Marks of one moment, of all series, in one row: each column is a list in the same order. One row per mark would take
 * three times the space, more than a tenth of what the values take (docs/formats/history.md, "Marks of reference
 * prices").
 */
export interface CodedMarks {
  readonly t: number;
  readonly key: string;
  readonly text: Uint8Array;
  readonly received_at: Uint8Array;
  readonly relay: string;
  readonly count: string | null;
}

const POINT = 10;
const END = 11;
const NO_TEXT = 12;
const SYMBOLS = '0123456789.';

const writer = new ByteWriter(1024);

/** Encodes the marks of one moment, ordered by key and place. @throws {RangeError} when a text is not a decimal. */
export function encodeMarks(t: number, marks: readonly ReferenceMark[]): CodedMarks {
  const counts = marks.map(({ count }) => count);
  return {
    t,
    key: encodeKeys(marks),
    text: encodeTexts(marks),
    received_at: encodeArrivals(t, marks),
    relay: encodeRuns(marks.map(({ relay }) => relay)),
    count: counts.every((count) => count === null) ? null : encodeRuns(counts.map((count) => count ?? '')),
  };
}

/** Decodes a row. @throws {RangeError} when the bytes are damaged. */
export function decodeMarks({ t, key, text, received_at, relay, count }: CodedMarks): ReferenceMark[] {
  const keys = decodeKeys(key);
  const texts = decodeTexts(text, keys.length);
  const arrivals = new ByteReader(received_at);
  const relays = decodeRuns(relay, keys.length);
  const counts = count === null ? null : decodeRuns(count, keys.length);
  return keys.map(({ key: ofMark, place }, i) => {
    const counted = counts?.[i] ?? '';
    return {
      key: ofMark,
      t: epochMs(t),
      place,
      text: texts[i]!,
      receivedAt: epochMs(t + arrivals.signedVarint()),
      relay: relays[i]!,
      count: counted === '' ? null : Number(counted),
    };
  });
}

/** Computes the CRC-32 of a block of marks over all of its columns. */
export function computeMarksCrc({ t, key, text, received_at, relay, count }: CodedMarks): number {
  const head = crc32([t, key, relay, count].join('\u0000'));
  return crc32(received_at, crc32(text, head));
}

/**
 * Encodes keys, such as `chainlink/btc eth twap60/btc btc#1`: a source applies to the keys after it, and a place other
 * than 0 follows its key.
 */
function encodeKeys(marks: readonly ReferenceMark[]): string {
  let before = '';
  const names = marks.map(({ key, place }) => {
    const dash = key.indexOf('-');
    const source = key.slice(0, dash);
    const coin = key.slice(dash + 1);
    const name = source === before ? coin : `${source}/${coin}`;
    before = source;
    return place === 0 ? name : `${name}#${place}`;
  });
  return names.join(' ');
}

function decodeKeys(text: string): { readonly key: string; readonly place: number }[] {
  let source = '';
  return text.split(' ').map((name) => {
    const [of = '', place = '0'] = name.split('#');
    const slash = of.indexOf('/');
    if (slash >= 0) source = of.slice(0, slash);
    return { key: `${source}-${of.slice(slash + 1)}`, place: Number(place) };
  });
}

/** Encodes decimal texts with four bits per character. */
function encodeTexts(marks: readonly ReferenceMark[]): Uint8Array {
  const halves: number[] = [];
  for (const { text } of marks) {
    if (text === null) {
      halves.push(NO_TEXT);
      continue;
    }
    for (const character of text) {
      const half = SYMBOLS.indexOf(character);
      if (half < 0) throw new RangeError(`${text} is no decimal`);
      halves.push(half);
    }
    halves.push(END);
  }
  const bytes = new Uint8Array(Math.ceil(halves.length / 2));
  for (const [i, half] of halves.entries()) bytes[i >> 1]! |= i % 2 === 0 ? half : half << 4;
  return bytes;
}

function decodeTexts(bytes: Uint8Array, length: number): (string | null)[] {
  const texts: (string | null)[] = [];
  let text = '';
  for (let i = 0; texts.length < length; i++) {
    const byte = bytes[i >> 1];
    if (byte === undefined) throw new RangeError('the texts end too early');
    const half = i % 2 === 0 ? byte & 15 : byte >> 4;
    if (half <= POINT) text += SYMBOLS[half]!;
    else if (half === END) {
      texts.push(text);
      text = '';
    } else if (half === NO_TEXT) texts.push(null);
    else throw new RangeError(`unknown character ${half} of a text`);
  }
  return texts;
}

function encodeArrivals(t: number, marks: readonly ReferenceMark[]): Uint8Array {
  writer.rewind(0);
  for (const { receivedAt } of marks) writer.signedVarint(receivedAt - t);
  return writer.written().slice();
}

/** Encodes runs of equal values, such as `rtds*16,kalshi`: a value, and its repetitions if there are any. */
function encodeRuns(values: readonly (string | number)[]): string {
  const runs: { readonly value: string | number; length: number }[] = [];
  for (const value of values) {
    const last = runs.at(-1);
    if (last !== undefined && last.value === value) last.length++;
    else runs.push({ value, length: 1 });
  }
  return runs.map(({ value, length }) => (length === 1 ? value : `${value}*${length}`)).join(',');
}

function decodeRuns(text: string, length: number): string[] {
  const values = text.split(',').flatMap((run) => {
    const [value = '', times = '1'] = run.split('*');
    return new Array<string>(Math.min(length, Number(times))).fill(value);
  });
  if (values.length !== length)
    throw new RangeError(`a column of marks has ${values.length} values, ${length} expected`);
  return values;
}

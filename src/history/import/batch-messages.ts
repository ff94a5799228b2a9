// Messages that a command sends to the service that imports for it: one JSON object per line, in the order of the calls
// of an `OpenBatch`. Some messages are followed by data: `rows` by its records in columns, 25 bytes each (all `t`, all
// `p`, all `v` as little-endian doubles, then all source codes), and `rules`, `markets`, `marks` and `bars` by a JSON
// array whose length in bytes the message states. The service answers each message with one line.

import { type Static, type TSchema, Type } from 'typebox';
import { KIND_TRAITS, RECORDERS } from '../../domain/index.ts';
import { withDeadline } from '../../scheduling/deadline.ts';
import { Validator } from '../../validator.ts';
import type { Columns } from '../contract/history-store.ts';
import type { RegisteredMarket } from '../contract/market-register.ts';
import type { ImportedMark } from '../contract/reference-marks.ts';
import { decodeSource } from '../contract/source-codes.ts';
import type { BarOfSeries } from '../contract/venue-bars.ts';
import { BAR } from './bar-schema.ts';
import { MARK } from './mark-schema.ts';

const Time = Type.Integer();
const Text = Type.String({ minLength: 1, maxLength: 512 });
const Venue = Type.Enum([...RECORDERS]);
const Null = Type.Null();
/** Maximum length of the JSON array of one message. */
const MAX_JSON_BYTES = 16 * 1024 * 1024;
const JsonBytes = Type.Integer({ minimum: 2, maximum: MAX_JSON_BYTES });
const MESSAGES = {
  open: Type.Object({
    kind: Type.Literal('open'),
    fileSha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    asset: Type.Union([Text, Null]),
  }),
  rows: Type.Object({
    kind: Type.Literal('rows'),
    series: Type.Object({ venue: Venue, storeKey: Text, asset: Text }),
    count: Type.Integer({ minimum: 1, maximum: 1_048_576 }),
  }),
  gap: Type.Object({
    kind: Type.Literal('gap'),
    gap: Type.Object({
      venue: Venue,
      storeKey: Type.Union([Text, Null]),
      fromMs: Time,
      toMs: Type.Union([Time, Null]),
      reason: Type.String({ maxLength: 1_000 }),
    }),
  }),
  resolution: Type.Object({
    kind: Type.Literal('resolution'),
    resolution: Type.Object({
      venue: Venue,
      storeKey: Text,
      asset: Text,
      outcome: Type.Enum(['yes', 'no', 'void']),
      payout: Type.Union([Type.Number(), Null]),
      settledAt: Type.Union([Time, Null]),
      source: Type.String({ maxLength: 1_000 }),
      disputed: Type.Union([Type.Boolean(), Null]),
      recordedAt: Time,
    }),
  }),
  rules: Type.Object({ kind: Type.Literal('rules'), bytes: JsonBytes }),
  markets: Type.Object({ kind: Type.Literal('markets'), bytes: JsonBytes }),
  marks: Type.Object({ kind: Type.Literal('marks'), bytes: JsonBytes }),
  bars: Type.Object({ kind: Type.Literal('bars'), bytes: JsonBytes }),
  end: Type.Object({ kind: Type.Literal('end') }),
} satisfies Record<string, TSchema>;

const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Null]);

const RULES = Type.Array(Type.String());
const MARKETS = Type.Array(
  Type.Object({
    venue: Venue,
    storeKey: Text,
    asset: Text,
    kind: Type.Enum(Object.keys(KIND_TRAITS)),
    title: Type.String(),
    eventKey: orNull(Type.String()),
    event: orNull(Type.String()),
    category: orNull(Type.String()),
    outcomes: orNull(Type.Tuple([Type.String(), Type.String()])),
    yesMeans: orNull(Type.String()),
    noMeans: orNull(Type.String()),
    terms: orNull(Type.Record(Type.String(), Type.Unknown())),
    settling: orNull(Type.Record(Type.String(), Type.Unknown())),
    statedBy: orNull(Type.Record(Type.String(), Type.String())),
    settlingChangedAt: Type.Optional(Time),
    closesAt: orNull(Time),
    endsAt: orNull(Time),
    nativeIds: Type.Record(Type.String(), Type.String()),
    url: orNull(Type.String()),
    rulesHash: orNull(Type.String({ pattern: '^[0-9a-f]{32}$' })),
    seenFrom: Time,
    changedAt: Time,
  }),
);

const payloads = {
  rules: new Validator(RULES),
  markets: new Validator(MARKETS),
  marks: new Validator(Type.Array(MARK)),
  bars: new Validator(Type.Array(BAR)),
};

type Messages = { [Kind in keyof typeof MESSAGES]: Static<(typeof MESSAGES)[Kind]> };
export type BatchMessage = Messages[keyof Messages];

/** The service's answer to each request. */
export type BatchReply =
  | { readonly batch: string }
  | { readonly stored: number; readonly skipped: number }
  | { readonly done: true }
  | { readonly error: string };

const validators = new Map(
  Object.entries(MESSAGES).map(([kind, schema]) => [kind, new Validator(schema as TSchema)]),
);

/** Size of a record in bytes. */
const RECORD_BYTES = 25;

/** Maximum length of a message, without the data that follows it. */
const MAX_LINE_BYTES = 16_384;

/** Error: a message that the service cannot accept: malformed, too long, late or cut short. */
export class BatchMessageError extends Error {
  override readonly name = 'BatchMessageError';
}

/** Parses one line. @throws {BatchMessageError} when it is not a message. */
export function parseBatchMessage(line: string): BatchMessage {
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch (cause) {
    throw new BatchMessageError('a message is not JSON', { cause });
  }
  const kind = String((message as { readonly kind?: unknown } | null)?.kind);
  if (validators.get(kind)?.accepts(message) !== true) {
    throw new BatchMessageError(`a message of kind ${kind.slice(0, 20)} does not have the documented form`);
  }
  return message as BatchMessage;
}

/** Encodes the array that follows a message of kind `rules`, `markets`, `marks` or `bars`. */
export function encodeArray(values: readonly unknown[]): Uint8Array {
  return Buffer.from(JSON.stringify(values));
}

/** Encodes the records that follow a message of kind `rows`. */
export function encodeRows({ t, p, v, s, length }: Columns): Uint8Array {
  const bytes = new Uint8Array(length * RECORD_BYTES);
  const numbers = new Float64Array(bytes.buffer, 0, length * 3);
  numbers.set(t.subarray(0, length), 0);
  numbers.set(p.subarray(0, length), length);
  numbers.set(v.subarray(0, length), length * 2);
  bytes.set(s.subarray(0, length), length * 24);
  return bytes;
}

function decodeRows({ buffer }: Uint8Array<ArrayBuffer>, length: number): Columns {
  const s = new Uint8Array(buffer, length * 24, length);
  for (const code of s) decodeSource(code);
  return {
    length,
    t: new Float64Array(buffer, 0, length),
    p: new Float64Array(buffer, length * 8, length),
    v: new Float64Array(buffer, length * 16, length),
    s,
  };
}

function parseArray(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString());
  } catch (cause) {
    throw new BatchMessageError('the lines after a message are not JSON', { cause });
  }
}

/** Reads messages from chunks of bytes, wherever the chunks are cut. */
export class BatchMessageReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #maxWaitMs: number;
  #left: Uint8Array = new Uint8Array(0);

  /**
   * Reads nothing until the first message is requested.
   *
   * @param maxWaitMs Longest time without data from the sender.
   */
  constructor(source: AsyncIterable<Uint8Array>, maxWaitMs: number) {
    this.#chunks = source[Symbol.asyncIterator]();
    this.#maxWaitMs = maxWaitMs;
  }

  /**
   * Reads the next message.
   *
   * @throws {BatchMessageError} when the message is malformed, or the sender ends or is silent. Errors of the source
   * are rethrown.
   */
  async next(): Promise<BatchMessage> {
    let searched = 0;
    for (;;) {
      const end = this.#left.indexOf(10, searched);
      if (end >= 0) {
        const line = Buffer.from(this.#left.subarray(0, end)).toString('utf8');
        this.#left = this.#left.subarray(end + 1);
        return parseBatchMessage(line);
      }
      searched = this.#left.length;
      if (searched > MAX_LINE_BYTES) throw new BatchMessageError('a message is too long');
      this.#left = Buffer.concat([this.#left, await this.#readChunk()]);
    }
  }

  /** Reads the records after a message. @throws {BatchMessageError | RangeError} when they are malformed or late. */
  async readRows(count: number): Promise<Columns> {
    return decodeRows(await this.#readBytes(count * RECORD_BYTES), count);
  }

  /** Reads the rules texts that follow a message. @throws {BatchMessageError} when they are malformed or late. */
  async readRules(bytes: number): Promise<readonly string[]> {
    const texts = parseArray(await this.#readBytes(bytes));
    if (payloads.rules.accepts(texts)) return texts as readonly string[];
    throw new BatchMessageError('a message of rules holds something else than texts');
  }

  /** Reads the markets that follow a message. @throws {BatchMessageError} when they are malformed or late. */
  async readMarkets(bytes: number): Promise<readonly RegisteredMarket[]> {
    const markets = parseArray(await this.#readBytes(bytes));
    if (payloads.markets.accepts(markets)) return markets as unknown as readonly RegisteredMarket[];
    throw new BatchMessageError('a message of markets does not have the documented form');
  }

  /** Reads the marks that follow a message. @throws {BatchMessageError} when they are malformed or late. */
  async readMarks(bytes: number): Promise<readonly ImportedMark[]> {
    const marks = parseArray(await this.#readBytes(bytes));
    if (payloads.marks.accepts(marks)) return marks as unknown as readonly ImportedMark[];
    throw new BatchMessageError('a message of marks does not have the documented form');
  }

  /** Reads the bars that follow a message. @throws {BatchMessageError} when they are malformed or late. */
  async readBars(bytes: number): Promise<readonly BarOfSeries[]> {
    const bars = parseArray(await this.#readBytes(bytes));
    if (payloads.bars.accepts(bars)) return bars as unknown as readonly BarOfSeries[];
    throw new BatchMessageError('a message of bars does not have the documented form');
  }

  async #readBytes(length: number): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = new Uint8Array(length);
    for (let at = 0; at < bytes.length; ) {
      if (this.#left.length === 0) this.#left = await this.#readChunk();
      const part = this.#left.subarray(0, bytes.length - at);
      bytes.set(part, at);
      at += part.length;
      this.#left = this.#left.subarray(part.length);
    }
    return bytes;
  }

  async #readChunk(): Promise<Uint8Array> {
    const { done, value } = await withDeadline(this.#chunks.next(), this.#maxWaitMs, (): never => {
      throw new BatchMessageError(`no message arrived for ${this.#maxWaitMs} ms`);
    });
    if (done === true) throw new BatchMessageError('the sender ended before the import was complete');
    return value;
  }
}

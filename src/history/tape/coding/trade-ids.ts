import { DamagedBlockError, type VarintReader, VarintWriter } from './bytes.ts';

/** Kinds of ids, by their encoding. */
const NONE = 0;
const HASH = 1;
const HASH_AND_TOKEN = 2;
const UUID = 3;
const TIME_AND_NUMBER = 4;
const TEXT = 5;
const KINDS = 8;

const HASH_BYTES = 32;
const UUID_BYTES = 16;
const TOKENS = [':yes', ':no'] as const;
const REPEATED = /^(.*):([1-9]\d*)$/s;
const UUID_SHAPE = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const HASH_SHAPE = /^0x[0-9a-f]{64}$/;

/** Encoded id of a trade, as two columns of a block store it. */
export interface WrittenId {
  /** Kind of the id, combined with the number of its repetitions before: 1 for `id:2`. */
  readonly kind: number;
  readonly bytes: Uint8Array;
}

/** Encodes an id. One that the short kinds cannot restore exactly is stored as text. */
export function writeTradeId(id: string | null, venueTime: number | null): WrittenId {
  if (id === null) return { kind: NONE, bytes: new Uint8Array() };
  const whole = writeShort(id, venueTime);
  if (whole !== null) return whole;
  const [, first = '', times = ''] = REPEATED.exec(id) ?? [];
  const short =
    Number(times) >= 2 && Number.isSafeInteger(KINDS * Number(times)) ? writeShort(first, venueTime) : null;
  if (short !== null) return { kind: short.kind + KINDS * (Number(times) - 1), bytes: short.bytes };
  const text = Buffer.from(id);
  const writer = new VarintWriter(text.length + 2);
  writer.varint(text.length);
  writer.raw(text);
  return { kind: TEXT, bytes: writer.bytes() };
}

/** Decodes an id. @throws {DamagedBlockError} when the bytes are damaged. */
export function readTradeId(kind: number, ids: VarintReader, venueTime: number | null): string | null {
  const times = Math.floor(kind / KINDS);
  const id = readShort(kind % KINDS, ids, venueTime);
  if (id === null && times > 0) throw new DamagedBlockError('a trade without an id repeats one');
  return times > 0 ? `${id}:${times + 1}` : id;
}

function writeShort(id: string, venueTime: number | null): WrittenId | null {
  if (HASH_SHAPE.test(id)) return { kind: HASH, bytes: Buffer.from(id.slice(2), 'hex') };
  if (UUID_SHAPE.test(id)) return { kind: UUID, bytes: Buffer.from(id.replaceAll('-', ''), 'hex') };
  const token = TOKENS.findIndex(
    (ending) => id.endsWith(ending) && HASH_SHAPE.test(id.slice(0, -ending.length)),
  );
  if (token !== -1) {
    const hash = Buffer.from(id.slice(2, 2 + 2 * HASH_BYTES), 'hex');
    return { kind: HASH_AND_TOKEN, bytes: Buffer.concat([hash, Buffer.from([token])]) };
  }
  const prefix = `${venueTime}:`;
  const number = id.startsWith(prefix) ? Number(id.slice(prefix.length)) : Number.NaN;
  if (venueTime === null || !Number.isSafeInteger(number) || `${prefix}${number}` !== id || number < 0)
    return null;
  const writer = new VarintWriter(8);
  writer.varint(number);
  return { kind: TIME_AND_NUMBER, bytes: writer.bytes() };
}

function readShort(kind: number, ids: VarintReader, venueTime: number | null): string | null {
  switch (kind) {
    case NONE:
      return null;
    case HASH:
      return `0x${toHex(ids.raw(HASH_BYTES))}`;
    case HASH_AND_TOKEN: {
      const hash = toHex(ids.raw(HASH_BYTES));
      const token = TOKENS[ids.raw(1)[0]!];
      if (token === undefined) throw new DamagedBlockError('an id names no token');
      return `0x${hash}${token}`;
    }
    case UUID:
      return toHex(ids.raw(UUID_BYTES)).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    case TIME_AND_NUMBER:
      if (venueTime === null) throw new DamagedBlockError('an id names the time of a trade that has none');
      return `${venueTime}:${ids.varint()}`;
    case TEXT:
      return Buffer.from(ids.raw(ids.varint())).toString();
    default:
      throw new DamagedBlockError('an id is of a kind that is not known');
  }
}

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}

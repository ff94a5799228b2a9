import { createHash } from 'node:crypto';
import type { VenueId } from '../../../domain/index.ts';

/** Ids of an order for its venue. They follow from the order alone, so they are the same again after a crash. */
export interface DerivedIds {
  /** Id of 128 bits: 0x and 32 hex digits, of which the first is 8 or more. */
  readonly hex128: string;
  /** Id as a UUID of version 4. */
  readonly uuid: string;
  /** Id as a whole number below 2^53. */
  readonly salt53: number;
}

/**
 * Derives ids by SHA-256 of venue, account, bot and the bot's own id of the order.
 *
 * @param order `part`: index of the leg; the second leg has other ids than the first.
 */
export function deriveIds(order: {
  readonly venue: VenueId;
  readonly account: string;
  readonly botId: string;
  readonly clientOrderId: string;
  readonly part?: number;
}): DerivedIds {
  const { part = 0 } = order;
  const names = [order.venue, order.account, order.botId, order.clientOrderId];
  // Ids of bots never contain `|`, so the text of a second leg never equals that of another order.
  const text = (part === 0 ? names : [...names, part]).join('|');
  const hash = createHash('sha256').update(text).digest();
  const cloid = Buffer.from(hash.subarray(0, 16));
  // Some clients would take a number below 2^53 for the venue's own order number, so the first bit is set.
  cloid.writeUInt8(cloid.readUInt8(0) | 0x80, 0);
  const uuid = Buffer.from(hash.subarray(0, 16));
  uuid.writeUInt8((uuid.readUInt8(6) & 0x0f) | 0x40, 6);
  uuid.writeUInt8((uuid.readUInt8(8) & 0x3f) | 0x80, 8);
  return {
    hex128: `0x${cloid.toString('hex')}`,
    uuid: uuid.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
    salt53: Number(hash.readBigUInt64BE(24) & ((1n << 53n) - 1n)),
  };
}

import type { EpochMs, PriceLevel } from '../../../domain/index.ts';
import type { VenueFill } from '../execution-venue.ts';
import { type BigDecimal, toDecimal, toDecimalText } from '../live/decimal.ts';
import type { PaperTaking, TakenLevel } from '../paper-taking.ts';

/** One side of a book, with the sizes that the bot's earlier orders took from it. */
export interface TakenBook {
  /** Levels that the venue offers, best first. */
  readonly levels: readonly PriceLevel[];
  readonly receivedAt: EpochMs;
  readonly taken: readonly TakenLevel[];
}

/**
 * Lists the levels that are left for the bot. A paper order does not change the real book, so without this a bot could
 * buy the same offer again and again. A size taken at a price stays taken until the venue's size at that price changes.
 */
export function subtractEarlier({ levels, receivedAt, taken }: TakenBook): PriceLevel[] {
  if (taken.length === 0) return [...levels];
  const known = byPrice(taken);
  return levels.flatMap((level) => {
    const earlier = known.get(level.price);
    if (earlier === undefined || !isSameOffer(earlier, level, receivedAt)) return [level];
    const left = toDecimal(level.size).minus(earlier.taken);
    return left.gt(0) ? [{ price: level.price, size: left.toNumber() }] : [];
  });
}

/** Adds the sizes that fills take from a book to the sizes that earlier orders took. */
export function addTaking(
  { levels, receivedAt, taken }: TakenBook,
  fills: readonly VenueFill[],
): PaperTaking {
  const known = byPrice(taken);
  const offers = byPrice(levels);
  const sizes = new Map<string, BigDecimal>();
  for (const { price, size } of fills) sizes.set(price, toDecimal(size).plus(sizes.get(price) ?? 0));
  const changed = [...sizes].flatMap(([price, size]) => {
    const offer = offers.get(Number(price));
    if (offer === undefined) return [];
    const earlier = known.get(Number(price));
    const isSame = earlier !== undefined && isSameOffer(earlier, offer, receivedAt);
    const before = isSame ? earlier.taken : '0';
    const offered = toDecimalText(toDecimal(offer.size));
    return [{ price, offered, before, taken: toDecimalText(size.plus(before)), seenAt: receivedAt }];
  });
  const gone = taken.filter((level) => {
    if (sizes.has(level.price) || receivedAt < level.seenAt) return false;
    const offer = offers.get(Number(level.price));
    return offer === undefined || !isSameOffer(level, offer, receivedAt);
  });
  return { levels: changed, gone: gone.map(({ price }) => price) };
}

/** Whether the stored takings still equal those by which the order was sized. */
export function isStillTaken({ levels }: PaperTaking, stored: readonly TakenLevel[]): boolean {
  const known = new Map(stored.map((level) => [level.price, level]));
  return levels.every(({ price, offered, before, seenAt }) => {
    const now = known.get(price);
    if (now === undefined) return before === '0';
    const isSame = now.offered === offered || seenAt < now.seenAt;
    return isSame ? now.taken === before : before === '0';
  });
}

/** Computes the takings of a side after an order took from it. */
export function addToTaken({ levels }: PaperTaking, stored: readonly TakenLevel[]): TakenLevel[] {
  const known = new Map(stored.map((level) => [level.price, level]));
  return levels.map(({ before, ...level }) => {
    const now = known.get(level.price);
    if (now === undefined || (now.offered !== level.offered && level.seenAt >= now.seenAt)) return level;
    const taken = toDecimal(level.taken).minus(before).plus(now.taken);
    const { offered, seenAt } = now.seenAt > level.seenAt ? now : level;
    return { price: level.price, offered, seenAt, taken: toDecimalText(taken) };
  });
}

/** Whether a level is still the offer from which an order took. A book older than the order's proves no new offer. */
function isSameOffer({ offered, seenAt }: TakenLevel, { size }: PriceLevel, receivedAt: EpochMs): boolean {
  return receivedAt < seenAt || Number(offered) === size;
}

/** Finds levels by price. Prices are compared as numbers, which is exact here and cheaper than comparing decimals. */
function byPrice<Level extends { readonly price: number | string }>(levels: readonly Level[]) {
  return new Map(levels.map((level) => [Number(level.price), level]));
}

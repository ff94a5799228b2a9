import type { GetLinksAnswer, Mover } from '../../../client/src/index.ts';
import { DAY_MS, HOUR_MS } from '../../format/time.ts';

/** A move of a linked market that is less than this share of the move is none. */
const SAME_SHARE = 0.3;
/** A spread of more than this share of the move may be all of it. */
const THIN_SHARE = 0.5;

export interface MoveFacts {
  /** Markets of the same or the opposite question, with their moves. */
  readonly linked: readonly {
    readonly venue: string;
    readonly isOpposite: boolean;
    readonly change: number | null;
  }[];
  /** Result of the market, or of one with the same question at another venue: `Yes`, `No on Kalshi`; null: neither ended. */
  readonly resolved: string | null;
  /** Status of the market at its venue; null where it is not known. */
  readonly status: string | null;
  /** End of trading, epoch ms; null where it is not known. */
  readonly endDate: number | null;
  /** Time of the market's first price of all, epoch ms; null where it is older than a day, or not known. */
  readonly listedAt: number | null;
  readonly volume24hUsd: number | null;
  /** The book's current touch; null where unknown. */
  readonly book: BookNow | null;
  readonly nowMs: number;
}

/** The sizes at the touch. The depth of a book is not recorded, so a thinner book cannot be shown. */
export interface BookNow {
  readonly hasBid: boolean;
  readonly hasAsk: boolean;
  /** Spread in the unit of the change, percent or points; null without both sides. */
  readonly spread: number | null;
  /** The same as it is written. */
  readonly text: string;
}

/**
 * Facts beside a move, as short phrases: how the market ended or that it is about to, that it was listed only today,
 * whether linked markets moved too, whether its book is thin and whether there were trades. A move is never its own
 * reason.
 */
export function describeMove(change: number | null, facts: MoveFacts): string {
  const phrases: string[] = [];
  const { linked, resolved, status, endDate, listedAt, volume24hUsd, book, nowMs } = facts;
  if (resolved !== null) phrases.push(`resolved ${resolved}`);
  else if (status !== null && status !== 'open') phrases.push(status);
  if (listedAt !== null && nowMs - listedAt < DAY_MS)
    phrases.push(`listed today: first price ${hours(nowMs - listedAt)} ago`);
  const known = linked.filter(({ change: other }) => other !== null);
  if (change !== null && known.length > 0) {
    const along = known.filter(({ change: other, isOpposite }) => {
      const comparable = (isOpposite ? -1 : 1) * (other ?? 0);
      return (
        Math.sign(comparable) === Math.sign(change) && Math.abs(comparable) >= SAME_SHARE * Math.abs(change)
      );
    });
    const venues = [...new Set((along.length > 0 ? along : known).map(({ venue }) => venue))].join(', ');
    phrases.push(along.length > 0 ? `also on ${venues}` : `not on ${venues}`);
  }
  if (resolved === null && endDate !== null && endDate <= nowMs) phrases.push('its end has passed');
  else if (resolved === null && endDate !== null && endDate - nowMs < DAY_MS)
    phrases.push(`ends in ${hours(endDate - nowMs)}`);
  const thin = book === null ? null : describeBook(change, book);
  if (thin !== null) phrases.push(thin);
  if (volume24hUsd === 0) phrases.push('no volume: quotes alone');
  return phrases.length === 0 ? 'no cause seen here' : phrases.join('; ');
}

function describeBook(change: number | null, { hasBid, hasAsk, spread, text }: BookNow): string | null {
  if (!hasBid || !hasAsk) return `thin book: no ${hasBid ? 'ask' : hasAsk ? 'bid' : 'order'}`;
  const isThin = spread !== null && change !== null && spread > THIN_SHARE * Math.abs(change);
  return isThin ? `thin book: spread ${text}` : null;
}

const hours = (ms: number): string => (ms < HOUR_MS ? 'less than an hour' : `${Math.floor(ms / HOUR_MS)} h`);

/** Finds the linked markets of a mover, with their moves of the index. */
export function findLinked(
  asset: Mover['asset'],
  links: GetLinksAnswer['links'],
  changes: ReadonlyMap<string, { readonly change: number | null; readonly venue: string }>,
): MoveFacts['linked'] {
  return links.flatMap(({ a, b, relation }) => {
    if (relation !== 'same' && relation !== 'opposite') return [];
    const other = a === asset ? b : b === asset ? a : null;
    if (other === null) return [];
    const entry = changes.get(other.toLowerCase());
    return entry === undefined ? [] : [{ ...entry, isOpposite: relation === 'opposite' }];
  });
}

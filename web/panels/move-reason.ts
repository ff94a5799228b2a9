import type { GetLinksAnswer, Mover } from '../../client/src/index.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A move of a linked market that is less than this share of the move is none. */
const SAME_SHARE = 0.3;

export interface MoveFacts {
  /** Markets of the same or the opposite question, with what they moved by. */
  readonly linked: readonly {
    readonly venue: string;
    readonly isOpposite: boolean;
    readonly change: number | null;
  }[];
  /** End of trading, epoch ms; null where it is not known. */
  readonly endDate: number | null;
  /** First record, epoch ms; null where it is not known. */
  readonly listedAt: number | null;
  readonly volume24hUsd: number | null;
  readonly nowMs: number;
}

/**
 * What is known beside a move, as short phrases: whether linked markets moved too, whether the market is about to end or
 * was listed only today, whether anybody traded. A move is never its own reason.
 */
export function describeMove(change: number | null, facts: MoveFacts): string {
  const phrases: string[] = [];
  const { linked, endDate, listedAt, volume24hUsd, nowMs } = facts;
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
  if (endDate !== null && endDate <= nowMs) phrases.push('its end has passed');
  else if (endDate !== null && endDate - nowMs < DAY_MS) phrases.push(`ends in ${hours(endDate - nowMs)}`);
  if (listedAt !== null && nowMs - listedAt < DAY_MS) phrases.push('listed less than a day ago');
  if (volume24hUsd === 0) phrases.push('no volume: quotes alone');
  return phrases.length === 0 ? 'no cause seen here' : phrases.join('; ');
}

const hours = (ms: number): string => (ms < HOUR_MS ? 'less than an hour' : `${Math.floor(ms / HOUR_MS)} h`);

/** The linked markets of a mover, with what they moved by as the index says. */
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

import { decodeCursor, encodeCursor } from '../../domain/index.ts';
import type { StaleRow } from './stale-assets.ts';

/** Lists of an answer, in the order of their rows in a CSV file. */
const LISTS = ['stale', 'neverRecorded', 'beyondLimit'] as const;
const POSITION = ['text', 'text', 'text', 'text', 'text', 'text'] as const;

type Lists<Value> = Readonly<Record<(typeof LISTS)[number], Value>>;

/** A page of each list, and the cursor of the next page. null: no list has further rows. */
export interface StalePage extends Lists<readonly StaleRow[]> {
  readonly truncated: Lists<boolean>;
  readonly nextCursor: string | null;
}

/**
 * Cuts each list at the limit. A page continues after the last row of each list that was shown, by venue and store key,
 * so that rows which join or leave a list in the meantime do not move others.
 *
 * @param lists Each in the order of the venues, then of its keys.
 * @returns null for a cursor that no page contained.
 */
export function cutStalePage(
  lists: Lists<readonly StaleRow[]>,
  {
    venues,
    limit,
    cursor,
  }: { readonly venues: readonly string[]; readonly limit: number; readonly cursor?: string },
): StalePage | null {
  const before = cursor === undefined ? ['', '', '', '', '', ''] : decodeCursor('stale', POSITION, cursor);
  if (before === null) return null;
  const reached = LISTS.map((_, i) => ({ venue: before[2 * i]!, key: before[2 * i + 1]! }));
  if (reached.some(({ venue }) => venue !== '' && !venues.includes(venue))) return null;
  const position: string[] = [];
  const page = LISTS.map((list, i) => {
    const { venue, key } = reached[i]!;
    const rank = venues.indexOf(venue);
    const isBehind = (row: StaleRow) => {
      const own = venues.indexOf(row.venue);
      return own > rank || (own === rank && row.asset > key);
    };
    const rest = lists[list].filter(isBehind);
    const shown = rest.slice(0, limit);
    const last = shown.at(-1);
    position.push(last?.venue ?? venue, last?.asset ?? key);
    return { list, shown, truncated: rest.length > limit };
  });
  const collect = <Value>(get: (one: (typeof page)[number]) => Value) =>
    Object.fromEntries(page.map((one) => [one.list, get(one)])) as Lists<Value>;
  const isCut = page.some(({ truncated }) => truncated);
  return {
    ...collect(({ shown }) => shown),
    truncated: collect(({ truncated }) => truncated),
    nextCursor: isCut ? encodeCursor('stale', position) : null,
  };
}

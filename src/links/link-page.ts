import { Slices } from '../scheduling/slices.ts';
import { formatPairKey, type Link, type Refusal } from './link.ts';

/** Selection and order of one page of pairs. */
export interface LinkPageRequest<Pair> {
  readonly isWanted: (pair: Pair) => boolean;
  /** Text that precedes the key of a pair in the order; null: pairs are ordered by key alone. */
  readonly lead: ((pair: Pair) => string) | null;
  readonly limit: number;
  /** Key of the last pair of the previous page; null: the page is the first one. */
  readonly after: string | null;
}

export interface LinkPage<Pair> {
  readonly rows: readonly Pair[];
  /** Number of pairs on all pages. */
  readonly total: number;
  /** Key of the last row when further rows follow, else null. */
  readonly nextKey: string | null;
}

interface Keyed<Pair> {
  readonly key: string;
  readonly pair: Pair;
}

/** Matching pairs are sorted whenever this many times the rows of a page have been collected. */
const SORTED_AT = 3;
const STEPS_PER_LOOK = 64;

/** Selects one page from an unordered list. Pauses for other work, because there may be a hundred thousand pairs. */
export async function selectPage<Pair extends Link | Refusal>(
  pairs: Iterable<Pair>,
  { isWanted, lead, limit, after }: LinkPageRequest<Pair>,
): Promise<LinkPage<Pair>> {
  const slices = new Slices({ sliceMs: 2 });
  let found: Keyed<Pair>[] = [];
  /** Largest key that can still be on the page, once more pairs matched than fit. */
  let last: string | null = null;
  let [total, step] = [0, 0];
  for (const pair of pairs) {
    step += 1;
    if (step % STEPS_PER_LOOK === 0 && slices.isDue()) await slices.pause();
    if (!isWanted(pair)) continue;
    total += 1;
    const key = `${lead === null ? '' : `${lead(pair)} `}${formatPairKey(pair.a, pair.b)}`;
    if ((after !== null && key <= after) || (last !== null && key > last)) continue;
    found.push({ key, pair });
    if (found.length < SORTED_AT * (limit + 1)) continue;
    found = selectFirst(found, limit + 1);
    last = found[limit]?.key ?? null;
  }
  const rows = selectFirst(found, limit + 1);
  return toPage(rows, total, limit);
}

/** Cuts one page of links that are in the order of pairs already. Reads only the rows of the page. */
export function cutLinkPage(links: Iterable<Link>, total: number, limit: number): LinkPage<Link> {
  const rows: Keyed<Link>[] = [];
  for (const pair of links) {
    rows.push({ key: formatPairKey(pair.a, pair.b), pair });
    if (rows.length > limit) break;
  }
  return toPage(rows, total, limit);
}

/**
 * Makes a page of sorted rows.
 *
 * @param rows One row more than fits on the page, when there are more.
 */
function toPage<Pair>(rows: readonly Keyed<Pair>[], total: number, limit: number): LinkPage<Pair> {
  const own = rows.slice(0, limit);
  return {
    rows: own.map(({ pair }) => pair),
    total,
    nextKey: rows.length > limit ? (own.at(-1)?.key ?? null) : null,
  };
}

function selectFirst<Pair>(found: Keyed<Pair>[], count: number): Keyed<Pair>[] {
  return found.sort((x, y) => (x.key < y.key ? -1 : 1)).slice(0, count);
}

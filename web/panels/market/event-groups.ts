import type { MarketRow } from './model.ts';

/** The line above the outcomes of one event. */
export interface EventHead {
  readonly isHead: true;
  readonly venue: string;
  readonly key: string;
  readonly title: string;
  /** Number of listed outcomes of the event. */
  readonly outcomes: number;
  /** Sum of the 24-hour volumes that are published; null: none is. */
  readonly volume24hUsd: number | null;
}

/** An outcome below the head of its event, named by its side alone. */
export type Member = MarketRow & { readonly isMember: true };
export type MarketLine = MarketRow | Member | EventHead;

export const isHead = (line: MarketLine): line is EventHead => 'isHead' in line;
export const isMember = (line: MarketLine): line is Member => 'isMember' in line;

/**
 * Outcomes of one event beside each other below a head, at the position of the first of them; a market that is the
 * only one of its event stays as it is.
 */
export function groupByEvent(rows: readonly MarketRow[]): readonly MarketLine[] {
  const groups = new Map<string, MarketRow[]>();
  for (const row of rows) {
    const key = row.event === null ? row.asset : `${row.venue} ${row.event.key}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return [...groups.values()].flatMap((group): readonly MarketLine[] => {
    const [first] = group;
    const event = first?.event ?? null;
    if (first === undefined || event === null || group.length === 1) return group;
    const volumes = group.flatMap(({ volume24hUsd }) => (volume24hUsd === null ? [] : [volume24hUsd]));
    const head: EventHead = {
      isHead: true,
      venue: first.venue,
      key: event.key,
      title: event.title ?? first.name,
      outcomes: group.length,
      volume24hUsd: volumes.length === 0 ? null : volumes.reduce((sum, volume) => sum + volume, 0),
    };
    return [head, ...group.map((row): Member => ({ ...row, name: row.side ?? row.name, isMember: true }))];
  });
}

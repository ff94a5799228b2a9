import { formatPairKey, isTraded, type Link, type Refusal } from '../link.ts';

/** One market of a group, and whether its Yes is the Yes of the requested market. */
export interface GroupMember {
  readonly asset: string;
  readonly polarity: 1 | -1;
}

/**
 * Finds why two markets without a link of their own must not be in one group; null: they may. `by` is the link that
 * would join them.
 */
export type FindBan = (a: string, b: string, by: Link) => string | null;

const TRUST: Readonly<Record<Link['source'], number>> = { curated: 0, mirrored: 1, matched: 2 };

/** Markets of one group with their sides: 1 when a market's Yes is the Yes of the first one, else -1. */
export type Group = ReadonlyMap<string, 1 | -1>;

/** Groups formed by the links of some markets, and the links that were left out. */
export interface BuiltGroups {
  /** Every group of at least two markets, each once. */
  readonly groups: readonly Group[];
  readonly conflicts: readonly Refusal[];
}

/**
 * Builds sets of markets that ask one question, from the `same` and `opposite` links with enough confidence.
 *
 * Links join sets in the order of trust, the strongest first. A link is left out and reported when it contradicts
 * stronger links, when it would bring a second market of a venue to one side of a set without linking the two, or when
 * it would join a pair that must not be in one group. Such a link shows that some link is wrong, and a wrong group is
 * worse than none. Of each path between two such markets the weakest link is left out.
 */
export function buildGroups(
  links: readonly Link[],
  getVenue: (asset: string) => string,
  findBan: FindBan = () => null,
): BuiltGroups {
  const traded = links.filter(isTraded).sort(byTrust);
  const linked = new Set(traded.map(({ a, b }) => formatPairKey(a, b)));
  const groups = new Map<string, Map<string, 1 | -1>>();
  const conflicts: Refusal[] = [];
  for (const link of traded) {
    const conflict = join(link, groups, { getVenue, linked, findBan });
    if (conflict !== null) conflicts.push({ a: link.a, b: link.b, reasons: [conflict] });
  }
  return { groups: [...new Set(groups.values())].filter(({ size }) => size > 1), conflicts };
}

/** Lists the markets of a group, `asset` first; `asset` alone when it has no group. */
export function listMembersFrom(group: Group | undefined, asset: string): readonly GroupMember[] {
  const own = group?.get(asset);
  const members: GroupMember[] = [{ asset, polarity: 1 }];
  if (group === undefined || own === undefined) return members;
  for (const [other, polarity] of group) {
    if (other !== asset) members.push({ asset: other, polarity: polarity === own ? 1 : -1 });
  }
  return members;
}

interface JoinRules {
  readonly getVenue: (asset: string) => string;
  /** Pairs with a traded link, keyed by `formatPairKey`. */
  readonly linked: ReadonlySet<string>;
  readonly findBan: FindBan;
}

function join(
  link: Link,
  groups: Map<string, Map<string, 1 | -1>>,
  { getVenue, linked, findBan }: JoinRules,
): string | null {
  const a = groups.get(link.a) ?? new Map<string, 1 | -1>([[link.a, 1]]);
  const b = groups.get(link.b) ?? new Map<string, 1 | -1>([[link.b, 1]]);
  const turn = link.relation === 'same' ? 1 : -1;
  const [own, other] = [a.get(link.a) ?? 1, b.get(link.b) ?? 1];
  if (a === b) return own * other === turn ? null : 'Contradicts stronger links of the same group.';

  for (const [one, sideOne] of a) {
    for (const [two, sideTwo] of b) {
      if (linked.has(formatPairKey(one, two))) continue;
      const isSameSide = sideOne === sideTwo * other * own * turn;
      if (isSameSide && getVenue(one) === getVenue(two)) {
        return `Would put ${one} and ${two} of one venue on one side of a group.`;
      }
      const ban = findBan(one, two, link);
      if (ban !== null) return `Would put ${one} and ${two} into one group. ${ban}`;
    }
  }
  for (const [asset, polarity] of b) a.set(asset, polarity * other * own * turn === 1 ? 1 : -1);
  for (const asset of a.keys()) groups.set(asset, a);
  return null;
}

function byTrust(x: Link, y: Link): number {
  if (x.source !== y.source) return TRUST[x.source] - TRUST[y.source];
  if (x.confidence !== y.confidence) return y.confidence - x.confidence;
  if (x.a !== y.a) return x.a < y.a ? -1 : 1;
  return x.b < y.b ? -1 : 1;
}

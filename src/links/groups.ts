import { isTraded, type Link, type Refusal } from './link.ts';

/** One market of a group, and whether its Yes is the Yes of the market that was asked for. */
export interface GroupMember {
  readonly asset: string;
  readonly polarity: 1 | -1;
}

const TRUST: Readonly<Record<Link['source'], number>> = { curated: 0, mirrored: 1, matched: 2 };

/**
 * Sets of markets that ask one question, built from the `same` and `opposite` links of enough confidence.
 *
 * Links join sets in the order of trust. One that contradicts what stronger links say, or that would bring a
 * second market of a venue to one side of a set without linking the two, is left out and reported: it shows that some
 * link is wrong, and a wrong group is worse than none.
 */
export class LinkGroups {
  private readonly found: Refusal[] = [];
  private readonly groups = new Map<string, Group>();

  /** Builds all groups at once. */
  constructor(links: readonly Link[], venueOf: VenueOf) {
    const { traded, linked } = tradedLinks(links);
    for (const link of traded) this.add(link, venueOf, linked);
  }

  /** The same, with a pause offered after every link, for lists so long that others would wait. */
  static async build(
    links: readonly Link[],
    venueOf: VenueOf,
    pause: () => Promise<void>,
  ): Promise<LinkGroups> {
    const groups = new LinkGroups([], venueOf);
    const { traded, linked } = tradedLinks(links);
    for (const link of traded) {
      groups.add(link, venueOf, linked);
      await pause();
    }
    return groups;
  }

  /** Links that were left out, with the reason. */
  get conflicts(): readonly Refusal[] {
    return this.found;
  }

  /** How many groups hold at least two markets. */
  get count(): number {
    return new Set(this.groups.values()).size;
  }

  /** The markets that ask the same question, `asset` itself first; only itself when nothing is linked to it. */
  of(asset: string): readonly GroupMember[] {
    const group = this.groups.get(asset);
    const own = group?.get(asset);
    if (group === undefined || own === undefined) return [{ asset, polarity: 1 }];
    const members: GroupMember[] = [{ asset, polarity: 1 }];
    for (const [other, polarity] of group) {
      if (other !== asset) members.push({ asset: other, polarity: polarity === own ? 1 : -1 });
    }
    return members;
  }

  /** Every group once, each from its alphabetically first market. */
  all(): readonly (readonly GroupMember[])[] {
    const groups = new Set(this.groups.values());
    return [...groups]
      .map((group) => this.of([...group.keys()].sort()[0] ?? ''))
      .filter(({ length }) => length > 1);
  }

  private add(link: Link, venueOf: VenueOf, linked: ReadonlySet<string>): void {
    const conflict = this.join(link, venueOf, linked);
    if (conflict !== null) this.found.push({ a: link.a, b: link.b, reasons: [conflict] });
  }

  private join(link: Link, venueOf: VenueOf, linked: ReadonlySet<string>): string | null {
    const a: Group = this.groups.get(link.a) ?? new Map([[link.a, 1]]);
    const b: Group = this.groups.get(link.b) ?? new Map([[link.b, 1]]);
    const turn = link.relation === 'same' ? 1 : -1;
    const [own, other] = [a.get(link.a) ?? 1, b.get(link.b) ?? 1];
    if (a === b) return own * other === turn ? null : 'Contradicts stronger links of the same group.';

    for (const [one, sideOne] of a) {
      for (const [two, sideTwo] of b) {
        const isSameSide = sideOne === sideTwo * other * own * turn;
        if (isSameSide && venueOf(one) === venueOf(two) && !linked.has(`${one} ${two}`)) {
          return `Would put ${one} and ${two} of one venue on one side of a group.`;
        }
      }
    }
    for (const [asset, polarity] of b) a.set(asset, polarity * other * own * turn === 1 ? 1 : -1);
    for (const asset of a.keys()) this.groups.set(asset, a);
    return null;
  }
}

type Group = Map<string, 1 | -1>;
type VenueOf = (asset: string) => string;

function tradedLinks(links: readonly Link[]) {
  const traded = links.filter(isTraded).sort(byTrust);
  return { traded, linked: new Set(traded.flatMap(({ a, b }) => [`${a} ${b}`, `${b} ${a}`])) };
}

function byTrust(x: Link, y: Link): number {
  if (x.source !== y.source) return TRUST[x.source] - TRUST[y.source];
  if (x.confidence !== y.confidence) return y.confidence - x.confidence;
  if (x.a !== y.a) return x.a < y.a ? -1 : 1;
  return x.b < y.b ? -1 : 1;
}

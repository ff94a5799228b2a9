import { findAssetRef } from '../../domain/index.ts';
import { isTraded, type Link, type Refusal } from '../link.ts';
import { buildGroups, type FindBan, type Group, type GroupMember, listMembersFrom } from './groups.ts';

/** Links in force of each asset, keyed by `formatPairKey`. */
interface LinksByAsset {
  get(asset: string): ReadonlyMap<string, Link> | undefined;
}

/** The groups of markets. A link that comes or goes rebuilds only the groups that are connected with it. */
export class LinkGroups {
  readonly #byAsset = new Map<string, Group>();
  readonly #conflictsByAsset = new Map<string, readonly Refusal[]>();
  readonly #findBan: FindBan;
  #count = 0;

  constructor(findBan: FindBan) {
    this.#findBan = findBan;
  }

  get count(): number {
    return this.#count;
  }

  group(asset: string): readonly GroupMember[] {
    return listMembersFrom(this.#byAsset.get(asset), asset);
  }

  /** Lists every group once, starting from its alphabetically first market. */
  listAll(): readonly (readonly GroupMember[])[] {
    return [...new Set(this.#byAsset.values())].map((group) =>
      listMembersFrom(group, [...group.keys()].sort()[0] ?? ''),
    );
  }

  /** Lists the links that contradict a group, each once. */
  listConflicts(): readonly Refusal[] {
    return [...new Set(this.#conflictsByAsset.values())].flat();
  }

  /** Rebuilds the groups of all markets connected with `asset`, and returns these markets. */
  rebuild(asset: string, linksByAsset: LinksByAsset): ReadonlySet<string> {
    const members = new Set([asset]);
    const links = new Map<string, Link>();
    for (const member of members) {
      for (const other of this.#byAsset.get(member)?.keys() ?? []) members.add(other);
      for (const [key, link] of linksByAsset.get(member) ?? []) {
        if (!isTraded(link)) continue;
        links.set(key, link);
        members.add(link.a);
        members.add(link.b);
      }
    }
    const { groups, conflicts } = buildGroups([...links.values()], getVenue, this.#findBan);
    const former = new Set<Group>();
    for (const member of members) {
      const group = this.#byAsset.get(member);
      if (group !== undefined) former.add(group);
      this.#byAsset.delete(member);
      this.#conflictsByAsset.delete(member);
    }
    this.#count += groups.length - former.size;
    for (const group of groups) for (const member of group.keys()) this.#byAsset.set(member, group);
    if (conflicts.length > 0) for (const member of members) this.#conflictsByAsset.set(member, conflicts);
    return members;
  }
}

function getVenue(asset: string): string {
  return findAssetRef(asset)?.venue ?? asset;
}

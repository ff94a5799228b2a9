import { type AssetRef, isAssetName } from '../domain/index.ts';
import { type Intake, refuse } from '../upstream/intake.ts';

/** Origin of the names of a list, for the counts of rows that are left out. */
export interface NameOrigin {
  /** Our name for the kind of message: `kalshi market`. */
  readonly kind: string;
  readonly endpoint: string;
  /** Path of the member in our schema: `/ticker`. */
  readonly member: string;
}

/**
 * Leaves out and counts listings whose name the API cannot spell, and all but one of those that share a store key: keys
 * are in lower case, so that `kPEPE` and `KPEPE` would be one series.
 */
export class ListedNames {
  readonly #intake: Intake;
  readonly #origin: NameOrigin;
  /** Venue name of the listing that holds a key, for keys that several listings claim. */
  readonly #holders = new Map<string, string>();

  constructor(intake: Intake, origin: NameOrigin) {
    this.#intake = intake;
    this.#origin = origin;
  }

  /**
   * Selects the listings that the API can name, one for each store key.
   *
   * @param getName Returns the venue's spelling of a name.
   */
  select<Listing extends { readonly ref: AssetRef }>(
    listings: readonly Listing[],
    getName: (listing: Listing) => string,
  ): Listing[] {
    const byKey = new Map<string, Listing>();
    for (const listing of listings) {
      const { asset, storeKey } = listing.ref;
      const name = getName(listing);
      if (!isAssetName(asset) || !isAssetName(storeKey)) {
        this.#countRefusal(name, 'the API cannot spell this name');
        continue;
      }
      const other = byKey.get(storeKey);
      if (other === undefined) {
        byKey.set(storeKey, listing);
        continue;
      }
      const holder = this.#remember(storeKey, getName(other));
      const isHolder = name === holder && getName(other) !== holder;
      if (isHolder) byKey.set(storeKey, listing);
      this.#countRefusal(isHolder ? getName(other) : name, 'another listing has this key');
    }
    return [...byKey.values()];
  }

  /**
   * Remembers which listing holds a key, so that its series continues with the same listing when the order of a list
   * changes.
   *
   * @returns The venue's name of the holder.
   */
  #remember(storeKey: string, name: string): string {
    const holder = this.#holders.get(storeKey) ?? name;
    this.#holders.set(storeKey, holder);
    return holder;
  }

  #countRefusal(name: string, reason: string): void {
    const { kind, endpoint, member } = this.#origin;
    this.#intake.count(refuse(kind, reason, { endpoint, row: name, member, value: name }), true);
  }
}

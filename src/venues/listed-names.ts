import { type AssetRef, isAssetName } from '../domain/index.ts';
import { type Intake, refuse } from '../upstream/intake.ts';

/** Origin of the name of a listing, for the count of what is left out. */
export interface NameOrigin {
  /** Kind of message by our own name: `kalshi market`. */
  readonly kind: string;
  readonly endpoint: string;
  /** Path of the member in our schema: `/ticker`. */
  readonly member: string;
}

/**
 * Leaves out listings that the API could not tell apart or could not spell, and counts them: keys of the store are in
 * lower case, so that `kPEPE` and `KPEPE` would share one series.
 */
export class ListedNames {
  readonly #intake: Intake;
  readonly #origin: NameOrigin;
  /** The venue's own name of the listing that had a key first, of keys that several listings claimed. */
  readonly #holders = new Map<string, string>();

  constructor(intake: Intake, origin: NameOrigin) {
    this.#intake = intake;
    this.#origin = origin;
  }

  /** @param getName The venue's own spelling. */
  select<Listing extends { readonly ref: AssetRef }>(
    listings: readonly Listing[],
    getName: (listing: Listing) => string,
  ): Listing[] {
    const byKey = new Map<string, Listing>();
    for (const listing of listings) {
      const { asset, storeKey } = listing.ref;
      const name = getName(listing);
      if (!isAssetName(asset) || !isAssetName(storeKey)) {
        this.#refuse(name, 'the API cannot spell this name');
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
      this.#refuse(isHolder ? getName(other) : name, 'another listing has this key');
    }
    return [...byKey.values()];
  }

  /**
   * Remembers the listing that a series began with: the series goes on with that one, though the order of a list may
   * change.
   */
  #remember(storeKey: string, name: string): string {
    const holder = this.#holders.get(storeKey) ?? name;
    this.#holders.set(storeKey, holder);
    return holder;
  }

  #refuse(name: string, reason: string): void {
    const { kind, endpoint, member } = this.#origin;
    this.#intake.count(refuse(kind, reason, { endpoint, row: name, member, value: name }), true);
  }
}

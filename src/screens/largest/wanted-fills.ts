import type { AssetRef, VenueId } from '../../domain/index.ts';

/** Maximum number of waiting assets of one venue. A busy venue needs an hour or two for them. */
const MAX_OF_VENUE = 240;
/**
 * Maximum number of waiting assets of one caller, a little more than the rows of a page, so that nobody can fill the
 * queue alone.
 */
const MAX_OF_CALLER = 80;

interface Wanted {
  readonly ref: AssetRef;
  readonly caller: string;
}

/** Queue of assets that callers want filled without waiting for them, in order of arrival and without duplicates. */
export class WantedFills {
  readonly #byVenue = new Map<VenueId, Map<string, Wanted>>();
  readonly #countByCaller = new Map<string, number>();

  has({ venue, asset }: AssetRef): boolean {
    return this.#byVenue.get(venue)?.has(asset) ?? false;
  }

  /**
   * Adds an asset that is not in the queue.
   *
   * @param caller Name under which the limit of one caller is counted.
   * @returns Whether there was room.
   */
  add(ref: AssetRef, caller: string): boolean {
    const queue = this.#byVenue.get(ref.venue) ?? new Map<string, Wanted>();
    const ofCaller = this.#countByCaller.get(caller) ?? 0;
    if (queue.size >= MAX_OF_VENUE || ofCaller >= MAX_OF_CALLER) return false;
    this.#byVenue.set(ref.venue, queue.set(ref.asset, { ref, caller }));
    this.#countByCaller.set(caller, ofCaller + 1);
    return true;
  }

  /**
   * Returns the asset of a venue that has waited longest, and keeps it in the queue until it is deleted. null: none
   * waits.
   */
  next(venue: VenueId): AssetRef | null {
    return this.#byVenue.get(venue)?.values().next().value?.ref ?? null;
  }

  delete({ venue, asset }: AssetRef): void {
    const queue = this.#byVenue.get(venue);
    const wanted = queue?.get(asset);
    if (wanted === undefined) return;
    queue?.delete(asset);
    const left = (this.#countByCaller.get(wanted.caller) ?? 1) - 1;
    if (left === 0) this.#countByCaller.delete(wanted.caller);
    else this.#countByCaller.set(wanted.caller, left);
  }
}

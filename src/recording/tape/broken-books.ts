import { type AssetUpdate, type BookBreak, HOUR_MS, SECOND_MS, type VenueId } from '../../domain/index.ts';

/** Number of breaks within an hour from which a book is reported. */
const MAX_BREAKS = 5;
/** Time for which a book must stay crossed to be reported. */
const MAX_CROSSED_MS = 10 * SECOND_MS;

/** Reasons of breaks that are no error. */
const USUAL: ReadonlySet<BookBreak> = new Set(['ended', 'dropped']);

/** Asset of a book that is reported. */
export interface FoundAsset {
  readonly venue: VenueId;
  readonly asset: string;
}

/** Finds books that break repeatedly. */
export class BrokenBooks {
  /** Times of the last breaks of each book, oldest first. */
  readonly #breaks = new Map<string, { readonly venue: VenueId; readonly times: number[] }>();

  note({ venue, asset }: FoundAsset, reason: BookBreak, nowMs: number): void {
    if (USUAL.has(reason)) return;
    const times: number[] = this.#breaks.get(asset)?.times ?? [];
    times.push(nowMs);
    if (times.length > MAX_BREAKS) times.shift();
    this.#breaks.set(asset, { venue, times });
  }

  list(nowMs: number): FoundAsset[] {
    const found: FoundAsset[] = [];
    for (const [asset, { venue, times }] of this.#breaks) {
      if (nowMs - times.at(-1)! > HOUR_MS) this.#breaks.delete(asset);
      else if (times.length === MAX_BREAKS && nowMs - times[0]! <= HOUR_MS) found.push({ venue, asset });
    }
    return found;
  }
}

/** Finds books whose best bid is above the best ask. */
export class CrossedBooks {
  readonly #since = new Map<string, { readonly venue: VenueId; readonly ms: number }>();

  note({ asset, bid, ask, receivedAt }: AssetUpdate, venue: VenueId): void {
    if (bid === null || ask === null || bid <= ask) this.#since.delete(asset);
    else if (!this.#since.has(asset)) this.#since.set(asset, { venue, ms: receivedAt });
  }

  /** Forgets a book that is no longer known. */
  forget(asset: string): void {
    this.#since.delete(asset);
  }

  list(nowMs: number): FoundAsset[] {
    return [...this.#since]
      .filter(([, { ms }]) => nowMs - ms >= MAX_CROSSED_MS)
      .map(([asset, { venue }]) => ({ venue, asset }));
  }
}

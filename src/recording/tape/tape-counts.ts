import { BOOK_BREAKS, type BookBreak, type VenueId } from '../../domain/index.ts';
import type { TradeCounts } from './messages.ts';

export type BreakCounts = Record<BookBreak, number>;

/** Counts of one venue since the start. */
export interface VenueTapeCounts extends TradeCounts {
  readonly breaks: BreakCounts;
}

function noBreaks(): BreakCounts {
  return Object.fromEntries(BOOK_BREAKS.map((reason) => [reason, 0])) as BreakCounts;
}

/** Counts of the tape since the start, by venue. */
export class TapeCounts {
  readonly venues: ReadonlyMap<VenueId, VenueTapeCounts>;
  resyncChanges = 0;
  unlisted = 0;
  tradesLeft = 0;

  constructor(venues: readonly VenueId[]) {
    this.venues = new Map(
      venues.map((venue) => [
        venue,
        {
          trades: 0,
          buys: 0,
          sells: 0,
          unknownSide: 0,
          duplicates: 0,
          refused: 0,
          timeRefused: 0,
          tooOld: 0,
          breaks: noBreaks(),
        },
      ]),
    );
  }

  noteBreak(venue: VenueId, reason: BookBreak): void {
    const counts = this.venues.get(venue);
    if (counts === undefined) return;
    counts.breaks[reason]++;
    if (reason === 'refused') counts.refused++;
  }

  addTrades(trades: Readonly<Partial<Record<VenueId, Readonly<TradeCounts>>>>): void {
    for (const [venue, more] of Object.entries(trades)) {
      const counts = this.venues.get(venue as VenueId);
      if (counts === undefined) continue;
      for (const name of Object.keys(more) as (keyof TradeCounts)[]) counts[name] += more[name];
    }
  }

  sum(name: Exclude<keyof VenueTapeCounts, 'breaks'>): number {
    return [...this.venues.values()].reduce((total, counts) => total + counts[name], 0);
  }

  sumBreaks(): BreakCounts {
    const sums = noBreaks();
    for (const { breaks } of this.venues.values())
      for (const reason of BOOK_BREAKS) sums[reason] += breaks[reason];
    return sums;
  }
}

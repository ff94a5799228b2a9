import type { VenueView } from '../venue-view.ts';
import type { Listing } from '../world/listing.ts';
import { isSettled } from '../world/world.ts';
import * as shapes from './shapes.ts';
import { listListed } from './tokens.ts';

/** One row of a list of markets. */
export interface Row {
  readonly slug: string;
  readonly id: string;
  /** null for a placeholder, which has none. */
  ids(): shapes.MarketIds | null;
  isClosed(): boolean;
  make(): object;
}

/**
 * All rows by 24 h volume. Markets without any come last: those that were forgotten open, and names that
 * are held free.
 */
export function listRows(view: VenueView): Row[] {
  return view.perTick('rows', (tick) => {
    const markets = listListed(view)
      .map((listing) => ({ listing, volume: shapes.volume24h(listing, tick) }))
      .sort((a, b) => b.volume - a.volume)
      .map(
        ({ listing }): Row => ({
          slug: listing.name,
          id: shapes.gammaId(listing),
          ids: () => shapes.getIds(listing),
          isClosed: () => isSettled(listing, view.priceTime()),
          make: () => shapes.marketObject(listing, view.priceTime(), view.now()),
        }),
      );
    const forgotten = view.world.zombies(tick).map((listing, i): Row => {
      const id = String(ZOMBIE_IDS + i);
      return {
        slug: listing.name,
        id,
        ids: () => shapes.getIds(listing),
        isClosed: () => false,
        make: () => shapes.zombieObject(listing, id),
      };
    });
    const firstLegs = listListed(view).filter(({ leg, event }) => leg.index === 0 && tick < event.closeAt);
    const placeholders = firstLegs.flatMap((listing) =>
      buildPlaceholders(listing, tick).map(
        (object): Row => ({
          slug: object.slug,
          id: object.id,
          ids: () => null,
          isClosed: () => false,
          make: () => object,
        }),
      ),
    );
    return [...markets, ...forgotten, ...placeholders];
  });
}

const ZOMBIE_IDS = 8_000_000;
/** Number of placeholder outcomes of an event, by series. */
const PLACEHOLDERS: Readonly<Record<string, number>> = { president: 4, prize: 2 };

export function buildPlaceholders(first: Listing, t: number) {
  const count = PLACEHOLDERS[first.event.series] ?? 0;
  return [...Array(count).keys()].map((i) => shapes.placeholderObject(first, i + 1, t));
}

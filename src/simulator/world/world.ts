import type { WorldEvent } from './event.ts';
import type { Listing, ListingVenue } from './listing.ts';
import { createPerps, type Perp } from './perps.ts';
import { createSeries, type Series } from './series.ts';
import { listEvent } from './venue-lists.ts';

const DAY_MS = 86_400_000;
/** How long an event that ended can still be asked for. */
const KEPT_MS = 2 * DAY_MS;
/** At most so many ended events of one series are kept. */
const KEPT_EVENTS = 12;

export interface WorldOptions {
  readonly seed: number;
  /** How many markets all venues together list, about. */
  readonly markets: number;
}

/** The events of one moment, with what the venues list of them. */
export interface Universe {
  readonly listings: readonly Listing[];
  readonly byVenue: Readonly<Record<ListingVenue, readonly Listing[]>>;
  readonly byName: ReadonlyMap<string, Listing>;
}

/**
 * The one market behind the four venues. Everything is a function of seed and time; what is kept in
 * memory is only what the newest moment needs.
 */
export class World {
  readonly seed: number;
  readonly perps: readonly Perp[];
  readonly #series: readonly Series[];
  readonly #known = new Map<string, readonly Listing[]>();
  #universe: Universe | null = null;
  #validFrom = 0;
  #validTo = 0;

  constructor({ seed, markets }: WorldOptions) {
    this.seed = seed;
    const perpCount = Math.max(24, Math.min(200, Math.round(markets / 12)));
    this.perps = createPerps(seed, perpCount);
    const coins = [
      ['BTC', 'Bitcoin'],
      ['ETH', 'Ethereum'],
      ['SOL', 'Solana'],
      ['XRP', 'XRP'],
    ] as const;
    const underlyings = coins.map(([ticker, name]) => {
      const perp = this.perps.find(({ coin }) => coin === ticker);
      if (perp === undefined) throw new Error(`no perp of ${ticker}`);
      return { ticker, name, priceAt: (t: number) => perp.oraclePrice(t) };
    });
    const count = Math.max(1, Math.round(markets / 100));
    // Four underlyings make about 240 listings, the rest about 70; a question stands on 1.7 venues.
    const chosen = underlyings.slice(0, Math.min(underlyings.length, count));
    const fillers = Math.max(20, Math.round((markets - perpCount - 60 * chosen.length - 70) / 1.7));
    this.#series = createSeries(seed, chosen, fillers);
  }

  /** What the venues know at `t`: open events and those that ended not long ago. */
  universe(t: number): Universe {
    if (this.#universe !== null && t >= this.#validFrom && t < this.#validTo) return this.#universe;
    const listings: Listing[] = [];
    const wanted = new Set<string>();
    let validTo = Number.POSITIVE_INFINITY;
    let validFrom = 0;
    for (const [index, series] of this.#series.entries()) {
      const nth = (moment: number) => Math.floor((moment - series.phaseMs) / series.periodMs);
      const keptMs = Math.min(KEPT_MS, KEPT_EVENTS * series.periodMs);
      const first = nth(t - keptMs) + 1;
      const last = Math.ceil((t + series.lifetimeMs - series.phaseMs + 1) / series.periodMs) - 1;
      for (let n = first; n <= last; n++) {
        const id = `${series.name}#${n}`;
        wanted.add(id);
        let known = this.#known.get(id);
        if (known === undefined) {
          known = listEvent(this.seed, index, this.#event(series, n, id));
          this.#known.set(id, known);
        }
        listings.push(...known);
      }
      const forgottenAt = series.phaseMs + first * series.periodMs + keptMs;
      const listedAt = series.phaseMs + (last + 1) * series.periodMs - series.lifetimeMs;
      validTo = Math.min(validTo, forgottenAt, listedAt);
      validFrom = Math.max(validFrom, forgottenAt - series.periodMs, listedAt - series.periodMs);
    }
    for (const id of this.#known.keys()) if (!wanted.has(id)) this.#known.delete(id);
    this.#validFrom = validFrom;
    this.#validTo = validTo;
    const of = (venue: ListingVenue) => listings.filter((listing) => listing.venue === venue);
    this.#universe = {
      listings,
      byVenue: {
        hyperliquid: of('hyperliquid'),
        polymarket: of('polymarket'),
        kalshi: of('kalshi'),
        limitless: of('limitless'),
      },
      byName: new Map(listings.map((listing) => [`${listing.venue} ${listing.name}`, listing])),
    };
    return this.#universe;
  }

  #event(series: Series, n: number, id: string): WorldEvent {
    const closeAt = series.phaseMs + n * series.periodMs;
    const openAt = closeAt - series.lifetimeMs;
    return {
      id,
      series: series.name,
      number: n,
      kind: series.kind,
      openAt,
      closeAt,
      settleAt: closeAt + series.settleDelayMs,
      ...series.build(n, openAt, closeAt),
    };
  }
}

export function isOpen({ event }: Listing, t: number): boolean {
  return t >= event.openAt && t < event.closeAt;
}

export function isSettled({ event }: Listing, t: number): boolean {
  return t >= event.settleAt;
}

import { DAY_MS } from '../../src/domain/index.ts';
import type { Faults } from '../faults.ts';
import type { WorldEvent } from './event.ts';
import type { Series } from './event-series.ts';
import type { Listing } from './listing.ts';
import { createPerps, type Perp } from './perps.ts';
import { Publication } from './references/publication.ts';
import { ReferencePrices } from './references/reference-prices.ts';
import type { SettledWindow } from './references/settled-window.ts';
import { createSeries } from './series.ts';
import { listEvent } from './venue-lists.ts';
import { mapVenues, type SimulatedVenue } from './venues.ts';

/** Events remain readable for this long after they ended. */
const KEPT_MS = 2 * DAY_MS;
/** Maximum number of ended events of one series that are kept. */
const KEPT_EVENTS = 12;
/** Moments that are kept at once. */
const MAX_SPANS = 3;
const ZOMBIES_A_SERIES = 8;

export interface WorldOptions {
  readonly seed: number;
  /** Approximate number of markets listed by all venues together. */
  readonly markets: number;
  /** Faults of the reference prices that windows settle by; absent: none. */
  readonly faults?: Pick<Faults, 'listReferenceFaults'>;
}

/** The events of one moment, with the venues' listings of them. */
export interface Universe {
  readonly listings: readonly Listing[];
  readonly byVenue: Readonly<Record<SimulatedVenue, readonly Listing[]>>;
  readonly byName: ReadonlyMap<string, Listing>;
}

interface UniverseSpan {
  readonly universe: Universe;
  /** Start of the change, epoch ms, inclusive. */
  readonly from: number;
  /** End of the change, epoch ms, exclusive. */
  readonly to: number;
  readonly events: ReadonlySet<string>;
}

/**
 * The one market behind the four venues. Everything is a function of seed and time; what is kept in
 * memory is only the data of the newest moment.
 */
export class World {
  readonly seed: number;
  readonly perps: readonly Perp[];
  /** Publishers of the reference prices that windows settle by. */
  readonly publication: Publication;
  readonly #series: readonly Series[];
  readonly #known = new Map<string, readonly Listing[]>();
  /** The newest first. A frozen venue looks at an older moment than the others. */
  #spans: UniverseSpan[] = [];
  #zombies: readonly Listing[] = [];
  #zombiesDay = Number.NaN;

  constructor({ seed, markets, faults = { listReferenceFaults: () => [] } }: WorldOptions) {
    this.seed = seed;
    const perpCount = Math.max(24, Math.min(200, Math.round(markets / 12)));
    this.perps = createPerps(seed, perpCount);
    this.publication = new Publication(seed, new ReferencePrices(seed, this.perps), faults);
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
    // Four underlyings make about 260 listings, the rest about 70; a question is listed on 1.7 venues.
    const chosen = underlyings.slice(0, Math.min(underlyings.length, count));
    const fillers = Math.max(20, Math.round((markets - perpCount - 65 * chosen.length - 70) / 1.7));
    this.#series = createSeries(seed, chosen, fillers, this.publication);
  }

  /** The listings of the venues at `t`: of open events and of those that ended not long ago. */
  universe(t: number): Universe {
    const found = this.#spans.find(({ from, to }) => t >= from && t < to);
    if (found !== undefined) return found.universe;
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
    const universe: Universe = {
      listings,
      byVenue: mapVenues((venue) => listings.filter((listing) => listing.venue === venue)),
      byName: new Map(listings.map((listing) => [`${listing.venue} ${listing.name}`, listing])),
    };
    this.#spans = [{ universe, from: validFrom, to: validTo, events: wanted }, ...this.#spans].slice(
      0,
      MAX_SPANS,
    );
    for (const id of this.#known.keys()) {
      if (!this.#spans.some(({ events }) => events.has(id))) this.#known.delete(id);
    }
    return universe;
  }

  /**
   * Lists quarter-hour markets of Polymarket that ended two to four months ago and were never closed. They are in no
   * universe: they cannot be traded and nothing is true about them.
   */
  zombies(t: number): readonly Listing[] {
    const day = Math.floor(t / DAY_MS);
    if (day === this.#zombiesDay) return this.#zombies;
    this.#zombiesDay = day;
    this.#zombies = this.#series.flatMap((series, index) => {
      if (!series.name.startsWith('15m-')) return [];
      return [...Array(ZOMBIES_A_SERIES).keys()].flatMap((i) => {
        // A fixed distance in whole days and a slot of its own, so that each stays the same for a day.
        const n = Math.floor((day * DAY_MS - (60 + 8 * i) * DAY_MS) / series.periodMs) + 7 * i;
        return listEvent(this.seed, index, this.#event(series, n, `${series.name}#${n}`)).filter(
          ({ venue }) => venue === 'polymarket',
        );
      });
    });
    return this.#zombies;
  }

  /** Windows between reference prices that close in [`from`, `to`], with their listings, the earliest first. */
  listWindows(from: number, to: number): { readonly listing: Listing; readonly window: SettledWindow }[] {
    return this.#series
      .flatMap((series, index) => {
        if (series.kind !== 'updown') return [];
        const listings: Listing[] = [];
        const first = Math.ceil((from - series.phaseMs) / series.periodMs);
        for (let n = first; series.phaseMs + n * series.periodMs <= to; n++)
          listings.push(...listEvent(this.seed, index, this.#event(series, n, `${series.name}#${n}`)));
        return listings;
      })
      .flatMap((listing) => {
        const window = listing.leg.window?.(listing.venue);
        return window === undefined ? [] : [{ listing, window }];
      })
      .sort((a, b) => a.window.closeAt - b.window.closeAt);
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

import type { Faults } from './faults.ts';
import { SentBooks } from './world/sent-books.ts';
import type { SimulatedVenue } from './world/venues.ts';
import type { Universe, World } from './world/world.ts';

/** Answers over the whole universe are computed at most this often. */
const TICK_MS = 1_000;
const MAX_CACHED = 500;

/** A simulated venue's view of the world: its prices, its clock and its faults. */
export class VenueView {
  readonly venue: SimulatedVenue;
  readonly world: World;
  readonly faults: Faults;
  /** Books as they were sent. */
  readonly sent: SentBooks;
  readonly #clock: () => number;
  readonly #cache = new Map<string, unknown>();
  #cachedTick = -1;

  constructor(
    venue: SimulatedVenue,
    world: World,
    faults: Faults,
    clock: () => number,
    sent: SentBooks = new SentBooks(),
  ) {
    this.venue = venue;
    this.world = world;
    this.faults = faults;
    this.#clock = clock;
    this.sent = sent;
  }

  /** Time of the venue's clock in epoch ms. */
  now(): number {
    return Math.floor(this.#clock() + this.faults.skewMs(this.venue));
  }

  /** Time whose prices are shown. */
  priceTime(): number {
    return Math.floor(this.faults.priceTime(this.venue));
  }

  universe(): Universe {
    return this.world.universe(this.priceTime());
  }

  /** Computes something once a tick. `build` gets the moment of the tick. */
  perTick<T>(name: string, build: (t: number) => T): T {
    const tick = Math.floor(this.priceTime() / TICK_MS) * TICK_MS;
    if (tick !== this.#cachedTick || this.#cache.size > MAX_CACHED) this.#cache.clear();
    this.#cachedTick = tick;
    const found = this.#cache.get(name);
    if (found !== undefined) return found as T;
    const built = build(tick);
    this.#cache.set(name, built);
    return built;
  }
}

import { type BookEvent, epochMs, wallClock } from '../../src/domain/index.ts';
import type { VenueStream } from '../../src/venues/venue-adapter.ts';
import { randomNumbers } from '../store/generated.ts';

const LEVELS = 27;
const CHANGES_A_FRAME = 2;

/** A stream of made-up books, which sends what it is told to. */
export class MadeUpStream {
  readonly #markets: number;
  readonly #random = randomNumbers(45);
  readonly #listeners = new Set<(event: BookEvent) => void>();
  /** Stream with the interface of an adapter. */
  readonly stream: VenueStream = {
    start: () => undefined,
    stop: async () => undefined,
    onUpdate: () => () => undefined,
    onBook: (listener) => {
      this.#listeners.add(listener);
      return () => this.#listeners.delete(listener);
    },
    carries: () => true,
    lastUpdateAt: () => null,
    restart: () => undefined,
    getStatus: () => ({ connections: 1, connected: 1, subscriptions: 1, reconnects: 0, lastMessageAt: null }),
  };

  constructor(markets: number) {
    this.#markets = markets;
  }

  /** Sends the whole book of each market. */
  sendWholes(): void {
    for (let i = 0; i < this.#markets; i++) this.#send(toWhole(i));
  }

  /** Sends a frame of a market. @returns Its changes. */
  sendChanges(): number {
    this.#send(this.#drawChange());
    return CHANGES_A_FRAME;
  }

  #send(event: BookEvent): void {
    for (const tell of this.#listeners) tell(event);
  }

  /** Draws a change of a market, of busy markets most: the square of an even number. */
  #drawChange(): BookEvent {
    const market = Math.floor(this.#markets * this.#random() ** 2);
    const changes = Array.from({ length: CHANGES_A_FRAME }, (_, i) => {
      const away = Math.floor(this.#random() * LEVELS);
      return {
        side: i === 0 ? ('bid' as const) : ('ask' as const),
        price: (i === 0 ? 499 - away : 501 + away) / 1_000,
        size: Math.round(this.#random() * 100_000) / 100,
      };
    });
    return { ...toMessage(market), kind: 'change', changes };
  }
}

function toMessage(market: number) {
  const now = wallClock();
  return { asset: `pm-market-${market}`, receivedAt: now, venueTime: epochMs(now - 40), seq: null };
}

function toWhole(market: number): BookEvent {
  const side = (sign: number) =>
    Array.from({ length: LEVELS }, (_, i) => ({ price: (500 + sign * (i + 1)) / 1_000, size: 100 + i }));
  return { ...toMessage(market), kind: 'whole', bids: side(-1), asks: side(1), depth: null };
}

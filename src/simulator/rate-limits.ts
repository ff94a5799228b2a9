import { mapVenues, type SimulatedVenue } from './world/listing.ts';

/** A call as the venue counts it: the address below the venue's own base, and the body of a POST. */
export interface CountedCall {
  readonly path: string;
  readonly body: unknown;
}

/** Peak use of one rate limit of a venue. */
export interface RateUse {
  readonly venue: SimulatedVenue;
  readonly rule: string;
  readonly limit: number;
  readonly windowMs: number;
  /** The most that one window held, as a share of the limit; above 1 it was exceeded. */
  readonly peakFrac: number;
}

interface Rule {
  readonly rule: string;
  readonly limit: number;
  readonly windowMs: number;
  readonly weigh: (call: CountedCall) => number;
}

const at =
  (...paths: string[]) =>
  ({ path }: CountedCall) =>
    paths.some((one) => path === one || path.startsWith(`${one}/`)) ? 1 : 0;
const ten = (rule: string, limit: number, ...paths: string[]): Rule => ({
  rule,
  limit,
  windowMs: 10_000,
  weigh: at(...paths),
});
const LIGHT = ['l2Book', 'allMids', 'exchangeStatus'];

/** The limits that the venues publish; see their fact sheets. */
const RULES: Readonly<Record<SimulatedVenue, readonly Rule[]>> = {
  hyperliquid: [
    {
      rule: 'weight of queries',
      limit: 1_200,
      windowMs: 60_000,
      weigh: ({ path, body }) => {
        const type = (body as { type?: unknown } | null)?.type;
        return path !== '/info' ? 0 : LIGHT.includes(String(type)) ? 2 : 20;
      },
    },
  ],
  polymarket: [
    { rule: 'all', limit: 15_000, windowMs: 10_000, weigh: () => 1 },
    ten('gamma', 4_000, '/gamma'),
    ten('gamma lists', 900, '/gamma/markets', '/gamma/events'),
    ten('gamma markets', 300, '/gamma/markets'),
    ten('gamma events', 500, '/gamma/events'),
    ten('gamma search', 350, '/gamma/public-search'),
    ten('gamma tags', 200, '/gamma/tags'),
    ten('clob', 9_000, '/clob'),
    ten('clob book', 1_500, '/clob/book'),
    ten('clob books', 500, '/clob/books'),
    ten('clob price', 1_500, '/clob/price'),
    ten('clob prices', 500, '/clob/prices'),
    ten('clob midpoint', 1_500, '/clob/midpoint'),
    ten('clob history', 1_000, '/clob/prices-history'),
    ten('clob tick size', 200, '/clob/tick-size'),
    {
      ...ten('data', 1_000, '/data'),
      weigh: (call) => at('/data')(call) - at('/data/v2')(call),
    },
    ten('data trades', 200, '/data/trades'),
    ten('data v2', 800, '/data/v2'),
    ten('data v2 trades', 300, '/data/v2/trades'),
    ten('data v2 history', 200, '/data/v2/prices-history'),
  ],
  kalshi: [{ rule: 'tokens', limit: 200, windowMs: 1_000, weigh: () => 10 }],
  // One call in 300 ms, read as an average over three seconds.
  limitless: [{ rule: 'calls', limit: 10, windowMs: 3_000, weigh: () => 1 }],
};

/** Counts all calls against the venues' published limits. It refuses none; that is for who asks it. */
export class RateLimits {
  readonly #clock: () => number;
  readonly #meters: Readonly<Record<SimulatedVenue, readonly Meter[]>>;

  /** @param clock The time of the simulated world, in ms. */
  constructor(clock: () => number) {
    this.#clock = clock;
    this.#meters = mapVenues((venue) => RULES[venue].map((rule) => new Meter(rule)));
  }

  /** Counts a call. Returns 0, or how long to wait in ms when it goes beyond a limit. */
  count(venue: SimulatedVenue, call: CountedCall): number {
    const now = this.#clock();
    return Math.max(0, ...this.#meters[venue].map((meter) => meter.count(meter.rule.weigh(call), now)));
  }

  /** Adds a cost that only the answer states: Hyperliquid's weight for each group of rows. */
  addWeight(venue: SimulatedVenue, weight: number): void {
    for (const meter of this.#meters[venue]) meter.count(weight, this.#clock());
  }

  use(): RateUse[] {
    return (Object.keys(this.#meters) as SimulatedVenue[]).flatMap((venue) =>
      this.#meters[venue].map(({ rule: { rule, limit, windowMs }, peak }) => ({
        venue,
        rule,
        limit,
        windowMs,
        peakFrac: peak / limit,
      })),
    );
  }
}

/** One limit over a sliding window. */
class Meter {
  readonly rule: Rule;
  peak = 0;
  #spendings: { readonly at: number; readonly weight: number }[] = [];
  #spent = 0;

  constructor(rule: Rule) {
    this.rule = rule;
  }

  count(weight: number, now: number): number {
    if (weight === 0) return 0;
    const { limit, windowMs } = this.rule;
    const expired = this.#spendings.findIndex(({ at }) => at > now - windowMs);
    for (const gone of this.#spendings.splice(0, expired === -1 ? this.#spendings.length : expired))
      this.#spent -= gone.weight;
    this.#spendings.push({ at: now, weight });
    this.#spent += weight;
    this.peak = Math.max(this.peak, this.#spent);
    if (this.#spent <= limit) return 0;
    return Math.max(1, (this.#spendings[0]?.at ?? now) + windowMs - now);
  }
}

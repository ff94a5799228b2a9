import { mapVenues, type SimulatedVenue } from './world/venues.ts';

/** A call as the venue counts it: the address below the venue's own base, and the body of a POST. */
export interface CountedCall {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  /** The token, key or signer that the call names; null: none, so that its address alone counts. */
  readonly caller: string | null;
}

/** Peak use of one rate limit of a venue. */
export interface RateUse {
  readonly venue: SimulatedVenue;
  readonly rule: string;
  readonly limit: number;
  /** 0: calls that are answered at the same time. */
  readonly windowMs: number;
  /** The most that one window of one caller held, as a share of the limit; above 1 it was exceeded. */
  readonly peakFrac: number;
}

interface Rule {
  readonly rule: string;
  readonly limit: number;
  readonly windowMs: number;
  readonly weigh: (call: CountedCall) => number;
  /**
   * Whose calls share a limit: those of one caller; absent: those of all callers, because they come from one address.
   */
  readonly by?: 'caller';
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
const isSent = (method: string, path: string) => (call: CountedCall) =>
  call.method === method && call.path === path ? 1 : 0;
/** One second of a signer or key. */
const second = (rule: string, limit: number, weigh: Rule['weigh']): Rule => ({
  rule,
  limit,
  windowMs: 1_000,
  by: 'caller',
  weigh: (call) => (call.caller === null ? 0 : weigh(call)),
});

/** Weights of queries that are not 20. */
const QUERY_WEIGHTS: Readonly<Record<string, number>> = {
  l2Book: 2,
  allMids: 2,
  clearinghouseState: 2,
  orderStatus: 2,
  spotClearinghouseState: 2,
  exchangeStatus: 2,
  userRole: 60,
};
/** Actions of one batch per unit of weight, beyond the first. */
const ACTIONS_A_WEIGHT = 40;

function weighAction(body: unknown): number {
  const { action } = (body ?? {}) as { readonly action?: { readonly [member: string]: unknown } };
  const batch = [action?.orders, action?.cancels, action?.modifies].find(Array.isArray) ?? [];
  return 1 + Math.floor(batch.length / ACTIONS_A_WEIGHT);
}

const KALSHI_ORDERS = '/trade-api/v2/portfolio/events/orders';
/** Tokens of a call that places or cancels orders; 0: it reads. */
function weighWrite({ method, path }: CountedCall): number {
  if (method === 'GET' || !path.startsWith(KALSHI_ORDERS)) return 0;
  return method === 'DELETE' ? 2 : 10;
}

/** The limits that the venues publish; see their fact sheets. */
const RULES: Readonly<Record<SimulatedVenue, readonly Rule[]>> = {
  hyperliquid: [
    {
      rule: 'weight',
      limit: 1_200,
      windowMs: 60_000,
      weigh: ({ path, body }) => {
        if (path === '/exchange') return weighAction(body);
        const type = (body as { type?: unknown } | null)?.type;
        return path === '/info' ? (QUERY_WEIGHTS[String(type)] ?? 20) : 0;
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
    { ...ten('orders', 3_500), weigh: isSent('POST', '/clob/order') },
    { ...ten('cancels', 3_000), weigh: isSent('DELETE', '/clob/order') },
    second('orders of a signer', 40, isSent('POST', '/clob/order')),
    second('cancels of a signer', 80, isSent('DELETE', '/clob/order')),
  ],
  kalshi: [
    {
      // The lower limit of calls without a key is not published; this is the lowest tier's.
      rule: 'tokens without a key',
      limit: 200,
      windowMs: 1_000,
      weigh: ({ caller }) => (caller === null ? 10 : 0),
    },
    second('read tokens of a key', 200, (call) => (weighWrite(call) > 0 ? 0 : 10)),
    second('write tokens of a key', 100, weighWrite),
  ],
  // One call of a token in 300 ms, read as an average over three seconds. Calls without a token count by their address.
  limitless: [{ rule: 'calls', limit: 10, windowMs: 3_000, by: 'caller', weigh: () => 1 }],
};
/** Calls of one caller that are answered at the same time. */
const AT_ONCE: Readonly<Partial<Record<SimulatedVenue, number>>> = { limitless: 2 };

/** Counts all calls against the venues' published limits. It refuses none; that is for who asks it. */
export class RateLimits {
  readonly #clock: () => number;
  readonly #meters: Readonly<Record<SimulatedVenue, readonly Meter[]>>;
  readonly #running = mapVenues(() => ({ byCaller: new Map<string | null, number>(), peak: 0 }));

  /** @param clock The time of the simulated world, in ms. */
  constructor(clock: () => number) {
    this.#clock = clock;
    this.#meters = mapVenues((venue) => RULES[venue].map((rule) => new Meter(rule)));
  }

  /** Counts a call. Returns 0, or how long to wait in ms when it goes beyond a limit. */
  count(venue: SimulatedVenue, call: CountedCall): number {
    const now = this.#clock();
    return Math.max(
      0,
      ...this.#meters[venue].map((meter) => meter.count(meter.rule.weigh(call), now, call.caller)),
    );
  }

  /** Adds a cost that only the answer states: Hyperliquid's weight for each group of rows. */
  addWeight(venue: SimulatedVenue, weight: number): void {
    for (const meter of this.#meters[venue]) meter.count(weight, this.#clock(), null);
  }

  /**
   * Counts a call that is being answered. @returns Whether more of its caller are than the venue allows, and what ends
   * it.
   */
  begin(venue: SimulatedVenue, { caller }: CountedCall): { readonly isBeyond: boolean; end(): void } {
    const running = this.#running[venue];
    const count = (running.byCaller.get(caller) ?? 0) + 1;
    running.byCaller.set(caller, count);
    running.peak = Math.max(running.peak, count);
    return {
      isBeyond: count > (AT_ONCE[venue] ?? Number.POSITIVE_INFINITY),
      end: () => {
        const left = (running.byCaller.get(caller) ?? 1) - 1;
        if (left === 0) running.byCaller.delete(caller);
        else running.byCaller.set(caller, left);
      },
    };
  }

  use(): RateUse[] {
    return (Object.keys(this.#meters) as SimulatedVenue[]).flatMap((venue) => {
      const atOnce = AT_ONCE[venue];
      const peak = this.#running[venue].peak;
      return [
        ...this.#meters[venue].map(({ rule: { rule, limit, windowMs }, peak }) => ({
          venue,
          rule,
          limit,
          windowMs,
          peakFrac: peak / limit,
        })),
        ...(atOnce === undefined
          ? []
          : [{ venue, rule: 'at once', limit: atOnce, windowMs: 0, peakFrac: peak / atOnce }]),
      ];
    });
  }
}

interface SpentCalls {
  spendings: { readonly at: number; readonly weight: number }[];
  sum: number;
}

/** One limit over a sliding window, of each caller or of all. */
class Meter {
  readonly rule: Rule;
  peak = 0;
  readonly #spent = new Map<string | null, SpentCalls>();

  constructor(rule: Rule) {
    this.rule = rule;
  }

  count(weight: number, now: number, caller: string | null): number {
    if (weight === 0) return 0;
    const { limit, windowMs, by } = this.rule;
    const key = by === 'caller' ? caller : null;
    const spent = this.#spent.get(key) ?? { spendings: [], sum: 0 };
    this.#spent.set(key, spent);
    const { spendings } = spent;
    const expired = spendings.findIndex(({ at }) => at > now - windowMs);
    for (const gone of spendings.splice(0, expired === -1 ? spendings.length : expired))
      spent.sum -= gone.weight;
    spendings.push({ at: now, weight });
    spent.sum += weight;
    this.peak = Math.max(this.peak, spent.sum);
    if (spent.sum <= limit) return 0;
    return Math.max(1, (spendings[0]?.at ?? now) + windowMs - now);
  }
}

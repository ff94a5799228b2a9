import { noise } from '../noise.ts';
import type { Perp } from '../perps.ts';
import { hashName, whole } from '../random.ts';

/** Sources of reference prices: what their values mean. */
export const REFERENCE_SOURCES = ['chainlink', 'twap60', 'twap30', 'rti', 'rti60', 'pyth'] as const;
export type ReferenceSource = (typeof REFERENCE_SOURCES)[number];

/** A coin that has reference prices. */
export interface ReferenceCoin {
  /** Id of the series in lower case, such as `btc`. */
  readonly id: string;
  readonly name: string;
  /** Index of the coin at Kalshi. */
  readonly index: string;
  /** Places of the index and of the expiration values that follow from it. */
  readonly places: number;
  /** Price in dollars around which a coin without a perp moves. */
  readonly base?: number;
}

export const REFERENCE_COINS: readonly ReferenceCoin[] = [
  { id: 'btc', name: 'Bitcoin', index: 'BRTI', places: 2 },
  { id: 'eth', name: 'Ethereum', index: 'ETHUSD_RTI', places: 2 },
  { id: 'sol', name: 'Solana', index: 'SOLUSD_RTI', places: 4 },
  { id: 'xrp', name: 'XRP', index: 'XRPUSD_RTI', places: 4 },
  { id: 'doge', name: 'Dogecoin', index: 'DOGEUSD_RTI', places: 4 },
  { id: 'bnb', name: 'BNB', index: 'BNBUSD_RTI', places: 2 },
  { id: 'hype', name: 'Hyperliquid', index: 'HYPEUSD_RTI', places: 4 },
  { id: 'zec', name: 'Zcash', index: 'ZECUSD_RTI', places: 4, base: 310 },
]; // prettier-ignore

/** Metals, of which one source alone has prices. */
export const METALS: readonly ReferenceCoin[] = [
  { id: 'xau', name: 'Gold', index: '', places: 2, base: 4_050 },
];

const SECOND_MS = 1_000;
/** Places of every value of this file: a price is an integer of 10^-18 dollars. */
export const PLACES = 18;
const AVERAGE_PLACES = 8;
const AVERAGED: Partial<Record<ReferenceSource, readonly [of: ReferenceSource, seconds: number]>> = {
  twap60: ['chainlink', 60],
  twap30: ['chainlink', 30],
  rti60: ['rti', 60],
};
/** Seconds of one series that are kept. */
const MAX_KEPT = 20_000;

/** Reference prices of every second, as functions of seed and time. Averages are those of their own seconds. */
export class ReferencePrices {
  readonly #seed: number;
  readonly #priceOf: ReadonlyMap<string, (t: number) => number>;
  readonly #kept = new Map<string, Map<number, bigint>>();

  constructor(seed: number, perps: readonly Perp[]) {
    this.#seed = seed;
    this.#priceOf = new Map(
      [...REFERENCE_COINS, ...METALS].map(({ id, base = 100 }) => {
        const perp = perps.find(({ coin }) => coin === id.toUpperCase());
        const key = hashName(seed, `reference ${id}`);
        return [
          id,
          (t: number) => (perp === undefined ? base * Math.exp(0.035 * noise(key, t)) : perp.oraclePrice(t)),
        ];
      }),
    );
  }

  /** Value of a source at a whole second, in 10^-18 dollars. */
  valueAt(source: ReferenceSource, coin: string, t: number): bigint {
    const name = `${source}-${coin}`;
    let kept = this.#kept.get(name);
    if (kept === undefined || kept.size > MAX_KEPT) {
      kept = new Map();
      this.#kept.set(name, kept);
    }
    const found = kept.get(t);
    if (found !== undefined) return found;
    const value = this.#compute(source, coin, t);
    kept.set(t, value);
    return value;
  }

  /** Mean of the seconds in (`t` - seconds, `t`], in 10^-18 dollars. */
  meanOf(source: ReferenceSource, coin: string, t: number, seconds: number): bigint {
    let sum = 0n;
    for (let i = 0; i < seconds; i++) sum += this.valueAt(source, coin, t - i * SECOND_MS);
    return sum / BigInt(seconds);
  }

  #compute(source: ReferenceSource, coin: string, t: number): bigint {
    const averaged = AVERAGED[source];
    if (averaged !== undefined) {
      const mean = this.meanOf(averaged[0], coin, t, averaged[1]);
      return source === 'rti60' ? roundTo(mean, AVERAGE_PLACES) : mean;
    }
    const price = this.#priceOf.get(coin)?.(t);
    if (price === undefined) throw new RangeError(`no reference price of ${coin}`);
    const key = hashName(this.#seed, `${source} ${coin}`);
    const second = Math.floor(t / SECOND_MS);
    // Every source sees the market by a few hundred-thousandths of its own.
    const seen = price * (1 + 0.00002 * Math.tanh(noise(key, t)));
    if (source !== 'chainlink') return toUnits(seen, findCoin(coin).places);
    const tail = BigInt(whole(key, second, 0, 99_999)) * 100_000n + BigInt(whole(key + 1, second, 0, 99_999));
    return toUnits(seen, AVERAGE_PLACES) + tail;
  }
}

export function findCoin(id: string): ReferenceCoin {
  const found = [...REFERENCE_COINS, ...METALS].find((coin) => coin.id === id);
  if (found === undefined) throw new RangeError(`no reference price of ${id}`);
  return found;
}

/** Rounds to so many places, a half upwards. */
export function roundTo(value: bigint, places: number): bigint {
  const unit = 10n ** BigInt(PLACES - places);
  return ((value + unit / 2n) / unit) * unit;
}

/** Decimal text without trailing zeros, or with exactly so many places. */
export function toDecimal(value: bigint, places?: number): string {
  const digits = value.toString().padStart(PLACES + 1, '0');
  const whole = digits.slice(0, -PLACES);
  const part = digits.slice(-PLACES);
  const shown = places === undefined ? part.replace(/0+$/, '') : part.slice(0, places);
  return shown === '' ? whole : `${whole}.${shown}`;
}

function toUnits(price: number, places: number): bigint {
  return BigInt(Math.round(price * 10 ** places)) * 10n ** BigInt(PLACES - places);
}

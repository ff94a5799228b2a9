import { HOUR_MS } from '../../src/domain/index.ts';
import { noise } from './noise.ts';
import { hashName, pick, unit, whole } from './random.ts';
import { Tape } from './tape.ts';

/** A perpetual of the simulated Hyperliquid. Prices are functions of time. */
export interface Perp {
  /** `BTC`, or `xyz:NVDA` on a builder dex. */
  readonly coin: string;
  readonly dex: string;
  readonly szDecimals: number;
  readonly maxLeverage: number;
  readonly isDelisted: boolean;
  readonly tape: Tape;
  oraclePrice(t: number): number;
  markPrice(t: number): number;
  /** Rate of the running hour, as a fraction. */
  funding(t: number): number;
  /** Open interest in base units. */
  openInterest(t: number): number;
  /** Half of the distance between best bid and ask, as a fraction of the price. */
  readonly halfSpreadFrac: number;
  readonly key: number;
}

const MAIN: readonly (readonly [string, number])[] = [
  ['BTC', 86_000],
  ['ETH', 2_750],
  ['SOL', 119],
  ['HYPE', 35],
  ['XRP', 2.1],
  ['DOGE', 0.18],
  ['BNB', 640],
  ['AVAX', 24],
  ['LINK', 15.2],
  ['SUI', 3.1],
  ['kPEPE', 0.011],
  ['ADA', 0.62],
  ['LTC', 92],
  ['DOT', 4.4],
  ['NEAR', 3.3],
  ['ARB', 0.41],
  ['OP', 0.83],
  ['AAVE', 210],
  ['UNI', 7.9],
  ['TIA', 2.7],
  ['INJ', 13.5],
  ['SEI', 0.22],
  ['APT', 5.6],
  ['FIL', 2.9],
  ['ATOM', 4.8],
  ['TRX', 0.27],
  ['BCH', 410],
  ['WLD', 1.1],
  ['ONDO', 0.95],
  ['JUP', 0.52],
  ['ENA', 0.38],
  ['FARTCOIN', 0.9],
  ['TAO', 390],
  ['RENDER', 4.1],
]; // prettier-ignore
const DELISTED: readonly (readonly [string, number])[] = [
  ['MATIC', 0.37],
  ['FTM', 0.7],
  ['MKR', 1_800],
];
const BUILDER: readonly (readonly [string, string, number])[] = [
  ['xyz', 'XYZ100', 24_800],
  ['xyz', 'NVDA', 182],
  ['xyz', 'TSLA', 410],
  ['xyz', 'GOLD', 4_050],
  ['xyz', 'AAPL', 262],
  ['xyz', 'MSFT', 505],
  ['xyz', 'CL', 61],
  ['xyz', 'HOOD', 130],
  ['flx', 'SILVER', 48.5],
  ['flx', 'COIN', 330],
  ['flx', 'GAS', 3.4],
]; // prettier-ignore

/** Builder dexes in the order of `perpDexs`; the main dex is '' and comes first. */
export const DEXES: readonly { readonly name: string; readonly fullName: string }[] = [
  { name: 'xyz', fullName: 'XYZ' },
  { name: 'flx', fullName: 'Felix Exchange' },
];

/** The perps of all dexes, main dex first. @param count How many live ones the main dex has at most. */
export function createPerps(seed: number, count: number): Perp[] {
  const perps: Perp[] = [];
  for (const [name, price] of MAIN.slice(0, count)) perps.push(createPerp(seed, '', name, price, false));
  for (let i = MAIN.length; i < count; i++) {
    const price = 10 ** (unit(hashName(seed, 'price'), i) * 4 - 2);
    perps.push(createPerp(seed, '', `SIM${i}`, price, false));
  }
  for (const [name, price] of DELISTED) perps.push(createPerp(seed, '', name, price, true));
  for (const [dex, name, price] of BUILDER) perps.push(createPerp(seed, dex, `${dex}:${name}`, price, false));
  perps.push(createPerp(seed, 'flx', 'flx:OLD', 12, true));
  return perps;
}

function createPerp(seed: number, dex: string, coin: string, base: number, isDelisted: boolean): Perp {
  const key = hashName(seed, `perp ${coin}`);
  const dailyMove = base > 1_000 ? 0.02 : 0.035;
  const szDecimals = Math.max(0, Math.min(5, Math.round(Math.log10(base)) + 1));
  const slotMs = base > 1_000 ? 900 : whole(key, 3, 1_500, 9_000);
  const meanNotional = 400 + 6_000 * unit(key, 4);
  const oraclePrice = isDelisted ? () => base : (t: number) => base * Math.exp(dailyMove * noise(key, t));
  const premium = (t: number) => 0.0004 * Math.tanh(noise(key + 100, t));
  return {
    coin,
    dex,
    key,
    szDecimals,
    maxLeverage: pick(key, 5, [3, 5, 10, 20, 40]),
    isDelisted,
    halfSpreadFrac: 0.00002 + 0.0004 * unit(key, 6),
    tape: new Tape({
      key: key + 200,
      slotMs: isDelisted ? Number.POSITIVE_INFINITY : slotMs,
      meanSize: meanNotional / base,
      lot: 10 ** -szDecimals,
    }),
    oraclePrice,
    markPrice: isDelisted ? oraclePrice : (t) => oraclePrice(t) * (1 + premium(t)),
    funding: (t) => {
      if (isDelisted) return 0;
      const hour = Math.floor(t / HOUR_MS) * HOUR_MS;
      return Math.round((0.0000125 + premium(hour) / 8) * 1e10) / 1e10;
    },
    openInterest: (t) =>
      isDelisted ? 0 : ((2e6 + 8e7 * unit(key, 7)) / base) * Math.exp(0.1 * noise(key + 300, t)),
  };
}

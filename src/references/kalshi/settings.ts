import type { Parser } from '../../settings/parsers.ts';
import { setting } from '../../settings/setting.ts';
import { toPythCoin } from './normalise.ts';

const TICKER = /^[A-Za-z][A-Za-z0-9]*\.[A-Za-z0-9]+\/[A-Za-z0-9]+$/;

/** Pyth tickers. Each must be recorded under a different coin. */
const tickers: Parser<readonly string[]> = {
  allowed: 'a comma separated list of tickers such as Metal.XAU/USD, no two of one pair',
  parse: (value) => {
    const named = value.split(',').map((ticker) => ticker.trim());
    const coins = new Set(named.map(toPythCoin));
    return named.every((ticker) => TICKER.test(ticker)) && coins.size === named.length ? named : undefined;
  },
};

export const pythTickers = setting(
  'REFERENCE_PYTH',
  tickers,
  [] as readonly string[],
  "tickers of Pyth that Kalshi's channel is asked for, such as Metal.XAU/USD; none: that source is off",
);

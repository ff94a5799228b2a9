import { type EpochMs, epochMs, HOUR_MS, MINUTE_MS } from '../../domain/index.ts';
import { removeMarkup } from '../plain-text.ts';

/** Text of rules for comparison: no markup, runs of white space are one blank, curly quotes are straight. */
export function toComparable(text: string): string {
  return removeMarkup(text).replace(/[“”„]/g, '"').replace(/[‘’]/g, "'").replace(/\s+/g, ' ').trim();
}

/** Whole sentence of rules whose meaning is known. */
export interface Sentence {
  readonly pattern: RegExp;
}

/**
 * A sentence as it is looked for: from its first word to its last, whole.
 *
 * @param form Source of a pattern with a named group for each part that is read.
 */
export function sentence(form: string): Sentence {
  return { pattern: new RegExp(`(?:^|(?<=[.!?:]["')]* ))${form}(?= |$)`, 'g') };
}

/** Beginning of a sentence that suffices, because its end was never seen. */
export function beginning(form: string): Sentence {
  return { pattern: new RegExp(`(?:^|(?<=[.!?:]["')]* ))${form}(?:[^.]|\\.(?! |$))*\\.?`, 'g') };
}

/** Text of rules of which sentences are read one by one; what is left are sentences that are not known. */
export class RulesText {
  #left: string;

  constructor(text: string) {
    this.#left = toComparable(text);
  }

  /** Parts of the one sentence of a form; null where there is none, or several that say different things. */
  take({ pattern }: Sentence): Readonly<Record<string, string>> | null {
    const found = [...this.#left.matchAll(pattern)];
    if (found.length === 0) return null;
    // The end of a sentence stays: the next one begins behind it.
    this.#left = this.#left.replaceAll(pattern, '.');
    const [first] = found;
    return found.every((match) => match[0] === first![0]) ? (first!.groups ?? {}) : null;
  }

  /** Whether a sentence that is not known speaks of a tie. */
  speaksOfTie(): boolean {
    return /\b(?:50[-/]50|ties?|tied|equal|equals|equally)\b/i.test(this.#left);
  }
}

const COINS: Readonly<Record<string, string>> = {
  bitcoin: 'btc',
  ethereum: 'eth',
  solana: 'sol',
  xrp: 'xrp',
  dogecoin: 'doge',
  bnb: 'bnb',
  hyperliquid: 'hype',
  zcash: 'zec',
};
const TICKERS: ReadonlySet<string> = new Set(Object.values(COINS));

/** Coin by its name, or by its ticker alone or in a pair with USD or USDT; null for another name. */
export function findCoin(name: string | null | undefined): string | null {
  const lower = (name ?? '').trim().toLowerCase();
  const [, inBrackets] = /^[a-z ]+ \(([^()]+)\)$/.exec(lower) ?? [];
  if (inBrackets !== undefined) {
    const [outer, inner] = [findCoin(lower.slice(0, lower.indexOf('(')).trim()), findCoin(inBrackets)];
    return outer === inner ? outer : null;
  }
  const known = COINS[lower];
  if (known !== undefined) return known;
  const ticker = lower.replace(/(?<=.)[-/_]?usdt?$/, '');
  return TICKERS.has(ticker) ? ticker : null;
}

const INDEX_TICKER = /^([A-Z]+)USD_RTI$/;

/** Coin of an index of CF Benchmarks, by its name, by its ticker, or by a name with its ticker; null for another. */
export function findIndexCoin(name: string): string | null {
  const [, title, ticker] = /^(.+?)(?: \(([^()]+)\))?$/.exec(name.trim()) ?? [];
  const [first, second] = [readIndex(title ?? ''), ticker === undefined ? undefined : readIndex(ticker)];
  return second === undefined || first === second ? first : null;
}

function readIndex(name: string): string | null {
  if (name === 'BRTI') return 'btc';
  const [, ticker] = INDEX_TICKER.exec(name) ?? [];
  if (ticker !== undefined) return findCoin(ticker);
  const [, title] = /^(.+) Real[- ]Time Index$/.exec(name) ?? [];
  return title === undefined ? null : (COINS[title.toLowerCase()] ?? null);
}

const STREAM =
  /^https:\/\/data\.chain\.link\/streams\/([a-z0-9]+)-usd(-twap-60s-streams|-twap-30s-streams)?\/?$/;

/** Source and coin of the address of a stream of Chainlink; null for any other address. */
export function findStream(
  address: string | null | undefined,
): { source: string; coin: string | null } | null {
  const [, ticker, ending] = STREAM.exec(address?.trim() ?? '') ?? [];
  if (ticker === undefined) return null;
  const source = ending === undefined ? 'chainlink' : ending.includes('60s') ? 'twap60' : 'twap30';
  return { source, coin: findCoin(ticker) };
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const NAMES = 'january february march april may june july august september october november december'.split(
  ' ',
);
/** Hours from UTC by the letters of the zone, which are read as they are written. */
const OFFSETS: Readonly<Record<string, number>> = { EDT: -4, EST: -5 };

/** Moment of `6 PM EDT` or `5:45 PM EDT` on `Mar 31, 2026`; null where either is something else. */
export function findEasternTime(clock: string, date: string): EpochMs | null {
  const [, hour, minute = '0', half, zone] = /^(\d{1,2})(?::(\d{2}))? ([AP]M) (E[DS]T)$/.exec(clock) ?? [];
  const day = findDay(date);
  if (day === null || hour === undefined || half === undefined || zone === undefined) return null;
  const [hours, minutes] = [Number(hour), Number(minute)];
  if (hours < 1 || hours > 12 || minutes > 59) return null;
  const ofDay = (hours % 12) + (half === 'PM' ? 12 : 0) - OFFSETS[zone]!;
  return epochMs(day + ofDay * HOUR_MS + minutes * MINUTE_MS);
}

/** Moment of `19:45` UTC on `September 22, 2026`; null where either is something else. */
export function findUtcTime(clock: string, date: string): EpochMs | null {
  const [, hour, minute] = /^(\d{1,2}):(\d{2})$/.exec(clock) ?? [];
  const day = findDay(date);
  if (day === null || hour === undefined || Number(hour) > 23 || Number(minute) > 59) return null;
  return epochMs(day + Number(hour) * HOUR_MS + Number(minute) * MINUTE_MS);
}

/** Start of a day in UTC, of `Mar 31, 2026` or `September 10, 2026`. */
function findDay(date: string): number | null {
  const [, name, day, year] = /^([A-Z][a-z]+)\.? (\d{1,2}), (\d{4})$/.exec(date) ?? [];
  const lower = name?.toLowerCase() ?? '';
  const month = Math.max(MONTHS.indexOf(lower), NAMES.indexOf(lower));
  if (month < 0) return null;
  const time = new Date(Date.UTC(Number(year), month, Number(day)));
  return time.getUTCMonth() === month && time.getUTCDate() === Number(day) ? time.getTime() : null;
}

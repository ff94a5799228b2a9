import { type EpochMs, epochMs, HOUR_MS, MINUTE_MS } from '../../domain/index.ts';
import { removeMarkup } from '../plain-text.ts';

/** Converts rules to a comparable form: without markup, single spaces, straight quotes. */
function toComparable(text: string): string {
  return removeMarkup(text).replace(/[“”„]/g, '"').replace(/[‘’]/g, "'").replace(/\s+/g, ' ').trim();
}

/** A sentence of rules whose meaning is known. */
export interface Sentence {
  readonly pattern: RegExp;
}

/**
 * Builds a sentence that must match from its first word to its last.
 *
 * @param form Source of a pattern with a named group for each part that is read.
 */
export function sentence(form: string): Sentence {
  return { pattern: new RegExp(`(?:^|(?<=[.!?:]["')]* ))${form}(?= |$)`, 'g') };
}

/** Builds a sentence of which only the beginning is known, and which may end in any way. */
export function beginning(form: string): Sentence {
  return { pattern: new RegExp(`(?:^|(?<=[.!?:]["')]* ))${form}(?:[^.]|\\.(?! |$))*\\.?`, 'g') };
}

/** Text of rules from which known sentences are taken one by one. The remaining text is unknown. */
export class RulesReader {
  #left: string;

  constructor(text: string) {
    this.#left = toComparable(text);
  }

  /**
   * Takes a sentence out of the text.
   *
   * @returns Its named parts; null when it is absent, or occurs with different wording.
   */
  take({ pattern }: Sentence): Readonly<Record<string, string>> | null {
    const found = [...this.#left.matchAll(pattern)];
    if (found.length === 0) return null;
    // A full stop remains, because the next sentence must follow one.
    this.#left = this.#left.replaceAll(pattern, '.');
    const [first] = found;
    return found.every((match) => match[0] === first![0]) ? (first!.groups ?? {}) : null;
  }

  /** Whether the unknown part of the text mentions a tie. */
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

/** Finds a coin by its name, by its ticker, or by a pair of its ticker with USD or USDT; null for any other name. */
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

/**
 * Finds the coin of a CF Benchmarks index by the name of the index, its ticker, or a name with its ticker; null
 * otherwise.
 */
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

/** Finds source and coin in the address of a Chainlink stream; null for any other address. */
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
/** Offsets of time zones in hours from UTC, by their letters, which are taken literally. */
const OFFSETS: Readonly<Record<string, number>> = { EDT: -4, EST: -5 };

/** Reads the time of `6 PM EDT` or `5:45 PM EDT` on `Mar 31, 2026`; null when either has another form. */
export function findEasternTime(clock: string, date: string): EpochMs | null {
  const [, hour, minute = '0', half, zone] = /^(\d{1,2})(?::(\d{2}))? ([AP]M) (E[DS]T)$/.exec(clock) ?? [];
  const day = findDay(date);
  if (day === null || hour === undefined || half === undefined || zone === undefined) return null;
  const [hours, minutes] = [Number(hour), Number(minute)];
  if (hours < 1 || hours > 12 || minutes > 59) return null;
  const ofDay = (hours % 12) + (half === 'PM' ? 12 : 0) - OFFSETS[zone]!;
  return epochMs(day + ofDay * HOUR_MS + minutes * MINUTE_MS);
}

/** Reads the time of `19:45` UTC on `September 22, 2026`; null when either has another form. */
export function findUtcTime(clock: string, date: string): EpochMs | null {
  const [, hour, minute] = /^(\d{1,2}):(\d{2})$/.exec(clock) ?? [];
  const day = findDay(date);
  if (day === null || hour === undefined || Number(hour) > 23 || Number(minute) > 59) return null;
  return epochMs(day + Number(hour) * HOUR_MS + Number(minute) * MINUTE_MS);
}

/** Returns the start of a UTC day, from `Mar 31, 2026` or `September 10, 2026`. */
function findDay(date: string): number | null {
  const [, name, day, year] = /^([A-Z][a-z]+)\.? (\d{1,2}), (\d{4})$/.exec(date) ?? [];
  const lower = name?.toLowerCase() ?? '';
  const month = Math.max(MONTHS.indexOf(lower), NAMES.indexOf(lower));
  if (month < 0) return null;
  const time = new Date(Date.UTC(Number(year), month, Number(day)));
  return time.getUTCMonth() === month && time.getUTCDate() === Number(day) ? time.getTime() : null;
}

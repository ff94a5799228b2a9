import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { VENUES, type VenueId } from '../domain/index.ts';

/** Parses the text of one setting, and describes the allowed values. */
export interface Parser<T> {
  /** Description of the allowed values, for messages and the settings table: `a port from 0 to 65535`. */
  readonly allowed: string;
  /** Text by which documents write the value null; absent: the parser never returns null. */
  readonly nullText?: string;
  /** Parses a text; undefined: the text is not allowed. */
  parse(text: string): T | undefined;
}

/** Accepts any text that is not blank, and keeps it unchanged. */
export const text: Parser<string> = {
  allowed: 'any text',
  parse: (value) => (value.trim() === '' ? undefined : value),
};

/** Accepts on and off, also true, false, 1 and 0, in any letter case. */
export const onOff: Parser<boolean> = {
  allowed: 'on or off',
  parse: (value) => ON_OFF.get(value.toLowerCase()),
};

/** A map rather than an object, which would also know inherited names. */
const ON_OFF: ReadonlyMap<string, boolean> = new Map([
  ['on', true],
  ['true', true],
  ['1', true],
  ['off', false],
  ['false', false],
  ['0', false],
]);

/** Accepts digits only: no sign, no exponent. `min` and `max` are inclusive. */
export function integer(min: number, max: number, unit = ''): Parser<number> {
  return {
    allowed: `a whole number from ${min} to ${max}${unit === '' ? '' : ` ${unit}`}`,
    parse: (value) => {
      const number = Number(value);
      return /^\d+$/.test(value) && number >= min && number <= max ? number : undefined;
    },
  };
}

/** Accepts one of several words, in any letter case. */
export function choice<const T extends string>(...choices: readonly T[]): Parser<T> {
  return {
    allowed: choices.join(', '),
    parse: (value) => choices.find((choice) => choice === value.toLowerCase()),
  };
}

/** Accepts an absolute URL without user name and password. A trailing slash is removed. */
export function url(...schemes: readonly string[]): Parser<string> {
  return {
    allowed: `an address that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')} and holds no password`,
    parse: (value) => {
      if (!URL.canParse(value)) return undefined;
      const parsed = new URL(value);
      const isAllowed =
        schemes.includes(parsed.protocol.slice(0, -1)) && parsed.username === '' && parsed.password === '';
      return isAllowed ? value.replace(/\/+$/, '') : undefined;
    },
  };
}

/** Accepts several of the words in any letter case. The value has each once, in the order of `words`. */
export function someOf<const T extends string>(words: readonly T[]): Parser<readonly T[]> {
  const isWord = (text: string): text is T => (words as readonly string[]).includes(text);
  return {
    allowed: `a comma separated list of ${words.join(', ')}`,
    parse: (value) => {
      const named = value.split(',').map((item) => item.trim().toLowerCase());
      return named.every(isWord) ? words.filter((word) => named.includes(word)) : undefined;
    },
  };
}

/** Accepts several venues. The value has each once, in the order of {@link VENUES}. */
export const venues: Parser<readonly VenueId[]> = someOf(VENUES);

/** Accepts addresses or CIDR ranges, in the form of the HTTP server's proxy settings. */
export const addressRanges: Parser<readonly string[]> = {
  allowed:
    'a comma separated list of addresses or ranges such as 10.0.0.0/8, none of them wider than that (IPv6: /7)',
  parse: (value) => {
    const ranges = value.split(',').map((item) => item.trim());
    return ranges.every(isAddressRange) ? ranges : undefined;
  },
};

/** Shortest prefixes that are accepted: those of the widest private networks, 10.0.0.0/8 and fc00::/7. */
const MIN_PREFIX = { ipv4: 8, ipv6: 7 };

/** Number of bits before an IPv4 address that is written as IPv6, ::ffff:0:0/96. */
const MAPPED_PREFIX = 96;

/**
 * Whether a text is an address, or a range that is narrow enough. In a range of half the Internet, any caller could
 * claim any address.
 */
function isAddressRange(range: string): boolean {
  if (!range.includes('/')) return isIP(range) !== 0;
  if (!ipaddr.isValidCIDR(range)) return false;
  const [address, prefix] = ipaddr.parseCIDR(range);
  if (address instanceof ipaddr.IPv4) return prefix >= MIN_PREFIX.ipv4;
  const isMapped =
    address.isIPv4MappedAddress() || (prefix < MAPPED_PREFIX && holdsAllOfIPv4(address, prefix));
  return isMapped ? prefix >= MAPPED_PREFIX + MIN_PREFIX.ipv4 : prefix >= MIN_PREFIX.ipv6;
}

function holdsAllOfIPv4(address: ipaddr.IPv6, prefix: number): boolean {
  return ipaddr.IPv6.parse('::ffff:0:0').match(address, prefix);
}

/** Accepts texts that match a pattern. @param allowed Description of the pattern, for messages. */
export function matching(pattern: RegExp, allowed: string): Parser<string> {
  return { allowed, parse: (value) => (pattern.test(value) ? value : undefined) };
}

/** Accepts texts with a certain end, for URLs whose path is part of what is signed. */
export function endingIn(parser: Parser<string>, end: string): Parser<string> {
  return {
    allowed: `${parser.allowed} and ends in ${end}`,
    parse: (value) => {
      const parsed = parser.parse(value);
      return parsed?.endsWith(end) ? parsed : undefined;
    },
  };
}

/** Accepts a number or a word for no limit, which is null. */
export function unlimitedOr(parser: Parser<number>): Parser<number | null> {
  return {
    allowed: `${parser.allowed}, or unlimited`,
    nullText: 'unlimited',
    parse: (value) => (value.toLowerCase() === 'unlimited' ? null : parser.parse(value)),
  };
}

/** Widens the values of a parser by null, for a setting whose default is null: not set. */
export function orNone<T>(parser: Parser<T>): Parser<T | null> {
  return parser;
}

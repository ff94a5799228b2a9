import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { VENUES, type VenueId } from '../domain/index.ts';

/** Turns the text of one setting into its value, or says what would have been allowed. */
export interface Parser<T> {
  /** Allowed values, for messages and the settings table: `a port from 0 to 65535`. */
  readonly allowed: string;
  /** How documents write a value of null; absent where there is none. */
  readonly nullText?: string;
  /** undefined: the text is not allowed. */
  parse(text: string): T | undefined;
}

/** A text that is not blank, as it is. */
export const text: Parser<string> = {
  allowed: 'any text',
  parse: (value) => (value.trim() === '' ? undefined : value),
};

/** Reads on and off, also true, false, 1 and 0, in any letter case. */
export const onOff: Parser<boolean> = {
  allowed: 'on or off',
  parse: (value) => ON_OFF.get(value.toLowerCase()),
};

/** A map, because an object would also know the names that every object inherits. */
const ON_OFF: ReadonlyMap<string, boolean> = new Map([
  ['on', true],
  ['true', true],
  ['1', true],
  ['off', false],
  ['false', false],
  ['0', false],
]);

/** Digits alone: no sign, no exponent. Both ends are allowed. */
export function integer(min: number, max: number, unit = ''): Parser<number> {
  return {
    allowed: `a whole number from ${min} to ${max}${unit === '' ? '' : ` ${unit}`}`,
    parse: (value) => {
      const number = Number(value);
      return /^\d+$/.test(value) && number >= min && number <= max ? number : undefined;
    },
  };
}

/** Reads one of a few words, in any letter case. */
export function choice<const T extends string>(...choices: readonly T[]): Parser<T> {
  return {
    allowed: choices.join(', '),
    parse: (value) => choices.find((choice) => choice === value.toLowerCase()),
  };
}

/** An absolute address without a path's trailing slash, user name or password. */
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

/** Reads some of a few words, each once, in the order of the words, however they are written. */
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

/** Reads venues, each once, in the order of the venues, however they are written. */
export const venues: Parser<readonly VenueId[]> = someOf(VENUES);

/** Addresses or CIDR ranges, as the HTTP server's proxy trust takes them. */
export const addressRanges: Parser<readonly string[]> = {
  allowed:
    'a comma separated list of addresses or ranges such as 10.0.0.0/8, none of them wider than that (IPv6: /7)',
  parse: (value) => {
    const ranges = value.split(',').map((item) => item.trim());
    return ranges.every(isAddressRange) ? ranges : undefined;
  },
};

/** The widest private networks there are: 10.0.0.0/8 and fc00::/7. */
const MIN_PREFIX = { ipv4: 8, ipv6: 7 };

/** Bits in front of an IPv4 address that is written as IPv6, ::ffff:0:0/96. */
const MAPPED_PREFIX = 96;

/** A range of half the Internet is refused: each caller in it could claim any address as its own. */
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

/** @param allowed What the pattern means, for messages. */
export function matching(pattern: RegExp, allowed: string): Parser<string> {
  return { allowed, parse: (value) => (pattern.test(value) ? value : undefined) };
}

/** Reads texts that end so; for addresses whose path is a part of what is signed. */
export function endingIn(parser: Parser<string>, end: string): Parser<string> {
  return {
    allowed: `${parser.allowed} and ends in ${end}`,
    parse: (value) => {
      const parsed = parser.parse(value);
      return parsed?.endsWith(end) ? parsed : undefined;
    },
  };
}

/** null: no limit. */
export function unlimitedOr(parser: Parser<number>): Parser<number | null> {
  return {
    allowed: `${parser.allowed}, or unlimited`,
    nullText: 'unlimited',
    parse: (value) => (value.toLowerCase() === 'unlimited' ? null : parser.parse(value)),
  };
}

/** null stands for a setting that is not set. */
export function orNone<T>(parser: Parser<T>): Parser<T | null> {
  return parser;
}

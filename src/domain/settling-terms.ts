import { findJson } from './json.ts';

/** Terms by which a market settles, as its venue states them; null where it states none. No default replaces a null. */
export interface SettlingTerms {
  /** Source of the values, such as `twap60`. */
  readonly source: string | null;
  /** Coin in lower case, such as `btc`. */
  readonly coin: string | null;
  /** Statistic of the values. `at`: the value at one time. Others are recorded as stated, and not reproduced. */
  readonly statistic: string | null;
  /** Time of the opening value, in epoch ms. */
  readonly openAt: number | null;
  /** Time of the closing value, in epoch ms. */
  readonly closeAt: number | null;
  /** Origin of the strike: the terms, or the value at `openAt`. */
  readonly strikeFrom: 'stated' | 'opening' | null;
  /** Strike as decimal text. */
  readonly strike: string | null;
  /** Upper end of a range as decimal text. */
  readonly strikeHigh: string | null;
  /** Condition under which Yes wins. */
  readonly test: 'above' | 'below' | 'between' | null;
  /** Result for a value equal to the strike, or to either end of a range. */
  readonly tie: 'yes' | 'no' | 'half' | null;
  /**
   * Number of decimals to which the value and an opening strike are rounded before the comparison; null: not rounded.
   */
  readonly decimals: number | null;
  /** Seconds within which the next value counts when the source has none at the time itself. */
  readonly toleranceSeconds: number | null;
}

/** Terms when a venue states nothing. */
export const NO_SETTLING: SettlingTerms = {
  source: null,
  coin: null,
  statistic: null,
  openAt: null,
  closeAt: null,
  strikeFrom: null,
  strike: null,
  strikeHigh: null,
  test: null,
  tie: null,
  decimals: null,
  toleranceSeconds: null,
};

/** Members of the terms, in the order in which they are shown. */
const SETTLING_MEMBERS = Object.keys(NO_SETTLING) as readonly (keyof SettlingTerms)[];

const WORDS: Readonly<Partial<Record<keyof SettlingTerms, readonly unknown[]>>> = {
  strikeFrom: ['stated', 'opening'],
  test: ['above', 'below', 'between'],
  tie: ['yes', 'no', 'half'],
};
const NUMBERS: readonly (keyof SettlingTerms)[] = ['openAt', 'closeAt', 'decimals', 'toleranceSeconds'];

/** Parses terms from JSON with all of their members; null for anything else. */
export function parseSettling(json: string): SettlingTerms | null {
  const read = findJson(json);
  if (typeof read !== 'object' || read === null) return null;
  const members = new Map(Object.entries(read));
  const isKnown = SETTLING_MEMBERS.every((member) => isMember(member, members.get(member)));
  if (!isKnown) return null;
  return Object.fromEntries(
    SETTLING_MEMBERS.map((member) => [member, members.get(member)]),
  ) as typeof NO_SETTLING;
}

function isMember(member: keyof SettlingTerms, value: unknown): boolean {
  if (value === null) return true;
  const words = WORDS[member];
  if (words !== undefined) return words.includes(value);
  return NUMBERS.includes(member) ? Number.isSafeInteger(value) : typeof value === 'string';
}

/** Terms of a market, with the places where the venue states them. */
export interface Settling {
  readonly terms: SettlingTerms;
  /** Place where each member is stated, or description of the statements that differ. */
  readonly statedBy: Readonly<Record<string, string>>;
}

/** Ending of a `statedBy` text about statements that differ. The member itself is then null. */
const DIFFER = ' differ';

/** Formats the `statedBy` text of a member whose statements differ. */
export function nameDifference(places: readonly string[]): string {
  return `${places.join(' and ')}${DIFFER}`;
}

/** Lists the members with differing statements for one market, one sentence for each; empty when all agree. */
export function listDifferences(statedBy: Readonly<Record<string, string>>): string[] {
  return Object.entries(statedBy).flatMap(([member, where]) =>
    where.endsWith(DIFFER) ? [`${member}: ${where}`] : [],
  );
}

/** Whether two sets of terms are equal, including the places of their statements. */
export function areSameSettling(a: Settling | null, b: Settling | null): boolean {
  if (a === b) return true;
  if (a === null || b === null) return false;
  for (const member of SETTLING_MEMBERS) {
    if (a.terms[member] !== b.terms[member] || a.statedBy[member] !== b.statedBy[member]) return false;
  }
  return true;
}

/** Whether terms changed: a stated member has another value, or none. The first statement of a member is no change. */
export function haveTermsChanged(before: SettlingTerms | null, now: SettlingTerms | null): boolean {
  if (before === null) return false;
  return SETTLING_MEMBERS.some(
    (member) => before[member] !== null && before[member] !== (now?.[member] ?? null),
  );
}

/** Lists the members that two markets both state with different values. */
export function listTermsThatDiffer(a: SettlingTerms, b: SettlingTerms): (keyof SettlingTerms)[] {
  return SETTLING_MEMBERS.filter(
    (member) => a[member] !== null && b[member] !== null && a[member] !== b[member],
  );
}

/** A price that a venue stated after its market ended. */
export interface StatedPrice {
  /** Exactness of the value: a decimal, the nearest double, or rounded to `decimals` places. */
  readonly kind: 'exact' | 'double' | 'rounded';
  readonly text: string;
  readonly decimals?: number;
}

/** Later statements of a venue, which are no part of the terms. An absent member means null. */
export interface StatedAfterwards {
  readonly strike?: StatedPrice | null;
  readonly value?: StatedPrice | null;
  /** Time of the value that the venue used as strike, in epoch ms. */
  readonly openTakenAt?: number | null;
  /** Time of the value that the venue used as result, in epoch ms. */
  readonly closeTakenAt?: number | null;
}

/** Later statements with all of their members. */
export type WholeStatement = Required<StatedAfterwards>;

/** Completes the later statements of a venue; null when it stated none of them. */
export function toWholeStatement(stated: StatedAfterwards | null | undefined): WholeStatement | null {
  if (stated === null || stated === undefined) return null;
  const { strike = null, value = null, openTakenAt = null, closeTakenAt = null } = stated;
  const isSilent = strike === null && value === null && openTakenAt === null && closeTakenAt === null;
  return isSilent ? null : { strike, value, openTakenAt, closeTakenAt };
}

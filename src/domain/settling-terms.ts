/** How a market settles, as its venue states it; null where it states nothing. No default fills a null. */
export interface SettlingTerms {
  /** Source of the values, such as `twap60`. */
  readonly source: string | null;
  /** Coin in lower case, such as `btc`. */
  readonly coin: string | null;
  /** `at`: the value at a moment. Others are stated, and not reproduced. */
  readonly statistic: string | null;
  /** Moment of the opening value, epoch ms. */
  readonly openAt: number | null;
  /** Moment of the closing value, epoch ms. */
  readonly closeAt: number | null;
  /** Origin of the strike: the terms, or the value at `openAt`. */
  readonly strikeFrom: 'stated' | 'opening' | null;
  /** Strike as decimal text. */
  readonly strike: string | null;
  /** Upper end of a range, decimal text. */
  readonly strikeHigh: string | null;
  /** When Yes wins. */
  readonly test: 'above' | 'below' | 'between' | null;
  /** Meaning of a value equal to the strike, or to either end of a range. */
  readonly tie: 'yes' | 'no' | 'half' | null;
  /** Places to which the value and an opening strike are rounded before they are compared; null: not rounded. */
  readonly decimals: number | null;
  /** Seconds within which the next value counts where the moment has none at its source. */
  readonly toleranceSeconds: number | null;
}

/** Terms of a venue that states nothing. */
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

/** The members of the terms, in the order in which they are shown. */
const SETTLING_MEMBERS = Object.keys(NO_SETTLING) as readonly (keyof SettlingTerms)[];

const WORDS: Readonly<Partial<Record<keyof SettlingTerms, readonly unknown[]>>> = {
  strikeFrom: ['stated', 'opening'],
  test: ['above', 'below', 'between'],
  tie: ['yes', 'no', 'half'],
};
const NUMBERS: readonly (keyof SettlingTerms)[] = ['openAt', 'closeAt', 'decimals', 'toleranceSeconds'];

/** Reads terms of JSON with all of their members; null where it is something else. */
export function parseSettling(json: string): SettlingTerms | null {
  let read: unknown;
  try {
    read = JSON.parse(json);
  } catch {
    return null;
  }
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

/** Terms with where the venue states each of them. */
export interface Settling {
  readonly terms: SettlingTerms;
  /** Where a member is stated, or which statements of it differ, by member. */
  readonly statedBy: Readonly<Record<string, string>>;
}

/** Ending of what `statedBy` says of a member whose statements differ; the member itself is then null. */
const DIFFER = ' differ';

/** Words for statements of one member that differ. */
export function nameDifference(places: readonly string[]): string {
  return `${places.join(' and ')}${DIFFER}`;
}

/**
 * Lists the members that the venue states in two ways for one market, a sentence for each; none where its statements
 * agree.
 */
export function listDifferences(statedBy: Readonly<Record<string, string>>): string[] {
  return Object.entries(statedBy).flatMap(([member, where]) =>
    where.endsWith(DIFFER) ? [`${member}: ${where}`] : [],
  );
}

/** Whether two statements of the terms are equal, with where they are stated. */
export function areSameSettling(a: Settling | null, b: Settling | null): boolean {
  if (a === b) return true;
  if (a === null || b === null) return false;
  for (const member of SETTLING_MEMBERS) {
    if (a.terms[member] !== b.terms[member] || a.statedBy[member] !== b.statedBy[member]) return false;
  }
  return true;
}

/**
 * Whether terms changed: a member that was stated has another value, or none. A member that is stated for the first
 * time is no change.
 */
export function haveTermsChanged(before: SettlingTerms | null, now: SettlingTerms | null): boolean {
  if (before === null) return false;
  return SETTLING_MEMBERS.some(
    (member) => before[member] !== null && before[member] !== (now?.[member] ?? null),
  );
}

/** Members that two markets both state, and not alike. */
export function listTermsThatDiffer(a: SettlingTerms, b: SettlingTerms): (keyof SettlingTerms)[] {
  return SETTLING_MEMBERS.filter(
    (member) => a[member] !== null && b[member] !== null && a[member] !== b[member],
  );
}

/** Price that a venue stated after its market ended. */
export interface StatedPrice {
  /** Exactness of the value: a decimal, the nearest double, or rounded to `decimals` places. */
  readonly kind: 'exact' | 'double' | 'rounded';
  readonly text: string;
  readonly decimals?: number;
}

/** Statements of a venue afterwards; no part of the terms. A member that is absent is null. */
export interface StatedAfterwards {
  readonly strike?: StatedPrice | null;
  readonly value?: StatedPrice | null;
  /** Moment whose value the venue took for the strike, epoch ms. */
  readonly openTakenAt?: number | null;
  /** Moment whose value the venue took for the result, epoch ms. */
  readonly closeTakenAt?: number | null;
}

/** Statements afterwards with each of their members. */
export type WholeStatement = Required<StatedAfterwards>;

/** All members of what a venue stated afterwards; null where it stated none of them. */
export function toWholeStatement(stated: StatedAfterwards | null | undefined): WholeStatement | null {
  if (stated === null || stated === undefined) return null;
  const { strike = null, value = null, openTakenAt = null, closeTakenAt = null } = stated;
  const isSilent = strike === null && value === null && openTakenAt === null && closeTakenAt === null;
  return isSilent ? null : { strike, value, openTakenAt, closeTakenAt };
}

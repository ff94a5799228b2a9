import {
  formatDecimal,
  formatDouble,
  isDecimalText,
  NO_SETTLING,
  nameDifference,
  parseDecimal,
  type Settling,
  type SettlingTerms,
} from '../../domain/index.ts';

type Member = keyof SettlingTerms;
type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

/** One statement of a term: its value (null when it was not understood) and the name of the member that states it. */
export type Said<Name extends Member> = readonly [value: SettlingTerms[Name], where: string];

/** Collects the settlement terms of one market, statement by statement. */
export class TermsDraft {
  readonly #terms: Mutable<SettlingTerms> = { ...NO_SETTLING };
  readonly #statedBy: Record<string, string> = {};

  /** Sets a term from its statements. When they differ, the term is null and `statedBy` names their sources. */
  state<Name extends Member>(member: Name, ...said: readonly Said<Name>[]): this {
    const [first] = said;
    if (first === undefined) return this;
    const [value, where] = first;
    if (said.length === 1) {
      this.#terms[member] = value;
      if (value !== null) this.#statedBy[member] = where;
      return this;
    }
    const places = [...new Set(said.map(([, where]) => where))];
    if (said.every(([other]) => other === value)) {
      this.#terms[member] = value;
      if (value !== null) this.#statedBy[member] = places.join(', ');
    } else this.#statedBy[member] = nameDifference(places);
    return this;
  }

  finish(): Settling {
    return { terms: { ...this.#terms }, statedBy: { ...this.#statedBy } };
  }
}

/** Reads an amount as `plain` text; null when it is absent, or is not a number above 0. */
export function findPlain(value: string | number | null | undefined): string | null {
  const text = typeof value === 'number' ? formatDouble(value) : (value ?? '').trim();
  if (!isDecimalText(text)) return null;
  const plain = formatDecimal(parseDecimal(text));
  return plain === '0' ? null : plain;
}

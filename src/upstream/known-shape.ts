/** Members that a kind of message is known to hold. */
export interface KnownShape {
  /** Names of members by spaces and line ends, those that are read among them. */
  readonly members: string;
  /** Words of members that have a list of them. */
  readonly values?: Readonly<Record<string, readonly string[]>>;
}

/** A member, or a word of one, that is not known. */
export interface UnknownPart {
  readonly member: string;
  /** Word that is not known; null: the member itself is not known. */
  readonly value: string | null;
}

/** A known shape, prepared for many comparisons. */
export class ShapeReader {
  readonly #members: ReadonlySet<string>;
  readonly #values: readonly (readonly [member: string, words: ReadonlySet<string>])[];

  constructor({ members, values = {} }: KnownShape) {
    this.#members = new Set(members.split(/\s+/));
    this.#values = Object.entries(values).map(([member, words]) => [member, new Set(words)]);
  }

  /** Lists unknown members; empty for a value that is no object: its schema has judged it. */
  listUnknown(message: unknown): UnknownPart[] {
    if (typeof message !== 'object' || message === null || Array.isArray(message)) return [];
    const found: UnknownPart[] = [];
    for (const member in message) if (!this.#members.has(member)) found.push({ member, value: null });
    for (const [member, words] of this.#values) {
      const value = (message as Readonly<Record<string, unknown>>)[member];
      if (typeof value === 'string' && !words.has(value)) found.push({ member, value });
    }
    return found;
  }
}

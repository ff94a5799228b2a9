/** Members that a kind of message is known to contain. */
export interface KnownShape {
  /** Names of the members, separated by spaces and line ends, including those that are read. */
  readonly members: string;
  /** Known words of members that have a fixed set of them. */
  readonly values?: Readonly<Record<string, readonly string[]>>;
}

/** A member, or a word of a member, that is not known. */
export interface UnknownPart {
  readonly member: string;
  /** The unknown word. null: the member itself is not known. */
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

  /** Lists the unknown members of a message. Empty for a value that is no object, because the schema checks that. */
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

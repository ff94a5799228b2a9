/** A map that deletes its oldest entry when its limit is exceeded. An entry that is set again keeps its age. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #limit: number;

  /**
   * Begins without an entry.
   *
   * @param limit Maximum number of entries.
   */
  constructor(limit: number) {
    super();
    this.#limit = limit;
  }

  override set(key: Key, value: Value): this {
    super.set(key, value);
    if (this.size > this.#limit) this.delete(this.keys().next().value as Key);
    return this;
  }
}

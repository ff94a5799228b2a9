/** Characters of the texts that are kept, at most. */
const MAX_CHARS = 2 ** 18;

/** Readings of the texts that came last: markets of one event state equal rules, and come one after the other. */
export class RecentTexts<T> {
  readonly #read = new Map<string, T>();
  #chars = 0;

  get(text: string, read: (text: string) => T): T {
    const known = this.#read.get(text);
    if (known !== undefined) return known;
    this.#chars += text.length;
    if (this.#chars > MAX_CHARS) {
      this.#read.clear();
      this.#chars = text.length;
    }
    const value = read(text);
    this.#read.set(text, value);
    return value;
  }
}

/** Maximum number of characters of the remembered texts. */
const MAX_CHARS = 2 ** 18;

/** Remembers the results of reading the newest texts. Markets of one event have equal rules and follow each other. */
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

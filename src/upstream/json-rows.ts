import { parsePlainJson } from '../domain/index.ts';
import type { Slices } from '../scheduling/slices.ts';

/** Number of characters that are scanned between two checks of the clock. */
const STRIDE = 16_384;
/** Number of characters that are shown of a text that is not JSON. */
const SHOWN = 80;

/** Characters that end a run without structure, outside and inside of a string. */
const OUTSIDE = /["{}[\],]/g;
const INSIDE = /["\\]/g;

/**
 * Parses a long JSON text row by row as it arrives, so that a page of a thousand markets is never parsed in one step.
 * Rows are the items of the outermost list, or of lists that are members of the outermost object. The result equals
 * that of `JSON.parse` for the whole text.
 */
export class JsonRows {
  /** Beginning of the text. */
  head = '';
  readonly #slices: Slices;
  readonly #lists: unknown[][] = [];
  /** The text with the index of a list in place of its items. */
  #frame = '';
  /** The unfinished item, or the frame since the last list. */
  #begun = '';
  #depth = 0;
  /** Depth of the list whose items are read. 0: outside of such a list. */
  #listDepth = 0;
  #isInText = false;
  #isEscaped = false;

  constructor(slices: Slices) {
    this.#slices = slices;
  }

  /** Adds the next piece of the text. @throws {SyntaxError} at an item that is not JSON. */
  async add(text: string): Promise<void> {
    if (this.head.length < SHOWN) this.head = (this.head + text).slice(0, SHOWN);
    for (let from = 0; from < text.length; from += STRIDE) {
      this.#scan(text.slice(from, from + STRIDE));
      if (this.#slices.isDue()) await this.#slices.pause();
    }
  }

  /** Returns the value of the whole text. @throws {SyntaxError} when the text is not JSON. */
  end(): unknown {
    const frame = parsePlainJson(this.#frame + this.#begun);
    if (this.#lists.length === 0) return frame;
    if (Array.isArray(frame)) return this.#lists[0];
    for (const [name, value] of Object.entries(frame as Record<string, unknown>)) {
      if (!Array.isArray(value)) continue;
      // `defineProperty` is used because a member may be called `__proto__`.
      const rows = this.#lists[Number(value[0])];
      Object.defineProperty(frame, name, {
        value: rows,
        writable: true,
        enumerable: true,
        configurable: true,
      });
    }
    return frame;
  }

  #scan(text: string): void {
    let start = 0;
    for (let at = 0; at < text.length; at++) {
      if (this.#isEscaped) {
        this.#isEscaped = false;
        continue;
      }
      const pattern = this.#isInText ? INSIDE : OUTSIDE;
      pattern.lastIndex = at;
      const found = pattern.exec(text);
      if (found === null) break;
      at = found.index;
      const mark = found[0];
      if (mark === '\\') this.#isEscaped = true;
      else if (mark === '"') this.#isInText = !this.#isInText;
      else if (mark === ',') {
        if (this.#depth !== this.#listDepth || this.#listDepth === 0) continue;
        this.#endItem(text.slice(start, at));
        start = at + 1;
      } else if (mark === '[' || mark === '{') {
        this.#depth++;
        const isList = mark === '[' && this.#listDepth === 0 && this.#depth <= 2;
        if (!isList) continue;
        this.#listDepth = this.#depth;
        this.#frame += `${this.#begun}${text.slice(start, at + 1)}${this.#lists.length}`;
        this.#lists.push([]);
        this.#begun = '';
        start = at + 1;
      } else {
        if (this.#depth-- !== this.#listDepth || this.#listDepth === 0) continue;
        this.#endList(text.slice(start, at));
        start = at;
      }
    }
    this.#begun += text.slice(start);
  }

  #endItem(text: string): void {
    this.#lists.at(-1)!.push(parsePlainJson(this.#begun + text));
    this.#begun = '';
  }

  /** Ends a list. A list without items has only white space between its brackets. */
  #endList(text: string): void {
    const isEmpty = this.#lists.at(-1)!.length === 0 && (this.#begun + text).trim() === '';
    if (!isEmpty) this.#endItem(text);
    this.#begun = '';
    this.#listDepth = 0;
  }
}

import { UpstreamError } from '../domain/index.ts';
import { type Intake, refuse } from '../upstream/intake.ts';

/** Names and cursor of one page of a list. */
export interface WalkedPage {
  /** Names of all rows, including refused ones. */
  readonly names: readonly string[];
  /** Cursor of the next page; null on the last page. */
  readonly next: string | null;
}

export interface PageWalkOptions {
  /** Name of the venue in messages: `kalshi`. */
  readonly upstream: string;
  /** Name and route of the message that carries a page. */
  readonly wire: { readonly name: string; readonly endpoint: string };
  /** Path of the cursor in the schema. */
  readonly cursorMember: string;
  readonly intake: Intake;
  /** Number of rows in the last complete list; 0 before the first one. */
  readonly lastCount: number;
}

/**
 * Follows the pages of a list and rejects a list that ends too early or never ends, because markets missing from half a
 * list would look delisted. Rows move between pages during a walk, so single rows may repeat, and whole pages may not.
 */
export class PageWalk {
  readonly #options: PageWalkOptions;
  readonly #cursors = new Set<string>();
  readonly #names = new Set<string>();

  constructor(options: PageWalkOptions) {
    this.#options = options;
  }

  /** Number of different rows in all pages so far. */
  get count(): number {
    return this.#names.size;
  }

  /**
   * Adds the next page.
   *
   * @throws {UpstreamError} `malformed` for a page or a cursor that came before, and for an empty list when the last
   * one had rows.
   */
  add({ names, next }: WalkedPage): void {
    const before = this.#names.size;
    for (const name of names) this.#names.add(name);
    if (before === 0 && names.length === 0 && this.#options.lastCount > 0) {
      this.fail('the list is empty', { member: '/', value: [] });
    }
    if (next === null) return;
    if (this.#cursors.has(next)) this.#failAtCursor('the cursor repeats', next);
    this.#cursors.add(next);
    if (names.length === 0) this.#failAtCursor('an empty page names a next one', next);
    if (before > 0 && this.#names.size === before) this.#failAtCursor('a page comes again', next);
  }

  /**
   * Rejects the list and counts the refusal.
   *
   * @throws {UpstreamError} always.
   */
  fail(reason: string, at: { readonly member: string; readonly value: unknown }): never {
    const { upstream, wire, intake } = this.#options;
    intake.count(refuse(wire.name, reason, { endpoint: wire.endpoint, ...at }));
    throw new UpstreamError('malformed', `${upstream}: ${wire.name}: ${reason} after ${this.count} rows`);
  }

  #failAtCursor(reason: string, cursor: string): never {
    this.fail(reason, { member: this.#options.cursorMember, value: cursor });
  }
}

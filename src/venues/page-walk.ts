import { UpstreamError } from '../domain/index.ts';
import { type Intake, refuse } from '../upstream/intake.ts';

/** One page of a list, as far as its place in the list is concerned. */
export interface WalkedPage {
  /** Names of the rows, read or refused. */
  readonly names: readonly string[];
  /** Cursor of the next page; null: the venue says that this is the last one. */
  readonly next: string | null;
}

export interface PageWalkOptions {
  /** Name for messages: `kalshi`. */
  readonly upstream: string;
  /** Kind of message of a page, and its route. */
  readonly wire: { readonly name: string; readonly endpoint: string };
  /** Path of the cursor in the schema. */
  readonly cursorMember: string;
  readonly intake: Intake;
  /** Rows of the last whole list; 0: none was read. */
  readonly lastCount: number;
}

/**
 * Follows the pages of a list and refuses one that ends too early, or never: half a list would look like markets that
 * left. Rows move between pages while they are read, so single rows may come again; whole pages do not.
 */
export class PageWalk {
  readonly #options: PageWalkOptions;
  readonly #cursors = new Set<string>();
  readonly #names = new Set<string>();

  constructor(options: PageWalkOptions) {
    this.#options = options;
  }

  /** Rows of all pages so far, each once. */
  get count(): number {
    return this.#names.size;
  }

  /**
   * Takes the next page.
   *
   * @throws {UpstreamError} `malformed` for a page, or a cursor, that came before, and for an empty list where the last one had
   * rows.
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
   * Refuses the list.
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

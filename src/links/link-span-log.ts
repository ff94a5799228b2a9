import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type Clock,
  type EpochMs,
  epochMs,
  findAssetRef,
  type LinkSpan,
  MINUTE_MS,
} from '../domain/index.ts';
import { isFirm, type Link, turnLink } from './link.ts';

/** Store of spans of links; a history store is one. */
export interface LinkSpanStore {
  /** Spans that still last. */
  listOpenLinkSpans(): Promise<readonly LinkSpan[]>;
  /** Stores spans in one commit; one with the same a, b and fromMs replaces the one that is stored. */
  putLinkSpans(spans: readonly LinkSpan[]): Promise<void>;
}

/** A market that is not listed for a poll or two has not lost its links. */
const GRACE_MS = 10 * MINUTE_MS;
/** Changes of one commit. */
const CHANGES_AT_ONCE = 250;

/** The decision about one pair. */
interface Change {
  readonly key: string;
  readonly spans: readonly LinkSpan[];
  /** The span that lasts then; null: none. */
  readonly open: LinkSpan | null;
}

/**
 * Keeps which links were held when, as spans in the history: one begins when a link appears, and ends when it goes, is
 * held to be something else, or is disputed or no longer so. A restart continues links that it finds again.
 *
 * `related` does not determine payouts and is not kept, nor are `subset` and `superset` within a venue: ladders would
 * fill the history, and their terms say as much.
 */
export class LinkSpanLog {
  readonly #store: LinkSpanStore;
  readonly #clock: Clock;
  /** Spans that last, by `formatPairKey`. */
  readonly #open = new Map<string, LinkSpan>();
  /** Pairs that have changed since the last `store`; null: they are linked no longer. */
  readonly #noted = new Map<string, Link | null>();
  /** Times since when pairs with a span are linked no longer. */
  readonly #gone = new Map<string, EpochMs>();

  constructor(store: LinkSpanStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Takes up the spans of an earlier run. Those whose links are not found again end now. */
  async load(): Promise<void> {
    const now = this.#clock();
    for (const span of await this.#store.listOpenLinkSpans()) {
      const key = `${span.a} ${span.b}`;
      this.#open.set(key, span);
      this.#gone.set(key, now);
    }
  }

  /**
   * Remembers the current state of a pair.
   *
   * @param key As `formatPairKey` makes it.
   */
  note(key: string, link: Link | null): void {
    if (link !== null && isKept(link)) this.#noted.set(key, link);
    else if (this.#open.has(key) || this.#noted.has(key)) this.#noted.set(key, null);
  }

  /** Stores changes. Changes that could not be stored are retried with the next call; calls must not overlap. */
  async store(): Promise<void> {
    const changes = [...this.#plan(this.#clock())];
    for (let from = 0; from < changes.length; from += CHANGES_AT_ONCE) {
      if (from > 0) await nextTurn();
      const some = changes.slice(from, from + CHANGES_AT_ONCE);
      await this.#store.putLinkSpans(some.flatMap(({ spans }) => spans));
      for (const { key, open } of some) {
        if (open === null) this.#open.delete(key);
        else this.#open.set(key, open);
        this.#gone.delete(key);
        this.#noted.delete(key);
      }
    }
  }

  *#plan(now: EpochMs): Generator<Change> {
    for (const [key, link] of this.#noted) {
      const span = this.#open.get(key);
      if (link === null) {
        if (span !== undefined && !this.#gone.has(key)) this.#gone.set(key, now);
        this.#noted.delete(key);
      } else if (span !== undefined && isSame(span, link)) {
        this.#gone.delete(key);
        this.#noted.delete(key);
      } else {
        // Two changes at one time are two spans: a span is known by its pair and when it began.
        const at = span === undefined ? now : laterThan(span, now);
        const begun = toSpan(key, link, at);
        const ended = span === undefined ? [] : [endSpan(span, this.#gone.get(key) ?? at)];
        yield { key, spans: [...ended, begun], open: begun };
      }
    }
    for (const [key, since] of this.#gone) {
      const span = this.#open.get(key);
      if (span === undefined || now - since < GRACE_MS || this.#noted.has(key)) continue;
      yield { key, spans: [endSpan(span, since)], open: null };
    }
  }
}

function isKept({ a, b, relation }: Link): boolean {
  if (isFirm(relation)) return true;
  return relation !== 'related' && findAssetRef(a)?.venue !== findAssetRef(b)?.venue;
}

/** Reasons are those that were given when the link began to be held. */
function isSame(span: LinkSpan, link: Link): boolean {
  const { relation, confidence, source } = turnLink(link, span.a);
  return (
    span.relation === relation &&
    span.confidence === confidence &&
    span.source === source &&
    span.disputed === (link.dispute !== undefined)
  );
}

function toSpan(key: string, link: Link, fromMs: EpochMs): LinkSpan {
  const [a = '', b = ''] = key.split(' ');
  const { relation, confidence, source, reasons, dispute } = turnLink(link, a);
  return {
    a,
    b,
    relation,
    confidence,
    source,
    reasons: [...reasons],
    disputed: dispute !== undefined,
    fromMs,
    toMs: null,
  };
}

/** A clock may have been set back since it began. */
function endSpan(span: LinkSpan, at: EpochMs): LinkSpan {
  return { ...span, toMs: at < span.fromMs ? span.fromMs : at };
}

function laterThan({ fromMs }: LinkSpan, now: EpochMs): EpochMs {
  return now > fromMs ? now : epochMs(fromMs + 1);
}

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

/** Store of link spans, such as a history store. */
export interface LinkSpanStore {
  /** Lists the spans that have not ended. */
  listOpenLinkSpans(): Promise<readonly LinkSpan[]>;
  /** Stores spans in one commit. A span replaces the stored one with the same `a`, `b` and `fromMs`. */
  putLinkSpans(spans: readonly LinkSpan[]): Promise<void>;
}

/** Time after which a missing link ends. A market that a poll or two do not list keeps its links. */
const GRACE_MS = 10 * MINUTE_MS;
/** Maximum number of changes in one commit. */
const CHANGES_AT_ONCE = 250;

/** Decision about the spans of one pair. */
interface Change {
  readonly key: string;
  readonly spans: readonly LinkSpan[];
  /** The pair's open span after the change; null: none. */
  readonly open: LinkSpan | null;
}

/**
 * Records in the history which links were in force when, as spans. A span begins when a link appears. It ends when the
 * link goes, changes, becomes disputed or is no longer disputed. A restart continues the spans of links that it finds
 * again.
 *
 * `related` does not determine payouts and is not recorded, nor are `subset` and `superset` within a venue: ladders of
 * strikes would fill the history, and the terms of their markets state as much.
 */
export class LinkSpanLog {
  readonly #store: LinkSpanStore;
  readonly #clock: Clock;
  /** Open spans, keyed by `formatPairKey`. */
  readonly #open = new Map<string, LinkSpan>();
  /** Pairs that have changed since the last `store`; null: the pair is no longer linked. */
  readonly #noted = new Map<string, Link | null>();
  /** Time since which a pair with an open span is no longer linked. */
  readonly #gone = new Map<string, EpochMs>();

  constructor(store: LinkSpanStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Loads the open spans of an earlier run. Those whose links are not found again will end. */
  async load(): Promise<void> {
    const now = this.#clock();
    for (const span of await this.#store.listOpenLinkSpans()) {
      const key = `${span.a} ${span.b}`;
      this.#open.set(key, span);
      this.#gone.set(key, now);
    }
  }

  /**
   * Notes the current state of a pair.
   *
   * @param key Key of the pair by `formatPairKey`.
   */
  note(key: string, link: Link | null): void {
    if (link !== null && isKept(link)) this.#noted.set(key, link);
    else if (this.#open.has(key) || this.#noted.has(key)) this.#noted.set(key, null);
  }

  /** Stores changes. Changes that cannot be stored are retried by the next call. Calls must not overlap. */
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
        // A span is identified by its pair and its beginning, so two changes at one time need different times.
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

/** Whether a span describes the link. Reasons are not compared, because the span keeps those of its beginning. */
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

/** Ends a span. The end is at least the beginning, even when the clock was set back in between. */
function endSpan(span: LinkSpan, at: EpochMs): LinkSpan {
  return { ...span, toMs: at < span.fromMs ? span.fromMs : at };
}

function laterThan({ fromMs }: LinkSpan, now: EpochMs): EpochMs {
  return now > fromMs ? now : epochMs(fromMs + 1);
}

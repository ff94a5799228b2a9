import type { Event, Level } from './frame-columns.ts';

type Sides = readonly [Map<number, number>, Map<number, number>];

interface State {
  readonly t: number;
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
  readonly bookMs: number;
  readonly venueMs: number | null;
}

interface NaiveSpan {
  readonly fromMs: number;
  toMs: number | null;
  everyMs: number;
  ended: string | null;
}

interface NaiveMarket {
  sides: Sides | null;
  bookMs: number;
  venueMs: number | null;
  frameMs: number;
  everyMs: number;
  readonly states: State[];
  readonly spans: NaiveSpan[];
  committed: NaiveSpan[];
}

/** Simplest model of a tape: every state of every book, in memory. */
export class NaiveTape {
  readonly #markets = new Map<number, NaiveMarket>();

  #of(market: number): NaiveMarket {
    let found = this.#markets.get(market);
    if (found === undefined) {
      found = {
        sides: null,
        bookMs: 0,
        venueMs: null,
        frameMs: 0,
        everyMs: 0,
        states: [],
        spans: [],
        committed: [],
      };
      this.#markets.set(market, found);
    }
    return found;
  }

  take(events: readonly Event[]): void {
    for (const event of events) this.#takeOne(event);
  }

  setClass(market: number, everyMs: number, atMs: number): void {
    const of = this.#of(market);
    if (of.everyMs === everyMs) return;
    of.everyMs = everyMs;
    const last = of.spans.at(-1);
    if (last === undefined || last.toMs !== null) return;
    [last.toMs, last.ended] = [atMs - 1, 'class'];
    of.spans.push({ fromMs: atMs, toMs: null, everyMs, ended: null });
    this.#remember(of, atMs);
  }

  /** Commits everything that was taken. */
  commit(): void {
    for (const of of this.#markets.values()) of.committed = of.spans.map((span) => ({ ...span }));
  }

  /** Ends the process: everything after the last commit is gone, ends of spans too. */
  restart(committedMs: number): void {
    for (const of of this.#markets.values()) {
      of.spans.splice(0, of.spans.length, ...of.committed);
      this.#end(of, committedMs, 'restart');
      while ((of.states.at(-1)?.t ?? 0) > committedMs) of.states.pop();
    }
    this.commit();
  }

  /** Finds the book of a market at a time up to a commit; null where it is not known. */
  at(market: number, t: number, committedMs: number): State | null {
    const of = this.#of(market);
    const span = of.spans.findLast(({ fromMs, toMs }) => fromMs <= t && t <= (toMs ?? committedMs));
    if (span === undefined) return null;
    if (span.everyMs === 0)
      return of.states.findLast((state) => state.t <= t && state.t >= span.fromMs) ?? null;
    const minuteMs = Math.floor(t / span.everyMs) * span.everyMs;
    const sampled = of.states.findLast((state) => state.t < minuteMs && state.t >= span.fromMs);
    const begin = of.states.find((state) => state.t >= span.fromMs)!;
    return { ...(sampled ?? begin), bookMs: Math.max(span.fromMs, minuteMs) };
  }

  spansOf(market: number): readonly NaiveSpan[] {
    return this.#of(market).spans;
  }

  #takeOne(event: Event): void {
    const of = this.#of(event.market);
    if (event.kind === 'break') {
      this.#end(of, event.t, event.reason);
      return;
    }
    const venueMs = event.venueTime ?? null;
    if (event.kind === 'whole') {
      const next: Sides = [toMap(event.bids), toMap(event.asks)];
      if (!isValidBook(event)) this.#end(of, of.frameMs, 'refused');
      else if (of.sides === null) {
        of.spans.push({ fromMs: event.t, toMs: null, everyMs: of.everyMs, ended: null });
        this.#set(of, next, event.t, venueMs);
      } else if (isEqual(of.sides, next)) of.frameMs = event.t;
      else this.#set(of, next, event.t, venueMs);
      return;
    }
    if (of.sides === null) return;
    if (!event.changes.every(([side, price, size]) => isValid(price, size) && side < 2)) {
      this.#end(of, of.frameMs, 'refused');
      return;
    }
    const next: Sides = [new Map(of.sides[0]), new Map(of.sides[1])];
    let isAltered = false;
    for (const [side, price, size] of event.changes) {
      if ((next[side as 0 | 1].get(price) ?? 0) !== size) isAltered = true;
      if (size === 0) next[side as 0 | 1].delete(price);
      else next[side as 0 | 1].set(price, size);
    }
    of.frameMs = event.t;
    if (isAltered) this.#set(of, next, event.t, venueMs);
  }

  #set(of: NaiveMarket, sides: Sides, t: number, venueMs: number | null): void {
    of.sides = sides;
    [of.bookMs, of.venueMs, of.frameMs] = [t, venueMs, t];
    this.#remember(of, t);
  }

  #remember(of: NaiveMarket, t: number): void {
    const [bids, asks] = of.sides ?? [new Map(), new Map()];
    of.states.push({
      t,
      bids: [...bids].sort(([a], [b]) => b - a),
      asks: [...asks].sort(([a], [b]) => a - b),
      bookMs: of.bookMs,
      venueMs: of.venueMs,
    });
  }

  #end(of: NaiveMarket, toMs: number, ended: string): void {
    of.sides = null;
    if (of.spans.at(-1)?.toMs !== null) return;
    while ((of.spans.at(-1)?.fromMs ?? 0) > toMs) of.spans.pop();
    const covering = of.spans.at(-1);
    if (covering !== undefined && (covering.toMs === null || covering.toMs >= toMs))
      [covering.toMs, covering.ended] = [toMs, ended];
  }
}

function toMap(levels: readonly Level[]): Map<number, number> {
  return new Map(levels.filter(([, size]) => size > 0));
}

function isValid(price: number, size: number): boolean {
  return price > 0 && price < 1 && size >= 0 && size < 2 ** 50;
}

function isValidBook({ bids, asks }: { bids: readonly Level[]; asks: readonly Level[] }): boolean {
  return [...bids, ...asks].every(([price, size]) => isValid(price, size));
}

function isEqual(a: Sides, b: Sides): boolean {
  return ([0, 1] as const).every(
    (side) =>
      a[side].size === b[side].size && [...a[side]].every(([price, size]) => b[side].get(price) === size),
  );
}

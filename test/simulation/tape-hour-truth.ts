import type { Listing } from '../../simulator/world/listing.ts';
import { hashBook, shownLadder } from '../../simulator/world/sent-books.ts';
import type { World } from '../../simulator/world/world.ts';
import { type AssetRef, buildLimitlessAsset, buildPolymarketAsset } from '../../src/domain/index.ts';
import type { NotRecorded, Resync } from '../../src/history/tape/contract/tape-coverage.ts';
import { type BookView, type TapeReader, toLevels } from '../../src/history/tape/contract/tape-reader.ts';

/** Streams of the simulator look for news so often. */
export const TICK_MS = 1_000;
/** Time of a frame after its full second, ms: at the next second everything has arrived, and books are compared. */
export const TICK_AT_MS = 10;

export interface BookComparison {
  readonly books: number;
  /** Instants that were compared: one between two ticks, and the edges of every time that is not known. */
  readonly instants: number;
  /** Number of these instants at which a book was claimed. */
  readonly known: number;
  /** Number of claimed instants at which the book was not that of half a minute before: a control. */
  readonly moved: number;
  /** Number of claimed instants between a whole book that differed and the one before it. */
  readonly inResync: number;
  /** Other instants after a change that the venue did not send, before a whole book came. */
  readonly inDoubt: number;
  /** Instants at which something wrong was claimed, at most a few of each book. */
  readonly wrong: readonly string[];
  /** Times that are not known, by their reason. */
  readonly holes: Readonly<Record<string, number>>;
}

/** The right book of an asset after everything of a moment; its hash, or null where there was none. */
export type TrueBook = (ref: AssetRef, t: number) => string | null;

/** A frame that arrived in a later tick than the one in which it was sent: until then the book was the one before it. */
export interface LateFrame {
  readonly sentAt: number;
  readonly receivedAt: number;
}

/** Time in epoch ms, both ends included. */
export interface Doubt {
  readonly fromMs: number;
  readonly toMs: number;
}

export interface HourWindow {
  readonly fromMs: number;
  readonly toMs: number;
  /** Whether a whole book may differ from what the changes before it made: changes were lost. */
  readonly mayDiffer: (asset: string) => boolean;
  /** Times, by asset, in which a change was lost that nothing told of: the venue numbers none. */
  readonly doubts: ReadonlyMap<string, readonly Doubt[]>;
  /** Frames that came late, by asset. */
  readonly late: ReadonlyMap<string, readonly LateFrame[]>;
}

/** A book so long ago is another one: a comparison that takes it for the same could not fail. */
const AGO_MS = 30_000;
const MAX_TOLD = 3;

interface SentFrame {
  readonly sentAt: number;
  readonly venueTime: number;
  readonly sha256: string;
}

/** Frames of books as they were sent, by asset, each with the moment at which it was sent. */
export class SentLog {
  readonly frames = new Map<string, SentFrame[]>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Adds a line. @param line Of `--keep-sent`. */
  add(line: string): void {
    const { asset, venueTime, sha256 } = JSON.parse(line) as SentFrame & { readonly asset: string };
    const frame = { sentAt: this.#now(), venueTime, sha256 };
    const known = this.frames.get(asset);
    if (known === undefined) this.frames.set(asset, [frame]);
    else known.push(frame);
  }

  /** Finds the hash of the book after everything that was sent up to a time; null: nothing was. */
  find(asset: string, t: number): string | null {
    let newest: SentFrame | null = null;
    for (const frame of this.frames.get(asset) ?? []) {
      if (frame.sentAt > t) break;
      // One that came behind a later one changes nothing.
      if (newest === null || frame.venueTime >= newest.venueTime) newest = frame;
    }
    return newest?.sha256 ?? null;
  }
}

/** Books as the venues had them at each tick, whether anybody was told of them or not. */
export function buildVenueTruth(world: World): TrueBook {
  const listings = new Map<string, Listing>();
  const hashes = new Map<string, string>();
  const find = (asset: string, t: number) => {
    if (!listings.has(asset)) {
      const { polymarket, limitless } = world.universe(t).byVenue;
      for (const listing of polymarket) listings.set(buildPolymarketAsset(listing.name).asset, listing);
      for (const listing of limitless) listings.set(buildLimitlessAsset(listing.name).asset, listing);
    }
    return listings.get(asset);
  };
  return ({ asset }, t) => {
    const listing = find(asset, t);
    if (listing === undefined) return null;
    // Nothing is said of a market that has closed.
    const tick = toTick(Math.min(t, listing.event.closeAt - 1));
    const key = `${asset} ${tick}`;
    const hash = hashes.get(key) ?? hashBook(shownLadder(listing, tick, false));
    hashes.set(key, hash);
    return hash;
  };
}

/** Returns the tick at or before a time. */
export function toTick(t: number): number {
  return Math.floor((t - TICK_AT_MS) / TICK_MS) * TICK_MS + TICK_AT_MS;
}

/** Compares each book that is claimed with the right one, between any two ticks and at the edges of what is not known. */
export async function compareBooks(
  reader: TapeReader,
  refs: readonly AssetRef[],
  truth: TrueBook,
  window: HourWindow,
): Promise<BookComparison> {
  const hour = new HourBooks(truth, window);
  for (const ref of refs) await hour.compare(reader, ref);
  return hour.result();
}

class HourBooks {
  readonly #truth: TrueBook;
  readonly #window: HourWindow;
  readonly #holes: Record<string, number> = {};
  readonly #wrong: string[] = [];
  #books = 0;
  #instants = 0;
  #known = 0;
  #moved = 0;
  #inResync = 0;
  #inDoubt = 0;

  constructor(truth: TrueBook, window: HourWindow) {
    this.#truth = truth;
    this.#window = window;
  }

  result(): BookComparison {
    return {
      books: this.#books,
      instants: this.#instants,
      known: this.#known,
      moved: this.#moved,
      inResync: this.#inResync,
      inDoubt: this.#inDoubt,
      wrong: this.#wrong,
      holes: this.#holes,
    };
  }

  async compare(reader: TapeReader, ref: AssetRef): Promise<void> {
    const { fromMs, toMs, mayDiffer } = this.#window;
    const window = { fromMs, toMs };
    const coverage = await reader.readBookCoverage(ref, window, 100_000);
    const { notRecorded, resyncs } = coverage;
    this.#books++;
    const wrong: string[] = [];
    const hashes = new Map<number, string>();
    let hash = '';
    const take = (book: BookView) => {
      if (!book.isSame || hash === '')
        hash = hashBook({ bids: toLevels(book.bids), asks: toLevels(book.asks) });
      if (book.everyMs !== 0 || book.bookTime % TICK_MS < TICK_AT_MS)
        wrong.push(`${ref.asset} at ${book.t}: altered at ${book.bookTime}`);
      hashes.set(book.t, hash);
    };
    const instants: number[] = [];
    for (let t = Math.ceil(fromMs / TICK_MS) * TICK_MS; t <= toMs; t += TICK_MS) instants.push(t);
    await reader.visitBooks(ref, { ...window, everyMs: TICK_MS }, (book) => {
      take(book);
      return true;
    });
    for (const hole of notRecorded) {
      this.#holes[hole.reason] = (this.#holes[hole.reason] ?? 0) + 1;
      for (const t of [hole.fromMs - 1, hole.fromMs, hole.toMs, hole.toMs + 1]) {
        if (t < fromMs || t > toMs || t % TICK_MS === 0) continue;
        instants.push(t);
        const { book } = await reader.findBook(ref, t);
        hash = '';
        if (book !== null) take(book);
      }
    }
    for (const { fromMs: from, toMs: to } of resyncs)
      if (!mayDiffer(ref.asset)) wrong.push(`${ref.asset}: a whole book differed from ${from} to ${to}`);
    for (const t of instants) {
      const found = this.#judge(ref, t, hashes.get(t) ?? null, notRecorded, resyncs);
      if (found !== null) wrong.push(`${ref.asset} at ${t}: ${found}`);
    }
    this.#wrong.push(...wrong.slice(0, MAX_TOLD));
  }

  /** Lists the faults of the judged books. */
  #judge(
    ref: AssetRef,
    t: number,
    hash: string | null,
    holes: readonly NotRecorded[],
    resyncs: readonly Resync[],
  ): string | null {
    this.#instants++;
    const hole = holes.find(({ fromMs, toMs }) => fromMs <= t && t <= toMs);
    if (hash === null) return hole === undefined ? 'no book, and coverage knows of one' : null;
    if (hole !== undefined) return `a book, and coverage says ${hole.reason}`;
    this.#known++;
    if (hash !== this.#truth(ref, t - AGO_MS)) this.#moved++;
    if (hash === this.#truth(ref, t)) return null;
    if (resyncs.some(({ fromMs, toMs }) => fromMs <= t && t <= toMs)) {
      this.#inResync++;
      return null;
    }
    const doubts = this.#window.doubts.get(ref.asset) ?? [];
    if (doubts.some(({ fromMs, toMs }) => fromMs <= t && t <= toMs)) {
      this.#inDoubt++;
      return null;
    }
    const isLate = (this.#window.late.get(ref.asset) ?? []).some(
      ({ sentAt, receivedAt }) =>
        sentAt <= t && t < receivedAt && hash === this.#truth(ref, sentAt - TICK_MS),
    );
    if (isLate) return null;
    // Of what was sent in the tick in which a connection was lost, some may have been lost with it.
    const isLast = holes.some(({ fromMs }) => fromMs === t + 1);
    return isLast && hash === this.#truth(ref, t - TICK_MS) ? null : 'not the right book';
  }
}

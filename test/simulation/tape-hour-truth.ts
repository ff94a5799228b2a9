import type { TrueTrade } from '../../simulator/tape/trade-truth.ts';
import { hashBook } from '../../simulator/world/sent-books.ts';
import type { AssetRef } from '../../src/domain/index.ts';
import type { NotRecorded, Resync } from '../../src/history/tape/contract/tape-coverage.ts';
import { type FoundBook, type TapeReader, toLevels } from '../../src/history/tape/contract/tape-reader.ts';
import { SqliteTapeReader } from '../../src/history/tape/sqlite/sqlite-tape-reader.ts';
import type { Random } from './ledger-world.ts';

export interface HourComparison {
  readonly books: number;
  /** Instants that were compared, and of them those at which the book was known. */
  readonly instants: number;
  readonly known: number;
  /** Of those that were known, instants at which the book was not that of half a minute before: a control. */
  readonly moved: number;
  /** Of those that were known, instants between a whole book that differed and the one before it. */
  readonly inResync: number;
  /** Instants at which another book was claimed than was sent, with what they were. */
  readonly wrong: readonly string[];
  /** Times that are not known, by their reason. */
  readonly holes: Readonly<Record<string, number>>;
  /** Trades that happened while they were heard, and those of them that are missing, doubled or otherwise. */
  readonly trades: number;
  readonly wrongTrades: readonly string[];
}

interface SentFrame {
  readonly sentAt: number;
  readonly venueTime: number;
  readonly sha256: string;
}

const INSTANTS = 60;
/** Trades within this time of the end of a time in which they were heard may have been on their way. */
const ON_THEIR_WAY_MS = 2_000;
/** A book so long ago is another one: a comparison that takes it for the same could not fail. */
const AGO_MS = 30_000;
const MOST_TOLD = 20;

/** Frames of books as they were sent, by asset, each with the moment at which it was sent. */
export class SentLog {
  readonly frames = new Map<string, SentFrame[]>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** @param line Of `--keep-sent`. */
  add(line: string): void {
    const { asset, venueTime, sha256 } = JSON.parse(line) as SentFrame & { readonly asset: string };
    const frame = { sentAt: this.#now(), venueTime, sha256 };
    const known = this.frames.get(asset);
    if (known === undefined) this.frames.set(asset, [frame]);
    else known.push(frame);
  }

  /** Hash of the book after everything that was sent up to a moment; null: nothing was. */
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

export async function compareHour(
  dataDir: string,
  sent: SentLog,
  refs: readonly AssetRef[],
  window: Window,
): Promise<HourComparison> {
  const reader = new SqliteTapeReader(dataDir);
  const books = new HourBooks(reader, sent, window);
  for (const ref of refs) if (sent.frames.has(ref.asset)) await books.compare(ref);
  const trades = new HourTrades(reader, window);
  for (const ref of refs) if (ref.venue !== 'limitless') await trades.compare(ref);
  await reader.close();
  return { ...books.result(), ...trades.result() };
}

interface Window {
  readonly fromMs: number;
  readonly toMs: number;
  readonly random: Random;
  /** Of the simulator. */
  readonly origin: string;
}

class HourBooks {
  readonly #reader: TapeReader;
  readonly #sent: SentLog;
  readonly #window: Window;
  readonly #holes: Record<string, number> = {};
  readonly #wrong: string[] = [];
  #books = 0;
  #instants = 0;
  #known = 0;
  #moved = 0;
  #inResync = 0;

  constructor(reader: TapeReader, sent: SentLog, window: Window) {
    this.#reader = reader;
    this.#sent = sent;
    this.#window = window;
  }

  result(): Pick<HourComparison, 'books' | 'instants' | 'known' | 'moved' | 'inResync' | 'wrong' | 'holes'> {
    return {
      books: this.#books,
      instants: this.#instants,
      known: this.#known,
      moved: this.#moved,
      inResync: this.#inResync,
      wrong: this.#wrong.slice(0, MOST_TOLD),
      holes: this.#holes,
    };
  }

  /** Random instants, and both edges of every time that is not known. */
  async compare(ref: AssetRef): Promise<void> {
    this.#books++;
    const { fromMs, toMs, random } = this.#window;
    const { notRecorded, resyncs } = await this.#reader.readBookCoverage(ref, { fromMs, toMs }, 100_000);
    const instants = Array.from({ length: INSTANTS }, () => fromMs + Math.floor(random() * (toMs - fromMs)));
    for (const hole of notRecorded) {
      this.#holes[hole.reason] = (this.#holes[hole.reason] ?? 0) + 1;
      instants.push(hole.fromMs - 1, hole.fromMs, hole.toMs, hole.toMs + 1);
    }
    for (const t of instants.filter((one) => one >= fromMs && one <= toMs))
      this.#judge(ref, t, await this.#reader.findBook(ref, t), notRecorded, resyncs);
  }

  #judge(
    { asset }: AssetRef,
    t: number,
    found: FoundBook,
    holes: readonly NotRecorded[],
    resyncs: readonly Resync[],
  ): void {
    this.#instants++;
    const hole = holes.find(({ fromMs, toMs }) => fromMs <= t && t <= toMs);
    if (found.book === null) {
      if (hole === undefined || hole.reason !== found.why)
        this.#wrong.push(`${asset} at ${t}: no book, ${found.why}, and coverage says ${hole?.reason}`);
      return;
    }
    this.#known++;
    const hash = hashBook({ bids: toLevels(found.book.bids), asks: toLevels(found.book.asks) });
    if (hash !== this.#sent.find(asset, t - AGO_MS)) this.#moved++;
    if (hole !== undefined) this.#wrong.push(`${asset} at ${t}: a book, and coverage says ${hole.reason}`);
    else if (hash === this.#sent.find(asset, t)) return;
    else if (resyncs.some(({ fromMs, toMs }) => fromMs <= t && t <= toMs)) this.#inResync++;
    // What was sent in the millisecond in which the connection was lost may have been lost with it.
    else if (!(holes.some(({ fromMs }) => fromMs === t + 1) && hash === this.#sent.find(asset, t - 1)))
      this.#wrong.push(`${asset} at ${t}: not the book that was sent`);
  }
}

class HourTrades {
  readonly #reader: TapeReader;
  readonly #window: Window;
  readonly #wrong: string[] = [];
  #trades = 0;

  constructor(reader: TapeReader, window: Window) {
    this.#reader = reader;
    this.#window = window;
  }

  result(): Pick<HourComparison, 'trades' | 'wrongTrades'> {
    return { trades: this.#trades, wrongTrades: this.#wrong.slice(0, MOST_TOLD) };
  }

  async compare(ref: AssetRef): Promise<void> {
    const { fromMs, toMs } = this.#window;
    const window = { fromMs, toMs };
    const { trades } = await this.#reader.readTrades(ref, { ...window, limit: 1_000_000, order: 'oldest' });
    const { notRecorded } = await this.#reader.readTradeCoverage(ref, window, 100_000);
    const happened = await this.#read(ref);
    const told = new Map<string, string>();
    for (const { id, price, size, side } of trades) {
      if (told.has(String(id))) this.#wrong.push(`${ref.asset}: ${id} twice`);
      told.set(String(id), `${price} ${size} ${side}`);
    }
    for (const { id, t, yesPrice, size, yesSide } of happened) {
      const isInside = t >= fromMs + ON_THEIR_WAY_MS && t <= toMs - ON_THEIR_WAY_MS;
      const isHeard =
        isInside &&
        !notRecorded.some((hole) => hole.fromMs - ON_THEIR_WAY_MS <= t && t <= hole.toMs + ON_THEIR_WAY_MS);
      const found = told.get(id);
      told.delete(id);
      if (isHeard) this.#trades++;
      if (found === undefined ? isHeard : found !== `${yesPrice} ${size} ${yesSide}`)
        this.#wrong.push(`${ref.asset}: ${id} at ${t} is ${found}`);
    }
    for (const id of told.keys()) this.#wrong.push(`${ref.asset}: ${id} never happened`);
  }

  async #read({ venue, asset }: AssetRef): Promise<readonly TrueTrade[]> {
    const { fromMs, toMs, origin } = this.#window;
    // Times that a list states are whole seconds.
    const [from, to] = [fromMs - ON_THEIR_WAY_MS, toMs + ON_THEIR_WAY_MS];
    const query = new URLSearchParams({ venue, asset, fromMs: String(from), toMs: String(to) });
    const response = await fetch(`${origin}/simulator/trades?${query}`);
    return response.ok ? ((await response.json()) as { trades: TrueTrade[] }).trades : [];
  }
}

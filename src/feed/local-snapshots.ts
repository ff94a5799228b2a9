import { type FileHandle, open, readFile, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type Clock,
  DAY_MS,
  type EpochMs,
  epochMs,
  isVenueId,
  MINUTE_MS,
  SECOND_MS,
} from '../domain/index.ts';
import { InOrder } from '../scheduling/in-order.ts';
import { PeriodicTask } from '../scheduling/periodic-task.ts';
import { isFileError } from '../storage/file-error.ts';
import type { Feed, VenueSnapshot } from './feed.ts';
import { parseBeyondLimit, parseMarketLine } from './snapshot.ts';
import type { SnapshotStats, SnapshotStore, StoredPoll } from './snapshot-store.ts';

const FORMAT_VERSION = 1;
const WRITE_EVERY_MS = MINUTE_MS;
/** Delay before the first write, when the first polls have succeeded, so that a new process has a file early. */
const FIRST_WRITE_MS = 5 * SECOND_MS;
/** Number of lines that are written without a pause for other work. */
const LINES_PER_TURN = 200;

/**
 * Snapshots in one file of the data directory.
 *
 * The file has JSON lines: a header `{version, savedAt, writes}`, then per venue a line `{venue, fetchedAt, emptyBooks,
 * beyondLimit, count}` followed by `count` lines of one market each. A new file is written beside the old one, synced
 * and renamed, so that a crash leaves the old one complete.
 */
export class LocalSnapshots implements SnapshotStore {
  readonly file: string;
  readonly #clock: Clock;
  #writes: number[] = [];
  #sizeBytes: number | null = null;
  #lastTs: EpochMs | null = null;
  #feed: Feed | null = null;
  #task: PeriodicTask | null = null;
  readonly #saving = new InOrder();

  constructor(dataDir: string, clock: Clock) {
    this.file = path.join(dataDir, 'snapshot.jsonl');
    this.#clock = clock;
  }

  async load(): Promise<StoredPoll[]> {
    let content: string;
    try {
      content = await readFile(this.file, 'utf8');
    } catch (error) {
      if (isFileError(error, 'ENOENT')) return [];
      throw error;
    }
    const lines = content.split('\n').filter((line) => line !== '');
    const header = JSON.parse(lines[0] ?? 'null');
    if (header?.version !== FORMAT_VERSION || !Array.isArray(header.writes)) {
      throw new Error(`${this.file} is not a snapshot of version ${FORMAT_VERSION}`);
    }
    this.#writes = header.writes;
    this.#lastTs = epochMs(header.savedAt);
    this.#sizeBytes = (await stat(this.file)).size;
    return parsePolls(lines.slice(1));
  }

  start(feed: Feed, onError: (error: unknown) => void): void {
    this.#feed = feed;
    this.#task = new PeriodicTask({
      everyMs: WRITE_EVERY_MS,
      firstAfterMs: FIRST_WRITE_MS,
      run: () => this.write(feed),
      onError,
    });
    this.#task.start();
  }

  async stop(): Promise<void> {
    if (this.#feed === null) return;
    await this.#task?.stop();
    await this.write(this.#feed);
  }

  write(feed: Feed): Promise<void> {
    return this.#saving.run(() => this.#write(feed));
  }

  stats(): SnapshotStats {
    const now = this.#clock();
    return {
      exists: this.#lastTs !== null,
      sizeBytes: this.#sizeBytes,
      lastTs: this.#lastTs,
      ageMs: this.#lastTs === null ? null : Math.max(0, now - this.#lastTs),
      count24h: this.#writes.filter((at) => at > now - DAY_MS).length,
    };
  }

  async #write(feed: Feed): Promise<void> {
    const snapshots = feed.venues
      .map((venue) => feed.snapshot(venue))
      .filter((snapshot) => snapshot !== null);
    if (snapshots.length === 0) return;
    const savedAt = this.#clock();
    const writes = [...this.#writes.filter((at) => at > savedAt - DAY_MS), savedAt];

    const beside = `${this.file}.tmp`;
    const handle = await open(beside, 'w', 0o600);
    try {
      await handle.write(`${JSON.stringify({ version: FORMAT_VERSION, savedAt, writes })}\n`);
      for (const snapshot of snapshots) await writeSnapshot(handle, snapshot);
      await handle.sync();
      this.#sizeBytes = (await handle.stat()).size;
    } finally {
      await handle.close();
    }
    await rename(beside, this.file);
    this.#writes = writes;
    this.#lastTs = savedAt;
  }
}

async function writeSnapshot(handle: FileHandle, snapshot: VenueSnapshot): Promise<void> {
  const { venue, fetchedAt, emptyBooks, markets } = snapshot;
  const beyondLimit = [...snapshot.beyondLimit];
  const header = { venue, fetchedAt, emptyBooks, beyondLimit, count: markets.length };
  await handle.write(`${JSON.stringify(header)}\n`);
  for (let from = 0; from < markets.length; from += LINES_PER_TURN) {
    const lines = markets.slice(from, from + LINES_PER_TURN).map((market) => `${JSON.stringify(market)}\n`);
    await handle.write(lines.join(''));
    await nextTurn();
  }
}

function parsePolls(lines: readonly string[]): StoredPoll[] {
  const polls: StoredPoll[] = [];
  for (let at = 0; at < lines.length; ) {
    const { venue, fetchedAt, emptyBooks, beyondLimit, count } = JSON.parse(lines[at] ?? 'null');
    if (!isVenueId(venue) || !Number.isInteger(count)) throw new Error(`line ${at + 2} is not a venue line`);
    const markets = lines.slice(at + 1, at + 1 + count).map(parseMarketLine);
    if (markets.length < count) throw new Error('the snapshot file is cut short');
    polls.push({
      venue,
      fetchedAt: epochMs(fetchedAt),
      emptyBooks: Number(emptyBooks),
      markets,
      beyondLimit: parseBeyondLimit(beyondLimit),
    });
    at += 1 + count;
  }
  return polls;
}

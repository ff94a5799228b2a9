import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Config } from '../../config/config.ts';
import type { BookSetting } from '../../config/groups/tape.ts';
import { type AssetRef, type NullReason, VENUES, type VenueId } from '../../domain/index.ts';
import type { Feed } from '../../feed/feed.ts';
import type { TapedMarketReader } from '../../feed/taped-markets.ts';
import { judgeDiskSpace, readDiskSpace } from '../../health/disk-space.ts';
import { readHistoryFacts } from '../../history/sqlite/history-facts.ts';
import { TAPE_FOLDER } from '../../history/tape/sqlite/tape-folder.ts';
import type { TapeReply } from '../../recording/tape/messages.ts';
import type { TapeThread } from '../../recording/tape/running-thread.ts';
import type { BookChoice } from '../../recording/tape/tape-markets.ts';
import { TapeRecorder } from '../../recording/tape/tape-recorder.ts';
import type { TradeTraits } from '../../recording/tape/trade-desk.ts';
import { getProfile } from '../../venues/registry.ts';
import type { Foundation } from '../foundation.ts';
import { findExclusion } from '../stores/tape.ts';
import type { TapeProblem, TapeThreadData } from './tape-thread.ts';

/** Heap limit of the thread, without the columns of waiting messages. */
const MAX_OLD_SPACE_MB = 256;
const MEGABYTE = 1_000_000;
/** Length of the id of a store, in hexadecimal digits. */
const STORE_ID_LENGTH = 32;

type Parts = Pick<Foundation, 'config' | 'secrets' | 'log' | 'clock' | 'adapters'>;

/**
 * Builds the recorder of the tape from the settings.
 *
 * @returns null when neither books nor trades are recorded.
 */
export function buildTape({ config, secrets, log, clock, adapters }: Parts, feed: Feed): TapeRecorder | null {
  const { books, bookMbPerDay, bookDays, trades } = config.feed.tape;
  if (books === 'off' && !trades) return null;
  const { dataDir } = config.history;
  if (books !== 'off' && !existsSync(path.join(dataDir, TAPE_FOLDER)))
    log.info(
      `books of ${books === 'all' ? 'all markets that are streamed' : `${books.length} markets`} are recorded from now on: up to ${bookMbPerDay} MB a day in ${path.join(dataDir, TAPE_FOLDER)}. CROSSTAPE_BOOK_MB_PER_DAY sets that limit, CROSSTAPE_BOOK_DAYS the days for which they are kept, and CROSSTAPE_BOOKS=off stops it`,
    );
  const data: TapeThreadData = {
    dataDir,
    store: findStore(dataDir, secrets.historyUrl),
    bookDays,
    traits: Object.fromEntries(VENUES.map((venue) => [venue, describeTrades(venue)])) as Record<
      VenueId,
      TradeTraits
    >,
  };
  return new TapeRecorder({
    settings: { books: toChoice(books), budgetBytes: bookMbPerDay * MEGABYTE, trades },
    adapters: [...adapters.values()],
    feed,
    sendsChanges: (venue) => getProfile(venue).tape.books === 'changes',
    listsSettled: (venue) => getProfile(venue).tape.listsSettled,
    clock,
    startThread: (events) =>
      startTapeThread(data, { ...events, onProblem: (message) => log.warn(`tape: ${message}`) }),
    judgeDisk: async () => judgeDiskSpace(await readDiskSpace(dataDir)),
    log,
  });
}

/**
 * Builds the reader of the market facts that this process records.
 *
 * @param tape Recorder of the tape; null: nothing is recorded.
 */
export function buildTapedMarkets(feed: Config['feed'], tape: TapeRecorder | null): TapedMarketReader {
  const none = (whyNone: NullReason) => ({ stated: null, whyNone });
  const findStated = (ref: AssetRef) => {
    if (getProfile(ref.venue).tape.trades === null) return none('never');
    const isOff = tape === null || findExclusion(feed, ref, 'trades') !== null;
    return isOff ? none('off') : tape.findStated(ref.asset, ref.venue);
  };
  return {
    readMarkets: async (refs) =>
      refs.map((ref) => ({ isLeftOut: tape?.isLeftOut(ref.asset) ?? false, ...findStated(ref) })),
  };
}

function toChoice(books: BookSetting): BookChoice {
  return books === 'all' || books === 'off' ? books : new Set(books.map((asset) => asset.toLowerCase()));
}

function describeTrades(venue: VenueId): TradeTraits {
  const { openedMs, tape } = getProfile(venue);
  return { openedMs, ids: tape.listsSettled ? 'transaction' : 'trade' };
}

/** Finds the id of a data directory's store: that of its history file, or a digest of the server's address. */
function findStore(dataDir: string, historyUrl: string | null): string {
  const own = historyUrl === null ? (readHistoryFacts(dataDir)?.storeId ?? null) : null;
  if (own !== null) return own;
  const { host, pathname } = new URL(historyUrl ?? 'file:///');
  return createHash('sha256').update(`${host}${pathname}`).digest('hex').slice(0, STORE_ID_LENGTH);
}

interface ThreadEvents {
  readonly onReply: (reply: TapeReply) => void;
  readonly onEnd: (reason: string) => void;
  readonly onProblem: (message: string) => void;
}

function startTapeThread(
  workerData: TapeThreadData,
  { onReply, onEnd, onProblem }: ThreadEvents,
): TapeThread {
  const worker = new Worker(new URL('./tape-thread.ts', import.meta.url), {
    name: 'tape',
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: MAX_OLD_SPACE_MB },
  });
  let reason = 'it ended';
  worker.on('message', (reply: TapeReply | TapeProblem) => {
    if (reply.kind === 'problem') onProblem(reply.message);
    else onReply(reply);
  });
  worker.on('error', (error) => {
    reason = error.message;
  });
  worker.on('exit', () => onEnd(reason));
  worker.unref();
  return {
    post: (message, transfer) => {
      // The thread keeps the process alive until the tape is closed.
      if (message.kind === 'stop') worker.ref();
      worker.postMessage(
        message,
        transfer.filter((one) => one instanceof ArrayBuffer),
      );
    },
    terminate: async () => void (await worker.terminate()),
  };
}

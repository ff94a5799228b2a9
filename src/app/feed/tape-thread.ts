import { parentPort, workerData } from 'node:worker_threads';
import { toMessage, type VenueId, wallClock } from '../../domain/index.ts';
import { SqliteTapeReader } from '../../history/tape/sqlite/sqlite-tape-reader.ts';
import { SqliteTapeWriter } from '../../history/tape/sqlite/sqlite-tape-writer.ts';
import { HourVolumes } from '../../recording/tape/hour-volumes.ts';
import type { TapeMessage, TapeReply } from '../../recording/tape/messages.ts';
import { restoreTrades } from '../../recording/tape/stored-trades.ts';
import { TapeDesk } from '../../recording/tape/tape-desk.ts';
import { TradeDesk, type TradeTraits } from '../../recording/tape/trade-desk.ts';

export interface TapeThreadData {
  readonly dataDir: string;
  /** Id of the history store. */
  readonly store: string;
  /** Number of days for which books are kept; 0: all. */
  readonly bookDays: number;
  readonly traits: Readonly<Record<VenueId, TradeTraits>>;
}

/** A problem that the thread of the tape reports without stopping. */
export interface TapeProblem {
  readonly kind: 'problem';
  readonly message: string;
}

/** In a thread, writes the tape of a data directory as its only writer. */
if (parentPort !== null) {
  const port = parentPort;
  const say = (reply: TapeReply | TapeProblem) => port.postMessage(reply);
  const { dataDir, store, bookDays, traits } = workerData as TapeThreadData;
  const writer = new SqliteTapeWriter({ dataDir, store, nowMs: wallClock() });
  const reader = new SqliteTapeReader(dataDir);
  const trades = new TradeDesk(traits);
  const problem = (error: unknown) => say({ kind: 'problem', message: toMessage(error) });
  const desk = new TapeDesk({
    writer,
    trades,
    reader,
    bookDays,
    now: () => performance.now(),
    report: say,
    onError: problem,
  });
  // The volumes are read before the first message, because messages add to them.
  const volumes = new HourVolumes();
  const earlier = { reader, desk: trades, volumes, traits, nowMs: wallClock() };
  const restored = await restoreTrades(earlier).catch(problem);
  if (restored !== undefined) say({ kind: 'volumes', volumes: volumes.take() });
  if (restored != null) say(restored);
  port.on('message', (message: TapeMessage) => {
    if (message.kind === 'batch') desk.receive(message);
    else if (message.kind === 'listing') desk.receiveListing(message).then(say, problem);
    else if (message.kind === 'venueListing') desk.receiveVenueListing(message).catch(problem);
    else if (message.kind === 'stop') {
      writer.stop(message.atMs);
      void reader.close();
      say({ kind: 'stopped' });
      port.close();
    }
  });
}

import { parentPort, workerData } from 'node:worker_threads';
import { DAY_MS, MINUTE_MS, toMessage, wallClock } from '../../domain/index.ts';
import type { MarketChanges, SearchAnswer, SearchRequest } from '../../search/market-search.ts';
import { walkRegister } from '../../search/register-walk.ts';
import type { SearchQuery } from '../../search/searcher.ts';
import { EndedFile } from '../../search/sqlite/ended-file.ts';
import { FtsSearch } from '../../search/sqlite/fts-search.ts';
import { type HistoryPlace, openHistoryReader } from '../stores/history.ts';
import { findSource } from './register-source.ts';

export interface SearchThreadData {
  /** Location of the register. */
  readonly history: HistoryPlace;
  /** Folder of the file of ended markets. */
  readonly dataDir: string;
}

export type SearchMessage =
  | { readonly kind: 'change'; readonly changes: MarketChanges }
  | { readonly kind: 'search'; readonly call: number; readonly request: SearchRequest }
  | { readonly kind: 'rank'; readonly call: number; readonly query: SearchQuery }
  /** All venues have been told, so that what they do not list has ended. */
  | { readonly kind: 'walk' };

export type SearchReply =
  | { readonly call: number; readonly result: SearchAnswer | readonly string[] }
  | { readonly call: number; readonly failure: string }
  | { readonly problem: string };

/** Age of the last walk through the register from which it is repeated: imports add markets to it. */
const WALK_AFTER_MS = DAY_MS;

/** In a thread, keeps the searched markets and answers searches. */
if (parentPort !== null) {
  const port = parentPort;
  const { history, dataDir } = workerData as SearchThreadData;
  const say = (reply: SearchReply) => port.postMessage(reply);
  const clock = wallClock;
  const ended = new EndedFile(dataDir, (problem) => say({ problem }));
  const desk = new FtsSearch(ended);
  let isWalking = false;

  const walk = async () => {
    const source = findSource(history);
    if (source !== null) ended.follow(source);
    const last = ended.findWalk();
    if (isWalking || (last !== null && clock() - last < WALK_AFTER_MS)) return;
    isWalking = true;
    let register: Awaited<ReturnType<typeof openHistoryReader>> | null = null;
    try {
      register = await openHistoryReader(history);
      const isWhole = await walkRegister({
        register,
        ended,
        isListed: (asset) => desk.isListed(asset),
        isStopped: () => false,
      });
      if (isWhole) ended.noteWalk(clock());
    } finally {
      isWalking = false;
      await register?.close();
    }
  };
  const tryWalk = () => void walk().catch((error) => say({ problem: `the register: ${toMessage(error)}` }));

  const answer = async (call: number, result: Promise<SearchAnswer | readonly string[]>) => {
    try {
      say({ call, result: await result });
    } catch (error) {
      say({ call, failure: toMessage(error) });
    }
  };

  port.on('message', (message: SearchMessage) => {
    if (message.kind === 'change') desk.change(message.changes);
    else if (message.kind === 'search') void answer(message.call, desk.search(message.request));
    else if (message.kind === 'rank') void answer(message.call, desk.rank(message.query));
    else {
      tryWalk();
      setInterval(tryWalk, MINUTE_MS);
    }
  });
}

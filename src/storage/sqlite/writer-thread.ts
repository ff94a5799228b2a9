import '../../resolution.js';
import { parentPort, workerData } from 'node:worker_threads';
import type { CallResult } from '../call-result.ts';
import type { ProcedureCall, ProcedureModule } from '../procedure.ts';
import type { CachedRowsModule } from './cached-rows.ts';
import { GroupCommit } from './group-commit.ts';
import { markLog } from './log-mark.ts';
import { closeWriter, openWriter } from './open.ts';

/** Data with which the thread starts: URLs of the modules that it loads. */
export interface ThreadData {
  readonly dataDir: string;
  readonly procedures: readonly string[];
  readonly cachedRows: string | null;
}

export type ThreadMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'results'; readonly group: number; readonly results: readonly CallResult[] };

/** Runs the thread that owns the writing connection. Groups are committed in the order in which they arrive. */
async function serve(): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error('this module runs as a thread');
  const { dataDir, ...urls } = workerData as ThreadData;
  const loaded = await Promise.all(
    urls.procedures.map(async (url) => ((await import(url)) as { procedures: ProcedureModule }).procedures),
  );
  const cachedRows =
    urls.cachedRows === null
      ? null
      : ((await import(urls.cachedRows)) as { cachedRows: CachedRowsModule }).cachedRows;
  const db = openWriter(dataDir);
  markLog(db);
  const writer = new GroupCommit(db, { procedures: loaded.flatMap(({ list }) => list), cachedRows });
  port.on('message', (message: { group: number; calls: readonly ProcedureCall[] } | null) => {
    if (message === null) {
      closeWriter(db);
      port.close();
      return;
    }
    const answer: ThreadMessage = {
      kind: 'results',
      group: message.group,
      results: writer.run(message.calls),
    };
    port.postMessage(answer);
  });
  port.postMessage({ kind: 'ready' } satisfies ThreadMessage);
}

await serve();

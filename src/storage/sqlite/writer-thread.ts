import { parentPort, workerData } from 'node:worker_threads';
import type { CallResult } from '../call-result.ts';
import type { ProcedureCall, ProcedureModule } from '../procedure.ts';
import { GroupCommit } from './group-commit.ts';
import { closeWriter, openWriter } from './open.ts';

export type ThreadMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'results'; readonly group: number; readonly results: readonly CallResult[] };

/** The thread that owns the writing connection. Groups are committed in the order in which they arrive. */
async function serve(): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error('this module runs as a thread');
  const { dataDir, modules } = workerData as { dataDir: string; modules: readonly string[] };
  const loaded = await Promise.all(
    modules.map(async (url) => ((await import(url)) as { procedures: ProcedureModule }).procedures),
  );
  const db = openWriter(dataDir);
  const writer = new GroupCommit(
    db,
    loaded.flatMap(({ list }) => list),
  );
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

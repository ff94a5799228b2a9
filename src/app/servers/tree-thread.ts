import { parentPort, workerData } from 'node:worker_threads';
import { wallClock } from '../../domain/index.ts';
import { SourceTreeMaker } from '../../history/tree/served/source-tree-maker.ts';
import type { TreeMaker } from '../../history/tree/served/tree-maker.ts';
import { lowerThreadPriority } from '../../scheduling/thread-priority.ts';
import { openTapeTreeSource, openTreeSource } from '../stores/engines.ts';

type Methods = Omit<TreeMaker, 'close'>;

/** Messages to the thread that creates files of a tree. */
export type TreeRequest = {
  [Method in keyof Methods]: {
    readonly call: number;
    readonly method: Method;
    readonly input: Parameters<Methods[Method]>[0];
  };
}[keyof Methods];

export type TreeReply =
  | { readonly call: number; readonly result: unknown }
  | { readonly call: number; readonly failure: string };

/** In a thread, reads the store while the writer runs, and creates files. */
if (parentPort !== null) {
  const port = parentPort;
  const { dataDir } = workerData as { readonly dataDir: string };
  lowerThreadPriority();
  const maker = new SourceTreeMaker(() => openTreeSource(dataDir), wallClock, openTapeTreeSource(dataDir));
  port.on('message', async ({ call, method, input }: TreeRequest) => {
    let reply: TreeReply;
    try {
      reply = { call, result: await maker[method](input as never) };
    } catch (error) {
      reply = { call, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
    port.postMessage(reply);
  });
}

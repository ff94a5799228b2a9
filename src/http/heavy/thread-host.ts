import type { MessagePort } from 'node:worker_threads';
import { HistoryUnavailableError } from '../../history/contract/unavailable.ts';
import { InOrder } from '../../scheduling/in-order.ts';
import { lowerThreadPriority } from '../../scheduling/thread-priority.ts';
import { BodyHost } from './body-host.ts';
import type { BodyStream } from './body-maker.ts';
import type { Sources } from './jobs/index.ts';
import type { ThreadReply, ThreadRequest } from './thread-protocol.ts';

/** Serves the requests of the main thread within a worker thread, one after the other. */
export function hostInThread(port: MessagePort, sources: Sources): void {
  // The event loop of the main thread has priority.
  lowerThreadPriority();
  const host = new BodyHost(sources);
  const streams = new Map<number, BodyStream>();
  const requests = new InOrder();
  port.on('message', (request: ThreadRequest) => {
    void requests.run(() => serve(request));
  });

  async function serve(request: ThreadRequest): Promise<void> {
    if (request.kind === 'closeStream') {
      streams.get(request.stream)?.close();
      streams.delete(request.stream);
    } else if (request.kind === 'open') open(request);
    else if (request.kind === 'release') host.release(request.body);
    else if (request.kind === 'close') {
      await host.close();
      await sources.history.close();
      await sources.tape?.close();
      port.close();
    } else {
      const { reply, moved } = await answer(request);
      port.postMessage(reply, moved);
    }
  }

  function open({ body, stream, encoding }: Extract<ThreadRequest, { kind: 'open' }>): void {
    try {
      streams.set(stream, host.open(body, encoding));
    } catch (error) {
      // The error is reported by the first read of the stream.
      streams.set(stream, { next: () => Promise.reject(error), close: () => undefined });
    }
  }

  async function read(stream: number): Promise<Uint8Array | null> {
    const open = streams.get(stream);
    if (open === undefined) throw new Error(`no stream ${stream} is open`);
    return open.next();
  }

  async function answer(
    request: Extract<ThreadRequest, { call: number }>,
  ): Promise<{ reply: ThreadReply; moved: ArrayBuffer[] }> {
    const { call } = request;
    try {
      if (request.kind === 'read') {
        const bytes = await read(request.stream);
        if (bytes === null) return { reply: { call, result: null }, moved: [] };
        const own = ownBytes(bytes);
        return { reply: { call, result: own }, moved: [own.buffer] };
      }
      const prepared = await host.prepare(request.job, request.encoding);
      if (prepared.kind === 'long') return { reply: { call, result: prepared }, moved: [] };
      const bytes = ownBytes(prepared.bytes);
      return { reply: { call, result: { ...prepared, bytes } }, moved: [bytes.buffer] };
    } catch (error) {
      const failure = error instanceof Error ? (error.stack ?? error.message) : String(error);
      const isUnavailable = error instanceof HistoryUnavailableError;
      return { reply: { call, failure, isUnavailable }, moved: [] };
    }
  }
}

/** Copies bytes to a buffer of their own, which can be transferred. Small arrays may share a pool. */
function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}

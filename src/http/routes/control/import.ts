import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { toMessage } from '../../../domain/index.ts';
import type { ImportBatches, OpenBatch } from '../../../history/contract/import-batches.ts';
import {
  BatchMessageError,
  BatchMessageReader,
  type BatchReply,
} from '../../../history/import/batch-messages.ts';
import { refuseParameter } from '../../responses/errors.ts';
import type { Registration } from '../../routing/registration.ts';

export interface ImportControlOptions {
  readonly batches: Pick<ImportBatches, 'openBatch'>;
  /** Called with imports in progress, so that the store stays open until they end. */
  readonly track: (work: Promise<void>) => void;
  /** Signal that aborts when the service stops. */
  readonly stopping: AbortSignal;
}

/** Maximum time without a message from the command, which blocks other imports. */
const MAX_SILENCE_MS = 60_000;

/**
 * POST /import: imports one batch. The request body is a stream of messages, each of which is answered by a line when
 * it is stored (`history/import/batch-messages.ts`). If the command disconnects, the acknowledged messages stay stored.
 */
export const registerImportControl: Registration<ImportControlOptions> = (
  app,
  { batches, track, stopping },
) => {
  app.post(
    '/import',
    { config: { access: 'free', cacheSeconds: 0, probe: false, direct: true } },
    async (request, reply) => {
      if (!(request.body instanceof Readable))
        throw refuseParameter('body', 'must be the messages of an import');
      const messages = new BatchMessageReader(request.body as IncomingMessage, MAX_SILENCE_MS);
      const first = await messages.next().catch((error: Error) => {
        throw refuseParameter('body', error.message, error);
      });
      if (first.kind !== 'open')
        throw refuseParameter('body', 'an import must begin with a message of kind open');
      reply.hijack();
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      // A command keeps its side of the connection open until its last message, so an earlier end means that the
      // command has exited.
      request.raw.socket.once('end', () => gone.abort());
      const work = runImport(reply.raw, {
        messages,
        stopping,
        open: () => batches.openBatch(first, gone.signal),
      });
      track(work);
      await work;
    },
  );
};

interface ImportRun {
  readonly messages: BatchMessageReader;
  readonly stopping: AbortSignal;
  readonly open: () => Promise<OpenBatch>;
}

async function runImport(response: ServerResponse, { messages, stopping, open }: ImportRun): Promise<void> {
  const say = (reply: BatchReply) => void response.write(`${JSON.stringify(reply)}\n`);
  let batch: OpenBatch | null = null;
  try {
    batch = await open();
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    say({ batch: batch.id });
    while (await doNext(batch, messages, say)) {
      if (stopping.aborted) throw new Error('the service is stopping');
    }
  } catch (error) {
    // A caller that is still connected receives the reason of the failure.
    if (!response.headersSent) response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    say({ error: toMessage(error) });
  } finally {
    await batch?.end();
    response.end();
  }
}

/** Processes the next message. @returns false: it was the last one. */
async function doNext(
  batch: OpenBatch,
  messages: BatchMessageReader,
  say: (reply: BatchReply) => void,
): Promise<boolean> {
  const message = await messages.next();
  switch (message.kind) {
    case 'rows':
      say(await batch.insert(message.series, await messages.readRows(message.count)));
      return true;
    case 'gap':
      await batch.putGap(message.gap as Parameters<OpenBatch['putGap']>[0]);
      say({ done: true });
      return true;
    case 'resolution':
      await batch.putResolution(message.resolution as Parameters<OpenBatch['putResolution']>[0]);
      say({ done: true });
      return true;
    case 'rules':
      await batch.putRules(await messages.readRules(message.bytes));
      say({ done: true });
      return true;
    case 'markets':
      await batch.putMarkets(await messages.readMarkets(message.bytes));
      say({ done: true });
      return true;
    case 'marks': {
      const marks = await messages.readMarks(message.bytes);
      const stored = await batch.putMarks(marks);
      say({ stored, skipped: marks.length - stored });
      return true;
    }
    case 'bars': {
      const bars = await messages.readBars(message.bytes);
      const stored = await batch.putBars(bars);
      say({ stored, skipped: bars.length - stored });
      return true;
    }
    case 'end':
      await batch.end();
      say({ done: true });
      return false;
    default:
      throw new BatchMessageError('a second message of kind open came before the first batch ended');
  }
}

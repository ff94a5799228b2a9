import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { createInterface } from 'node:readline';
import type { Columns, InsertResult } from '../../history/contract/history-store.ts';
import {
  type BatchMessage,
  type BatchReply,
  encodeArray,
  encodeRows,
} from '../../history/import/batch-messages.ts';
import {
  type BatchChange,
  BatchKeptError,
  type BatchOrigin,
  type ImportBatch,
  type ImportBatches,
  type ImportedSeries,
  insertEach,
  type OpenBatch,
  UnknownBatchError,
} from '../../history/contract/import-batches.ts';
import { CommandError } from '../exit-codes.ts';

interface ControlAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each call reads the members that its route gives.
  readonly body: any;
}

/** Import batches of the service that records a data directory, over its control socket. */
export class ServiceBatches implements Omit<ImportBatches, 'resumeBatches'> {
  readonly #socket: string;

  constructor(socket: string) {
    this.#socket = socket;
  }

  async listBatches(): Promise<readonly ImportBatch[]> {
    return (await this.#call('GET', '/batches')).body.batches;
  }

  async openBatch(origin: BatchOrigin): Promise<OpenBatch> {
    const conversation = new Conversation(this.#socket);
    const { batch } = (await conversation.ask({ kind: 'open', ...origin })) as { batch: string };
    return new ServiceBatch(batch, conversation);
  }

  async undoBatch(id: string): Promise<BatchChange> {
    const { status, body } = await this.#call('POST', `/batches/${encodeURIComponent(id)}/undo`);
    const { isChanged, records, keptBy } = body;
    if (status === 200) return { isChanged, records, ...(keptBy === undefined ? {} : { keptBy }) };
    const kept = status === 400 ? BatchKeptError.parse(id, body.message) : null;
    if (kept !== null) throw kept;
    if (status === 400 || status === 404) throw new UnknownBatchError(id);
    throw new CommandError(`the service answered: ${body.message}`);
  }

  #call(method: string, path: string): Promise<ControlAnswer> {
    return new Promise((resolve, reject) => {
      const call = request({ socketPath: this.#socket, method, path });
      call.once('error', (error) => reject(toHungUp(error)));
      call.once('response', async (response) => {
        try {
          let text = '';
          for await (const chunk of response) text += String(chunk);
          resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) });
        } catch (error) {
          reject(toHungUp(error as Error));
        }
      });
      call.end();
    });
  }
}

class ServiceBatch implements OpenBatch {
  readonly id: string;
  readonly #conversation: Conversation;
  #hasEnded = false;

  constructor(id: string, conversation: Conversation) {
    this.id = id;
    this.#conversation = conversation;
  }

  async insert(series: Parameters<OpenBatch['insert']>[0], columns: Columns): Promise<InsertResult> {
    const { venue, storeKey, asset } = series;
    const message: BatchMessage = {
      kind: 'rows',
      series: { venue, storeKey, asset },
      count: columns.length,
    };
    return (await this.#conversation.ask(message, encodeRows(columns))) as InsertResult;
  }

  insertMany(all: readonly ImportedSeries[]): Promise<InsertResult> {
    return insertEach(this, all);
  }

  async putGap(gap: Parameters<OpenBatch['putGap']>[0]): Promise<void> {
    await this.#conversation.ask({ kind: 'gap', gap });
  }

  async putResolution(resolution: Parameters<OpenBatch['putResolution']>[0]): Promise<void> {
    await this.#conversation.ask({ kind: 'resolution', resolution });
  }

  async putRules(texts: Parameters<OpenBatch['putRules']>[0]): Promise<void> {
    const bytes = encodeArray(texts);
    await this.#conversation.ask({ kind: 'rules', bytes: bytes.length }, bytes);
  }

  async putMarkets(markets: Parameters<OpenBatch['putMarkets']>[0]): Promise<void> {
    const bytes = encodeArray(markets);
    await this.#conversation.ask({ kind: 'markets', bytes: bytes.length }, bytes);
  }

  async putMarks(marks: Parameters<OpenBatch['putMarks']>[0]): Promise<number> {
    const bytes = encodeArray(marks);
    const reply = await this.#conversation.ask({ kind: 'marks', bytes: bytes.length }, bytes);
    return (reply as { readonly stored: number }).stored;
  }

  async putBars(bars: Parameters<OpenBatch['putBars']>[0]): Promise<number> {
    const bytes = encodeArray(bars);
    const reply = await this.#conversation.ask({ kind: 'bars', bytes: bytes.length }, bytes);
    return (reply as { readonly stored: number }).stored;
  }

  async end(): Promise<void> {
    if (this.#hasEnded || this.#conversation.isOver) return;
    this.#hasEnded = true;
    await this.#conversation.ask({ kind: 'end' });
    this.#conversation.close();
  }
}

/** One request whose messages are answered while it is being sent. */
class Conversation {
  readonly #request: ClientRequest;
  readonly #replies: AsyncIterator<BatchReply>;
  /** Whether no further message can be sent. */
  isOver = false;

  constructor(socket: string) {
    this.#request = request({
      socketPath: socket,
      method: 'POST',
      path: '/import',
      headers: { 'content-type': 'application/octet-stream' },
    });
    this.#replies = readReplies(this.#request);
  }

  /**
   * Sends a message and waits for its reply.
   *
   * @throws {CommandError} when the service refuses, or closes the connection.
   */
  async ask(message: BatchMessage, rows?: Uint8Array): Promise<BatchReply> {
    this.#request.write(`${JSON.stringify(message)}\n`);
    if (rows !== undefined) this.#request.write(rows);
    try {
      const { done, value } = await this.#replies.next();
      if (done === true) throw toHungUp();
      if ('error' in value) throw new CommandError(`the service ended the import: ${value.error}`);
      return value;
    } catch (error) {
      this.isOver = true;
      this.#request.destroy();
      throw error;
    }
  }

  close(): void {
    this.isOver = true;
    this.#request.end();
  }
}

async function* readReplies(call: ClientRequest): AsyncGenerator<BatchReply> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    call.once('response', resolve);
    call.on('error', (error) => reject(toHungUp(error)));
  });
  try {
    for await (const line of createInterface({ input: response })) {
      const reply = JSON.parse(line);
      // A refusal of the whole request has the form of an error answer.
      yield 'message' in reply ? { error: reply.message } : reply;
    }
  } catch (error) {
    throw toHungUp(error as Error);
  }
}

function toHungUp(cause?: Error): CommandError {
  const why = cause === undefined ? '' : ` (${cause.message})`;
  return new CommandError(
    `the service hung up${why}: what it has stored so far is shown by import --list, an undo is finished when it starts again, and an import can be run again`,
  );
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ServedFile, TreeNotReadyError } from '../../../../history/tree/served/served-file.ts';
import type { ServedTree } from '../../../../history/tree/served/served-tree.ts';
import { QueueFullError } from '../../../../scheduling/fair-queue.ts';
import { toNetwork } from '../../../access/client-network.ts';
import { BodyMemory } from '../../../heavy/body-memory.ts';
import { ApiError } from '../../../responses/errors.ts';
import { FileGoneError, sendFile } from '../../../responses/send-file.ts';

const RETRY_AFTER = { 'retry-after': '2' };
/** Number of bytes that one response holds while it is sent: a part read ahead, and the buffer of the connection. */
const SENDING_BYTES = 256 * 1024;

/** A requested file of the tree, as a response. */
export interface RequestedFile {
  readonly tree: ServedTree;
  readonly find: () => Promise<ServedFile | null>;
  /** Content type of the file. */
  readonly type: string;
}

/**
 * Sends files of the tree. Memory is counted by address, so that many slow readers, or one with many connections, hold
 * no more memory than readers of other responses.
 */
export class TreeFileSender {
  readonly #held = new BodyMemory(() => undefined);

  /**
   * Sends a file. @throws {ApiError} `file_not_found`, `preparing` while the file is made, `overloaded` if the caller
   * already holds too much memory.
   */
  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    { tree, find, type }: RequestedFile,
  ): Promise<FastifyReply> {
    const address = toNetwork(request.ip);
    if (!this.#held.hasRoomFor(address)) throw createOverloadedError();
    const found = await orTreeFailure(find);
    if (found === null) throw createFileNotFoundError();
    this.#held.add(address, SENDING_BYTES);
    try {
      const headers = { ...readHeaders(reply), 'cache-control': 'private, no-cache', 'content-type': type };
      await sendFile(request.raw, reply.raw, { file: found.file, etag: found.sha256, headers });
    } catch (error) {
      if (!(error instanceof FileGoneError)) throw error;
      tree.forget(found);
      throw createPreparingError();
    } finally {
      this.#held.add(address, -SENDING_BYTES);
    }
    return reply.hijack();
  }
}

/** Runs work on the tree, and converts its failures to those that a client sees. */
export async function orTreeFailure<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TreeNotReadyError) throw createPreparingError();
    if (error instanceof QueueFullError) throw createOverloadedError();
    throw error;
  }
}

/** Creates the error for a path that the tree does not have. */
export function createFileNotFoundError(): ApiError {
  return new ApiError(
    'file_not_found',
    'the tree has no such file; GET /api/export/manifest lists its files',
  );
}

function createPreparingError(): ApiError {
  return new ApiError('preparing', 'the file is being made; request it again after Retry-After', {
    headers: RETRY_AFTER,
  });
}

function createOverloadedError(): ApiError {
  return new ApiError('overloaded', 'too many files are requested at once; retry after Retry-After', {
    headers: RETRY_AFTER,
  });
}

/** Reads the headers that hooks have set on a reply, for the response with a file. */
function readHeaders(reply: FastifyReply): Record<string, string> {
  return Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]));
}

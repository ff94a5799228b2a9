import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { matchesEtag } from './conditional.ts';
import { ApiError } from './errors.ts';
import { cutSlowReader } from './slow-readers.ts';

export interface SentFile {
  /** Path of the file, built by this service. No part of it comes from a caller. */
  readonly file: string;
  /** Entity tag of the bytes, without quotes. */
  readonly etag: string;
  /** Header fields of a success, names and values. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Error: the file does not exist. Nothing was written. */
export class FileGoneError extends Error {
  override readonly name = 'FileGoneError';
}

/**
 * Responds with a file: the whole file, a range, or 304 (RFC 9110, 13 and 14). Resolves when the response is written or
 * the connection is closed. A reader that takes nothing is disconnected.
 *
 * @throws {ApiError} `range_not_satisfiable`, `precondition_failed`; nothing was written then.
 * @throws {FileGoneError} when the file does not exist.
 */
export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  { file, etag, headers }: SentFile,
): Promise<void> {
  // The package is loaded for the first file: with its table of media types it takes several MB, and most processes
  // send no files.
  const { default: send } = await import('send');
  // If the client left meanwhile, no event would end the wait.
  if (response.destroyed) return;
  const all = { ...headers, etag: `"${etag}"` };
  await new Promise<void>((resolve, reject) => {
    for (const [name, value] of Object.entries(all)) response.setHeader(name, value);
    const fail = (error: Error) => {
      if (response.headersSent) {
        // A destroyed connection shows the client that the body is incomplete.
        response.destroy();
        resolve();
        return;
      }
      const range = response.getHeader('content-range');
      for (const name of response.getHeaderNames()) response.removeHeader(name);
      reject(asFailure(error, range === undefined ? {} : { 'content-range': String(range) }));
    };
    response.once('close', resolve);
    const known = request.headers['if-none-match'];
    if (known !== undefined && matchesEtag(known, all.etag)) {
      // For a request with `Cache-Control: no-cache`, which every `fetch` with `If-None-Match` sends, the package would
      // ignore a matching tag and send the file again.
      response.removeHeader('content-type');
      response.writeHead(304).end();
      return;
    }
    send(request, encodeURIComponent(path.basename(file)), {
      root: path.dirname(file),
      dotfiles: 'deny',
      index: false,
      etag: false,
      lastModified: false,
      cacheControl: false,
    })
      .on('file', (_path: string, { size }: { readonly size: number }) => widenSuffix(request, size))
      .on('headers', () => cutSlowReader(response, null))
      .on('error', fail)
      .on('directory', () => fail(new FileGoneError('a directory has the name of the file')))
      .pipe(response);
  });
}

/**
 * Reduces a range of the last n bytes to the length of a shorter file, which is a valid request for all of it (RFC
 * 9110, 14.1.2). Readers of Parquet send it; the package would reject it.
 */
function widenSuffix({ headers }: IncomingMessage, size: number): void {
  const suffix = /^bytes=-(\d+)$/.exec(headers.range ?? '')?.[1];
  if (suffix !== undefined && size > 0 && Number(suffix) > size) headers.range = 'bytes=0-';
}

function asFailure(error: Error, headers: Record<string, string>): Error {
  const { status } = error as { status?: unknown };
  if (status === 404) return new FileGoneError('the file is not there', { cause: error });
  if (status === 412) {
    return new ApiError('precondition_failed', 'the file is not the one that If-Match names', { headers });
  }
  if (status === 416) {
    const message = 'Range names bytes that the file does not have; Content-Range says how many there are';
    return new ApiError('range_not_satisfiable', message, { headers });
  }
  return error;
}

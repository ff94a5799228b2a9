import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { matchesEtag } from './conditional.ts';
import { ApiError } from './errors.ts';
import { cutSlowReader } from './slow-readers.ts';

export interface SentFile {
  /** A path that this service has built: no part of it comes from a caller. */
  readonly file: string;
  /** Tag that identifies the bytes, without quotes. */
  readonly etag: string;
  /** Names and values, of a success alone. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The file is not there. Nothing was written. */
export class FileGoneError extends Error {
  override readonly name = 'FileGoneError';
}

/**
 * Answers with a file: whole, a range of it, or that the caller has it already (RFC 9110, 13 and 14). Resolves when the
 * answer is written or its reader is gone, which is cut off when it takes nothing.
 *
 * @throws {ApiError} `range_not_satisfiable`, `precondition_failed`; nothing was written then.
 * @throws {FileGoneError}
 */
export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  { file, etag, headers }: SentFile,
): Promise<void> {
  // The package is loaded for the first file: with its table of media types it takes several MB, and most processes
  // send none.
  const { default: send } = await import('send');
  // A reader that left meanwhile closes nothing any more.
  if (response.destroyed) return;
  const all = { ...headers, etag: `"${etag}"` };
  await new Promise<void>((resolve, reject) => {
    for (const [name, value] of Object.entries(all)) response.setHeader(name, value);
    const fail = (error: Error) => {
      if (response.headersSent) {
        // Half a file must not look like a whole one.
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
      // The package would send it again to a caller whose cache says no-cache, as every fetch with this field does.
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
 * The last so many bytes of a shorter file are all of it (RFC 9110, 14.1.2): readers of Parquet ask so for its end. The
 * package calls that unsatisfiable.
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

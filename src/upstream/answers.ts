import { findHttpTime, findJson, isJsonObject, toPlainText } from '../domain/index.ts';
import { Slices } from '../scheduling/slices.ts';
import { JsonRows } from './json-rows.ts';

const MAX_RETRY_AFTER_MS = 300_000;

/**
 * Maximum time in ms of one slice. Several venues may answer at the same time, and each turn of the event loop has a
 * slice of each.
 */
const SLICE_MS = 2;

/**
 * Reads the text of a response, up to a limit of bytes.
 *
 * @throws {RangeError} when the text is longer than `maxBytes`. The rest is not read.
 */
export async function readCappedText(response: Response, maxBytes: number): Promise<string> {
  let text = '';
  for await (const piece of readCapped(response, maxBytes)) text += piece;
  return toPlainText(text);
}

/** Error of a response that is not JSON. */
export class NotJsonError extends Error {
  override readonly name = 'NotJsonError';
  /** Beginning of the response. */
  readonly head: string;

  constructor(head: string, cause: unknown) {
    super('the answer is not JSON', { cause });
    this.head = head;
  }
}

/**
 * Reads the JSON value of a response, up to a limit of bytes. A long response is parsed row by row, with turns of the
 * event loop in between.
 *
 * @throws {RangeError} when the response is longer than `maxBytes`. The rest is not read.
 * @throws {NotJsonError} when the response is not JSON.
 */
export async function readCappedJson(response: Response, maxBytes: number): Promise<unknown> {
  const rows = new JsonRows(new Slices({ sliceMs: SLICE_MS }));
  try {
    for await (const piece of readCapped(response, maxBytes)) await rows.add(toPlainText(piece));
    return rows.end();
  } catch (error) {
    throw error instanceof SyntaxError ? new NotJsonError(rows.head, error) : error;
  }
}

async function* readCapped(response: Response, maxBytes: number): AsyncGenerator<string> {
  const tooLarge = () => new RangeError(`the answer is larger than ${maxBytes} bytes`);
  if (Number(response.headers.get('content-length') ?? 0) > maxBytes) {
    await response.body?.cancel();
    throw tooLarge();
  }
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge();
    yield decoder.decode(chunk, { stream: true });
  }
  yield decoder.decode();
}

/**
 * Reads a `Retry-After` header, in seconds or as an HTTP date, as a wait in ms of at most five minutes. null when the
 * header is absent or invalid.
 */
export function findRetryAfter(header: string | null): number | null {
  if (header === null || header.trim() === '') return null;
  const seconds = Number(header);
  const at = Number.isFinite(seconds) ? null : findHttpTime(header);
  const ms = at === null ? seconds * 1_000 : at - Date.now();
  return Number.isFinite(ms) ? Math.min(MAX_RETRY_AFTER_MS, Math.max(0, ms)) : null;
}

/** Reads the wait that a body states when its response has no header, in ms. null when it is absent or invalid. */
export function findRetryAfterOfBody(json: unknown): number | null {
  const seconds = isJsonObject(json) ? json.retry_after_seconds : null;
  return typeof seconds === 'number' || typeof seconds === 'string' ? findRetryAfter(String(seconds)) : null;
}

/** Reads the wait in ms from a body that is still text and need not be JSON. */
export function findRetryAfterOfText(text: string): number | null {
  return text.includes('retry_after_seconds') ? findRetryAfterOfBody(findJson(text)) : null;
}

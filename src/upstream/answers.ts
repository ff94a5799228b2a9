import { findHttpTime, isJsonObject, toPlainText } from '../domain/index.ts';
import { Slices } from '../scheduling/slices.ts';
import { JsonRows } from './json-rows.ts';

const MAX_RETRY_AFTER_MS = 300_000;

/** Time of a slice: several venues may answer at once, and each turn of the event loop has a slice of each. */
const SLICE_MS = 2;

/**
 * The plain text of an answer, up to a limit of bytes.
 *
 * @throws {RangeError} when it is longer than `maxBytes`; the rest is not read.
 */
export async function readCappedText(response: Response, maxBytes: number): Promise<string> {
  let text = '';
  for await (const piece of readCapped(response, maxBytes)) text += piece;
  return toPlainText(text);
}

/** An answer is no JSON. */
export class NotJsonError extends Error {
  override readonly name = 'NotJsonError';
  /** How the answer begins. */
  readonly head: string;

  constructor(head: string, cause: unknown) {
    super('the answer is not JSON', { cause });
    this.head = head;
  }
}

/**
 * The value of an answer, up to a limit of bytes. A long one is parsed row by row, with turns of the event loop between.
 *
 * @throws {RangeError} when it is longer than `maxBytes`; the rest is not read.
 * @throws {NotJsonError}
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

/** Seconds or an HTTP date; null when absent or unreadable. At most five minutes. */
export function findRetryAfter(header: string | null): number | null {
  if (header === null || header.trim() === '') return null;
  const seconds = Number(header);
  const at = Number.isFinite(seconds) ? null : findHttpTime(header);
  const ms = at === null ? seconds * 1_000 : at - Date.now();
  return Number.isFinite(ms) ? Math.min(MAX_RETRY_AFTER_MS, Math.max(0, ms)) : null;
}

/** The seconds that a body states where its answer has no header; null when absent or unreadable. */
export function findRetryAfterOfBody(json: unknown): number | null {
  const seconds = isJsonObject(json) ? json.retry_after_seconds : null;
  return typeof seconds === 'number' || typeof seconds === 'string' ? findRetryAfter(String(seconds)) : null;
}

/** Finds the stated wait in a body that is still text and need not be JSON. */
export function findRetryAfterOfText(text: string): number | null {
  if (!text.includes('retry_after_seconds')) return null;
  try {
    return findRetryAfterOfBody(JSON.parse(text));
  } catch {
    return null;
  }
}

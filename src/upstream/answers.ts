import { findHttpTime, isJsonObject, toPlainText } from '../domain/index.ts';

const MAX_RETRY_AFTER_MS = 300_000;

/**
 * The plain text of an answer, up to a limit of bytes.
 *
 * @throws {RangeError} when it is longer than `maxBytes`; the rest is not read.
 */
export async function readCappedText(response: Response, maxBytes: number): Promise<string> {
  const tooLarge = () => new RangeError(`the answer is larger than ${maxBytes} bytes`);
  if (Number(response.headers.get('content-length') ?? 0) > maxBytes) {
    await response.body?.cancel();
    throw tooLarge();
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return toPlainText(Buffer.concat(chunks).toString('utf8'));
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

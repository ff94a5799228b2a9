import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { MINUTE_MS } from '../../domain/index.ts';

/** Largest difference between the time of a call and our clock. Clocks of processes may differ by a minute. */
const MAX_SKEW_MS = 5 * MINUTE_MS;
/** Name of the header with the signature of an answer. */
export const PROOF = 'x-crosstape-proof';
const SCHEME = 'Crosstape';
/** Number of hexadecimal digits of a nonce. */
const NONCE_LENGTH = 32;

/** Signature of a call to the internal port. The token itself never leaves a process. */
export interface SignedCall {
  /** Value `Crosstape <epoch ms>.<nonce>.<HMAC>` of the header `authorization`. */
  readonly authorization: string;
  /** Nonce to which the proof of the answer must belong. */
  readonly nonce: string;
}

/** Signs a call. @param path Path with query as in the request. @param now Epoch ms. */
export function signCall(token: string, path: string, now: number): SignedCall {
  const nonce = randomBytes(NONCE_LENGTH / 2).toString('hex');
  return { authorization: `${SCHEME} ${now}.${nonce}.${ofCall(token, path, String(now), nonce)}`, nonce };
}

/**
 * Checks the signature of a call.
 *
 * @returns The nonce of a call that was signed with the token, for this path and near this time; null otherwise.
 */
export function checkCall(
  token: string,
  path: string,
  authorization: string | undefined,
  now: number,
): string | null {
  const parts = /^Crosstape (\d{1,16})\.([0-9a-f]{32})\.([0-9a-f]{64})$/.exec(authorization ?? '');
  if (parts === null) return null;
  const [, at = '', nonce = '', given = ''] = parts;
  const isSigned = isEqual(given, ofCall(token, path, at, nonce));
  return isSigned && Math.abs(now - Number(at)) <= MAX_SKEW_MS ? nonce : null;
}

/** Computes the proof that an answer comes from a process with the token and belongs to this call. */
export function proveAnswer(token: string, nonce: string, status: number, body: Uint8Array): string {
  return createHmac('sha256', token).update(`answer\n${nonce}\n${status}\n`).update(body).digest('hex');
}

/** Whether the proof of an answer is valid for this call. The comparison takes constant time. */
export function isProven(
  token: string,
  nonce: string,
  { status, body, proof }: { readonly status: number; readonly body: Uint8Array; readonly proof: string },
): boolean {
  return isEqual(proof, proveAnswer(token, nonce, status, body));
}

function ofCall(token: string, path: string, at: string, nonce: string): string {
  return createHmac('sha256', token).update(`call\n${path}\n${at}\n${nonce}`).digest('hex');
}

/** Compares two texts in constant time. */
function isEqual(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

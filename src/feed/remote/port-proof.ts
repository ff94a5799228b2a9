import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { MINUTE_MS } from '../../domain/index.ts';

/** A call is taken while its time is as near as this to this process's: clocks of processes may be a minute apart. */
const MAX_SKEW_MS = 5 * MINUTE_MS;
/** The header in which an answer is signed. */
export const PROOF = 'x-crosstape-proof';
const SCHEME = 'Crosstape';
/** Hex characters of a number that is used once. */
const NONCE_LENGTH = 32;

/** Signature of a call to the internal port. The token itself never leaves a process. */
export interface SignedCall {
  /** `Crosstape <epoch ms>.<nonce>.<HMAC>`, for the header `authorization`. */
  readonly authorization: string;
  /** The proof that the answer must carry. */
  readonly nonce: string;
}

/** @param path With its query, unchanged from the request. @param now Epoch ms. */
export function signCall(token: string, path: string, now: number): SignedCall {
  const nonce = randomBytes(NONCE_LENGTH / 2).toString('hex');
  return { authorization: `${SCHEME} ${now}.${nonce}.${ofCall(token, path, String(now), nonce)}`, nonce };
}

/** @returns The nonce of a call that was signed with the token, for this path and about now; null otherwise. */
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

/** Proof that an answer comes from a process with the token and belongs to this call. */
export function proveAnswer(token: string, nonce: string, status: number, body: Uint8Array): string {
  return createHmac('sha256', token).update(`answer\n${nonce}\n${status}\n`).update(body).digest('hex');
}

/** Whether the proof of an answer is right for this call. The comparison takes constant time. */
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

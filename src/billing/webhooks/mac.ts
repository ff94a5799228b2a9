import { createHmac, timingSafeEqual } from 'node:crypto';

/** Allowed difference between the time of a signature and this machine's clock, in both directions. */
const TOLERANCE_S = 300;

const MAX_HEADER_LENGTH = 2_048;
const MAX_PARTS = 10;
const HEX_256 = /^[0-9a-f]{64}$/;

/** Computes the HMAC-SHA256 of the concatenated parts. Bytes are hashed as they are and never decoded. */
export function computeMac(key: string | Uint8Array, parts: readonly (string | Uint8Array)[]): Buffer {
  const mac = createHmac('sha256', key);
  for (const part of parts) mac.update(part);
  return mac.digest();
}

/** Whether one of the signatures matches one of the secrets. Every pair is compared, in constant time. */
export function hasMatch(signatures: readonly Buffer[], expected: readonly Buffer[]): boolean {
  let isFound = false;
  for (const signature of signatures) {
    for (const mac of expected) {
      if (signature.length === mac.length && timingSafeEqual(signature, mac)) isFound = true;
    }
  }
  return isFound;
}

/** Decodes a SHA-256 from lower-case hex. @returns null when the text has another form. */
export function readHexMac(text: string): Buffer | null {
  return HEX_256.test(text) ? Buffer.from(text, 'hex') : null;
}

/**
 * Whether the time of a signature, in Unix seconds, is close enough to this machine's clock: neither too old nor too
 * far ahead.
 */
export function isRecent(seconds: string, nowMs: number): boolean {
  return /^\d{1,12}$/.test(seconds) && Math.abs(nowMs / 1_000 - Number(seconds)) <= TOLERANCE_S;
}

/**
 * Splits a header such as `t=1,v1=ab,v1=cd` into its parts.
 *
 * @returns Values by name; null when the header is longer, or has more parts, than any genuine one.
 */
export function readParts(header: string): ReadonlyMap<string, readonly string[]> | null {
  if (header.length > MAX_HEADER_LENGTH) return null;
  const parts = header.split(',', MAX_PARTS + 1);
  if (parts.length > MAX_PARTS) return null;
  const values = new Map<string, string[]>();
  for (const part of parts) {
    const equals = part.indexOf('=');
    if (equals < 1) return null;
    const name = part.slice(0, equals);
    values.set(name, [...(values.get(name) ?? []), part.slice(equals + 1)]);
  }
  return values;
}

/** Finds the value of a part that must occur exactly once; null: it is missing or repeated. */
export function findOnlyPart(parts: ReadonlyMap<string, readonly string[]>, name: string): string | null {
  const values = parts.get(name) ?? [];
  return values.length === 1 ? values[0]! : null;
}

import { computeMac, hasMatch, isRecent } from '../../mac.ts';
import { findOnlyHeader, type SignedRequest } from '../../signed-request.ts';

const MAX_HEADER_LENGTH = 2_048;
const MAX_SIGNATURES = 10;
/** 32 bytes in base64, with padding. */
const BASE64_256 = /^[A-Za-z0-9+/]{43}=$/;

/** Prefixes of the header names: the current one, and the one that the scheme used before. */
const PREFIXES = ['webhook', 'svix'] as const;

/** Finds the prefix of the header names that a request uses; null: the request is not signed by this scheme. */
export function findStandardPrefix({ headers }: SignedRequest): string | null {
  return PREFIXES.find((prefix) => headers.has(`${prefix}-signature`)) ?? null;
}

/**
 * Whether the headers `webhook-id`, `webhook-timestamp` and `webhook-signature` (`v1,<base64>`, several separated by
 * spaces) match the body. The signed text is `<id>.<timestamp>.<body>`; the key is the base64-decoded text after
 * `whsec_`.
 */
export function isSignedByStandard(
  request: SignedRequest,
  secrets: readonly string[],
  nowMs: number,
): boolean {
  const prefix = findStandardPrefix(request);
  const id = findOnlyHeader(request, `${prefix}-id`);
  const time = findOnlyHeader(request, `${prefix}-timestamp`);
  const header = findOnlyHeader(request, `${prefix}-signature`);
  // An id with a dot could make a part of itself pass for the timestamp.
  if (id === null || id === '' || id.includes('.') || time === null || !isRecent(time, nowMs)) return false;
  if (header === null || header.length > MAX_HEADER_LENGTH) return false;
  const listed = header.split(' ', MAX_SIGNATURES + 1);
  if (listed.length > MAX_SIGNATURES) return false;
  const signatures = listed
    .filter((one) => one.startsWith('v1,') && BASE64_256.test(one.slice(3)))
    .map((one) => Buffer.from(one.slice(3), 'base64'));
  return hasMatch(
    signatures,
    secrets.map((secret) => computeMac(decodeStandardKey(secret), [`${id}.${time}.`, request.body])),
  );
}

/** Decodes the key of a secret `whsec_…`. */
export function decodeStandardKey(secret: string): Uint8Array {
  return Buffer.from(secret.slice('whsec_'.length), 'base64');
}

/**
 * Whether a secret has the form of Standard Webhooks. Base64 is checked strictly: lenient decoding of a mistyped secret
 * would silently give another key.
 */
export function isStandardSecret(secret: string): boolean {
  const base64 = secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : '';
  const key = Buffer.from(base64, 'base64');
  return key.length >= 24 && key.length <= 64 && key.toString('base64') === base64;
}

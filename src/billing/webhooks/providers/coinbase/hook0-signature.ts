import { computeMac, findOnlyPart, hasMatch, isRecent, readHexMac, readParts } from '../../mac.ts';
import { findOnlyHeader, type SignedRequest } from '../../signed-request.ts';

/** Header with the event id. The body does not contain the id, so the signature has to cover the header. */
export const EVENT_ID_HEADER = 'x-event-id';

/**
 * Whether `X-Hook0-Signature: t=<unix seconds>,h=<header names>,v1=<hex>` matches the request. The signed text is
 * `<t>.<header names>.<their values, joined by dots>.<body>`, and the event id must be one of the headers. `v0` is
 * ignored: it signs the body alone and does not protect the event id.
 */
export function isSignedByHook0(request: SignedRequest, secrets: readonly string[], nowMs: number): boolean {
  const header = findOnlyHeader(request, 'x-hook0-signature');
  const parts = header === null ? null : readParts(header);
  if (parts === null) return false;
  const [time, named, hex] = [findOnlyPart(parts, 't'), findOnlyPart(parts, 'h'), findOnlyPart(parts, 'v1')];
  if (time === null || named === null || hex === null || !isRecent(time, nowMs)) return false;
  const names = named.split(' ');
  if (!names.some((name) => name.toLowerCase() === EVENT_ID_HEADER)) return false;
  const values = names.map((name) => findOnlyHeader(request, name.toLowerCase()));
  // An event id with a dot could shift bytes between the signed parts.
  if (findOnlyHeader(request, EVENT_ID_HEADER)?.includes('.') !== false) return false;
  const signature = readHexMac(hex);
  if (signature === null || values.includes(null)) return false;
  return hasMatch(
    [signature],
    secrets.map((secret) => computeMac(secret, [`${time}.${named}.${values.join('.')}.`, request.body])),
  );
}

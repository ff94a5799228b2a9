import { computeMac, findOnlyPart, hasMatch, isRecent, readHexMac, readParts } from '../../mac.ts';
import { findOnlyHeader, type SignedRequest } from '../../signed-request.ts';

/**
 * Whether `Stripe-Signature: t=<unix seconds>,v1=<hex>[,v1=<hex>]` matches the body. The signed text is `<t>.<body>`;
 * the key is the text of the secret, `whsec_` included. Stripe sends several `v1` while a secret is being rotated; `v0`
 * is ignored.
 */
export function isSignedByStripe(request: SignedRequest, secrets: readonly string[], nowMs: number): boolean {
  const header = findOnlyHeader(request, 'stripe-signature');
  const parts = header === null ? null : readParts(header);
  const time = parts === null ? null : findOnlyPart(parts, 't');
  if (parts === null || time === null || !isRecent(time, nowMs)) return false;
  const signatures = (parts.get('v1') ?? []).map(readHexMac).filter((one) => one !== null);
  return hasMatch(
    signatures,
    secrets.map((secret) => computeMac(secret, [`${time}.`, request.body])),
  );
}

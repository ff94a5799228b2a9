import { computeMac, hasMatch, readHexMac } from '../../mac.ts';
import { findOnlyHeader, type SignedRequest } from '../../signed-request.ts';

/**
 * Whether `X-CC-Webhook-Signature: <hex>` matches the body. The signature has no timestamp, so only the rule that an
 * event counts once protects against replays.
 */
export function isSignedByCommerce(request: SignedRequest, secrets: readonly string[]): boolean {
  const signature = readHexMac(findOnlyHeader(request, 'x-cc-webhook-signature') ?? '');
  if (signature === null) return false;
  return hasMatch(
    [signature],
    secrets.map((secret) => computeMac(secret, [request.body])),
  );
}

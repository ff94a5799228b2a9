import { computeMac, hasMatch, readHexMac } from '../../mac.ts';
import { findOnlyHeader, type SignedRequest } from '../../signed-request.ts';

const PLAIN_HEADER = 'x-webhook-signature';
const SCHEME = 'sha256=';

/** Whether `X-Webhook-Signature: sha256=<hex>` matches the body. The signature has no timestamp. */
export function isSignedPlainly(request: SignedRequest, secrets: readonly string[]): boolean {
  const header = findOnlyHeader(request, PLAIN_HEADER);
  const signature = header?.startsWith(SCHEME) ? readHexMac(header.slice(SCHEME.length)) : null;
  if (signature === null) return false;
  return hasMatch(
    [signature],
    secrets.map((secret) => computeMac(secret, [request.body])),
  );
}

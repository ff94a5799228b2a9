import { constants, type KeyObject, sign } from 'node:crypto';

/**
 * The headers that prove who sends a request. The body is not signed.
 *
 * @param path From the root of the host, `/trade-api/v2/...`; a query is not signed.
 * @see docs/venues/kalshi.md, "Orders"
 */
export function signHeaders(
  key: { readonly id: string; readonly privateKey: KeyObject },
  request: { readonly method: string; readonly path: string },
  timestampMs: number,
): Record<string, string> {
  return {
    'KALSHI-ACCESS-KEY': key.id,
    'KALSHI-ACCESS-TIMESTAMP': String(timestampMs),
    'KALSHI-ACCESS-SIGNATURE': sign('sha256', Buffer.from(buildSignedText(request, timestampMs)), {
      key: key.privateKey,
      padding: constants.RSA_PKCS1_PSS_PADDING,
      saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
    }).toString('base64'),
  };
}

/** The signed text: time, method and path. */
export function buildSignedText(
  { method, path }: { readonly method: string; readonly path: string },
  timestampMs: number,
): string {
  return `${timestampMs}${method}${path.split('?')[0]}`;
}

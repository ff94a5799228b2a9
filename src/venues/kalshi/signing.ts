import { constants, type KeyObject, sign } from 'node:crypto';

/**
 * The headers that prove who sends a request or opens the stream. The body is not signed.
 *
 * @param path From the root of the host, `/trade-api/v2/...`; a query is not signed.
 * @see docs/venues/kalshi.md, "Keys"
 */
export function signHeaders(
  key: { readonly id: string; readonly privateKey: KeyObject },
  request: { readonly method: string; readonly path: string },
  timestampMs: number,
): Record<string, string> {
  const text = Buffer.from(buildSignedText(request, timestampMs));
  return {
    'KALSHI-ACCESS-KEY': key.id,
    'KALSHI-ACCESS-TIMESTAMP': String(timestampMs),
    'KALSHI-ACCESS-SIGNATURE': signText(key.privateKey, text).toString('base64'),
  };
}

/** The signed text: time, method and path. */
export function buildSignedText(
  { method, path }: { readonly method: string; readonly path: string },
  timestampMs: number,
): string {
  return `${timestampMs}${method}${path.split('?')[0]}`;
}

/** The kind of the key decides, never the header of its file: Ed25519 without a digest, RSA as PSS with SHA-256. */
function signText(privateKey: KeyObject, text: Buffer): Buffer {
  if (privateKey.asymmetricKeyType === 'ed25519') return sign(null, text, privateKey);
  return sign('sha256', text, {
    key: privateKey,
    padding: constants.RSA_PKCS1_PSS_PADDING,
    saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
  });
}

import { constants, type KeyObject, sign } from 'node:crypto';

/**
 * Builds the headers that authenticate a request or the opening of the stream. The body is not signed.
 *
 * @param path Path from the root of the host, `/trade-api/v2/...`. A query is not signed.
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

/** Builds the text to sign: time, method and path. */
export function buildSignedText(
  { method, path }: { readonly method: string; readonly path: string },
  timestampMs: number,
): string {
  return `${timestampMs}${method}${path.split('?')[0]}`;
}

/**
 * Signs the text by the type of the key, whatever the header of its file says: Ed25519 without a digest, RSA as PSS
 * with SHA-256.
 */
function signText(privateKey: KeyObject, text: Buffer): Buffer {
  if (privateKey.asymmetricKeyType === 'ed25519') return sign(null, text, privateKey);
  return sign('sha256', text, {
    key: privateKey,
    padding: constants.RSA_PKCS1_PSS_PADDING,
    saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
  });
}

import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

/**
 * A key that Kalshi accepts, or the reason why a text is not one, such as `is an EC key: …`. The text is never quoted.
 */
export type ReadKey = { readonly key: KeyObject } | { readonly problem: string };

const MIN_RSA_BITS = 2_048;
const WANTED = 'Kalshi signs with an RSA key of 2048 bits or more, or an Ed25519 key';

/**
 * Reads a private key in PEM: RSA (PKCS#1 or PKCS#8) or Ed25519 (PKCS#8). Line ends may be written as `\n`, because an
 * environment variable may have one line only.
 */
export function readPrivateKey(pem: string): ReadKey {
  const text = pem.replaceAll('\\n', '\n').trim();
  if (text === '') return { problem: `is empty: ${WANTED}` };
  const key = findKey(text);
  if (key === null) return { problem: describeUnreadable(text) };
  switch (key.asymmetricKeyType) {
    case 'ed25519':
      return { key };
    case 'rsa': {
      const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
      return bits < MIN_RSA_BITS ? { problem: `has ${bits} bits: ${WANTED}` } : { key };
    }
    default:
      return { problem: `is a key of kind ${key.asymmetricKeyType ?? 'unknown'}: ${WANTED}` };
  }
}

function findKey(text: string): KeyObject | null {
  try {
    return createPrivateKey(text);
  } catch {
    // The error is dropped, because its message may quote the key.
    return null;
  }
}

function describeUnreadable(text: string): string {
  if (/ENCRYPTED/.test(text)) return 'has a passphrase: store the key without one';
  if (isPublicKey(text)) return 'is a public key: the private key of the same pair is needed';
  return `is no private key in PEM: ${WANTED}`;
}

function isPublicKey(text: string): boolean {
  try {
    createPublicKey(text);
    return true;
  } catch {
    // The error is dropped, because its message may quote the key.
    return false;
  }
}

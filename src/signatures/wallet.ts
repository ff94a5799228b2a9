import { createRequire } from 'node:module';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { toChecksumAddress } from './address.ts';

/** A recoverable signature in the form of wallets. */
export interface WalletSignature {
  /** Number r of the signature: 0x and 64 hex digits. */
  readonly r: string;
  /** Number s of the signature: 0x and 64 hex digits, always in the lower half of the curve's order. */
  readonly s: string;
  readonly v: 27 | 28;
}

const require = createRequire(import.meta.url);

/** Loads the curve when the first key is read, because building it is slow and most services sign nothing. */
const curve = () =>
  (require('@noble/curves/secp256k1.js') as typeof import('@noble/curves/secp256k1.js')).secp256k1;

const PRIVATE_KEY_PATTERN = /^(0x)?[0-9a-fA-F]{64}$/;

/**
 * Parses a private key in hex, with or without 0x.
 *
 * @returns null when the text is not a key: wrong length, zero, or not below the order of the curve.
 */
export function findPrivateKey(text: string): Uint8Array | null {
  if (!PRIVATE_KEY_PATTERN.test(text)) return null;
  const key = hexToBytes(text.slice(-64));
  return curve().utils.isValidSecretKey(key) ? key : null;
}

/** Derives the address of a private key, with its checksum in the letter case. */
export function deriveAddress(privateKey: Uint8Array): string {
  return toPointAddress(curve().getPublicKey(privateKey, false));
}

/** Signs a digest of 32 bytes. The same key and digest always give the same signature (RFC 6979). */
export function signDigest(digest: Uint8Array, privateKey: Uint8Array): WalletSignature {
  const bytes = curve().sign(digest, privateKey, { prehash: false, format: 'recovered' });
  return {
    r: `0x${bytesToHex(bytes.subarray(1, 33))}`,
    s: `0x${bytesToHex(bytes.subarray(33, 65))}`,
    v: bytes[0] === 1 ? 28 : 27,
  };
}

/** Formats `r`, `s` and `v` as 0x and 130 hex digits. */
export function formatSignature({ r, s, v }: WalletSignature): string {
  return `${r}${s.slice(2)}${v.toString(16)}`;
}

/**
 * Recovers the signer of a digest.
 *
 * @param signature Signature; `r` and `s` may lack leading zeros, as some clients send them.
 * @returns The address with its checksum; null: the signature is not valid for any key.
 */
export function recoverAddress(
  digest: Uint8Array,
  signature: { readonly r: string; readonly s: string; readonly v: number },
): string | null {
  const recovery = signature.v >= 27 ? signature.v - 27 : signature.v;
  const half = (text: string) => /^0x[0-9a-fA-F]{1,64}$/.test(text) && text.slice(2).padStart(64, '0');
  const [r, s] = [half(signature.r), half(signature.s)];
  if (r === false || s === false || (recovery !== 0 && recovery !== 1)) return null;
  try {
    const bytes = concatBytes(Uint8Array.of(recovery), hexToBytes(r), hexToBytes(s));
    const compressed = curve().recoverPublicKey(bytes, digest, { prehash: false });
    return toPointAddress(curve().Point.fromBytes(compressed).toBytes(false));
  } catch {
    // The package throws for numbers that are no signature of any key alone.
    return null;
  }
}

/** Splits a signature of 0x and 130 hex digits; null: the text has another form. */
export function findSignature(text: string): { r: string; s: string; v: number } | null {
  if (!/^0x[0-9a-fA-F]{130}$/.test(text)) return null;
  return {
    r: text.slice(0, 66),
    s: `0x${text.slice(66, 130)}`,
    v: Number.parseInt(text.slice(130), 16),
  };
}

function toPointAddress(uncompressed: Uint8Array): string {
  return toChecksumAddress(`0x${bytesToHex(keccak_256(uncompressed.subarray(1)).subarray(12))}`);
}

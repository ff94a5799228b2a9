import { createRequire } from 'node:module';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';

const require = createRequire(import.meta.url);

const FORM = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;
const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const ASSOCIATED_TOKEN_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
const MARKER = utf8ToBytes('ProgramDerivedAddress');

/**
 * Reads an address. It has no checksum, so only its length can be checked.
 *
 * @returns The address; null when the text does not encode 32 bytes.
 */
export function readSolanaAddress(text: string): string | null {
  if (!FORM.test(text)) return null;
  try {
    return base58.decode(text).length === 32 ? text : null;
  } catch {
    // The decoder throws for characters outside its alphabet alone.
    return null;
  }
}

/** Whether an address can belong to a key. Token accounts and other derived addresses are not on the curve. */
export function isSolanaWallet(address: string): boolean {
  return isOnCurve(base58.decode(address));
}

/** Whether the key of a wallet has signed a text. @param signature 64 bytes in base58. */
export function isSignedBySolanaWallet(address: string, message: string, signature: string): boolean {
  try {
    const bytes = base58.decode(signature);
    return bytes.length === 64 && ed25519().verify(bytes, utf8ToBytes(message), base58.decode(address));
  } catch {
    // Text that is no base58, and bytes that are no signature or key, have signed nothing.
    return false;
  }
}

/**
 * Computes the token account of a wallet for a mint: an address derived from wallet, token program and mint, with the
 * highest bump that is not on the curve.
 */
export function computeAssociatedTokenAccount(wallet: string, mint: string): string {
  const seeds = [wallet, TOKEN_PROGRAM, mint].map((text) => base58.decode(text));
  const program = base58.decode(ASSOCIATED_TOKEN_PROGRAM);
  for (let bump = 255; bump >= 0; bump--) {
    const digest = sha256(concatBytes(...seeds, Uint8Array.of(bump), program, MARKER));
    if (!isOnCurve(digest)) return base58.encode(digest);
  }
  throw new RangeError(`no bump leads off the curve for ${wallet} and ${mint}`);
}

/** Loads the curve on first use, because building it is slow and few services watch this chain. */
const ed25519 = () =>
  (require('@noble/curves/ed25519.js') as typeof import('@noble/curves/ed25519.js')).ed25519;

function isOnCurve(bytes: Uint8Array): boolean {
  try {
    ed25519().Point.fromBytes(bytes);
    return true;
  } catch {
    // The package throws for bytes that are no point of the curve alone.
    return false;
  }
}

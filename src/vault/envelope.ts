import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject } from 'node:crypto';
import type { RandomBytes } from '../domain/index.ts';
import type { KeyEncryptionKey } from './key-encryption-key.ts';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Owner, venue and kind of a sealed text. They are authenticated by the encryption, so the text cannot be opened in
 * another context.
 */
export interface SealContext {
  readonly owner: string;
  readonly venue: string;
  readonly kind: string;
}

/**
 * A sealed text: the text encrypted with a data key of its own, and the data key encrypted with a key-encryption key.
 */
export interface Envelope {
  readonly kekId: string;
  /** `nonce (12) || tag (16) || data key`, encrypted with the key-encryption key. */
  readonly wrap: Uint8Array;
  /** `nonce (12) || tag (16) || text`, encrypted with the data key. A rotation of keys does not change it. */
  readonly box: Uint8Array;
}

/** Error: the envelope was altered, belongs to another context, or was sealed with another key. */
export class EnvelopeError extends Error {
  override readonly name = 'EnvelopeError';
}

/** Seals a text with a new data key. */
export function seal(
  text: Uint8Array,
  context: SealContext,
  kek: KeyEncryptionKey,
  random: RandomBytes,
): Envelope {
  const dataKey = Buffer.from(random(KEY_BYTES));
  try {
    return {
      kekId: kek.id,
      wrap: encrypt(kek.key, dataKey, wrapContext(context, kek.id), random),
      box: encrypt(createSecretKey(dataKey), text, buildBoxContext(context), random),
    };
  } finally {
    dataKey.fill(0);
  }
}

/**
 * Opens an envelope. The caller has to overwrite the text after use.
 *
 * @throws {EnvelopeError} when the envelope was altered, or context or key are wrong.
 */
export function open(envelope: Envelope, context: SealContext, kek: KeyEncryptionKey): Buffer {
  const dataKey = unwrap(envelope, context, kek);
  try {
    return decrypt(createSecretKey(dataKey), envelope.box, buildBoxContext(context));
  } finally {
    dataKey.fill(0);
  }
}

/**
 * Encrypts the data key with another key-encryption key; the text stays as it is.
 *
 * @throws {EnvelopeError} when the envelope was altered, or context or key are wrong.
 */
export function rewrap(
  envelope: Envelope,
  context: SealContext,
  { from, to }: { readonly from: KeyEncryptionKey; readonly to: KeyEncryptionKey },
  random: RandomBytes,
): Envelope {
  const dataKey = unwrap(envelope, context, from);
  try {
    return {
      kekId: to.id,
      wrap: encrypt(to.key, dataKey, wrapContext(context, to.id), random),
      box: envelope.box,
    };
  } finally {
    dataKey.fill(0);
  }
}

function unwrap({ wrap, kekId }: Envelope, context: SealContext, kek: KeyEncryptionKey): Buffer {
  if (kekId !== kek.id) throw new EnvelopeError(`sealed under key ${kekId}, not ${kek.id}`);
  return decrypt(kek.key, wrap, wrapContext(context, kek.id));
}

function encrypt(key: KeyObject, text: Uint8Array, context: Buffer, random: RandomBytes): Uint8Array {
  const nonce = random(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(context);
  const body = Buffer.concat([cipher.update(text), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

function decrypt(key: KeyObject, sealed: Uint8Array, context: Buffer): Buffer {
  const body = NONCE_BYTES + TAG_BYTES;
  if (sealed.length < body) throw new EnvelopeError('the envelope is cut short');
  const nonce = sealed.subarray(0, NONCE_BYTES);
  // Without an explicit length, Node would also accept a tag of four bytes.
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(context)
    .setAuthTag(sealed.subarray(NONCE_BYTES, body));
  const text = decipher.update(sealed.subarray(body));
  try {
    decipher.final();
    return text;
  } catch (error) {
    text.fill(0);
    throw new EnvelopeError('the envelope does not open: changed, moved, or sealed under another key', {
      cause: error,
    });
  }
}

function wrapContext({ owner, venue, kind }: SealContext, kekId: string): Buffer {
  return Buffer.from(JSON.stringify(['vault', 'v1', kekId, owner, venue, kind]));
}

function buildBoxContext({ owner, venue, kind }: SealContext): Buffer {
  return Buffer.from(JSON.stringify(['vault', 'v1', owner, venue, kind]));
}

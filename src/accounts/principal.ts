import type { KeyRecord } from './keys/keys.ts';

/** The holder of a live API key. */
export interface KeyHolder {
  readonly kind: 'key';
  readonly key: KeyRecord;
}

/**
 * The caller of a request: anonymous, the holder of a key, the operator (admin token), or a payment provider whose
 * signature the handler of its webhook verifies.
 */
export type Principal =
  | { readonly kind: 'anonymous' }
  | KeyHolder
  | { readonly kind: 'operator' }
  | { readonly kind: 'provider' };

export const ANONYMOUS: Principal = Object.freeze({ kind: 'anonymous' });

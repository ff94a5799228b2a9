import type { KeyObject } from 'node:crypto';
import { readPrivateKey } from '../../../venues/kalshi/private-key.ts';
import type { CredentialForm, OpenedSecret } from '../execution-venue.ts';
import { describeMalformed, describeMissing } from '../live/credential-form.ts';

export interface KalshiCredential {
  readonly keyId: string;
  readonly privateKey: KeyObject;
  /** Number of the sub-account for which orders are placed; null: the main account. */
  readonly subaccount: number | null;
}

const REQUIRED = ['keyId', 'privateKeyPem'] as const;
const UUID_PATTERN = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const MAX_SUBACCOUNT = 63;

/** Reads `keyId`, `privateKeyPem` (RSA or Ed25519) and, for a sub-account, `subaccount`. */
export function readCredential(secret: OpenedSecret): KalshiCredential | CredentialForm {
  const missing = REQUIRED.filter((name) => !secret[name]);
  if (missing.length > 0) return describeMissing(missing);
  const { keyId = '', privateKeyPem = '', subaccount } = secret;
  if (!UUID_PATTERN.test(keyId)) return describeMalformed('keyId is no UUID');
  const read = readPrivateKey(privateKeyPem);
  if ('problem' in read) return describeMalformed(`privateKeyPem ${read.problem}`);
  const privateKey = read.key;
  if (!subaccount) return { keyId, privateKey, subaccount: null };
  if (!/^\d{1,2}$/.test(subaccount) || Number(subaccount) > MAX_SUBACCOUNT) {
    return describeMalformed(`subaccount must be a whole number from 0 to ${MAX_SUBACCOUNT}`);
  }
  return { keyId, privateKey, subaccount: Number(subaccount) };
}

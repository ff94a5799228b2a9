import { deriveAddress, findPrivateKey, isAddress, isSameAddress } from '../../../signatures/index.ts';
import type { CredentialForm, OpenedSecret } from '../execution-venue.ts';
import { describeMalformed, describeMissing } from '../live/credential-form.ts';
import type { ApiKey, SignatureType } from './signing.ts';

/** A wallet key, with the account (funder) whose money it may move. */
export interface PolymarketCredential {
  readonly privateKey: Uint8Array;
  /** Address of the private key, to which the API key belongs. */
  readonly keyAddress: string;
  /** Address of the account that holds the money: `maker` of every order. */
  readonly funder: string;
  readonly signatureType: SignatureType;
  /** API key; null: it is derived from the wallet key. */
  readonly apiKey: ApiKey | null;
}

const REQUIRED = ['privateKey', 'funder', 'signatureType'] as const;
const API_KEY_MEMBERS = ['apiKey', 'apiSecret', 'apiPassphrase'] as const;
const UUID_PATTERN = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const BASE64_PATTERN = /^[A-Za-z0-9+/_-]+={0,2}$/;

/**
 * Reads `privateKey`, `funder` and `signatureType`, and either all or none of `apiKey`, `apiSecret`, `apiPassphrase`.
 */
export function readCredential(secret: OpenedSecret): PolymarketCredential | CredentialForm {
  const missing = REQUIRED.filter((name) => !secret[name]);
  const given = API_KEY_MEMBERS.filter((name) => secret[name]);
  if (given.length > 0) missing.push(...(API_KEY_MEMBERS.filter((name) => !secret[name]) as never[]));
  if (missing.length > 0) return describeMissing(missing);

  const privateKey = findPrivateKey(secret.privateKey ?? '');
  if (privateKey === null) return describeMalformed('privateKey is no private key of 64 hex digits');
  const { funder = '', signatureType = '' } = secret;
  if (!isAddress(funder)) return describeMalformed('funder is no address, or its checksum is wrong');
  if (!/^[0-3]$/.test(signatureType)) return describeMalformed('signatureType must be "0", "1", "2" or "3"');
  const keyAddress = deriveAddress(privateKey);
  const isOwnWallet = isSameAddress(keyAddress, funder);
  if (signatureType === '0' && !isOwnWallet) {
    return describeMalformed('with signatureType 0 the funder is the address of privateKey');
  }
  if (signatureType !== '0' && isOwnWallet) {
    return describeMalformed(
      `with signatureType ${signatureType} the funder is the wallet contract, not the key's address`,
    );
  }
  const apiKey = readApiKey(secret);
  if (apiKey !== null && !UUID_PATTERN.test(apiKey.key)) return describeMalformed('apiKey is no UUID');
  if (apiKey !== null && !BASE64_PATTERN.test(apiKey.secret))
    return describeMalformed('apiSecret is not base64');
  return { privateKey, keyAddress, funder, signatureType: Number(signatureType) as SignatureType, apiKey };
}

function readApiKey({ apiKey, apiSecret, apiPassphrase }: OpenedSecret): ApiKey | null {
  if (!apiKey || !apiSecret || !apiPassphrase) return null;
  return { key: apiKey, secret: apiSecret, passphrase: apiPassphrase };
}

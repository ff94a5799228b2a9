import { deriveAddress, findPrivateKey, isAddress, isSameAddress } from '../../../signatures/index.ts';
import type { CredentialForm, OpenedSecret } from '../execution-venue.ts';
import { describeMalformed, describeMissing } from '../live/credential-form.ts';
import type { ApiToken } from './signing.ts';

/** A credential for Limitless: an API token, which authenticates requests, and the wallet key, which signs orders. */
export interface LimitlessCredential {
  readonly token: ApiToken;
  readonly privateKey: Uint8Array;
  readonly keyAddress: string;
  /** Address of the account that holds the money: the smart wallet, or the address of the wallet key. */
  readonly maker: string;
  readonly signatureType: 0 | 2;
}

const REQUIRED = ['tokenId', 'tokenSecret', 'privateKey'] as const;
const BASE64_PATTERN = /^[A-Za-z0-9+/_-]+={0,2}$/;

/** Reads `tokenId`, `tokenSecret`, `privateKey` and, for a smart wallet, `smartWallet`. */
export function readCredential(secret: OpenedSecret): LimitlessCredential | CredentialForm {
  const missing = REQUIRED.filter((name) => !secret[name]);
  if (missing.length > 0) return describeMissing(missing);
  const { tokenId = '', tokenSecret = '', smartWallet } = secret;
  // The token's id is sent in a header field, so it must be printable ASCII.
  if (!/^[\x21-\x7e]{1,200}$/.test(tokenId))
    return describeMalformed('tokenId holds characters that no token has');
  if (!BASE64_PATTERN.test(tokenSecret)) return describeMalformed('tokenSecret is not base64');
  const privateKey = findPrivateKey(secret.privateKey ?? '');
  if (privateKey === null) return describeMalformed('privateKey is no private key of 64 hex digits');
  const keyAddress = deriveAddress(privateKey);
  const token = { id: tokenId, secret: tokenSecret };
  if (!smartWallet) return { token, privateKey, keyAddress, maker: keyAddress, signatureType: 0 };
  if (!isAddress(smartWallet))
    return describeMalformed('smartWallet is no address, or its checksum is wrong');
  if (isSameAddress(smartWallet, keyAddress))
    return describeMalformed("smartWallet is the key's own address: leave it out");
  return { token, privateKey, keyAddress, maker: smartWallet, signatureType: 2 };
}

import { deriveAddress, findPrivateKey, isAddress, isSameAddress } from '../../../signatures/index.ts';
import type { CredentialForm, OpenedSecret } from '../execution-venue.ts';
import { describeMalformed, describeMissing } from '../live/credential-form.ts';

/** An agent ("API wallet") and the account it trades for. */
export interface HyperliquidCredential {
  readonly agentKey: Uint8Array;
  readonly agentAddress: string;
  readonly accountAddress: string;
  /** Address of the sub-account or vault that the agent trades for, in lower case; null: the account itself. */
  readonly vaultAddress: string | null;
  /** The account whose orders, fills and balances are read. */
  readonly tradingAddress: string;
}

const REQUIRED = ['agentPrivateKey', 'accountAddress'] as const;

/** Reads the members `agentPrivateKey`, `accountAddress` and, for sub-accounts, `vaultAddress`. */
export function readCredential(secret: OpenedSecret): HyperliquidCredential | CredentialForm {
  const missing = REQUIRED.filter((name) => !secret[name]);
  if (missing.length > 0) return describeMissing(missing);
  const { agentPrivateKey = '', accountAddress = '', vaultAddress } = secret;
  const agentKey = findPrivateKey(agentPrivateKey);
  if (agentKey === null) return describeMalformed('agentPrivateKey is no private key of 64 hex digits');
  if (!isAddress(accountAddress))
    return describeMalformed('accountAddress is no address, or its checksum is wrong');
  if (vaultAddress && !isAddress(vaultAddress)) {
    return describeMalformed('vaultAddress is no address, or its checksum is wrong');
  }
  const agentAddress = deriveAddress(agentKey);
  if (isSameAddress(agentAddress, accountAddress)) {
    return describeMalformed(
      'agentPrivateKey is the key of the account itself; approve an API wallet and give its key',
    );
  }
  const vault = vaultAddress ? vaultAddress.toLowerCase() : null;
  const account = accountAddress.toLowerCase();
  return {
    agentKey,
    agentAddress,
    accountAddress: account,
    vaultAddress: vault,
    tradingAddress: vault ?? account,
  };
}

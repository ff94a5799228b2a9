import { isSameAddress } from '../../../signatures/index.ts';
import { shortenText } from '../live/error-table.ts';
import type { LimitlessCredential } from './credential.ts';
import type { Profile } from './wire.ts';

/**
 * Finds why the venue would refuse orders that this credential signs: the profile states which wallet they must come
 * from. null: no reason.
 */
export function findWalletProblem(
  { account, smartWallet, tradeWalletOption }: Profile,
  { maker, signatureType }: Pick<LimitlessCredential, 'maker' | 'signatureType'>,
): string | null {
  const known = [account, smartWallet ?? ''].filter((address) => address !== '');
  if (!known.some((address) => isSameAddress(address, maker))) {
    return 'the token belongs to another account than the wallet key';
  }
  if (tradeWalletOption === 'smartWallet' && signatureType === 0) {
    return 'this profile trades through its smart wallet: store its address as smartWallet, or switch the profile to its own wallet at the venue';
  }
  if (tradeWalletOption === 'eoa' && signatureType !== 0) {
    return 'this profile trades through its own wallet: leave smartWallet out, or switch the profile to its smart wallet at the venue';
  }
  return tradeWalletOption == null || ['eoa', 'smartWallet'].includes(tradeWalletOption)
    ? null
    : `this profile trades by ${shortenText(tradeWalletOption)}, which this version does not sign for`;
}

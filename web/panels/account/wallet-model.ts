/** Families of chains by the form of their addresses. */
export type WalletFamily = 'evm' | 'tron' | 'solana';

/** Finds the family whose addresses look like this one; null: none does, which the service refuses with its reason. */
export function findWalletFamily(address: string): WalletFamily | null {
  if (/^0x[0-9a-fA-F]{40}$/.test(address)) return 'evm';
  if (/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(address)) return 'tron';
  if (/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address)) return 'solana';
  return null;
}

/** Way in which the software of a wallet signs a text, and the form of the signature. */
const SIGNING: Readonly<Record<WalletFamily, string>> = {
  evm: 'Sign it as a message (personal_sign); the signature is hexadecimal and begins with 0x.',
  tron: 'Sign it as a message (signMessageV2); the signature is hexadecimal and begins with 0x.',
  solana: 'Sign it as a message (signMessage); the signature is base58.',
};

export function describeSigning(family: WalletFamily | null): string {
  return family === null ? 'Sign it as a message with the key of the wallet.' : SIGNING[family];
}

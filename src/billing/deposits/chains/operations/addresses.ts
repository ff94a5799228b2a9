import { operation } from '../../../../storage/operation.ts';
import type { FamilyAddress } from '../chain.ts';
import type { AddressRow, ChainRows, WalletRow } from '../rows.ts';
import { type DepositAddress, MAX_WALLETS_PER_OWNER, type RegisterOutcome } from '../wallets.ts';

interface Registration extends FamilyAddress {
  readonly owner: string;
  readonly now: number;
}

/** Registers a wallet that belongs to nobody yet. */
export const registerWallet = operation(
  'chains.registerWallet',
  ({ chains }: { chains: ChainRows }, { family, address, owner, now }: Registration): RegisterOutcome => {
    const known = chains.findWallet(family, address);
    if (known !== null) return known.owner === owner ? 'known' : 'taken';
    if (chains.hasAddress(address)) return 'taken';
    if (chains.countWallets(owner) >= MAX_WALLETS_PER_OWNER) return 'too_many';
    chains.insertWallet({ family, address, owner, registeredAt: now } satisfies WalletRow);
    return 'registered';
  },
);

interface Assignment {
  readonly scope: string;
  readonly address: DepositAddress;
  readonly now: number;
}

/** Gives an owner an address. @returns The one that the owner has: an earlier one stays. */
export const assignAddress = operation(
  'chains.assignAddress',
  ({ chains }: { chains: ChainRows }, { scope, address, now }: Assignment): DepositAddress => {
    const earlier = chains.findAddress(scope, address.owner);
    if (earlier !== null) return toDepositAddress(earlier);
    chains.insertAddress({ ...address, scope, createdAt: now });
    return address;
  },
);

export function toDepositAddress({
  owner,
  address,
  salt,
  factory,
  implementation,
}: AddressRow): DepositAddress {
  return { owner, address, salt, factory, implementation };
}

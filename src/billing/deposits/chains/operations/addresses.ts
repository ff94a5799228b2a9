import type { EpochMs } from '../../../../domain/index.ts';
import { operation } from '../../../../storage/operation.ts';
import type { FamilyAddress } from '../chain.ts';
import { decideRegistration } from '../registration-decision.ts';
import type { AddressRow, ChainRows, WalletRow } from '../rows.ts';
import type { DepositAddress, RegisterOutcome } from '../wallets.ts';

interface Registration extends FamilyAddress {
  readonly owner: string;
  readonly now: EpochMs;
}

/** Registers a wallet that has no owner yet. */
export const registerWallet = operation(
  'chains.registerWallet',
  ({ chains }: { chains: ChainRows }, { family, address, owner, now }: Registration): RegisterOutcome => {
    const outcome = decideRegistration(owner, {
      registeredBy: chains.findWallet(family, address)?.owner ?? null,
      isDepositAddress: chains.hasAddress(address),
      count: chains.countWallets(owner),
    });
    if (outcome === 'registered') {
      chains.insertWallet({ family, address, owner, registeredAt: now } satisfies WalletRow);
    }
    return outcome;
  },
);

interface Assignment {
  readonly scope: string;
  readonly address: DepositAddress;
  readonly now: EpochMs;
}

/** Assigns an address to an owner. @returns The address that the owner has; an earlier one stays. */
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

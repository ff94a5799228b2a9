import type { EpochMs } from '../../../../domain/index.ts';
import { operation } from '../../../../storage/operation.ts';
import type { AddressRow, ChainRows } from '../rows.ts';
import type { DepositAddress } from '../wallets.ts';

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

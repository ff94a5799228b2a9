import { DAY_MS, type EpochMs } from '../../../../domain/index.ts';
import { operation } from '../../../../storage/operation.ts';
import type { AddressRow, ChainRows } from '../rows.ts';
import type { DepositAddress } from '../wallets.ts';
import { rewind } from './rewind.ts';

interface Assignment {
  readonly scope: string;
  readonly address: DepositAddress;
  readonly now: EpochMs;
}

/** Assigns an address to an owner. @returns The address of the owner; one that was assigned earlier is kept. */
export const assignAddress = operation(
  'chains.assignAddress',
  ({ chains }: { chains: ChainRows }, { scope, address, now }: Assignment): DepositAddress => {
    const earlier = chains.findAddress(scope, address.owner);
    if (earlier !== null) return toDepositAddress(earlier);
    chains.insertAddress({ ...address, scope, former: 0, createdAt: now });
    readSinceRestore(chains, scope, now);
    return address;
  },
);

/** Time after a restore during which a newly assigned address may be one that the owner was told before the restore. */
const AFTER_RESTORE_MS = 14 * DAY_MS;

/** Names the stream under which the position at a restore is stored. */
function toRestoredStream(stream: string): string {
  return `${stream}#restored`;
}

/**
 * Rewinds a chain to the position that a restored database had. The owner may have been told this address before the
 * restore, and transfers that arrived there meanwhile had no owner. No transfer is credited twice.
 */
function readSinceRestore(chains: ChainRows, scope: string, now: EpochMs): void {
  const restored = chains.findCursor(scope, toRestoredStream(''));
  if (restored === null || now - restored.updatedAt > AFTER_RESTORE_MS) return;
  rewind(chains, { scope, streams: [''], position: restored.position }, now);
}

/** Stores the positions of all chains at a restore. A recent earlier restore position is kept if it is lower. */
export function storeRestorePositions(chains: ChainRows, now: EpochMs): void {
  for (const row of chains.listCursors()) {
    if (row.stream.includes('#')) continue;
    const stream = toRestoredStream(row.stream);
    const earlier = chains.findCursor(row.scope, stream);
    const isRecent = earlier !== null && now - earlier.updatedAt <= AFTER_RESTORE_MS;
    const position = isRecent ? Math.min(earlier.position, row.position) : row.position;
    chains.putCursor({ ...row, stream, position, mark: null, updatedAt: now });
  }
}

/** Picks the members of a stored row that callers of deposit addresses read. */
export function toDepositAddress({
  owner,
  address,
  salt,
  factory,
  implementation,
}: AddressRow): DepositAddress {
  return { owner, address, salt, factory, implementation };
}

import { decideAttribution } from '../attribution-decision.ts';
import type { ChainRows } from '../rows.ts';
import type { OwnedTransfer } from '../step-decision.ts';
import type { JudgedTransfer, Step } from '../step-request.ts';

/**
 * Finds the deposits among the transfers of a step, in the order of the transfers. The rows for all transfers are read
 * together, because each read of a server is a round trip.
 */
export function findOwners(
  chains: ChainRows,
  { scope, family, treasuries, transfers }: Step,
): readonly OwnedTransfer[] {
  const isToTreasury = ({ to }: JudgedTransfer) => treasuries.includes(to);
  const addresses = listDistinct(transfers.filter((transfer) => !isToTreasury(transfer)).map(({ to }) => to));
  const senders = listDistinct(
    transfers.filter(isToTreasury).flatMap(({ from }) => (from === null ? [] : [from])),
  );
  const owners = new Map(
    addresses.length === 0
      ? []
      : chains.listAddressOwners(scope, addresses).map(({ address, owner }) => [address, owner]),
  );
  const forwarders = new Set(senders.length === 0 ? [] : chains.listForwarders(senders));
  const wallets = new Map(
    senders.length === 0 ? [] : chains.listRegistered(family, senders).map((row) => [row.address, row]),
  );
  const spans = Map.groupBy(
    senders.length === 0 ? [] : chains.listSpans(family, scope, senders),
    ({ address }) => address,
  );

  return transfers.flatMap((transfer): OwnedTransfer[] => {
    const { from, to, position, minedAfter } = transfer;
    if (!isToTreasury(transfer)) {
      const owner = owners.get(to);
      return owner === undefined ? [] : [{ transfer, attribution: { kind: 'owner', owner } }];
    }
    const attribution = decideAttribution({
      position,
      minedAfter,
      isSweep: from !== null && (treasuries.includes(from) || forwarders.has(from)),
      wallet: from === null ? null : (wallets.get(from) ?? null),
      spans: from === null ? [] : (spans.get(from) ?? []),
    });
    if (attribution.kind === 'sweep') return [];
    const wallet = from === null ? undefined : wallets.get(from);
    const isProved =
      attribution.kind === 'owner' && wallet?.owner === attribution.owner && wallet.proved === 1;
    return [{ transfer, attribution, isProved }];
  });
}

function listDistinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}

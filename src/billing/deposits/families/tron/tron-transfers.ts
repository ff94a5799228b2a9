import { type NodeAnswer, requireSame } from '../../chains/agreement.ts';
import type { ChainToken } from '../../chains/chain.ts';
import { computeTransferValue, type SeenTransfer } from '../../chains/seen-transfer.ts';
import { createPassingFault } from '../../chains/watch-fault.ts';
import { parseTronDigits, type TronAddress, toTronAddressDigits } from './address.ts';
import type { ListedTransfer, TronTransaction } from './tron-node.ts';

/** Hash of the event signature `Transfer(address,address,uint256)`, in the form of Tron's events. */
const TRANSFER_TOPIC = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** A token of one treasury, with its stream. */
export interface Source {
  readonly stream: string;
  readonly token: ChainToken;
  readonly treasury: string;
}

/**
 * Creates a small transfer from a line of the index. @param place Index of the line among the lines of its transaction.
 */
export function toSmall(
  { txId, from, units, timeMs }: ListedTransfer,
  place: number,
  { token, treasury }: Source,
): SeenTransfer {
  const { amount, microUsd } = computeTransferValue(units as bigint, token);
  return {
    idem: `${txId}:small-${place}`,
    symbol: token.symbol,
    token: token.address,
    from,
    to: treasury,
    amount,
    microUsd,
    txHash: txId,
    logIndex: null,
    position: timeMs,
    minedAfter: timeMs,
  };
}

/**
 * Reads the transfers of a source in a transaction that must be the same on all nodes.
 *
 * @param solid Time of the newest final block, epoch ms.
 * @throws {WatchFaultError} when the nodes differ, or the transaction is newer than that block.
 */
export function toTransfers(
  answers: readonly NodeAnswer<TronTransaction>[],
  txId: string,
  { token, treasury }: Source,
  solid: number,
): SeenTransfer[] {
  const transaction = requireSame(answers, `transaction ${txId}`, (answer) => JSON.stringify(answer));
  if (transaction.timeMs > solid)
    throw createPassingFault(`transaction ${txId} is newer than the newest final block`);
  return readTronTransfers(transaction, txId, token, treasury as TronAddress);
}

/** Sums the smallest units of a token that left an address in a transaction; 0 for a failed transaction. */
export function sumTronOutgoing(
  { succeeded, logs }: TronTransaction,
  token: ChainToken,
  sender: TronAddress,
): bigint {
  if (!succeeded) return 0n;
  const contract = toTronAddressDigits(token.address as TronAddress);
  const digits = toTronAddressDigits(sender);
  return logs
    .filter(
      ({ contract: emitter, topics, data }) =>
        emitter === contract &&
        topics[0] === TRANSFER_TOPIC &&
        topics.length === 3 &&
        topics[1]?.slice(-40) === digits &&
        data.length === 64,
    )
    .reduce((sum, { data }) => sum + BigInt(`0x${data}`), 0n);
}

/** Reads the transfers of one token to the treasury in a transaction; none for a failed transaction. */
function readTronTransfers(
  { succeeded, timeMs, logs }: TronTransaction,
  txId: string,
  token: ChainToken,
  treasury: TronAddress,
): SeenTransfer[] {
  if (!succeeded) return [];
  const contract = toTronAddressDigits(token.address as TronAddress);
  const recipient = toTronAddressDigits(treasury);
  return logs.flatMap((log, logIndex): SeenTransfer[] => {
    const [topic, from, to] = log.topics;
    const isTransfer =
      log.contract === contract &&
      topic === TRANSFER_TOPIC &&
      log.topics.length === 3 &&
      log.data.length === 64;
    if (!isTransfer || from === undefined || to?.slice(-40) !== recipient) return [];
    const { amount, microUsd } = computeTransferValue(BigInt(`0x${log.data}`), token);
    if (microUsd === 0) return [];
    return [
      {
        idem: `${txId}:${logIndex}`,
        symbol: token.symbol,
        token: token.address,
        from: parseTronDigits(from),
        to: treasury,
        amount,
        microUsd,
        txHash: txId,
        logIndex,
        position: timeMs,
        minedAfter: timeMs,
      },
    ];
  });
}

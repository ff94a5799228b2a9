import type { NodeAnswer } from '../../chains/agreement.ts';
import { createCriticalFault, createPassingFault } from '../../chains/watch-fault.ts';
import { type LogQuery, TRANSFER_TOPIC, type WireLog } from './evm-node.ts';

/** A transfer as a node reports it. */
export interface EvmTransfer {
  readonly block: number;
  readonly blockHash: string;
  readonly txHash: string;
  /** Index of the log within the block. */
  readonly logIndex: number;
  readonly token: string;
  readonly from: string;
  readonly to: string;
  /** Amount in smallest units, above 0. */
  readonly units: bigint;
}

/**
 * Reads the transfers from a node's answer. Events of the right contract that move no fungible amount (a value of zero,
 * a token with an id) are left out: strangers use them to make false addresses visible.
 *
 * @throws {WatchFaultError} when the answer does not match the request: such a node cannot be trusted at all.
 */
export function readTransfers(logs: readonly WireLog[], query: LogQuery, node: string): EvmTransfer[] {
  const contracts = new Set(query.addresses);
  const recipients = query.recipients === null ? null : new Set(query.recipients);
  const byPlace = new Map<string, EvmTransfer>();
  for (const log of logs) {
    const transfer = readTransfer(log);
    const isAsked =
      contracts.has(log.address.toLowerCase()) &&
      log.topics[0]?.toLowerCase() === TRANSFER_TOPIC &&
      Number(log.blockNumber) >= query.fromBlock &&
      Number(log.blockNumber) <= query.toBlock &&
      (recipients === null || transfer === null || recipients.has(transfer.to));
    if (!isAsked) throw createCriticalFault(`${node} answered with an event that was not requested`);
    // Logs of final blocks are never removed.
    if (log.removed === true)
      throw createPassingFault(`${node} takes back an event of block ${Number(log.blockNumber)}`);
    if (transfer === null || transfer.units === 0n) continue;
    const place = `${transfer.blockHash}:${transfer.logIndex}`;
    const earlier = byPlace.get(place);
    if (earlier !== undefined && sameText(earlier) !== sameText(transfer)) {
      throw createCriticalFault(`${node} says two things of event ${place}`);
    }
    byPlace.set(place, transfer);
  }
  return [...byPlace.values()].sort((a, b) => a.block - b.block || a.logIndex - b.logIndex);
}

/** Reads one transfer; null: the event does not have the form of a fungible transfer. */
function readTransfer(log: WireLog): EvmTransfer | null {
  const [, from, to] = log.topics;
  if (log.topics.length !== 3 || from === undefined || to === undefined || log.data.length !== 66)
    return null;
  return {
    block: Number(log.blockNumber),
    blockHash: log.blockHash.toLowerCase(),
    txHash: log.transactionHash.toLowerCase(),
    logIndex: Number(log.logIndex),
    token: log.address.toLowerCase(),
    from: parseAddressWord(from),
    to: parseAddressWord(to),
    units: BigInt(log.data),
  };
}

/** Requires that all nodes reported the same transfers. @throws {WatchFaultError} when they differ. */
export function requireAgreement(
  answers: readonly NodeAnswer<readonly EvmTransfer[]>[],
): readonly EvmTransfer[] {
  const [first, ...others] = answers;
  if (first === undefined) return [];
  const expected = first.answer.map(sameText).join('\n');
  for (const { node, answer } of others) {
    if (answer.map(sameText).join('\n') !== expected) {
      throw createPassingFault(
        `${first.node} and ${node} disagree: ${first.answer.length} and ${answer.length} transfers of the same blocks`,
      );
    }
  }
  return first.answer;
}

function sameText(transfer: EvmTransfer): string {
  const { block, blockHash, txHash, logIndex, token, from, to, units } = transfer;
  return [block, blockHash, txHash, logIndex, token, from, to, units].join();
}

function parseAddressWord(word: string): string {
  return `0x${word.slice(-40).toLowerCase()}`;
}

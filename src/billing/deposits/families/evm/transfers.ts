import type { NodeAnswer } from '../../chains/agreement.ts';
import { createCriticalFault, createPassingFault } from '../../chains/watch-fault.ts';
import { type LogQuery, TRANSFER_TOPIC, type WireLog } from './evm-node.ts';

/** A transfer as a node reported it. */
export interface EvmTransfer {
  readonly block: number;
  readonly blockHash: string;
  readonly txHash: string;
  /** Number of the log within the block. */
  readonly logIndex: number;
  readonly token: string;
  readonly from: string;
  readonly to: string;
  /** Amount in smallest units, above 0. */
  readonly units: bigint;
}

/**
 * Reads a node's answer to a request for transfers. Events of the right contract that are no transfers of money
 * (of a value of zero, of a token by its number) are left out: they are how strangers bring false addresses into view.
 *
 * @throws {WatchFault} when an answer does not belong to the request: such a node cannot be believed at all.
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
    // Final blocks are never taken back.
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

/** Reads the transfer; null: the event has another form than a transfer of a fungible token. */
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

/** @throws {WatchFault} when nodes that were asked the same answered differently. */
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

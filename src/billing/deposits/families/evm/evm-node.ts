import { hash } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { Validator } from '../../../../validator.ts';
import { RpcError, RpcMethod } from '../../chains/json-rpc.ts';
import type { NodeClient } from '../../chains/node-client.ts';
import { UnreadableError } from '../../chains/unreadable-items.ts';
import type { EvmFinality } from './evm-chain.ts';

const Quantity = Type.String({ pattern: '^0x[0-9a-fA-F]{1,64}$' });
const Data = Type.String({ pattern: '^0x([0-9a-fA-F]{2})*$', maxLength: 200_000 });
const Word = Type.String({ pattern: '^0x[0-9a-fA-F]{64}$' });
const Address = Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' });

const Block = Type.Object({ number: Quantity, hash: Word, timestamp: Quantity });
const Log = Type.Object({
  address: Address,
  topics: Type.Array(Word, { maxItems: 4 }),
  data: Data,
  blockNumber: Quantity,
  blockHash: Word,
  transactionHash: Word,
  logIndex: Quantity,
  removed: Type.Optional(Type.Boolean()),
});
export type WireLog = Static<typeof Log>;

const chainId = new RpcMethod('eth_chainId', Quantity);
const getBlock = new RpcMethod('eth_getBlockByNumber', Type.Union([Type.Null(), Block]));
// Each event is validated by itself, so that one with another form does not make the whole range fail.
const getLogs = new RpcMethod('eth_getLogs', Type.Array(Type.Unknown()));
const getReceipt = new RpcMethod(
  'eth_getTransactionReceipt',
  Type.Union([Type.Null(), Type.Object({ blockNumber: Quantity, logs: Type.Array(Type.Unknown()) })]),
);
const readableLog = new Validator(Log);
const namedLog = new Validator(Type.Object({ transactionHash: Word }));
const getCode = new RpcMethod('eth_getCode', Data);
const call = new RpcMethod('eth_call', Data);

export interface EvmBlock {
  readonly number: number;
  readonly hash: string;
  /** Time of the block, epoch ms. Chains state whole seconds. */
  readonly timeMs: number;
}

export interface LogQuery {
  readonly fromBlock: number;
  /** Last block of the range, inclusive. */
  readonly toBlock: number;
  /** Contracts whose events are read. */
  readonly addresses: readonly string[];
  /** Receiving addresses; null: transfers to any address are read. */
  readonly recipients: readonly string[] | null;
}

export interface OutgoingQuery extends Pick<LogQuery, 'fromBlock' | 'toBlock'> {
  /** Address of the token's contract. */
  readonly token: string;
  readonly sender: string;
}

/** Hash of the event signature `Transfer(address indexed from, address indexed to, uint256 value)`. */
export const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/**
 * Code of an account that delegates to a contract (EIP-7702): 0xef0100 and an address. The account's own key still
 * signs.
 */
const DELEGATION = /^0xef0100[0-9a-f]{40}$/i;
const DECIMALS = '0x313ce567';
const TREASURY = '0x61d027b3';
const BALANCE_OF = '0x70a08231';

/** Calls of a node that reading a chain needs. */
export type EvmSource = Pick<
  EvmNode,
  | 'shownUrl'
  | 'readChainId'
  | 'readBlock'
  | 'readFinalBlock'
  | 'readLogs'
  | 'readTransactionLogs'
  | 'readDecimals'
>;

/** Calls of a node of an EVM chain. Every method throws `RpcError` or `UpstreamError`. */
export class EvmNode {
  readonly #client: NodeClient;

  constructor(client: NodeClient) {
    this.#client = client;
  }

  /** Scheme and host, for error messages. */
  get shownUrl(): string {
    return this.#client.shownUrl;
  }

  async readChainId(signal: AbortSignal): Promise<number> {
    return Number(await chainId.call(this.#client, [], signal));
  }

  /** Reads a block; null: the node does not have it. */
  async readBlock(
    which: number | 'latest' | 'finalized' | 'safe',
    signal: AbortSignal,
  ): Promise<EvmBlock | null> {
    const tag = typeof which === 'number' ? quantity(which) : which;
    const block = await getBlock.call(this.#client, [tag, false], signal);
    if (block === null) return null;
    const { number, hash, timestamp } = block;
    return { number: Number(number), hash: hash.toLowerCase(), timeMs: Number(timestamp) * 1_000 };
  }

  /** Reads the newest final block; null: the node cannot tell yet, or does not know the tag. */
  async readFinalBlock(
    finality: EvmFinality,
    fallbackDepth: number | null,
    signal: AbortSignal,
  ): Promise<EvmBlock | null> {
    if (typeof finality === 'number') return this.#readBlockAtDepth(finality, signal);
    let tagged: EvmBlock | null;
    try {
      tagged = await this.readBlock(finality, signal);
    } catch (error) {
      // A node that does not know the tag rejects the call. Any other failure proves nothing about the tag.
      if (!(error instanceof RpcError) || fallbackDepth === null) throw error;
      tagged = null;
    }
    if (tagged !== null || fallbackDepth === null) return tagged;
    return this.#readBlockAtDepth(fallbackDepth, signal);
  }

  /**
   * Reads the transfer events of a range.
   *
   * @param isSkipped Whether the unreadable events of a transaction are ignored.
   * @throws {UnreadableError} for the first unreadable transaction that is not skipped.
   */
  async readLogs(
    { fromBlock, toBlock, addresses, recipients }: LogQuery,
    signal: AbortSignal,
    isSkipped: (item: string) => boolean = () => false,
  ): Promise<WireLog[]> {
    const topics = [TRANSFER_TOPIC, ...(recipients === null ? [] : [null, recipients.map(addressWord)])];
    const filter = { fromBlock: quantity(fromBlock), toBlock: quantity(toBlock), address: addresses, topics };
    const logs = await getLogs.call(this.#client, [filter], signal);
    return readEvents(logs, this.shownUrl, isSkipped);
  }

  /** Reads the outgoing transfers of a token from an address. */
  async readOutgoing(
    { fromBlock, toBlock, token, sender }: OutgoingQuery,
    signal: AbortSignal,
  ): Promise<WireLog[]> {
    const topics = [TRANSFER_TOPIC, [addressWord(sender)]];
    const filter = { fromBlock: quantity(fromBlock), toBlock: quantity(toBlock), address: [token], topics };
    return readEvents(await getLogs.call(this.#client, [filter], signal), this.shownUrl, () => false);
  }

  /**
   * Reads the token transfers of a transaction, and its block. @throws {UnreadableError} when the transaction cannot be
   * read.
   */
  async readTransactionLogs(
    transaction: string,
    tokens: readonly string[],
    signal: AbortSignal,
  ): Promise<{ readonly block: number; readonly logs: WireLog[] }> {
    const receipt = await getReceipt.call(this.#client, [transaction], signal);
    if (receipt === null)
      throw new UnreadableError(`${this.shownUrl} does not have transaction ${transaction}`);
    const logs = readEvents(receipt.logs, this.shownUrl, () => false).filter(
      ({ address, topics: [topic] }) =>
        tokens.includes(address.toLowerCase()) && topic?.toLowerCase() === TRANSFER_TOPIC,
    );
    return { block: Number(receipt.blockNumber), logs };
  }

  /** Whether an address is a contract. An account with a delegation is a wallet, because its key still signs. */
  async isContract(address: string, signal: AbortSignal): Promise<boolean> {
    const code = await getCode.call(this.#client, [address, 'latest'], signal);
    return code !== '0x' && !DELEGATION.test(code);
  }

  /** Reads the decimals of a token; null: the contract returns no number. */
  async readDecimals(token: string, signal: AbortSignal): Promise<number | null> {
    const word = findWord(await this.#read(token, DECIMALS, 'latest', signal));
    return word === null ? null : Number(word);
  }

  /**
   * Reads the address to which a forwarder implementation sends; null: the implementation is not one of this service.
   */
  async readTreasury(implementation: string, signal: AbortSignal): Promise<string | null> {
    const word = findWord(await this.#read(implementation, TREASURY, 'latest', signal));
    return word === null ? null : `0x${word.toString(16).padStart(40, '0')}`;
  }

  /** Reads the token balance of an address at a block in smallest units; null: the contract returns no number. */
  async readBalance(
    token: string,
    holder: string,
    block: number,
    signal: AbortSignal,
  ): Promise<bigint | null> {
    const data = `${BALANCE_OF}${addressWord(holder).slice(2)}`;
    return findWord(await this.#read(token, data, quantity(block), signal));
  }

  #read(to: string, data: string, block: string, signal: AbortSignal): Promise<string> {
    return call.call(this.#client, [{ to, data }, block], signal);
  }

  async #readBlockAtDepth(depth: number, signal: AbortSignal): Promise<EvmBlock | null> {
    const latest = await this.readBlock('latest', signal);
    if (latest === null || latest.number < depth) return null;
    return this.readBlock(latest.number - depth, signal);
  }
}

function readEvents(logs: readonly unknown[], node: string, isSkipped: (item: string) => boolean): WireLog[] {
  return logs.flatMap((log) => {
    if (readableLog.accepts(log)) return [log];
    const item = namedLog.accepts(log)
      ? log.transactionHash.toLowerCase()
      : `line-${hash('sha256', JSON.stringify(log) ?? '', 'hex').slice(0, 24)}`;
    if (isSkipped(item)) return [];
    throw new UnreadableError(`${node} has an event of ${item} that cannot be read`, item);
  });
}

function findWord(data: string): bigint | null {
  return data.length === 66 ? BigInt(data) : null;
}

function addressWord(address: string): string {
  return `0x${'0'.repeat(24)}${address.slice(2)}`;
}

function quantity(value: number): string {
  return `0x${value.toString(16)}`;
}

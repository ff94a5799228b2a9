import type { ChainStore } from '../../chains/chain-store.ts';
import { computeTransferValue } from '../../chains/seen-transfer.ts';
import type { EvmChain } from './evm-chain.ts';
import type { EvmSource, LogQuery } from './evm-node.ts';
import { Recipients } from './recipients.ts';
import { readTransfers } from './transfers.ts';

/** Requests of one check; blocks further back were checked by the checks before. */
const MAX_RANGES = 10;
/** Addresses whose balance one check asks for; the next check continues with the next ones. */
const MAX_BALANCES = 100;

export interface EvmCheckOptions {
  readonly chain: EvmChain;
  /** Each check asks another node, so that a difference between nodes shows. */
  readonly nodes: readonly (EvmSource & BalanceSource)[];
  readonly store: ChainStore;
}

/** Chains whose balances can be read. */
export interface BalanceSource {
  readBalance(token: string, holder: string, block: number, signal: AbortSignal): Promise<bigint | null>;
}

/**
 * Compares the ledger with the chain, beside the watcher and by other requests: every transfer to the service's
 * addresses in the newest blocks that were read is recorded, and no address of an owner holds more than was recorded
 * for that owner.
 */
export class EvmCheck {
  readonly #options: EvmCheckOptions;
  readonly #recipients: Recipients;
  #rounds = 0;
  #lastChecked = 0;

  constructor(options: EvmCheckOptions) {
    this.#options = options;
    this.#recipients = new Recipients(options.chain, options.store);
  }

  /** @returns Mismatches, in sentences; empty: none. */
  async run(signal: AbortSignal): Promise<readonly string[]> {
    const { chain, nodes, store } = this.#options;
    const position = (await store.findPosition(chain, ''))?.position;
    if (position === undefined || position < 0) return [];
    const node = nodes[this.#rounds++ % nodes.length]!;
    await this.#recipients.refresh();
    const found = [
      ...(await this.#findUnrecorded(node, position, signal)),
      ...(await this.#findUncounted(node, position, signal)),
    ];
    // An operator has a part of the chain read again just now: the next check sees the result.
    return (await store.findPosition(chain, ''))?.position === position ? found : [];
  }

  async #findUnrecorded(node: EvmSource, position: number, signal: AbortSignal): Promise<string[]> {
    const { chain, store } = this.#options;
    const { maxSpan } = chain;
    const began = await store.findFirstPosition(chain, '');
    if (began === null) return [];
    const first = Math.max(0, began + 1, position - MAX_RANGES * maxSpan + 1);
    const tokens = new Map(chain.tokens.map((token) => [token.address, token]));
    const missing: string[] = [];
    for (let fromBlock = first; fromBlock <= position; fromBlock += maxSpan) {
      const toBlock = Math.min(position, fromBlock + maxSpan - 1);
      for (const recipients of this.#recipients.lists()) {
        const query: LogQuery = { fromBlock, toBlock, addresses: [...tokens.keys()], recipients };
        const transfers = readTransfers(await node.readLogs(query, signal), query, node.shownUrl).filter(
          ({ to, from, token, units }) =>
            this.#recipients.has(to) &&
            !(this.#recipients.isTreasury(to) && this.#recipients.isTreasury(from)) &&
            computeTransferValue(units, tokens.get(token)!).microUsd !== 0,
        );
        for (const { txHash, logIndex, from, to } of transfers) {
          const isSweep = this.#recipients.isTreasury(to) && (await store.isForwarder(from));
          const idem = `${txHash}:${logIndex}`;
          if (!isSweep && !(await store.isRecorded(chain, txHash, idem))) missing.push(idem);
        }
      }
    }
    if (missing.length === 0) return [];
    return [
      `${missing.length} transfers of blocks ${first} to ${position} are not recorded, the first ${missing[0]}`,
    ];
  }

  async #findUncounted(node: BalanceSource, position: number, signal: AbortSignal): Promise<string[]> {
    const { chain, store } = this.#options;
    const addresses = (await store.listAddressesAfter(chain, this.#lastChecked)).slice(0, MAX_BALANCES);
    this.#lastChecked = addresses.length < MAX_BALANCES ? 0 : (addresses.at(-1)?.seq ?? 0);
    const found: string[] = [];
    for (const { address } of addresses) {
      for (const token of chain.tokens) {
        const units = await node.readBalance(token.address, address, position, signal);
        if (units === null || units === 0n) continue;
        const { microUsd } = computeTransferValue(units, token);
        const recorded = await store.sumRecorded(chain, address, token.symbol);
        if (recorded !== null && (microUsd ?? Number.POSITIVE_INFINITY) > recorded) {
          found.push(`${address} holds more ${token.symbol} than was recorded for its owner`);
        }
      }
    }
    return found;
  }
}

import type { ChainStore } from '../../chains/chain-store.ts';
import { computeTransferValue } from '../../chains/seen-transfer.ts';
import type { EvmChain } from './evm-chain.ts';
import type { EvmSource, LogQuery } from './evm-node.ts';
import { Recipients } from './recipients.ts';
import { readTransfers } from './transfers.ts';

/** Maximum number of requests of one check. Older blocks were covered by earlier checks. */
const MAX_RANGES = 10;
/** Number of addresses whose balance one check reads. The next check continues with the following addresses. */
const MAX_BALANCES = 100;

export interface EvmCheckOptions {
  readonly chain: EvmChain;
  /** Nodes. Each check uses another node, so that a difference between nodes is noticed. */
  readonly nodes: readonly (EvmSource & BalanceSource)[];
  readonly store: ChainStore;
}

/** A node that can report balances. */
export interface BalanceSource {
  readBalance(token: string, holder: string, block: number, signal: AbortSignal): Promise<bigint | null>;
}

/**
 * Compares the ledger with the chain by requests that the watcher does not use. Every transfer to the service's
 * addresses in the newest read blocks must be recorded, and no address of an owner may hold more than was recorded for
 * that owner.
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

  /** Runs one check. @returns The mismatches as sentences; empty: none. */
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
    // The position changed because an operator had part of the chain read again: the next check compares the result.
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

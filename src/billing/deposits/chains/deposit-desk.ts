import { UpstreamError } from '../../../domain/index.ts';
import { checksummed, type EvmAddress } from '../evm/address.ts';
import type { EvmNode } from '../evm/evm-node.ts';
import { type Chain, depositScope, type EvmChain } from './chain.ts';
import { type FamilyAddress, mayBeWallet, readAnyAddress } from './family-address.ts';
import { forwarderAddress } from './forwarder-address.ts';
import { RpcError } from './json-rpc.ts';
import type { DepositAddress, DepositAddresses, RegisteredWallet } from './wallets.ts';

/** Somebody waits for the answer. */
const NODE_TIMEOUT_MS = 8_000;

/** Where transfers of registered wallets go. */
export interface DepositTarget {
  readonly chain: string;
  /** Symbol of the token. */
  readonly asset: string;
  readonly depositAddress: string;
}

/** What an owner may send where, to an address of its own. */
export interface OwnAddress extends Omit<DepositAddress, 'owner'> {
  readonly chain: string;
  /** Symbols. */
  readonly assets: readonly string[];
}

/** In order of precedence: when several apply, the first is returned. */
export type WalletOutcome =
  | { readonly status: 'registered' }
  | { readonly status: 'not_configured' }
  /** No address of any family, or one that nobody can sign for. */
  | { readonly status: 'no_wallet' }
  /** No chain of its family is watched. */
  | { readonly status: 'no_chain' }
  /** One of ours, one of many people, sanctioned, or somebody else's. */
  | { readonly status: 'not_allowed' }
  | { readonly status: 'contract' }
  | { readonly status: 'too_many' }
  /** A chain could not say whether it is a contract. */
  | { readonly status: 'unknown'; readonly chain: string };

export interface DepositDeskOptions {
  readonly chains: readonly Chain[];
  readonly addresses: DepositAddresses;
  /** Of each EVM chain, by its name. */
  readonly evmNodes: ReadonlyMap<string, readonly EvmNode[]>;
  /** Shared and sanctioned addresses. */
  readonly isListed: (address: FamilyAddress) => boolean;
}

/** Registers wallets and gives owners their addresses. */
export class DepositDesk {
  readonly #options: DepositDeskOptions;
  /** Nobody's wallets: treasuries, tokens and contracts of all chains. */
  readonly #ours: ReadonlySet<string>;
  readonly #forwarding: readonly EvmChain[];

  constructor(options: DepositDeskOptions) {
    const { chains } = options;
    this.#options = options;
    this.#ours = new Set(
      chains.flatMap((chain) => [
        chain.treasury,
        ...chain.tokens.map(({ address }) => address),
        ...(chain.family === 'evm' && chain.forwarders !== null ? Object.values(chain.forwarders) : []),
      ]),
    );
    this.#forwarding = chains
      .filter((chain) => chain.family === 'evm')
      .filter(({ forwarders }) => forwarders !== null);
  }

  targets(): DepositTarget[] {
    return this.#options.chains.flatMap((chain) =>
      chain.tokens.map(({ symbol }) => ({
        chain: chain.name,
        asset: symbol,
        depositAddress: chain.family === 'evm' ? checksummed(chain.treasury as EvmAddress) : chain.treasury,
      })),
    );
  }

  wallets(owner: string): Promise<readonly RegisteredWallet[]> {
    return this.#options.addresses.wallets(owner);
  }

  /** @throws {LedgerUnavailableError} when it cannot be stored. */
  async register(owner: string, text: string): Promise<WalletOutcome> {
    const { chains, addresses, isListed } = this.#options;
    if (chains.length === 0) return { status: 'not_configured' };
    const wallet = readAnyAddress(text);
    if (wallet === null || !mayBeWallet(wallet)) return { status: 'no_wallet' };
    const owned = await addresses.wallets(owner);
    // Registering one's own again asks nobody.
    if (owned.some(({ address }) => address === wallet.address)) return { status: 'registered' };
    if (!chains.some(({ family }) => family === wallet.family)) return { status: 'no_chain' };
    if (this.#ours.has(wallet.address) || isListed(wallet)) return { status: 'not_allowed' };
    if (wallet.family === 'evm') {
      const found = await this.#findContract(wallet.address);
      if (found !== null) return found;
    }
    const outcome = await addresses.register(wallet, owner);
    if (outcome === 'taken') return { status: 'not_allowed' };
    return { status: outcome === 'too_many' ? 'too_many' : 'registered' };
  }

  /** Whether any owner can have an address of its own. */
  get givesAddresses(): boolean {
    return this.#forwarding.length > 0;
  }

  /**
   * The addresses of an owner, made when first asked for.
   *
   * @param ownerUid 16 random bytes that belong to the owner.
   * @param name One chain; absent: all that have such addresses. Unknown: null.
   */
  async ownAddresses(owner: string, ownerUid: Uint8Array, name?: string): Promise<OwnAddress[] | null> {
    const chains = this.#forwarding.filter((chain) => name === undefined || chain.name === name);
    if (chains.length === 0) return null;
    return Promise.all(chains.map((chain) => this.#ownAddress(chain, owner, ownerUid)));
  }

  async #ownAddress(chain: EvmChain, owner: string, ownerUid: Uint8Array): Promise<OwnAddress> {
    const { addresses } = this.#options;
    const scope = depositScope(chain);
    const known = await addresses.assigned(scope, owner);
    const { address, salt, factory, implementation } =
      known ?? (await addresses.assign(scope, derive(chain, owner, ownerUid)));
    return {
      chain: chain.name,
      address: checksummed(address as EvmAddress),
      assets: chain.tokens.map(({ symbol }) => symbol),
      salt,
      factory: checksummed(factory as EvmAddress),
      implementation: checksummed(implementation as EvmAddress),
    };
  }

  /** A wallet is the same address on all EVM chains, so none of them may have a contract there. */
  async #findContract(address: string): Promise<WalletOutcome | null> {
    const signal = AbortSignal.timeout(NODE_TIMEOUT_MS);
    const found = await Promise.all(
      [...this.#options.evmNodes].map(async ([chain, nodes]) => {
        const answers = await Promise.all(nodes.map((node) => mayBeContract(node, address, signal)));
        return { chain, isContract: answers.includes(true), isUnknown: !answers.includes(false) };
      }),
    );
    if (found.some(({ isContract }) => isContract)) return { status: 'contract' };
    const silent = found.find(({ isUnknown }) => isUnknown);
    return silent === undefined ? null : { status: 'unknown', chain: silent.chain };
  }
}

function derive(chain: EvmChain, owner: string, ownerUid: Uint8Array): DepositAddress {
  const { chainId, forwarders } = chain;
  if (forwarders === null) throw new Error(`${chain.name} has no forwarders`);
  const { address, salt } = forwarderAddress({ family: 'evm', chainId, ownerUid, ...forwarders });
  return { owner, address, salt, ...forwarders };
}

/** null: the node did not say. */
async function mayBeContract(node: EvmNode, address: string, signal: AbortSignal): Promise<boolean | null> {
  try {
    return await node.isContract(address, signal);
  } catch (error) {
    if (error instanceof UpstreamError || error instanceof RpcError) return null;
    throw error;
  }
}

import type { Chain, FamilyAddress } from './chains/chain.ts';
import type { OpenChain } from './chains/family.ts';
import type { DepositAddress, DepositAddresses, RegisteredWallet } from './chains/wallets.ts';
import { getFamily } from './families.ts';
import { readAnyAddress } from './family-address.ts';
import {
  decideWallet,
  type FoundCode,
  toWalletOutcome,
  type WalletFacts,
  type WalletOutcome,
} from './wallet-decision.ts';

/** Limit of a call during a request. */
const NODE_TIMEOUT_MS = 8_000;

/** Where transfers of registered wallets go. */
export interface DepositTarget {
  readonly chain: string;
  /** Symbol of the token. */
  readonly asset: string;
  readonly depositAddress: string;
}

/** A deposit address of one owner on one chain, and the tokens that it receives. */
export interface OwnAddress extends Omit<DepositAddress, 'owner'> {
  readonly chain: string;
  /** Symbols. */
  readonly assets: readonly string[];
}

/** A chain, and a function that finds the code of an address on it. */
export interface WatchedNodes extends Pick<OpenChain, 'findCode'> {
  readonly chain: Chain;
}

export interface WalletServiceOptions {
  /** Chains with their nodes. */
  readonly chains: readonly WatchedNodes[];
  readonly addresses: DepositAddresses;
  /** Shared and sanctioned addresses. */
  readonly isListed: (address: FamilyAddress) => boolean;
}

/** Registers wallets and gives owners their addresses. */
export class WalletService {
  readonly #options: WalletServiceOptions;
  /** Treasuries, tokens and contracts of all chains: none can be the wallet of an owner. */
  readonly #reserved: ReadonlySet<string>;
  readonly #forwarding: readonly Chain[];

  constructor(options: WalletServiceOptions) {
    const chains = options.chains.map(({ chain }) => chain);
    this.#options = options;
    this.#reserved = new Set(
      chains.flatMap((chain) => [
        chain.treasury,
        ...chain.tokens.map(({ address }) => address),
        ...getFamily(chain.family).listContracts(chain),
      ]),
    );
    this.#forwarding = chains.filter(
      (chain) => getFamily(chain.family).ownerAddresses?.areGivenOn(chain) === true,
    );
  }

  listTargets(): DepositTarget[] {
    return this.#options.chains.flatMap(({ chain }) =>
      chain.tokens.map(({ symbol }) => ({
        chain: chain.name,
        asset: symbol,
        depositAddress: getFamily(chain.family).showAddress(chain.treasury),
      })),
    );
  }

  list(owner: string): Promise<readonly RegisteredWallet[]> {
    return this.#options.addresses.listWallets(owner);
  }

  /** @throws {LedgerUnavailableError} when it cannot be stored. */
  async register(owner: string, text: string): Promise<WalletOutcome> {
    const facts = await this.#readFacts(owner, text);
    // Nodes are asked last, and only about a wallet that nothing else refuses.
    const first = decideWallet(facts);
    if (first.status !== 'register') return first;
    const decision = decideWallet({ ...facts, codes: await this.#findCodes(first.wallet) });
    if (decision.status !== 'register') return decision;
    return toWalletOutcome(await this.#options.addresses.register(decision.wallet, owner));
  }

  async #readFacts(owner: string, text: string): Promise<WalletFacts> {
    const { chains, addresses, isListed } = this.#options;
    const found = readAnyAddress(text);
    const wallet = found !== null && getFamily(found.family).mayBeWallet(found.address) ? found : null;
    const hasChains = chains.length > 0;
    const owned = hasChains && wallet !== null ? await addresses.listWallets(owner) : [];
    return {
      hasChains,
      wallet,
      isOwn: owned.some(({ address }) => address === wallet?.address),
      isWatched: chains.some(({ chain }) => chain.family === wallet?.family),
      isExcluded: wallet !== null && (this.#reserved.has(wallet.address) || isListed(wallet)),
      codes: [],
    };
  }

  /** Names of the chains on which each owner has an address of its own. */
  listAddressChains(): string[] {
    return this.#forwarding.map(({ name }) => name);
  }

  /**
   * The addresses of an owner, made on first request.
   *
   * @param ownerUid 16 random bytes that belong to the owner.
   * @param name One chain; absent: every chain with such addresses. Unknown: null.
   */
  async assignAddresses(owner: string, ownerUid: Uint8Array, name?: string): Promise<OwnAddress[] | null> {
    const chains = this.#forwarding.filter((chain) => name === undefined || chain.name === name);
    if (chains.length === 0) return null;
    return Promise.all(chains.map((chain) => this.#assignAddress(chain, owner, ownerUid)));
  }

  async #assignAddress(chain: Chain, owner: string, ownerUid: Uint8Array): Promise<OwnAddress> {
    const { addresses } = this.#options;
    const { showAddress, ownerAddresses } = getFamily(chain.family);
    if (ownerAddresses === undefined) throw new Error(`${chain.family} has no addresses of owners`);
    const known = await addresses.findAssigned(chain.scope, owner);
    const { address, salt, factory, implementation } =
      known ?? (await addresses.assign(chain.scope, ownerAddresses.derive(chain, owner, ownerUid)));
    return {
      chain: chain.name,
      address: showAddress(address),
      assets: chain.tokens.map(({ symbol }) => symbol),
      salt,
      factory: showAddress(factory),
      implementation: showAddress(implementation),
    };
  }

  async #findCodes({ family, address }: FamilyAddress): Promise<readonly FoundCode[]> {
    const signal = AbortSignal.timeout(NODE_TIMEOUT_MS);
    return Promise.all(
      this.#options.chains
        .filter(({ chain }) => chain.family === family)
        .map(async ({ chain, findCode }) => ({
          chain: chain.name,
          code: findCode === undefined ? 'none' : await findCode(address, signal),
        })),
    );
  }
}

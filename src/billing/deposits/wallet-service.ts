import type { Chain, FamilyAddress } from './chains/chain.ts';
import type { OpenChain } from './chains/family.ts';
import type { DepositAddress, DepositAddresses, RegisteredWallet } from './chains/wallets.ts';
import { getFamily } from './families.ts';
import { readAnyAddress } from './family-address.ts';

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

/** In order of precedence: when several apply, the first is returned. */
export type WalletOutcome =
  | { readonly status: 'registered' }
  | { readonly status: 'not_configured' }
  /** No address of any family, or one that has no key. */
  | { readonly status: 'no_wallet' }
  /** No chain of its family is watched. */
  | { readonly status: 'no_chain' }
  /** Treasury, token or contract, an address shared by many people, sanctioned, or registered by another owner. */
  | { readonly status: 'not_allowed' }
  | { readonly status: 'contract' }
  | { readonly status: 'too_many' }
  /** A chain could not say whether it is a contract. */
  | { readonly status: 'unknown'; readonly chain: string };

/** A chain, and what finds code at an address of it. */
export interface WatchedNodes extends Pick<OpenChain, 'findCode'> {
  readonly chain: Chain;
}

export interface WalletServiceOptions {
  /** With what asks their nodes. */
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
    const { chains, addresses, isListed } = this.#options;
    if (chains.length === 0) return { status: 'not_configured' };
    const wallet = readAnyAddress(text);
    if (wallet === null || !getFamily(wallet.family).mayBeWallet(wallet.address)) {
      return { status: 'no_wallet' };
    }
    const owned = await addresses.listWallets(owner);
    // Registering the same wallet again needs no check.
    if (owned.some(({ address }) => address === wallet.address)) return { status: 'registered' };
    if (!chains.some(({ chain }) => chain.family === wallet.family)) return { status: 'no_chain' };
    if (this.#reserved.has(wallet.address) || isListed(wallet)) return { status: 'not_allowed' };
    const found = await this.#findContract(wallet);
    if (found !== null) return found;
    const outcome = await addresses.register(wallet, owner);
    if (outcome === 'taken') return { status: 'not_allowed' };
    return { status: outcome === 'too_many' ? 'too_many' : 'registered' };
  }

  /** Names of the chains on which each owner has an address of its own. */
  listAddressChains(): string[] {
    return this.#forwarding.map(({ name }) => name);
  }

  /**
   * The addresses of an owner, made on first request.
   *
   * @param ownerUid 16 random bytes that belong to the owner.
   * @param name One chain; absent: all that have such addresses. Unknown: null.
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

  /** A wallet is the same address on all chains of its family, so none of them may have a contract there. */
  async #findContract({ family, address }: FamilyAddress): Promise<WalletOutcome | null> {
    const signal = AbortSignal.timeout(NODE_TIMEOUT_MS);
    const found = await Promise.all(
      this.#options.chains
        .filter(({ chain }) => chain.family === family)
        .map(async ({ chain, findCode }) => ({
          chain: chain.name,
          code: findCode === undefined ? 'none' : await findCode(address, signal),
        })),
    );
    if (found.some(({ code }) => code === 'contract')) return { status: 'contract' };
    const silent = found.find(({ code }) => code === 'unknown');
    return silent === undefined ? null : { status: 'unknown', chain: silent.chain };
  }
}

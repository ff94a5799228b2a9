import type { Clock, RandomBytes } from '../../domain/index.ts';
import type { AddressFile } from './address-file.ts';
import type { Chain, FamilyAddress } from './chains/chain.ts';
import type { DepositAddresses } from './chains/deposit-addresses.ts';
import type { OpenChain } from './chains/family.ts';
import type {
  DepositAddress,
  RegisteredWallet,
  ReplacedWallet,
  ScopePosition,
  WalletChallenge,
  WalletRemoval,
} from './chains/wallets.ts';
import { getFamily } from './families.ts';
import { readAnyAddress } from './family-address.ts';
import {
  decideWallet,
  type FoundCode,
  toWalletOutcome,
  type WalletFacts,
  type WalletOutcome,
} from './wallet-decision.ts';
import { createChallenge } from './wallet-proof.ts';

/** Timeout of a call to a node during a request. */
const NODE_TIMEOUT_MS = 8_000;

/** Address to which registered wallets send deposits. */
export interface DepositTarget {
  readonly chain: string;
  /** Symbol of the token. */
  readonly asset: string;
  readonly depositAddress: string;
}

/** A deposit address of one owner on one chain, and the tokens that it receives. */
export interface OwnAddress extends Omit<DepositAddress, 'owner'> {
  readonly chain: string;
  /** Symbols of the tokens that count as deposits. */
  readonly assets: readonly string[];
}

/** Outcomes of preparing the removal of a wallet, in order of precedence. */
export type PreparedRemoval =
  /** The text is not an address of any family. */
  | { readonly status: 'no_wallet' }
  /** The owner has not registered the wallet. */
  | { readonly status: 'not_registered' }
  /** A chain did not report its newest position, which ends the wallet's span. */
  | { readonly status: 'unknown'; readonly chain: string }
  | { readonly status: 'ready'; readonly removal: WalletRemoval };

/** A watched chain, with functions that find the code of an address and the newest block. */
export interface WatchedNodes extends Pick<OpenChain, 'findCode' | 'findHead'> {
  readonly chain: Chain;
}

export interface WalletServiceOptions {
  /** Watched chains with access to their nodes. */
  readonly chains: readonly WatchedNodes[];
  readonly addresses: DepositAddresses;
  /** Whether an address is on the operator's list of shared or sanctioned addresses. */
  readonly isListed: (address: FamilyAddress) => boolean;
  /** Base address of the service in texts that wallets sign; null: none is configured. */
  readonly publicUrl: string | null;
  /** Stores addresses before their owners learn them. */
  readonly told: Pick<AddressFile, 'keep'>;
  readonly clock: Clock;
  readonly random: RandomBytes;
}

/** Registers wallets and assigns deposit addresses to owners. */
export class WalletService {
  readonly #options: WalletServiceOptions;
  /** Treasuries, tokens and contracts of all chains, none of which can be the wallet of an owner. */
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

  /** Lists the wallets of an owner, followed by those that other owners took over by a proof. */
  async list(owner: string): Promise<readonly (RegisteredWallet & Partial<ReplacedWallet>)[]> {
    const { addresses } = this.#options;
    const [registered, replaced] = await Promise.all([
      addresses.listWallets(owner),
      addresses.listReplaced(owner),
    ]);
    return [...registered, ...replaced];
  }

  /**
   * Registers a wallet for an owner.
   *
   * @param signature Signature of the open challenge by the key of the wallet; absent: no proof.
   * @throws {LedgerUnavailableError} when the wallet cannot be stored.
   */
  async register(owner: string, text: string, signature?: string): Promise<WalletOutcome> {
    const isProof = signature !== undefined;
    const facts = { ...(await this.#readFacts(owner, text)), isProof };
    // Nodes are asked last, and only about a wallet that passes every other check.
    const first = decideWallet(facts);
    if (first.status !== 'register') return first;
    const proof = isProof ? await this.#findProof(first.wallet, owner, signature) : null;
    if (isProof && proof === null) return { status: 'wrong_proof' };
    const codes = await this.#findCodes(first.wallet);
    // Positions are read after the codes: a later position leaves fewer public transfers that could be claimed.
    const { positions, silent } = await this.#findPositions(first.wallet.family);
    const decision = decideWallet({ ...facts, codes, silent });
    if (decision.status !== 'register') return decision;
    const { addresses } = this.#options;
    return toWalletOutcome(await addresses.register(decision.wallet, owner, positions, proof));
  }

  /**
   * Creates a challenge for the key of a wallet to sign.
   *
   * @throws {LedgerUnavailableError} when the challenge cannot be stored.
   */
  async challenge(
    owner: string,
    text: string,
  ): Promise<WalletChallenge | Exclude<WalletOutcome, { status: 'registered' }>> {
    const { addresses, publicUrl, clock, random } = this.#options;
    const facts = { ...(await this.#readFacts(owner, text)), isProof: true };
    const decision = decideWallet(facts);
    if (decision.status === 'registered')
      throw new Error('the decision requires a proof although none is needed');
    if (decision.status !== 'register') return decision;
    const { wallet } = decision;
    const { isSignedBy, showAddress } = getFamily(wallet.family);
    if (isSignedBy === undefined) return { status: 'no_proofs' };
    if (await addresses.isProvedByOther(wallet, owner)) return { status: 'not_allowed' };
    const shown = showAddress(wallet.address);
    const challenge = createChallenge({ publicUrl, owner, wallet, shown, random, now: clock() });
    await addresses.challenge(wallet, owner, challenge);
    return challenge;
  }

  /** Finds the facts that the removal of a wallet needs. Changes nothing. */
  async prepareRemoval(owner: string, text: string): Promise<PreparedRemoval> {
    const wallet = readAnyAddress(text);
    if (wallet === null) return { status: 'no_wallet' };
    const owned = await this.#options.addresses.listWallets(owner);
    if (!owned.some(({ family, address }) => family === wallet.family && address === wallet.address))
      return { status: 'not_registered' };
    const { positions, silent } = await this.#findPositions(wallet.family);
    if (silent[0] !== undefined) return { status: 'unknown', chain: silent[0] };
    return { status: 'ready', removal: { ...wallet, owner, positions } };
  }

  /**
   * Removes a wallet from its owner, who keeps its earlier deposits.
   *
   * @returns false: the owner no longer has the wallet.
   * @throws {LedgerUnavailableError} when the removal cannot be stored.
   */
  remove({ owner, positions, ...wallet }: WalletRemoval): Promise<boolean> {
    return this.#options.addresses.remove(wallet, owner, positions);
  }

  /** Finds the nonce of the challenge that a signature answers; null: none. */
  async #findProof(wallet: FamilyAddress, owner: string, signature: string): Promise<string | null> {
    const { addresses, clock } = this.#options;
    const { isSignedBy } = getFamily(wallet.family);
    const open = await addresses.listChallenges(wallet, owner);
    const found = open.find(
      ({ message, expiresAt }) =>
        expiresAt > clock() && isSignedBy?.(wallet.address, message, signature) === true,
    );
    return found?.nonce ?? null;
  }

  /** Finds the newest position of each chain of a family, and the chains that do not report one. */
  async #findPositions(
    family: string,
  ): Promise<{ readonly positions: readonly ScopePosition[]; readonly silent: readonly string[] }> {
    const signal = AbortSignal.timeout(NODE_TIMEOUT_MS);
    const positions: ScopePosition[] = [];
    const silent: string[] = [];
    await Promise.all(
      this.#options.chains
        .filter(({ chain }) => chain.family === family)
        .map(async ({ chain: { name, scope }, findHead }) => {
          if (findHead === undefined) return;
          const head = await findHead(signal).catch(() => null);
          if (head === null) silent.push(name);
          else positions.push({ scope, position: head.position });
        }),
    );
    return { positions, silent };
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

  /** Lists the names of the chains on which each owner has an address of its own. */
  listAddressChains(): string[] {
    return this.#forwarding.map(({ name }) => name);
  }

  /**
   * Returns the addresses of an owner, which are assigned on first request; null: there is no chain with that name.
   *
   * @param ownerUid 16 random bytes that belong to the owner.
   * @param name Name of one chain; absent: every chain with addresses for owners.
   */
  async assignAddresses(owner: string, ownerUid: Uint8Array, name?: string): Promise<OwnAddress[] | null> {
    const chains = this.#forwarding.filter((chain) => name === undefined || chain.name === name);
    if (chains.length === 0) return null;
    return Promise.all(chains.map((chain) => this.#assignAddress(chain, owner, ownerUid)));
  }

  async #assignAddress(chain: Chain, owner: string, ownerUid: Uint8Array): Promise<OwnAddress> {
    const { addresses, told } = this.#options;
    const { showAddress, ownerAddresses } = getFamily(chain.family);
    if (ownerAddresses === undefined)
      throw new Error(`chains of ${chain.family} have no deposit addresses for single owners`);
    const known = await addresses.findAssigned(chain.scope, owner);
    const { address, salt, factory, implementation } =
      known ?? (await addresses.assign(chain.scope, ownerAddresses.derive(chain, owner, ownerUid)));
    const { name, scope } = chain;
    const uid = Buffer.from(ownerUid).toString('hex');
    await told.keep({ uid, owner, chain: name, scope, address, salt, factory, implementation });
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

import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { DAY_MS } from '../../src/domain/index.ts';
import { deriveAddress, findPrivateKey } from '../../src/signatures/index.ts';
import { toHex, toUuid } from '../hex.ts';
import type { VenueView } from '../venue-view.ts';
import { mapVenues, type SimulatedVenue } from '../world/venues.ts';
import { SimAccount } from './account.ts';
import { Exchange } from './exchange.ts';

/** A user who may trade at the simulated venue, with its credentials. */
export interface HyperliquidUser {
  readonly account: SimAccount;
  readonly address: string;
  /** Agents by address, with the time at which each agent's validity ends, in epoch ms. */
  readonly agents: Map<string, { readonly name: string; readonly validUntil: number }>;
}
export interface PolymarketUser {
  readonly account: SimAccount;
  readonly keyAddress: string;
  readonly funder: string;
  readonly signatureType: number;
  readonly apiKey: { readonly key: string; readonly secret: string; readonly passphrase: string };
  isClosedOnly: boolean;
}
export interface KalshiUser {
  readonly account: SimAccount;
  readonly keyId: string;
  readonly publicKeyPem: string;
  readonly scopes: readonly string[];
}
export interface LimitlessUser {
  readonly account: SimAccount;
  readonly profileId: number;
  readonly tokenId: string;
  /** base64 */
  readonly tokenSecret: string;
  readonly keyAddress: string;
  readonly smartWallet: string | null;
  readonly scopes: readonly string[];
  readonly feeRateBps: number;
  /** Whether the fee module of newer markets may take USDC. */
  readonly isFeeModuleApproved: boolean;
}

export interface RegisterOptions {
  readonly venue: SimulatedVenue;
  /** Dollars to begin with. */
  readonly usd?: number;
  /** Signature type of Polymarket orders: 0 wallet key, 1 proxy, 2 Safe, 3 deposit wallet. */
  readonly signatureType?: 0 | 1 | 2 | 3;
  /** Rights of the Kalshi key or the Limitless token; those for trading without. */
  readonly scopes?: readonly string[];
  /** Kind of the Kalshi key; an RSA one without. */
  readonly keyKind?: 'rsa' | 'ed25519';
  /** Whether a Limitless account approved USDC to the fee module; true without. */
  readonly feeModuleApproved?: boolean;
  /** Whether the account is one of Limitless whose money is in a smart wallet. */
  readonly smartWallet?: boolean;
}

/** A new account, with the credential in the form that the bot stores. */
export interface NewAccount {
  readonly venue: SimulatedVenue;
  readonly account: string;
  readonly kind: 'wallet' | 'apiKey';
  readonly secret: Readonly<Record<string, string>>;
}

const DEFAULT_USD = 1_000;
const MAX_USERS = 1_000;
const AGENT_LIFE_MS = 90 * DAY_MS;
const makeKeyPair = promisify(generateKeyPair);

/**
 * The order side of the simulated venues: their users, and one exchange each. Wallet keys are made from the
 * seed and a number, so that a demo has the same ones every time; they are worth nothing anywhere.
 */
export class TradingRegistry {
  readonly hyperliquid = new Map<string, HyperliquidUser>();
  /** Address of the account by the address of its agent, in lower case. */
  readonly masterByAgent = new Map<string, string>();
  readonly polymarket = new Map<string, PolymarketUser>();
  readonly kalshi = new Map<string, KalshiUser>();
  readonly limitless = new Map<string, LimitlessUser>();
  readonly exchanges: Readonly<Record<SimulatedVenue, Exchange>>;
  readonly #views: Readonly<Record<SimulatedVenue, VenueView>>;
  readonly #seed: number;
  #count = 0;

  constructor(views: Readonly<Record<SimulatedVenue, VenueView>>, seed: number) {
    this.#views = views;
    this.#seed = seed;
    this.exchanges = mapVenues((venue) => {
      const view = views[venue];
      return new Exchange({
        now: () => view.now(),
        priceTime: () => view.priceTime(),
        holdMs: () => view.faults.holdMs(venue),
        failsOnChain: () => view.faults.failsOnChain(venue),
        nets: venue === 'kalshi',
        keepsShares: venue === 'polymarket' || venue === 'limitless',
      });
    });
  }

  /** Opens an account. @throws {RangeError} when there are too many. */
  async register(options: RegisterOptions): Promise<NewAccount> {
    if (this.#count >= MAX_USERS) throw new RangeError('the simulator has accounts enough');
    const number = this.#count++;
    const { venue, usd = DEFAULT_USD } = options;
    const key = (role: string) => `0x${toHex(`${role} ${this.#seed} ${number}`)}`;
    const toAddress = (privateKey: string) => deriveAddress(findPrivateKey(privateKey) as Uint8Array);
    const open = (id: string) => {
      const account = new SimAccount(id, usd);
      this.exchanges[venue].add(account);
      return account;
    };
    switch (venue) {
      case 'hyperliquid': {
        const address = toAddress(key('owner')).toLowerCase();
        const agentPrivateKey = key('agent');
        const agent = toAddress(agentPrivateKey).toLowerCase();
        const validUntil = this.#views.hyperliquid.now() + AGENT_LIFE_MS;
        const agents = new Map([[agent, { name: 'bot', validUntil }]]);
        this.hyperliquid.set(address, { account: open(address), address, agents });
        this.masterByAgent.set(agent, address);
        return {
          venue,
          account: address,
          kind: 'wallet',
          secret: { agentPrivateKey, accountAddress: address },
        };
      }
      case 'polymarket': {
        const { signatureType = 0 } = options;
        const privateKey = key('wallet');
        const keyAddress = toAddress(privateKey);
        const funder = signatureType === 0 ? keyAddress : toAddress(key('contract'));
        const apiKey = {
          key: toUuid(`api key ${keyAddress}`),
          secret: toPaddedBase64Url(Buffer.from(toHex(`api secret ${keyAddress}`), 'hex')),
          passphrase: toHex(`passphrase ${keyAddress}`),
        };
        const account = open(funder.toLowerCase());
        this.polymarket.set(keyAddress.toLowerCase(), {
          account,
          keyAddress,
          funder,
          signatureType,
          apiKey,
          isClosedOnly: false,
        });
        return {
          venue,
          account: funder,
          kind: 'wallet',
          secret: {
            privateKey,
            funder,
            signatureType: String(signatureType),
            apiKey: apiKey.key,
            apiSecret: apiKey.secret,
            apiPassphrase: apiKey.passphrase,
          },
        };
      }
      case 'kalshi': {
        const { scopes = ['read', 'write::trade'], keyKind = 'rsa' } = options;
        const { privateKey, publicKey } = await newKeyPair(keyKind);
        const keyId = toUuid(`kalshi key ${this.#seed} ${number}`);
        const publicKeyPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
        this.kalshi.set(keyId, { account: open(keyId), keyId, publicKeyPem, scopes });
        const type = keyKind === 'rsa' ? 'pkcs1' : 'pkcs8';
        const privateKeyPem = privateKey.export({ type, format: 'pem' }).toString();
        return { venue, account: keyId, kind: 'apiKey', secret: { keyId, privateKeyPem } };
      }
      case 'limitless': {
        const { scopes = ['trading'] } = options;
        const privateKey = key('wallet');
        const keyAddress = toAddress(privateKey);
        const smartWallet = options.smartWallet === true ? toAddress(key('smart wallet')) : null;
        const tokenId = `tok_${toHex(`token ${keyAddress}`).slice(0, 20)}`;
        const tokenSecret = Buffer.from(toHex(`token secret ${keyAddress}`), 'hex').toString('base64');
        const account = open((smartWallet ?? keyAddress).toLowerCase());
        this.limitless.set(tokenId, {
          account,
          profileId: 10_000 + number,
          tokenId,
          tokenSecret,
          keyAddress,
          smartWallet,
          scopes,
          feeRateBps: 300,
          isFeeModuleApproved: options.feeModuleApproved ?? true,
        });
        return {
          venue,
          account: account.id,
          kind: 'wallet',
          secret: { tokenId, tokenSecret, privateKey, ...(smartWallet === null ? {} : { smartWallet }) },
        };
      }
    }
  }
}

/** Encodes as the venue encodes its secrets, with padding: packages that decode strictly reject a secret without it. */
function toPaddedBase64Url(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('+', '-').replaceAll('/', '_');
}

function newKeyPair(kind: 'rsa' | 'ed25519') {
  return kind === 'rsa' ? makeKeyPair('rsa', { modulusLength: 2_048 }) : makeKeyPair('ed25519');
}

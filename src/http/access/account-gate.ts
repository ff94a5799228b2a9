import type { KeyRing } from '../../accounts/key-ring.ts';
import { type KeyRecord, mayRead } from '../../accounts/keys.ts';
import type { KeyHolder, Principal } from '../../accounts/principal.ts';
import { RateLimiter } from '../../accounts/rate-limiter.ts';
import type { StreamSlots } from '../../accounts/stream-slots.ts';
import { includesFeature, MIN_TIER, TIERS, type Tier, type TierLimits } from '../../accounts/tiers.ts';
import type { CountedUse, UsageMeter } from '../../accounts/usage-meter.ts';
import type { PricedUse, PriceList } from '../../billing/prices.ts';
import { MINUTE_MS, type MicroUsd, NO_MONEY } from '../../domain/index.ts';
import { ApiError } from '../responses/errors.ts';
import type { AdminCheck } from './admin-check.ts';
import { toNetwork } from './client-network.ts';
import {
  type AccessGate,
  type Admission,
  type Call,
  NOTHING_TO_REFUND,
  type Outcome,
  type ReadyCall,
  type Refund,
} from './gate.ts';
import type { KeyCheck } from './key-check.ts';
import { LimitHeaders, type Standing } from './limit-headers.ts';

/** Charges an owner for one use. */
export interface Cashier {
  /**
   * @returns The way to give it back.
   * @throws {ApiError} 402 `insufficient_balance`, 503 `ledger_unavailable`; nothing is charged then.
   */
  charge(owner: string, use: PricedUse, amount: MicroUsd): Promise<Refund>;
}

export interface AccountGateOptions {
  readonly keys: KeyRing;
  readonly keyCheck: KeyCheck;
  readonly adminCheck: AdminCheck;
  readonly usage: UsageMeter;
  readonly slots: StreamSlots;
  readonly tiers: Readonly<Record<Tier, TierLimits>>;
  /** All 0 while prepaid billing is off. */
  readonly prices: PriceList;
  readonly cashier: Cashier;
  readonly accountRatePerMin: number;
  readonly webhookRatePerMin: number;
  /** Monotonic ms. */
  readonly now: () => number;
}

/** Of callers whose requests are neither counted nor charged. */
/** Payment providers send from few addresses, and anybody can be counted here. */
const MAX_WEBHOOK_CALLERS = 10_000;

const FREE_ADMISSION: Admission = {
  headers: {},
  price: NO_MONEY,
  charge: async () => NOTHING_TO_REFUND,
  settle: () => undefined,
  isLive: () => true,
};

/**
 * Accounts behind the HTTP server: who calls, whether they may, and what is left to them.
 *
 * A request that is refused with 401, 402, 403 or 429 uses up nothing, also when the refusal comes after it was
 * counted.
 */
export class AccountGate implements AccessGate {
  readonly #options: AccountGateOptions;
  readonly #rates = new RateLimiter();
  /** Calls about the account itself use neither rate nor quota; they have a limit of their own. */
  readonly #accountRates = new RateLimiter();
  readonly #webhookRates = new RateLimiter(MINUTE_MS, MAX_WEBHOOK_CALLERS);
  readonly #headers: Readonly<Record<Tier, LimitHeaders>>;
  /** A record never changes, so its holder is made once. */
  readonly #holders = new WeakMap<KeyRecord, KeyHolder>();

  constructor(options: AccountGateOptions) {
    this.#options = options;
    this.#headers = Object.fromEntries(
      TIERS.map((tier) => [tier, new LimitHeaders(tier, options.tiers[tier])]),
    ) as Record<Tier, LimitHeaders>;
  }

  authenticate(call: Call): Principal | Promise<Principal> {
    const { access } = call.facts;
    if (access === 'admin') {
      this.#options.adminCheck.require(call);
      return { kind: 'operator' };
    }
    if (access === 'webhook') return { kind: 'provider' };
    const found = this.#options.keyCheck.require(call);
    return found instanceof Promise
      ? found.then((record) => this.#getHolder(record))
      : this.#getHolder(found);
  }

  admit(call: Call, principal: Principal): Admission | Promise<Admission> {
    if (principal.kind === 'provider') {
      this.#limitRate(this.#webhookRates, toNetwork(call.ip), this.#options.webhookRatePerMin);
      return FREE_ADMISSION;
    }
    if (principal.kind !== 'key') return FREE_ADMISSION;
    const { key } = principal;
    const { keys, usage, accountRatePerMin } = this.#options;
    keys.noteUse(key.hash);
    if (call.facts.access === 'key') {
      if (call.facts.isRatedByHandler !== true) {
        this.#limitRate(this.#accountRates, key.botId, accountRatePerMin);
      }
      return { ...FREE_ADMISSION, isLive: () => keys.isLive(key) };
    }
    if (usage.knows(key.botId)) return this.#admitKey(call, key);
    return usage.load(key.botId).then(() => this.#admitKey(call, key));
  }

  tryAdmit(call: ReadyCall): readonly string[] | null {
    const { keyCheck, usage, keys } = this.#options;
    const key = keyCheck.peek(call.headers);
    if (key === null || !usage.knows(key.botId)) return null;
    if (this.#refusalByRights(call, key) !== null || this.#take(call, key) !== null) return null;
    keys.noteUse(key.hash);
    return this.#headers[key.tier].list(this.#getStanding(key));
  }

  /**
   * Counts a call of a route that is rated by its handler.
   *
   * @throws {ApiError} 429 `rate_limited`.
   */
  countCall(botId: string): void {
    this.#limitRate(this.#accountRates, botId, this.#options.accountRatePerMin);
  }

  #admitKey(call: Call, key: KeyRecord): Admission {
    const { slots, tiers, prices, cashier, keys } = this.#options;
    const refusal = this.#refusalByRights(call, key) ?? this.#take(call, key);
    if (refusal !== null) throw refusal;

    let isCounted = true;
    const giveBack = () => {
      if (!isCounted) return;
      isCounted = false;
      this.#giveBack(call, key);
    };
    let freeSlot = () => {};
    if (call.facts.isStream === true && call.method !== 'HEAD') {
      const limit = tiers[key.tier].maxConcurrentStreams;
      const taken = slots.take(key.botId, limit);
      if (taken === null) {
        giveBack();
        throw new ApiError(
          'too_many_streams',
          `the ${key.tier} tier allows ${limit} streams at once; close one first`,
          { headers: { ...this.#buildHeaders(key), 'retry-after': '30' } },
        );
      }
      freeSlot = taken;
    }
    const { price: use } = call.facts;
    const price = use === undefined ? NO_MONEY : prices[use];
    return {
      headers: this.#buildHeaders(key),
      price,
      charge: async () => {
        if (use === undefined) return NOTHING_TO_REFUND;
        try {
          return await cashier.charge(key.owner, use, price);
        } catch (error) {
          if (!(error instanceof ApiError) || error.statusCode !== 402) throw error;
          giveBack();
          throw new ApiError(error.code, error.message, {
            headers: { ...error.headers, ...this.#buildHeaders(key) },
            extra: error.extra,
          });
        }
      },
      settle: ({ status }: Outcome) => {
        freeSlot();
        if (status === 402 || status === 429) giveBack();
      },
      isLive: () => keys.isLive(key),
    };
  }

  /** Tier, then venue. */
  #refusalByRights({ facts, venues }: Pick<Call, 'facts' | 'venues'>, key: KeyRecord): ApiError | null {
    const { feature } = facts;
    if (feature !== undefined && !includesFeature(key.tier, feature)) {
      return new ApiError(
        'tier_required',
        `${feature} needs the tier ${MIN_TIER[feature]} and this key has ${key.tier}`,
        { headers: this.#buildHeaders(key), extra: { feature, minimumTier: MIN_TIER[feature] } },
      );
    }
    if (mayRead(key, venues)) return null;
    const message =
      venues === 'several'
        ? 'this endpoint reads several venues and the key is entitled to some of them only'
        : `the key is not entitled to ${venues}`;
    return new ApiError('venue_not_entitled', message, { headers: this.#buildHeaders(key) });
  }

  /** Rate, then quota. Takes one of each, or of none. */
  #take(call: Pick<Call, 'route' | 'venues'>, key: KeyRecord): ApiError | null {
    const { tiers, usage, now } = this.#options;
    const { ratePerMin, monthlyQuota } = tiers[key.tier];
    const ring = this.#rates.ring(key.botId, now());
    if (!ring.take(now(), ratePerMin)) {
      const retryAfterS = Math.max(1, ring.secondsUntilMore(now()));
      return new ApiError('rate_limited', `the key may make ${ratePerMin} requests a minute`, {
        headers: { ...this.#buildHeaders(key), 'retry-after': String(retryAfterS) },
      });
    }
    if (usage.take(toCountedUse(call, key), monthlyQuota)) return null;
    ring.giveBack(now());
    return new ApiError(
      'quota_exceeded',
      `the key may make ${monthlyQuota} requests a calendar month (UTC)`,
      {
        headers: { ...this.#buildHeaders(key), 'retry-after': String(usage.secondsLeft()) },
      },
    );
  }

  #giveBack(call: Call, key: KeyRecord): void {
    const { usage, now } = this.#options;
    this.#rates.ring(key.botId, now()).giveBack(now());
    usage.giveBack(toCountedUse(call, key));
  }

  #buildHeaders(key: KeyRecord): Record<string, string> {
    return this.#headers[key.tier].record(this.#getStanding(key));
  }

  #getStanding({ tier, botId }: KeyRecord): Standing {
    const { tiers, usage } = this.#options;
    const { ratePerMin, monthlyQuota } = tiers[tier];
    const now = this.#options.now();
    const ring = this.#rates.ring(botId, now);
    return {
      rateRemaining: ring.remaining(now, ratePerMin),
      rateResetS: ring.secondsUntilMore(now),
      quotaRemaining: usage.remaining(botId, monthlyQuota),
      quotaResetS: usage.secondsLeft(),
    };
  }

  #limitRate(limiter: RateLimiter, key: string, perMin: number): void {
    const now = this.#options.now();
    const ring = limiter.ring(key, now);
    if (ring.take(now, perMin)) return;
    throw new ApiError('rate_limited', `at most ${perMin} calls of this kind a minute`, {
      headers: { 'retry-after': String(Math.max(1, ring.secondsUntilMore(now))) },
    });
  }

  #getHolder(key: KeyRecord): KeyHolder {
    let holder = this.#holders.get(key);
    if (holder === undefined) {
      holder = { kind: 'key', key };
      this.#holders.set(key, holder);
    }
    return holder;
  }
}

function toCountedUse({ route, venues }: Pick<Call, 'route' | 'venues'>, { botId }: KeyRecord): CountedUse {
  return { botId, endpoint: route, venue: venues === 'several' ? null : venues };
}

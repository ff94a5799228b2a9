import type { KeyRing } from '../../accounts/keys/key-ring.ts';
import type { KeyRecord } from '../../accounts/keys/keys.ts';
import { LocalRateLimits } from '../../accounts/limits/local-rate-limits.ts';
import type { RateLimits } from '../../accounts/limits/rate-limits.ts';
import type { LimitStanding, RequestCount, RequestLimits } from '../../accounts/limits/request-limits.ts';
import type { FreeSlot, StreamSlots } from '../../accounts/limits/stream-slots.ts';
import type { CountedUse } from '../../accounts/limits/usage-meter.ts';
import type { KeyHolder, Principal } from '../../accounts/principal.ts';
import { TIERS, type Tier, type TierLimits } from '../../accounts/tiers.ts';
import type { PriceList } from '../../billing/prices.ts';
import { NO_MONEY } from '../../domain/index.ts';
import { after, type Soon } from '../../scheduling/soon.ts';
import { ApiError } from '../responses/errors.ts';
import type { AdminCheck } from './admin-check.ts';
import type { Cashier } from './cashier.ts';
import { toNetwork } from './client-network.ts';
import {
  type AccessGate,
  type Admission,
  type Call,
  NOTHING_TO_REFUND,
  type Outcome,
  type ReadyCall,
} from './gate.ts';
import type { KeyLookup } from './key-lookup.ts';
import { explainLimit, findMissingRight, type Refusal } from './key-refusal.ts';
import { LimitHeaders } from './limit-headers.ts';
import { RefusalPace } from './refusal-pace.ts';

export interface AccountGateOptions {
  readonly keys: KeyRing;
  readonly keyCheck: KeyLookup;
  readonly adminCheck: AdminCheck;
  /** Request limits of a tier, counted by bot. */
  readonly limits: RequestLimits;
  /** Limit of calls about the account itself, which count against neither rate nor quota. */
  readonly accountRates: RateLimits;
  readonly slots: StreamSlots;
  readonly tiers: Readonly<Record<Tier, TierLimits>>;
  /** Prices, all 0 while prepaid billing is off. */
  readonly prices: PriceList;
  readonly cashier: Cashier;
  readonly accountRatePerMin: number;
  readonly webhookRatePerMin: number;
  /** Monotonic clock in ms. */
  readonly now: () => number;
}

/** Resources that an admitted request holds. */
interface AdmittedResources {
  readonly standing: LimitStanding;
  /** Gives everything back; repeated calls have no effect. */
  readonly giveBack: () => Soon<void>;
  /** Gives the quota back; the request still counts against the rate. */
  readonly giveBackQuota: () => Soon<void>;
  readonly freeSlot: FreeSlot;
}

/**
 * Maximum number of webhook callers that are counted. Payment providers send from few addresses, but anyone can call.
 */
const MAX_WEBHOOK_CALLERS = 10_000;

/** Admission of callers whose requests are neither counted nor charged. */
const FREE_ADMISSION: Admission = {
  headers: {},
  price: NO_MONEY,
  charge: async () => NOTHING_TO_REFUND,
  settle: () => undefined,
  isLive: () => true,
};

/**
 * Access gate of the HTTP server: identifies the caller, checks permissions, and counts rate, quota and stream slots.
 *
 * A request that is rejected with 401, 402, 403 or 429 uses up nothing, even if it was counted before. The exception is
 * a request that the balance does not cover: it has read the ledger and counts against the rate.
 */
export class AccountGate implements AccessGate {
  readonly #options: AccountGateOptions;
  readonly #webhookRates: RateLimits;
  readonly #pace = new RefusalPace();
  readonly #headers: Readonly<Record<Tier, LimitHeaders>>;
  /** Key holders by record. A record never changes, so each holder is created once. */
  readonly #holders = new WeakMap<KeyRecord, KeyHolder>();
  /**
   * Counts of requests that `tryAdmit` rejected, by their header fields. `admit` uses them instead of counting again.
   */
  readonly #refusals = new WeakMap<Call['headers'], RequestCount>();

  constructor(options: AccountGateOptions) {
    this.#options = options;
    this.#webhookRates = new LocalRateLimits({ now: options.now, maxKeys: MAX_WEBHOOK_CALLERS });
    this.#headers = Object.fromEntries(
      TIERS.map((tier) => [tier, new LimitHeaders(tier, options.tiers[tier])]),
    ) as Record<Tier, LimitHeaders>;
  }

  authenticate(call: Call): Principal | Promise<Principal> {
    const { access, admitsOperator = false } = call.facts;
    const { adminCheck } = this.#options;
    if (access === 'admin' || (admitsOperator && adminCheck.recognizes(call))) {
      return after(adminCheck.require(call), () => ({ kind: 'operator' }));
    }
    if (access === 'webhook') return { kind: 'provider' };
    if (admitsOperator) return this.#authenticateKey(call);
    return after(this.#options.keyCheck.require(call), (record) => this.#getHolder(record));
  }

  admit(call: Call, principal: Principal): Admission | Promise<Admission> {
    if (principal.kind === 'provider') {
      const { webhookRatePerMin } = this.#options;
      return after(
        this.#limitRate(this.#webhookRates, toNetwork(call.ip), webhookRatePerMin),
        () => FREE_ADMISSION,
      );
    }
    if (principal.kind !== 'key') return FREE_ADMISSION;
    const { key } = principal;
    const { keys } = this.#options;
    keys.noteUse(key.hash);
    if (call.facts.access === 'key') {
      const counted = call.facts.isRatedByHandler === true ? undefined : this.countCall(key.botId);
      return after(counted, () => ({ ...FREE_ADMISSION, isLive: () => keys.checkLive(key) }));
    }
    return this.#admitKey(call, key);
  }

  tryAdmit(call: ReadyCall): Soon<readonly string[] | null> {
    const { keyCheck, limits, keys, tiers } = this.#options;
    if (this.#refusals.has(call.headers)) return null;
    const key = keyCheck.peek(call.headers);
    if (key === null || findMissingRight(call, key) !== null) return null;
    const taken = limits.tryTake(toCountedUse(call, key), tiers[key.tier]);
    if (taken === null) return null;
    return after(taken, (count) => {
      if (count.refusedBy !== null) {
        this.#refusals.set(call.headers, count);
        return null;
      }
      keys.noteUse(key.hash);
      return this.#headers[key.tier].list(count.standing);
    });
  }

  /**
   * Counts a call of a route whose handler applies the rate limit itself.
   *
   * @throws {ApiError} 429 `rate_limited`.
   */
  countCall(botId: string): Soon<void> {
    const { accountRates, accountRatePerMin } = this.#options;
    return this.#limitRate(accountRates, botId, accountRatePerMin);
  }

  /** Authenticates a key where the admin token is accepted too: a wrong key counts as a guess of the token. */
  async #authenticateKey(call: Call): Promise<Principal> {
    try {
      return this.#getHolder(await this.#options.keyCheck.require(call));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'invalid_api_key')
        await this.#options.adminCheck.noteWrong(call);
      throw error;
    }
  }

  #admitKey(call: Call, key: KeyRecord): Soon<Admission> {
    const missing = findMissingRight(call, key);
    if (missing !== null) return this.#throwRefusal(key, missing);
    const { limits, tiers } = this.#options;
    const refused = this.#refusals.get(call.headers);
    return after(refused ?? limits.take(toCountedUse(call, key), tiers[key.tier]), (count) => {
      if (count.refusedBy === null) return this.#admitCounted(call, key, count.standing);
      const refusal = this.#describe(
        key,
        explainLimit(count.refusedBy, tiers[key.tier], count.standing),
        count.standing,
      );
      return after(this.#pace.delay(key.botId), () => {
        throw refusal;
      });
    });
  }

  /** Admits a counted request. A stream also needs a slot. */
  #admitCounted(call: Call, key: KeyRecord, standing: LimitStanding): Soon<Admission> {
    let isCounted = true;
    const { limits } = this.#options;
    const give = (back: 'giveBack' | 'giveBackQuota') => (): Soon<void> => {
      if (!isCounted) return;
      isCounted = false;
      return limits[back](toCountedUse(call, key));
    };
    const [giveBack, giveBackQuota] = [give('giveBack'), give('giveBackQuota')];
    if (call.facts.isStream !== true || call.method === 'HEAD') {
      return this.#grant(call, key, { standing, giveBack, giveBackQuota, freeSlot: () => undefined });
    }
    const limit = this.#options.tiers[key.tier].maxConcurrentStreams;
    return after(this.#options.slots.take(key.botId, limit), (freeSlot) => {
      if (freeSlot !== null) return this.#grant(call, key, { standing, giveBack, giveBackQuota, freeSlot });
      const message = `the ${key.tier} tier allows ${limit} streams at once; close one first`;
      return after(giveBack(), () =>
        this.#throwRefusal(key, { code: 'too_many_streams', message, retryAfterS: 30 }),
      );
    });
  }

  #grant(
    call: Call,
    key: KeyRecord,
    { standing, giveBack, giveBackQuota, freeSlot }: AdmittedResources,
  ): Admission {
    const { prices, cashier, keys } = this.#options;
    const { price: use } = call.facts;
    const price = use === undefined ? NO_MONEY : prices[use];
    return {
      headers: this.#headers[key.tier].record(standing),
      price,
      charge: async () => {
        if (use === undefined) return NOTHING_TO_REFUND;
        try {
          return await cashier.charge(key.owner, use, price);
        } catch (error) {
          if (!(error instanceof ApiError) || error.statusCode !== 402) throw error;
          // The call has read the ledger, so it still counts against the rate.
          await giveBackQuota();
          throw new ApiError(error.code, error.message, {
            headers: { ...error.headers, ...this.#headers[key.tier].record(await this.#readStanding(key)) },
            extra: error.extra,
          });
        }
      },
      settle: ({ status }: Outcome) => {
        freeSlot();
        if (status === 402) giveBackQuota();
        if (status === 429) giveBack();
      },
      isLive: () => keys.checkLive(key),
    };
  }

  /** Throws the refusal of a request, with the limits of the key. */
  #throwRefusal(key: KeyRecord, refusal: Refusal): Soon<never> {
    return after(this.#readStanding(key), (standing) => {
      throw this.#describe(key, refusal, standing);
    });
  }

  #describe(
    { tier }: KeyRecord,
    { code, message, retryAfterS, extra = {} }: Refusal,
    standing: LimitStanding,
  ): ApiError {
    const retry = retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) };
    return new ApiError(code, message, {
      headers: { ...this.#headers[tier].record(standing), ...retry },
      extra,
    });
  }

  #readStanding({ tier, botId }: KeyRecord): Soon<LimitStanding> {
    const { limits, tiers } = this.#options;
    return limits.readStanding(botId, tiers[tier]);
  }

  #limitRate(limits: RateLimits, key: string, perMin: number): Soon<void> {
    return after(limits.take(key, perMin), (isTaken) => {
      if (isTaken) return;
      return after(limits.readStanding(key, perMin), ({ secondsUntilMore }) =>
        after(this.#pace.delay(key), () => {
          throw new ApiError(
            'rate_limited',
            `at most ${perMin} calls of this kind are allowed a minute; wait before the next`,
            {
              headers: { 'retry-after': String(Math.max(1, secondsUntilMore)) },
            },
          );
        }),
      );
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
  return {
    botId,
    endpoint: route,
    venue: typeof venues === 'string' && venues !== 'several' ? venues : null,
  };
}

import type { KeyRing } from '../../accounts/keys/key-ring.ts';
import { letsLocalToolsIn } from '../../config/local-operator.ts';
import { AccountGate } from '../../http/access/account-gate.ts';
import { AdminCheck } from '../../http/access/admin-check.ts';
import type { Cashier } from '../../http/access/cashier.ts';
import { KeyLookup } from '../../http/access/key-lookup.ts';
import { WRONG_SNAPSHOT_TOKENS } from '../../http/access/snapshot-token.ts';
import type { Accounts, AccountsOptions } from './accounts.ts';
import type { Limits } from './limits.ts';
import { readPrices } from './prices.ts';

/** The checks that a request passes before its route. */
export type Gates = Pick<Accounts, 'gate' | 'botGate' | 'snapshotThrottle' | 'findKey'>;

/** Builds the gates of both APIs, which share keys, stream slots and counts of failures but not rates. */
export function buildGates(
  { config, secrets, now }: AccountsOptions,
  { keys, limits, cashier }: { readonly keys: KeyRing; readonly limits: Limits; readonly cashier: Cashier },
): Gates {
  const { accounts, bot } = config;
  const keyCheck = new KeyLookup({
    keys,
    throttle: limits.createThrottle('key', { limit: accounts.authFailuresPerMin }),
    now,
  });
  const createRates = (api: string) => ({
    limits: limits.createRequestLimits(`${api}:key`),
    accountRates: limits.createRates(`${api}:account`),
  });
  const shared = {
    keys,
    keyCheck,
    adminCheck: new AdminCheck({
      token: secrets.adminToken,
      openToLocalTools: letsLocalToolsIn(config),
      throttle: limits.createThrottle('admin', { limit: accounts.adminFailuresPerMin }),
    }),
    slots: limits.slots,
    tiers: accounts.tiers,
    prices: readPrices(config),
    cashier,
    webhookRatePerMin: accounts.webhookRatePerMin,
    now,
  };
  return {
    gate: new AccountGate({
      ...shared,
      ...createRates('api'),
      accountRatePerMin: accounts.accountRatePerMin,
    }),
    botGate: new AccountGate({ ...shared, ...createRates('bot'), accountRatePerMin: bot.ratePerMin }),
    snapshotThrottle: limits.createThrottle('snapshot', WRONG_SNAPSHOT_TOKENS),
    findKey: (request) => keyCheck.find(request),
  };
}

import { bindRoutes, type RouteSet } from '../../routing/registration.ts';
import { type FlagRouteOptions, registerFlags } from '../admin/flags.ts';
import type { AccountRouteOptions } from './account-options.ts';
import { registerBalance } from './balance.ts';
import { registerCredit } from './credit.ts';
import { registerDepositAddress } from './deposit-address.ts';
import { registerDeposits } from './deposits.ts';
import { registerKeys } from './keys.ts';
import { registerRedeem } from './redeem.ts';
import { registerRescan } from './rescan.ts';
import { registerRotate } from './rotate.ts';
import { registerTreasury } from './treasury.ts';
import { registerUsage } from './usage.ts';
import { registerVouchers } from './vouchers.ts';
import { registerWallets } from './wallets.ts';
import { registerWebhooks, type WebhookRouteOptions } from './webhooks.ts';

/** Accounts, for their owners and for the operator. */
export const accountRoutes = (options: AccountRouteOptions): RouteSet => ({
  bodies: 'json',
  routes: bindRoutes(options, [
    registerUsage,
    registerBalance,
    registerRedeem,
    registerRotate,
    registerKeys,
    registerCredit,
    registerVouchers,
    registerTreasury,
    registerDeposits,
    registerRescan,
    registerWallets,
    registerDepositAddress,
  ]),
});

/** Where payment providers call: bodies are the bytes that they signed. */
export const webhookRoutes = (options: WebhookRouteOptions): RouteSet => ({
  bodies: 'raw',
  routes: bindRoutes(options, [registerWebhooks]),
});

/** Switches of the operator. */
export const adminRoutes = (options: FlagRouteOptions): RouteSet => ({
  bodies: 'json',
  routes: bindRoutes(options, [registerFlags]),
});

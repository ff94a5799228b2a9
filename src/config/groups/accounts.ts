import { choice, integer, matching, onOff, unlimitedOr } from '../../settings/parsers.ts';
import { setting } from '../../settings/setting.ts';

/** Declares a setting for the number of calls or failures within a time span. */
const attempts = (name: string, fallback: number, meaning: string) =>
  setting(name, integer(1, 1_000_000), fallback, meaning);

const tier = (name: string, rate: number, quota: number | null, streams: number) => ({
  ratePerMin: attempts(`TIER_${name}_RATE_PER_MIN`, rate, 'requests a minute of one key'),
  monthlyQuota: setting(
    `TIER_${name}_MONTHLY_QUOTA`,
    unlimitedOr(integer(0, 1_000_000_000_000)),
    quota,
    'requests of one key in a calendar month (UTC)',
  ),
  maxConcurrentStreams: setting(
    `TIER_${name}_STREAMS`,
    integer(0, 100_000),
    streams,
    'live streams of one key at once',
  ),
});

const price = (use: string, fallback: number, meaning: string) =>
  setting(`PRICE_${use}_MICROUSD`, integer(0, 1_000_000_000), fallback, meaning);

/** Settings of API access and prices. */
export const ACCOUNT_SETTINGS = {
  paidGating: setting('PAID_GATING', onOff, false, 'premium endpoints need a key'),
  prepaidBilling: setting('PREPAID_BILLING', onOff, false, 'premium use is charged to a prepaid balance'),
  keyPrefix: setting(
    'KEY_PREFIX',
    matching(/^[a-z][a-z0-9]{0,15}$/, 'up to 16 lower-case letters and digits'),
    'ct',
    'prefix of API keys; keys with another prefix are rejected',
  ),
  keyEnvironment: setting('KEY_ENV', choice('live', 'test'), 'live', 'second part of API keys'),
  voucherPrefix: setting(
    'VOUCHER_PREFIX',
    matching(/^[A-Z][A-Z0-9]{0,15}$/, 'up to 16 capital letters and digits'),
    'TAPE',
    'prefix of voucher codes',
  ),
  tiers: {
    free: tier('FREE', 60, 10_000, 0),
    pro: tier('PRO', 600, 1_000_000, 5),
    enterprise: tier('ENTERPRISE', 6_000, null, 50),
  },
  prices: {
    streamMicroUsd: price('STREAM', 1_000, 'of one live stream, in millionths of a dollar; 0: free'),
    tradeMicroUsd: price('TRADE', 10_000, 'of one filled trade, in millionths of a dollar; 0: free'),
  },
  accountRatePerMin: attempts('ACCOUNT_RATE_PER_MIN', 600, 'account calls a minute of one key'),
  webhookRatePerMin: attempts('WEBHOOK_RATE_PER_MIN', 6_000, 'webhook calls a minute of one address'),
  authFailuresPerMin: attempts('AUTH_FAILURES_PER_MIN', 30, 'wrong API keys a minute of one address'),
  adminFailuresPerMin: attempts('ADMIN_FAILURES_PER_MIN', 10, 'wrong admin tokens a minute of one address'),
  redeemFailuresPerOwner: attempts(
    'REDEEM_FAILURES_PER_OWNER',
    20,
    'wrong voucher codes of one owner in 10 minutes',
  ),
  redeemFailuresPerAddress: attempts(
    'REDEEM_FAILURES_PER_ADDRESS',
    60,
    'wrong voucher codes of one address in 10 minutes',
  ),
};

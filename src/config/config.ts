import path from 'node:path';
import { VENUES, type VenueId } from '../domain/index.ts';
import { isLoopbackHost, isPrivateAddress } from './addresses.ts';
import {
  addressRanges,
  endingIn,
  integer,
  matching,
  oneOf,
  onOff,
  orNone,
  type Parser,
  text,
  unlimitedOr,
  url,
  venues,
} from './parsers.ts';

/** One environment variable: how it reads, and what holds when it is not set. */
export interface Setting<T> {
  readonly variable: string;
  readonly parser: Parser<T>;
  readonly fallback: T;
  readonly meaning: string;
}

function setting<T>(variable: string, parser: Parser<T>, fallback: T, meaning: string): Setting<T> {
  return { variable: `CROSSTAPE_${variable}`, parser, fallback, meaning };
}

const pollMs = (venue: string, fallback: number) =>
  setting(`${venue}_POLL_MS`, integer(1_000, 3_600_000, 'milliseconds'), fallback, `interval between polls`);
const maxMarkets = (venue: string) =>
  setting(`${venue}_MAX_MARKETS`, integer(1, 100_000), 2_000, 'largest markets tracked, by 24 h volume');
const rest = (name: string, fallback: string) =>
  setting(`${name}_URL`, url('https', 'http'), fallback, 'base address');
const stream = (name: string, fallback: string) =>
  setting(`${name}_WS_URL`, url('wss', 'ws'), fallback, 'base address of the streams');

const trade = (venue: string, fallback: string) =>
  setting(`${venue}_TRADE_URL`, url('https', 'http'), fallback, 'address that orders are sent to');
const chainId = (venue: string, fallback: number) =>
  setting(
    `${venue}_TRADE_CHAIN_ID`,
    integer(1, Number.MAX_SAFE_INTEGER),
    fallback,
    'chain that orders are signed for',
  );
const contract = (name: string, fallback: string, meaning: string) =>
  setting(name, matching(/^0x[0-9a-fA-F]{40}$/, 'an address of 0x and 40 hex digits'), fallback, meaning);

const rate = (tier: string, fallback: number) =>
  setting(`TIER_${tier}_RATE_PER_MIN`, integer(1, 1_000_000), fallback, 'requests a minute of one key');
const quota = (tier: string, fallback: number | null) =>
  setting(
    `TIER_${tier}_MONTHLY_QUOTA`,
    unlimitedOr(integer(0, 1_000_000_000_000)),
    fallback,
    'requests of one key in a calendar month (UTC)',
  );
const slots = (tier: string, fallback: number) =>
  setting(`TIER_${tier}_STREAMS`, integer(0, 100_000), fallback, 'live streams of one key at once');
const attempts = (name: string, fallback: number, meaning: string) =>
  setting(name, integer(1, 1_000_000), fallback, meaning);
const capUsd = (name: string, fallback: number, meaning: string) =>
  setting(`${name}_CAP_USD`, integer(0, 1_000_000_000, 'US dollars'), fallback, meaning);
const price = (use: string, fallback: number, meaning: string) =>
  setting(`PRICE_${use}_MICROUSD`, integer(0, 1_000_000_000), fallback, meaning);

/** Every setting but the secrets (see `secrets.ts`), with every default. */
export const SETTINGS = {
  host: setting('HOST', text, '127.0.0.1', 'address to listen on'),
  port: setting('PORT', integer(0, 65_535), 8080, 'port of the main API; 0 takes a free one'),
  botPort: setting('BOT_PORT', integer(0, 65_535), 8081, 'port of the bot API; 0 takes a free one'),
  dataDir: setting('DATA_DIR', text, './data', 'directory of everything that is kept; one process at a time'),
  logLevel: setting(
    'LOG_LEVEL',
    oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    'info',
    'JSON lines on stderr; readable lines on a terminal',
  ),
  venues: setting('VENUES', venues, VENUES as readonly VenueId[], 'venues to record'),
  streams: setting('STREAMS', onOff, true, 'venue WebSockets; off: polling only'),
  metrics: setting('METRICS', onOff, true, 'Prometheus text at /metrics'),
  mcp: setting('MCP', onOff, false, 'Model Context Protocol over HTTP at /mcp'),
  paidGating: setting('PAID_GATING', onOff, false, 'premium endpoints need a key'),
  prepaidBilling: setting('PREPAID_BILLING', onOff, false, 'premium use is charged to a prepaid balance'),
  keyPrefix: setting(
    'KEY_PREFIX',
    matching(/^[a-z][a-z0-9]{0,15}$/, 'up to 16 lower-case letters and digits'),
    'ct',
    'how API keys begin',
  ),
  keyEnvironment: setting('KEY_ENV', oneOf('live', 'test'), 'live', 'second part of API keys'),
  voucherPrefix: setting(
    'VOUCHER_PREFIX',
    matching(/^[A-Z][A-Z0-9]{0,15}$/, 'up to 16 capital letters and digits'),
    'TAPE',
    'how voucher codes begin',
  ),
  publicUrl: setting(
    'PUBLIC_URL',
    orNone(url('https', 'http')),
    null,
    'base address that the API document names',
  ),
  botPublicUrl: setting(
    'BOT_PUBLIC_URL',
    orNone(url('https', 'http')),
    null,
    'address of the bot API where a proxy stands before it; the terminal asks there',
  ),
  freeRatePerMin: rate('FREE', 60),
  freeMonthlyQuota: quota('FREE', 10_000),
  freeStreams: slots('FREE', 0),
  proRatePerMin: rate('PRO', 600),
  proMonthlyQuota: quota('PRO', 1_000_000),
  proStreams: slots('PRO', 5),
  enterpriseRatePerMin: rate('ENTERPRISE', 6_000),
  enterpriseMonthlyQuota: quota('ENTERPRISE', null),
  enterpriseStreams: slots('ENTERPRISE', 50),
  priceStreamMicroUsd: price('STREAM', 1_000, 'of one live stream, in millionths of a dollar; 0: free'),
  priceTradeMicroUsd: price('TRADE', 10_000, 'of one filled trade, in millionths of a dollar; 0: free'),
  stripeMode: setting(
    'STRIPE_MODE',
    orNone(oneOf('live', 'test')),
    null,
    'only events of this mode of Stripe are taken; not set: of both',
  ),
  depositCapUsd: capUsd('DEPOSIT', 10_000, 'a larger deposit waits for a review'),
  depositDayCapUsd: capUsd(
    'DEPOSIT_DAY',
    25_000,
    'what one owner is credited a day (UTC) by deposits; the next one waits for a review',
  ),
  firstDepositCapUsd: capUsd(
    'FIRST_DEPOSIT',
    1_000,
    'a larger first deposit of a registered wallet waits for a review',
  ),
  chainsFile: setting(
    'CHAINS_FILE',
    orNone(text),
    null,
    'JSON file of the chains whose deposits are watched',
  ),
  sharedWalletsFile: setting(
    'SHARED_WALLETS_FILE',
    orNone(text),
    null,
    'addresses that many people share, one a line: nobody can register them',
  ),
  sanctionedWalletsFile: setting(
    'SANCTIONED_WALLETS_FILE',
    orNone(text),
    null,
    'addresses, one a line, that nobody can register and whose deposits wait for a review',
  ),
  botExecMode: setting(
    'BOT_EXEC_MODE',
    oneOf('mock', 'live'),
    'mock',
    'where orders of bots go: a mock venue, or the venues themselves',
  ),
  botLiveExecution: setting(
    'BOT_LIVE_EXECUTION',
    onOff,
    false,
    'the second switch of live orders; off: they are refused',
  ),
  botMockFills: setting(
    'BOT_MOCK_FILLS',
    oneOf('mark', 'book'),
    'mark',
    'how the mock venue fills: the whole order at its mark price, or what the live book holds',
  ),
  botMaxSlippageBps: setting(
    'BOT_MAX_SLIPPAGE_BPS',
    integer(0, 10_000),
    100,
    'how far from its mark price an order may trade',
  ),
  botRatePerMin: attempts('BOT_RATE_PER_MIN', 300, 'keyed bot calls a minute of one bot'),
  botGlobalKill: setting(
    'BOT_GLOBAL_KILL',
    onOff,
    false,
    'whether all trading is halted at the first start; afterwards POST /api/admin/flags rules',
  ),
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
  walletAttemptsPerOwner: attempts(
    'WALLET_ATTEMPTS_PER_OWNER',
    60,
    'registrations of wallets that one owner may try in 10 minutes',
  ),
  maxStreams: setting('MAX_STREAMS', integer(1, 1_000_000), 5_000, 'live streams open at once'),
  maxStreamsPerAddress: setting(
    'MAX_STREAMS_PER_ADDRESS',
    integer(1, 1_000_000),
    20,
    'live streams of one address, or of one IPv6 /64 network',
  ),
  heavyThreads: setting(
    'HEAVY_THREADS',
    integer(0, 64),
    0,
    'threads for long answers; 0: one less than there are cores, 1 to 4',
  ),
  maxHeavy: setting('MAX_HEAVY', integer(1, 100_000), 512, 'long answers that may wait for a thread'),
  maxHeavyPerAddress: setting(
    'MAX_HEAVY_PER_ADDRESS',
    integer(1, 100_000),
    64,
    'those of one address, or of one IPv6 /64 network',
  ),
  linksDisputeGapPct: setting(
    'LINKS_DISPUTE_GAP_PCT',
    integer(1, 100),
    10,
    'mids of linked markets further apart than so many cents of a dollar dispute the link',
  ),
  linksDisputeMinutes: setting(
    'LINKS_DISPUTE_MINUTES',
    integer(1, 100_000),
    15,
    'for so long they have to stay apart, both books two-sided',
  ),
  allowPrivateUpstreams: setting(
    'ALLOW_PRIVATE_UPSTREAMS',
    onOff,
    false,
    'production may ask venue addresses inside a private network',
  ),
  trustedProxies: setting('TRUSTED_PROXIES', addressRanges, [], 'proxies whose X-Forwarded-For is believed'),

  hyperliquidUrl: rest('HYPERLIQUID', 'https://api.hyperliquid.xyz'),
  hyperliquidWsUrl: stream('HYPERLIQUID', 'wss://api.hyperliquid.xyz/ws'),
  polymarketGammaUrl: rest('POLYMARKET_GAMMA', 'https://gamma-api.polymarket.com'),
  polymarketClobUrl: rest('POLYMARKET_CLOB', 'https://clob.polymarket.com'),
  polymarketDataUrl: rest('POLYMARKET_DATA', 'https://data-api.polymarket.com'),
  polymarketWsUrl: stream('POLYMARKET', 'wss://ws-subscriptions-clob.polymarket.com'),
  kalshiUrl: rest('KALSHI', 'https://external-api.kalshi.com/trade-api/v2'),
  kalshiWsUrl: stream('KALSHI', 'wss://external-api-ws.kalshi.com/trade-api/ws/v2'),
  limitlessUrl: rest('LIMITLESS', 'https://api.limitless.exchange'),
  limitlessWsUrl: stream('LIMITLESS', 'wss://ws.limitless.exchange'),

  hyperliquidTradeUrl: trade('HYPERLIQUID', 'https://api.hyperliquid.xyz'),
  hyperliquidTradeChainId: setting(
    'HYPERLIQUID_TRADE_CHAIN_ID',
    oneOf('mainnet', 'testnet'),
    'mainnet',
    'network that orders are signed for',
  ),
  polymarketTradeUrl: trade('POLYMARKET', 'https://clob.polymarket.com'),
  polymarketTradeChainId: chainId('POLYMARKET', 137),
  polymarketTradeExchange: contract(
    'POLYMARKET_TRADE_EXCHANGE',
    '0xE111180000d2663C0091e4f400237545B87B996B',
    'contract that orders of most markets are signed for',
  ),
  polymarketTradeNegRiskExchange: contract(
    'POLYMARKET_TRADE_NEG_RISK_EXCHANGE',
    '0xe2222d279d744050d28e00520010520000310F59',
    'contract that orders of markets with several outcomes are signed for',
  ),
  kalshiTradeUrl: setting(
    'KALSHI_TRADE_URL',
    endingIn(url('https', 'http'), '/trade-api/v2'),
    'https://external-api.kalshi.com/trade-api/v2',
    'address that orders are sent to',
  ),
  limitlessTradeUrl: trade('LIMITLESS', 'https://api.limitless.exchange'),
  limitlessTradeChainId: chainId('LIMITLESS', 8_453),

  hyperliquidPollMs: pollMs('HYPERLIQUID', 5_000),
  polymarketPollMs: pollMs('POLYMARKET', 30_000),
  kalshiPollMs: pollMs('KALSHI', 30_000),
  limitlessPollMs: pollMs('LIMITLESS', 60_000),
  hyperliquidMaxMarkets: maxMarkets('HYPERLIQUID'),
  polymarketMaxMarkets: maxMarkets('POLYMARKET'),
  kalshiMaxMarkets: maxMarkets('KALSHI'),
  limitlessMaxMarkets: maxMarkets('LIMITLESS'),
} as const;

type ValueOf<S> = S extends Setting<infer T> ? T : never;

/** The checked settings, frozen. */
export type Config = { readonly [Name in keyof typeof SETTINGS]: ValueOf<(typeof SETTINGS)[Name]> } & {
  readonly production: boolean;
};

/** Where the outside stores are configured; this version has the embedded ones only. */
export const OUTSIDE_STORES = ['CROSSTAPE_HISTORY_URL', 'CROSSTAPE_DATABASE_URL', 'CROSSTAPE_REDIS_URL'];

/** One or more settings are wrong. The message has one line for each. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`the configuration is wrong:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/**
 * Reads every setting once. An empty variable counts as not set.
 *
 * @param overrides Values from the command line, which win over the environment.
 * @throws {ConfigError} that names every wrong setting, its value and what is allowed.
 */
export function readConfig(env: NodeJS.ProcessEnv, overrides: Partial<Config> = {}): Config {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, { variable, parser, fallback }] of Object.entries(SETTINGS) as [
    string,
    Setting<unknown>,
  ][]) {
    const given = env[variable];
    const parsed = given === undefined || given === '' ? fallback : parser.parse(given);
    if (parsed === undefined) {
      problems.push(`${variable}=${withoutCredentials(String(given))}: must be ${parser.allowed}`);
    }
    values[name] = parsed;
  }
  for (const variable of OUTSIDE_STORES) {
    if (env[variable])
      problems.push(`${variable} is set: this version has the embedded stores only, leave it unset`);
  }
  const config = Object.freeze({
    ...values,
    production: env.NODE_ENV === 'production',
    ...overrides,
  }) as unknown as Config;
  if (problems.length === 0) problems.push(...unsafeSettings(config));
  if (problems.length > 0) throw new ConfigError(problems);
  return { ...config, dataDir: path.resolve(config.dataDir) };
}

/** What production refuses: venue addresses without TLS, or inside a private network. */
function unsafeSettings(config: Config): string[] {
  if (!config.production) return [];
  const problems: string[] = [];
  for (const { variable, url: address } of upstreamUrls(config)) {
    if (isLoopbackHost(address.hostname)) continue;
    if (/^(http|ws):$/.test(address.protocol)) {
      problems.push(`${variable}=${address.href}: must use TLS in production`);
    }
    const { allowPrivateUpstreams } = SETTINGS;
    if (!config.allowPrivateUpstreams && isPrivateAddress(address.hostname)) {
      problems.push(
        `${variable}=${address.href}: is a private address; set ${allowPrivateUpstreams.variable}=on if it is meant`,
      );
    }
  }
  return problems;
}

/** The addresses that the service asks, by the setting that names them. */
export function upstreamUrls(config: Config): { readonly variable: string; readonly url: URL }[] {
  return Object.entries(SETTINGS).flatMap(([name, { variable }]) => {
    const value = config[name as keyof Config];
    return typeof value === 'string' && /^(https?|wss?):\/\//.test(value)
      ? [{ variable, url: new URL(value) }]
      : [];
  });
}

/** The text of an address with what stands before its host left out: it may be a password. */
function withoutCredentials(value: string): string {
  return value.replace(/\/\/[^/?#]*@/, '//***@');
}

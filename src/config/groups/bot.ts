import { choice, endingIn, integer, matching, onOff, orNone, url } from '../../settings/parsers.ts';
import { setting } from '../../settings/setting.ts';

const tradeUrl = (venue: string, fallback: string) =>
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

/** Settings of live trading: where orders are sent, and how they are signed. */
const LIVE_SETTINGS = {
  hyperliquidTradeUrl: tradeUrl('HYPERLIQUID', 'https://api.hyperliquid.xyz'),
  hyperliquidTradeChainId: setting(
    'HYPERLIQUID_TRADE_CHAIN_ID',
    choice('mainnet', 'testnet'),
    'mainnet',
    'network that orders are signed for',
  ),
  polymarketTradeUrl: tradeUrl('POLYMARKET', 'https://clob.polymarket.com'),
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
  polymarketTradeExchangeV3: contract(
    'POLYMARKET_TRADE_EXCHANGE_V3',
    '0xe3333700cA9d93003F00f0F71f8515005F6c00Aa',
    'contract that orders of Protocol V2 markets are signed for',
  ),
  kalshiTradeUrl: setting(
    'KALSHI_TRADE_URL',
    endingIn(url('https', 'http'), '/trade-api/v2'),
    'https://external-api.kalshi.com/trade-api/v2',
    'address that orders are sent to',
  ),
  limitlessTradeUrl: tradeUrl('LIMITLESS', 'https://api.limitless.exchange'),
  limitlessTradeChainId: chainId('LIMITLESS', 8_453),
};

/** Settings of what bots may do. */
export const BOT_SETTINGS = {
  execMode: setting(
    'BOT_EXEC_MODE',
    choice('mock', 'live'),
    'mock',
    'where bot orders are sent: to a mock venue, or to the real venues',
  ),
  liveExecution: setting(
    'BOT_LIVE_EXECUTION',
    onOff,
    false,
    'second switch of live orders; off: live orders are rejected',
  ),
  mockFills: setting(
    'BOT_MOCK_FILLS',
    choice('mark', 'book'),
    'mark',
    'fills of the mock venue: the whole order at its mark price, or the size that the live book offers',
  ),
  maxSlippageBps: setting(
    'BOT_MAX_SLIPPAGE_BPS',
    integer(0, 10_000),
    100,
    'largest distance from its mark price at which an order may trade, in basis points',
  ),
  ratePerMin: setting('BOT_RATE_PER_MIN', integer(1, 1_000_000), 300, 'keyed bot calls a minute of one bot'),
  globalKill: setting(
    'BOT_GLOBAL_KILL',
    onOff,
    false,
    'halts all trading at the first start; afterwards POST /api/admin/flags decides',
  ),
  maxExposureUsd: setting(
    'BOT_MAX_EXPOSURE_USD',
    orNone(integer(0, 1_000_000_000, 'US dollars')),
    null,
    'the most that one bot may have at risk, in US dollars; a smaller limit of the bot itself is in force',
  ),
  maxDailyLossUsd: setting(
    'BOT_MAX_DAILY_LOSS_USD',
    orNone(integer(0, 1_000_000_000, 'US dollars')),
    null,
    "fall of a bot's equity since 00:00 UTC at which everything of it is closed, in US dollars; a smaller limit of the bot itself is in force",
  ),
  engine: setting('BOT_ENGINE', onOff, false, 'bots that are enabled trade by themselves, by the signals'),
  live: LIVE_SETTINGS,
};

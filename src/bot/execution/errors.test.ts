import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { HYPERLIQUID_ERRORS } from './hyperliquid/errors.ts';
import { KALSHI_ERRORS, readErrorWords as kalshiWords } from './kalshi/errors.ts';
import { LIMITLESS_ERRORS, readErrorWords as limitlessWords } from './limitless/errors.ts';
import { type ErrorRow, ErrorTable } from './live/error-table.ts';
import { POLYMARKET_ERRORS } from './polymarket/errors.ts';

const TABLES: Readonly<Record<string, readonly ErrorRow[]>> = {
  Hyperliquid: HYPERLIQUID_ERRORS,
  Polymarket: POLYMARKET_ERRORS,
  Kalshi: KALSHI_ERRORS,
  Limitless: LIMITLESS_ERRORS,
};
const DOCUMENT = path.join(import.meta.dirname, '../../../docs/bot.md');
const BETWEEN = /(<!-- errors:[^>]*-->\n)(.*?)(<!-- end of errors -->)/s;

function rendered(): string {
  return Object.entries(TABLES)
    .map(([venue, rows]) => {
      const lines = rows.map(({ status, text, reason }) => {
        const pattern = text === undefined ? 'any words' : `\`${text.source.replaceAll('|', '\\|')}\``;
        return `| ${status ?? ''} | ${pattern} | \`${reason}\` |`;
      });
      return `\n**${venue}**\n\n| Status | Text | Reason |\n|---|---|---|\n${lines.join('\n')}\n`;
    })
    .join('');
}

test('docs/bot.md lists every error of every venue with its reason', () => {
  const [, , listed] = BETWEEN.exec(readFileSync(DOCUMENT, 'utf8')) ?? [];
  assert.equal(listed, `${rendered()}\n`);
});

/** Texts that venues have sent, or document. */
const SAID: readonly [venue: keyof typeof TABLES, status: number, text: string, reason: string][] = [
  ['Hyperliquid', 200, 'Order must have minimum value of $10. asset=173', 'below_minimum'],
  ['Hyperliquid', 200, 'Order must have minimum value of 10 USDH', 'below_minimum'],
  [
    'Hyperliquid',
    200,
    'Order could not immediately match against any resting orders. asset=0',
    'no_liquidity',
  ],
  ['Hyperliquid', 200, 'Insufficient margin to place order. asset=0', 'insufficient_funds'],
  ['Hyperliquid', 200, 'Insufficient spot balance asset=100008390', 'insufficient_funds'],
  ['Hyperliquid', 200, 'Price must be divisible by tick size. asset=1', 'stale_data'],
  ['Hyperliquid', 200, 'Order price cannot be more than 80% away from the reference price', 'price_moved'],
  ['Hyperliquid', 200, 'User or API Wallet 0x0123abcd does not exist.', 'credentials_rejected'],
  ['Hyperliquid', 200, 'Must deposit before performing actions. User: 0x0123abcd', 'credentials_rejected'],
  [
    'Hyperliquid',
    200,
    'Too many cumulative requests sent (37986 > 10436) for cumulative volume traded $437.92.',
    'rate_limited',
  ],
  ['Polymarket', 400, 'not enough balance / allowance', 'insufficient_funds'],
  [
    'Polymarket',
    400,
    'no orders found to match with FAK order. FAK orders are partially filled or killed if no match is found.',
    'no_liquidity',
  ],
  [
    'Polymarket',
    400,
    "order couldn't be fully filled. FOK orders are fully filled or killed.",
    'no_liquidity',
  ],
  ['Polymarket', 500, 'there are no matching orders', 'no_liquidity'],
  ['Polymarket', 400, 'invalid amount for a marketable BUY order ($0.99), min size: $1', 'below_minimum'],
  ['Polymarket', 400, 'order 0xabc is invalid. Size (4) lower than the minimum: 5', 'below_minimum'],
  [
    'Polymarket',
    400,
    'order 0xabc is invalid. Price (0.005) breaks minimum tick size rule: 0.01',
    'stale_data',
  ],
  [
    'Polymarket',
    400,
    'the order signer address has to be the address of the API KEY',
    'credentials_rejected',
  ],
  ['Polymarket', 400, "'0xabc' address in closed only mode", 'credentials_rejected'],
  ['Polymarket', 401, 'Unauthorized/Invalid api key', 'credentials_rejected'],
  ['Polymarket', 503, 'Trading is currently disabled. Check polymarket.com for updates', 'venue_unavailable'],
  ['Kalshi', 400, 'insufficient_balance: not enough money', 'insufficient_funds'],
  ['Kalshi', 409, 'fill_or_kill_insufficient_resting_volume', 'no_liquidity'],
  ['Kalshi', 401, 'token_authentication_failure', 'credentials_rejected'],
  ['Kalshi', 403, 'something new', 'credentials_rejected'],
  ['Kalshi', 404, 'not_found: not found', 'unknown_asset'],
  ['Kalshi', 400, 'EXCHANGE_PAUSED', 'venue_unavailable'],
  ['Limitless', 400, 'Invalid signature', 'credentials_rejected'],
  ['Limitless', 400, 'market order unmatched', 'no_liquidity'],
  ['Limitless', 400, 'Insufficient collateral balance', 'insufficient_funds'],
  ['Limitless', 404, 'Market not found for slug: x', 'unknown_asset'],
];

for (const [venue, status, text, reason] of SAID) {
  test(`${venue}: ${text.slice(0, 70)}`, () => {
    const table = new ErrorTable(TABLES[venue]!);
    assert.equal(table.toReason(status, text), reason);
    assert.equal(table.unmapped.count, 0);
  });
}

test('the words of an error are found in every form in which a venue writes it', () => {
  assert.equal(
    kalshiWords({ error: { code: 'not_found', message: 'no such market', details: '' } }),
    'not_found: no such market',
  );
  assert.equal(
    kalshiWords({ code: 'invalid_order', message: 'no', details: 'post only cross' }),
    'invalid_order: no: post only cross',
  );
  assert.equal(kalshiWords({ error: 'too many requests' }), 'too many requests');
  assert.equal(kalshiWords(null), '');
  assert.equal(limitlessWords({ message: 'Invalid signature' }), 'Invalid signature');
  assert.equal(limitlessWords({ error: 'Bad Request' }), 'Bad Request');
  assert.match(
    limitlessWords({ message: [{ property: 'clientOrderId' }], error: 'Bad Request' }),
    /clientOrderId/,
  );
  assert.equal(limitlessWords('text'), '');
});

import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { test } from 'node:test';
import { getValueAt } from '../settings/setting.ts';
import { ConfigError, readConfig, SETTINGS_LIST } from './config.ts';
import { readSecrets, SECRETS } from './secrets.ts';

const readProblems = (env: NodeJS.ProcessEnv): readonly string[] => {
  try {
    readConfig(env);
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.problems;
  }
  return [];
};

test('without any variable every setting has its default', () => {
  const config = readConfig({});
  for (const { path, setting } of SETTINGS_LIST) {
    if (path[0] !== 'dataDir') assert.deepEqual(getValueAt(config, path), setting.fallback, setting.variable);
  }
  assert.equal(config.production, false);
});

test('an empty variable counts as not set', () => {
  assert.equal(readConfig({ CROSSTAPE_PORT: '' }).server.port, 8080);
});

test('a wrong setting is reported by name, value and what is allowed', () => {
  const rows: [variable: string, value: string, allowed: RegExp][] = [
    ['CROSSTAPE_PORT', '65536', /whole number from 0 to 65535/],
    ['CROSSTAPE_PORT', '80a', /whole number/],
    ['CROSSTAPE_STREAMS', 'maybe', /on or off/],
    ['CROSSTAPE_VENUES', 'kalshi,nyse', /hyperliquid, polymarket, kalshi, limitless/],
    ['CROSSTAPE_LOG_LEVEL', 'loud', /trace, debug/],
    ['CROSSTAPE_KALSHI_URL', 'ftp://example.org', /https:\/\//],
    ['CROSSTAPE_KALSHI_POLL_MS', '10', /from 1000/],
    ['CROSSTAPE_KALSHI_TRADE_URL', 'https://example.org/v2', /ends in \/trade-api\/v2/],
    ['CROSSTAPE_HYPERLIQUID_TRADE_CHAIN_ID', '1337', /mainnet or testnet|mainnet, testnet/],
    ['CROSSTAPE_POLYMARKET_TRADE_EXCHANGE', '0x12', /40 hex digits/],
    ['CROSSTAPE_TRUSTED_PROXIES', 'everyone', /addresses or ranges/],
    ['CROSSTAPE_TRUSTED_PROXIES', '10.0.0.0/8, 0.0.0.0/0', /none of them wider/],
    ['CROSSTAPE_TRUSTED_PROXIES', '0.0.0.0/1,128.0.0.0/1', /none of them wider/],
    ['CROSSTAPE_TRUSTED_PROXIES', '::/0', /none of them wider/],
    ['CROSSTAPE_TRUSTED_PROXIES', '::ffff:0:0/96', /none of them wider/],
    ['CROSSTAPE_TRUSTED_PROXIES', '::/64', /none of them wider/],
    ['CROSSTAPE_TRUSTED_PROXIES', '10.0.0.0/33', /addresses or ranges/],
    ['CROSSTAPE_STREAMS', 'constructor', /on or off/],
    ['CROSSTAPE_BOOKS', 'pm-a,,pm-b', /all, off, or 1 to 500 asset ids/],
    ['CROSSTAPE_BOOKS', 'none', /all, off, or 1 to 500 asset ids/],
    ['CROSSTAPE_BOOKS', Array.from({ length: 501 }, (_, i) => `pm-a${i}`).join(), /1 to 500/],
    ['CROSSTAPE_BOOK_MB_PER_DAY', '0', /from 1 to 1000000 MB; CROSSTAPE_BOOKS=off stops recording books/],
    ['CROSSTAPE_BOOK_MB_PER_DAY', '1000001', /from 1 to 1000000/],
    ['CROSSTAPE_BOOK_DAYS', '3651', /from 0 to 3650/],
    ['CROSSTAPE_TRADES', 'some', /on or off/],
  ];
  for (const [variable, value, allowed] of rows) {
    const [problem = ''] = readProblems({ [variable]: value });
    assert.ok(problem.startsWith(`${variable}=${value}`), problem);
    assert.match(problem, allowed);
  }
});

test('books are chosen by asset ids in any spelling, each once', () => {
  const { tape } = readConfig({ CROSSTAPE_BOOKS: 'PM-Will-It, hl-BTC,pm-will-it' }).feed;
  assert.deepEqual(tape.books, ['pm-will-it', 'hl-BTC']);
  assert.equal(readConfig({ CROSSTAPE_BOOKS: 'OFF' }).feed.tape.books, 'off');
});

test('all wrong settings are reported at once', () => {
  assert.equal(readProblems({ CROSSTAPE_PORT: 'x', CROSSTAPE_STREAMS: 'x' }).length, 2);
});

test('venues come back in the common order regardless of the order given', () => {
  assert.deepEqual(readConfig({ CROSSTAPE_VENUES: 'kalshi, hyperliquid' }).feed.venues, [
    'hyperliquid',
    'kalshi',
  ]);
});

test('production refuses venue addresses without TLS unless they are on this machine', () => {
  const env = { NODE_ENV: 'production', CROSSTAPE_KALSHI_URL: 'http://example.org/trade-api/v2' };
  assert.match(readProblems(env)[0] ?? '', /must use TLS/);
  assert.deepEqual(
    readProblems({ NODE_ENV: 'production', CROSSTAPE_KALSHI_URL: 'http://127.0.0.1:1/trade-api/v2' }),
    [],
  );
});

test('a refused address does not print the password in it', () => {
  const [problem = ''] = readProblems({ CROSSTAPE_KALSHI_URL: 'https://name:word@example.org/v2' });
  assert.match(problem, /^CROSSTAPE_KALSHI_URL=https:\/\/\*\*\*@example\.org\/v2: .*no password/);
});

test('production refuses venue addresses inside a private network unless they are allowed', () => {
  const env = { NODE_ENV: 'production', CROSSTAPE_KALSHI_URL: 'https://169.254.169.254/latest' };
  assert.match(readProblems(env)[0] ?? '', /KALSHI_URL=.*private address/);
  assert.deepEqual(readProblems({ ...env, CROSSTAPE_ALLOW_PRIVATE_UPSTREAMS: 'on' }), []);
});

test('a history on a server needs the database on one, and an address that names its database', () => {
  const read = (historyUrl: string, rest: NodeJS.ProcessEnv = {}) =>
    readSecrets({ CROSSTAPE_HISTORY_URL: historyUrl, ...rest });
  const beside = { CROSSTAPE_DATABASE_URL: 'postgres://u:p@localhost/x' };
  assert.throws(() => read('http://localhost:8123/crosstape'), /needs CROSSTAPE_DATABASE_URL/);
  for (const wrong of ['localhost', 'tcp://localhost/x', 'http://localhost:8123', 'http://localhost/a/b']) {
    assert.throws(() => read(wrong, beside), /CROSSTAPE_HISTORY_URL: must be http/);
  }
  const historyUrl = 'https://u:p@clickhouse.local:8443/crosstape';
  assert.equal(read(historyUrl, beside).historyUrl, historyUrl);
});

test("a wrong key of Kalshi's stream is a warning that names the variable, and the rest runs", () => {
  const pem = (pair: { privateKey: KeyObject }) =>
    pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const id = { CROSSTAPE_KALSHI_KEY_ID: 'id' };
  for (const good of [pem(rsa), pem(generateKeyPairSync('ed25519')), pem(rsa).replaceAll('\n', '\\n')]) {
    const { kalshiKey, warnings } = readSecrets({ ...id, CROSSTAPE_KALSHI_PRIVATE_KEY: good });
    assert.deepEqual([kalshiKey?.id, warnings], ['id', []]);
  }
  const locked = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'word' } as const;
  const rows: [env: Record<string, string>, warning: RegExp][] = [
    [
      { ...id, CROSSTAPE_KALSHI_PRIVATE_KEY: pem(generateKeyPairSync('ec', { namedCurve: 'P-256' })) },
      /kind ec/,
    ],
    [{ ...id, CROSSTAPE_KALSHI_PRIVATE_KEY: pem(generateKeyPairSync('ed448')) }, /kind ed448/],
    [
      { ...id, CROSSTAPE_KALSHI_PRIVATE_KEY: pem(generateKeyPairSync('rsa', { modulusLength: 1_024 })) },
      /1024 bits/,
    ],
    [
      {
        ...id,
        CROSSTAPE_KALSHI_PRIVATE_KEY: rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      },
      /public key/,
    ],
    [{ ...id, CROSSTAPE_KALSHI_PRIVATE_KEY: rsa.privateKey.export(locked).toString() }, /passphrase/],
    [{ ...id, CROSSTAPE_KALSHI_PRIVATE_KEY: 'sentinel' }, /no private key in PEM/],
    [{ ...id, CROSSTAPE_KALSHI_PRIVATE_KEY_FILE: '/dev/null' }, /empty or not set/],
    [{ ...id, CROSSTAPE_KALSHI_PRIVATE_KEY_FILE: '/does/not/exist' }, /_FILE: cannot be read/],
    [id, /CROSSTAPE_KALSHI_PRIVATE_KEY: is empty or not set/],
    [{ CROSSTAPE_KALSHI_PRIVATE_KEY: pem(rsa) }, /CROSSTAPE_KALSHI_KEY_ID: is not set/],
  ];
  for (const [env, expected] of rows) {
    const { kalshiKey, warnings } = readSecrets(env);
    assert.equal(kalshiKey, null);
    const text = warnings.join();
    assert.match(text, expected);
    assert.match(text, /^CROSSTAPE_KALSHI_.* is polled without its stream$/);
    assert.doesNotMatch(text, /sentinel|BEGIN/);
  }
});

test('a wrong secret is named and never printed', () => {
  assert.throws(
    () => readSecrets({ NODE_ENV: 'production', CROSSTAPE_ADMIN_TOKEN: 'short-secret' }),
    (error: Error) => /CROSSTAPE_ADMIN_TOKEN/.test(error.message) && !/short-secret/.test(error.message),
  );
  for (const url of ['http://:word@x', 'redis:', 'redis://:word@x/first', 'x']) {
    assert.throws(
      () => readSecrets({ CROSSTAPE_REDIS_URL: url }),
      (error: Error) => /CROSSTAPE_REDIS_URL/.test(error.message) && !/:word/.test(error.message),
    );
  }
  assert.throws(
    () => readSecrets({ CROSSTAPE_INTERNAL_TOKEN: 'short-secret' }),
    (error: Error) => /at least 32/.test(error.message) && !/short-secret/.test(error.message),
  );
  assert.throws(
    () => readSecrets({ CROSSTAPE_ADMIN_TOKEN_FILE: '/does/not/exist' }),
    /ADMIN_TOKEN_FILE.*ENOENT/,
  );
  assert.throws(
    () => readSecrets({ CROSSTAPE_ADMIN_TOKEN: 'by-value', CROSSTAPE_ADMIN_TOKEN_FILE: '/dev/null' }),
    (error: Error) => /set one of them/.test(error.message) && !/by-value/.test(error.message),
  );
});

test('secrets that can be guessed end the start in production and warn elsewhere; white space is none', () => {
  const hmac = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';
  const rows: [name: string, weak: string, strong: string][] = [
    ['CROSSTAPE_ADMIN_TOKEN', 'a'.repeat(31), 'a'.repeat(32)],
    ['CROSSTAPE_METRICS_TOKEN', 'sentinel', 'a'.repeat(16)],
    ['CROSSTAPE_SNAPSHOT_TOKEN', 'sentinel', 'a'.repeat(16)],
    ['CROSSTAPE_STRIPE_WEBHOOK_SECRET', 'whsec_', `whsec_${'a'.repeat(16)}`],
    ['CROSSTAPE_STRIPE_WEBHOOK_SECRET', `whsec_${'a'.repeat(15)}`, 'a'.repeat(16)],
    ['CROSSTAPE_COINBASE_WEBHOOK_SECRET', 'a', 'a'.repeat(16)],
    ['CROSSTAPE_COINBASE_COMMERCE_SECRET', ' sentinel ', 'a'.repeat(16)],
    ['CROSSTAPE_HMAC_PLAIN_SECRET', 'changeme', 'a'.repeat(16)],
    ['CROSSTAPE_HMAC_WEBHOOK_SECRET', hmac, hmac],
  ];
  for (const [name, weak, strong] of rows) {
    const read = (value: string, production: boolean) =>
      readSecrets({ [name]: value, ...(production ? { NODE_ENV: 'production' } : {}) });
    assert.deepEqual([read(strong, true).warnings, read(` ${strong}\n`, false).warnings], [[], []], name);
    assert.deepEqual(read(' ', true), read('', true), name);
    if (weak === strong) continue;
    assert.throws(
      () => read(weak, true),
      (error: Error) => error.message.includes(name) && !error.message.includes('sentinel'),
      name,
    );
    assert.match(read(weak, false).warnings.join(), new RegExp(`^${name}: has fewer than`));
  }
  const previous = { CROSSTAPE_STRIPE_WEBHOOK_SECRET: `whsec_${'a'.repeat(16)}`, NODE_ENV: 'production' };
  assert.throws(
    () => readSecrets({ ...previous, CROSSTAPE_STRIPE_WEBHOOK_SECRET_PREVIOUS: 'whsec_old' }),
    /SECRET_PREVIOUS: must have at least 16/,
  );
});

test('tiers, prices and prefixes are settings', () => {
  const { accounts } = readConfig({
    CROSSTAPE_TIER_PRO_MONTHLY_QUOTA: 'unlimited',
    CROSSTAPE_TIER_FREE_STREAMS: '1',
    CROSSTAPE_PRICE_STREAM_MICROUSD: '0',
    CROSSTAPE_KEY_ENV: 'test',
  });
  assert.deepEqual(
    [
      accounts.tiers.pro.monthlyQuota,
      accounts.tiers.free.maxConcurrentStreams,
      accounts.prices.streamMicroUsd,
      accounts.keyEnvironment,
    ],
    [null, 1, 0, 'test'],
  );
  for (const [variable, value] of [
    ['CROSSTAPE_TIER_PRO_MONTHLY_QUOTA', 'much'],
    ['CROSSTAPE_TIER_PRO_RATE_PER_MIN', '0'],
    ['CROSSTAPE_PRICE_TRADE_MICROUSD', '1.5'],
    ['CROSSTAPE_KEY_PREFIX', 'CT'],
    ['CROSSTAPE_KEY_ENV', 'prod'],
    ['CROSSTAPE_VOUCHER_PREFIX', 'tape'],
  ] as const) {
    assert.match(readProblems({ [variable]: value })[0] ?? '', new RegExp(variable), value);
  }
});

test('webhook secrets have a predecessor while they are replaced, and a wrong one is named', () => {
  const { webhooks, chainApiKeys } = readSecrets({
    CROSSTAPE_STRIPE_WEBHOOK_SECRET: 'whsec_new',
    CROSSTAPE_STRIPE_WEBHOOK_SECRET_PREVIOUS: 'whsec_old',
    CROSSTAPE_HMAC_WEBHOOK_SECRET: 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=',
    CROSSTAPE_CHAIN_BASE_API_KEY: 'node-key',
  });
  assert.deepEqual(webhooks.stripe, ['whsec_new', 'whsec_old']);
  assert.deepEqual(webhooks.coinbase, []);
  assert.equal(webhooks.hmac?.length, 1);
  assert.deepEqual([...chainApiKeys], [['BASE', 'node-key']]);
  assert.throws(
    () => readSecrets({ CROSSTAPE_HMAC_PLAIN_SECRET_PREVIOUS: 'sentinel' }),
    (error: Error) => /HMAC_PLAIN_SECRET_PREVIOUS/.test(error.message) && !/sentinel/.test(error.message),
  );
  for (const secret of [
    'plain',
    'whsec_',
    'whsec_c2hvcnQ=',
    'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY',
  ]) {
    assert.throws(
      () => readSecrets({ CROSSTAPE_HMAC_WEBHOOK_SECRET: secret }),
      /HMAC_WEBHOOK_SECRET/,
      secret,
    );
  }
});

test('limits of deposits are settings', () => {
  const { deposits } = readConfig({ CROSSTAPE_DEPOSIT_CAP_USD: '0', CROSSTAPE_STRIPE_MODE: 'LIVE' });
  assert.deepEqual(
    [deposits.capUsd, deposits.dayCapUsd, deposits.firstCapUsd, deposits.stripeMode],
    [0, 25_000, 1_000, 'live'],
  );
  assert.equal(readConfig({}).deposits.stripeMode, null);
  assert.match(readProblems({ CROSSTAPE_DEPOSIT_DAY_CAP_USD: '1.5' })[0] ?? '', /DEPOSIT_DAY_CAP_USD/);
  assert.match(readProblems({ CROSSTAPE_STRIPE_MODE: 'both' })[0] ?? '', /STRIPE_MODE/);
});

test('credentials of a relay in part are one warning, which has no value', () => {
  const all = {
    CROSSTAPE_POLYBOLT_KEY: 'sentinel-1',
    CROSSTAPE_POLYBOLT_SECRET: 'sentinel-2',
    CROSSTAPE_POLYBOLT_PASSPHRASE: 'sentinel-3',
  };
  assert.deepEqual(readSecrets(all).warnings, []);
  assert.equal(readSecrets(all).polybolt?.secret, 'sentinel-2');
  assert.equal(readSecrets({}).polybolt, null);
  const { CROSSTAPE_POLYBOLT_KEY, ...without } = all;
  for (const env of [
    { CROSSTAPE_POLYBOLT_KEY },
    without,
    { ...without, CROSSTAPE_POLYBOLT_KEY_FILE: '/none' },
  ]) {
    const { polybolt, warnings } = readSecrets(env);
    assert.equal(polybolt, null);
    assert.equal(warnings.length, 1);
    assert.match(warnings[0]!, /^CROSSTAPE_POLYBOLT_.*; the relay polybolt is off$/);
    assert.doesNotMatch(warnings[0]!, /sentinel/);
  }
});

test('relays, sources, coins and tickers that are unknown are refused by name', () => {
  const { relays, coins, sources, pythTickers } = readConfig({
    CROSSTAPE_REFERENCES: 'kalshi, RTDS',
    CROSSTAPE_REFERENCE_COINS: 'eth,btc',
    CROSSTAPE_REFERENCE_SOURCES: 'twap30',
    CROSSTAPE_REFERENCE_PYTH: 'Metal.XAU/USD,FX.EUR/JPY',
  }).references;
  assert.deepEqual(
    [relays, coins, sources, pythTickers],
    [['rtds', 'kalshi'], ['btc', 'eth'], ['twap30'], ['Metal.XAU/USD', 'FX.EUR/JPY']],
  );
  assert.equal(readConfig({}).references.relays, 'auto');
  assert.equal(readConfig({ CROSSTAPE_REFERENCES: 'off' }).references.relays, 'off');
  for (const env of [
    { CROSSTAPE_REFERENCES: 'rtds,off' },
    { CROSSTAPE_REFERENCES: 'coinbase' },
    { CROSSTAPE_REFERENCE_COINS: 'btc,pepe' },
    { CROSSTAPE_REFERENCE_SOURCES: 'spot' },
    { CROSSTAPE_REFERENCE_SHARE: 'spot' },
    { CROSSTAPE_REFERENCE_PYTH: 'XAU' },
    { CROSSTAPE_REFERENCE_PYTH: 'Metal.XAU/USD,Crypto.XAU/USD' },
  ]) {
    const [name] = Object.keys(env);
    assert.match(readProblems(env)[0] ?? '', new RegExp(`^${name}=`));
  }
});

test('every secret whose file cannot be read is refused, by the name of its variable', () => {
  for (const name of Object.keys(SECRETS)) {
    // Wrong keys of streams only cause warnings.
    if (/^CROSSTAPE_(KALSHI|POLYBOLT)_/.test(name)) continue;
    assert.throws(
      () => readSecrets({ [`${name}_FILE`]: '/does/not/exist' }),
      (error: Error) =>
        error instanceof ConfigError && error.message.includes(`${name}_FILE: cannot be read`),
      name,
    );
  }
});

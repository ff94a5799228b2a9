import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAlertFile } from './alert-file.ts';
import { classifyAddress, findUrlProblem } from './endpoint-url.ts';

const LIMITS = { intervalMs: () => 5_000, allowsPrivate: false };
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const PHONE = { id: 'phone', url: 'https://hooks.example.com/x', secrets: [SECRET] };

const parse = (content: unknown) => parseAlertFile(JSON.stringify(content, null, 1), LIMITS);
const withRule = (when: object, members: object = {}) => ({
  endpoints: [PHONE],
  rules: [{ id: 'one', when, to: ['phone'], ...members }],
});

test('a rule gets its defaults and the id of its asset', () => {
  const { rules, endpoints } = parse(withRule({ type: 'cross', asset: 'HL-BTC', above: 100_000 }));
  assert.deepEqual(rules, [
    {
      id: 'one',
      when: { type: 'cross', asset: 'hl-BTC', above: 100_000 },
      forMs: 0,
      cooldownMs: 300_000,
      tellResolved: false,
      to: ['phone'],
    },
  ]);
  assert.equal(endpoints[0]?.format, 'standard');
});

test('every type of rule is accepted as the guide shows it', () => {
  for (const when of [
    { type: 'cross', asset: 'pm-recession', below: 0.4 },
    { type: 'move', asset: 'hl-BTC', percent: 2, withinMs: 300_000 },
    { type: 'move', asset: 'pm-recession', points: 5, withinMs: 300_000 },
    { type: 'spread', asset: 'pm-recession', above: 3 },
    { type: 'basis', asset: 'hl-BTC', above: 20 },
    { type: 'funding', asset: 'hl-BTC', below: 0 },
    { type: 'funding', asset: 'hl-BTC', above: 0.01 },
    { type: 'edge', netFrac: 0.01, notionalUsd: 100 },
    { type: 'silence', asset: 'hl-BTC', afterMs: 60_000 },
    { type: 'gap', venue: 'kalshi', afterMs: 120_000 },
    { type: 'resolution', asset: 'pm-recession' },
    { type: 'anomaly', codes: ['disk_low'], severity: 'critical' },
    { type: 'anomaly' },
    { type: 'fill', bot: 'bot_4kZ81xQm2Lw0aB3c' },
    { type: 'balance', owner: 'owner_1', belowMicroUsd: 5_000_000 },
    { type: 'limit', bot: 'bot_4kZ81xQm2Lw0aB3c', limit: 'maxExposureUsd', usedFrac: 0.8 },
    { type: 'book_broken', venue: 'kalshi' },
  ]) {
    assert.equal(parse(withRule(when)).rules.length, 1, when.type);
  }
});

test('a wrong file is refused whole, with its line and without what it says', () => {
  const cross = { type: 'cross', asset: 'hl-BTC', above: 1 };
  const rows: readonly [content: unknown, reason: RegExp][] = [
    [withRule({ ...cross, above: 0 }), /line 17: rules\/0\/when\/above must be > 0/],
    [withRule({ ...cross, above: 1e308 }), /above must be <= 1000000000000/],
    [withRule({ ...cross, above: null }), /above must be number/],
    [withRule({ ...cross, above: '100' }), /above must be number/],
    [withRule({ ...cross, below: 2 }), /when needs exactly one of above and below/],
    [withRule({ type: 'cross', asset: 'hl-BTC' }), /needs exactly one/],
    [withRule({ ...cross, asset: 'pm-recession' }), /of a probability must be below 1/],
    [withRule({ ...cross, asset: 'BTC' }), /asset/],
    [withRule({ ...cross, extra: 1 }), /when\/extra is not a known member/],
    [
      withRule({ type: 'rises', asset: 'hl-BTC' }),
      /type must be equal to one of the allowed values: cross, /,
    ],
    [withRule({ type: 'move', asset: 'hl-BTC', points: 2, withinMs: 60_000 }), /needs percent/],
    [
      withRule({ type: 'silence', asset: 'hl-BTC', afterMs: 14_999 }),
      /afterMs must be at least 15000, three polling/,
    ],
    [withRule({ type: 'basis', asset: 'pm-recession', above: 1 }), /only a perpetual has a basis/],
    [withRule({ type: 'funding', asset: 'pm-recession', below: 0 }), /only a perpetual has funding/],
    [withRule({ type: 'funding', asset: 'hl-BTC' }), /needs exactly one of above and below/],
    [withRule({ type: 'funding', asset: 'hl-BTC', above: 101 }), /above must be <= 100/],
    [withRule({ type: 'resolution', asset: 'hl-BTC' }), /never resolved/],
    [withRule({ type: 'fill' }, { cooldownMs: 1 }), /leave out forMs and cooldownMs/],
    [withRule(cross, { to: ['tablet'] }), /to\/0 no endpoint has the id tablet/],
    [withRule(cross, { to: [] }), /to must not have fewer than 1/],
    [withRule(cross, { forMs: -1 }), /forMs must be >= 0/],
    [{ endpoints: [PHONE], rules: Array(101).fill({}) }, /rules must not have more than 100/],
    [{ endpoints: Array(6).fill(PHONE), rules: [] }, /endpoints must not have more than 5/],
    [{ endpoints: [PHONE, PHONE], rules: [] }, /another entry has the id phone/],
    [{ endpoints: [{ ...PHONE, secrets: ['whsec_short'] }], rules: [] }, /secrets\/0 must be whsec_/],
    [{ endpoints: [{ id: 'a', url: PHONE.url }], rules: [] }, /needs secrets/],
    [{ endpoints: [{ ...PHONE, format: 'slack' }], rules: [] }, /slack has no signatures/],
    [{ endpoints: [{ id: 'a', url: PHONE.url, format: 'telegram' }], rules: [] }, /needs chatId/],
    [[], /line 1: the file must be object/],
  ];
  for (const [content, reason] of rows) {
    assert.throws(
      () => parse(content),
      (error: Error) => {
        assert.match(error.message, reason);
        assert.match(error.message, /^alerts\.json line \d+: /);
        assert.doesNotMatch(error.message, /whsec_B|hooks\.example/);
        return true;
      },
    );
  }
});

test('the line of broken JSON is named, and neither the text nor a secret is quoted', () => {
  const text = `{\n "endpoints": [\n  {"id": "a", "secrets": ["${SECRET}"] "url": NaN}\n ],\n "rules": []\n}`;
  assert.throws(() => parseAlertFile(text, LIMITS), { message: 'alerts.json line 3: is not JSON' });
  assert.throws(() => parseAlertFile('{\n"rules": [],\n"endpoints": [', LIMITS), /line 3: is not JSON/);
  assert.throws(
    () => parseAlertFile('{"rules": [],\n"endpoints": [],\n"rules": []}', LIMITS),
    /line 2: the member \/rules is given twice|line 1: the member \/rules is given twice/,
  );
});

const HOSTILE = [
  'https://127.0.0.1/x',
  'https://0x7f.1/x',
  'https://2130706433/x',
  'https://017700000001/x',
  'https://127.1/x',
  'https://0/x',
  'https://localhost/x',
  'https://LOCALHOST./x',
  'https://db.localhost/x',
  'https://10.0.0.8/x',
  'https://172.16.0.1/x',
  'https://192.168.1.1/x',
  'https://100.64.0.1/x',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]/x',
  'https://[::ffff:127.0.0.1]/x',
  'https://[::7f00:1]/x',
  'https://[64:ff9b::7f00:1]/x',
  'https://[fd00::1]/x',
  'https://[fe80::1]/x',
];

test('20 hostile forms of addresses are refused, and public ones pass', () => {
  assert.equal(HOSTILE.length, 20);
  for (const url of HOSTILE) assert.notEqual(findUrlProblem(new URL(url), false), null, url);
  for (const url of [
    'https://93.184.216.34/x',
    'https://[2606:4700:4700::1111]:8443/x',
    'https://hooks.example.com/',
  ]) {
    assert.equal(findUrlProblem(new URL(url), false), null, url);
  }
  for (const url of [
    'http://hooks.example.com/',
    'https://hooks.example.com:22/',
    'https://a:b@hooks.example.com/',
  ]) {
    assert.notEqual(findUrlProblem(new URL(url), false), null, url);
  }
});

test('a private address is allowed on request, a link-local one never', () => {
  assert.equal(findUrlProblem(new URL('http://127.0.0.1:9000/x'), true), null);
  for (const url of [
    'http://169.254.169.254/',
    'http://[fe80::1]/',
    'http://[::ffff:169.254.169.254]/',
    'ftp://10.0.0.1/',
  ]) {
    assert.notEqual(findUrlProblem(new URL(url), true), null, url);
  }
  assert.equal(classifyAddress('hooks.example.com'), null);
});

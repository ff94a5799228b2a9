import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findOperation, formatPythonClient, formatTypeScriptClient } from './client-code.ts';

const number = { type: 'number' };
const DOCUMENT = {
  info: { version: '2.0.0' },
  components: { parameters: { Asset: { name: 'asset', in: 'path', schema: { type: 'string' } } } },
  paths: {
    '/api/m2m/{asset}/quote': {
      get: {
        operationId: 'getQuote',
        parameters: [
          { $ref: '#/components/parameters/Asset' },
          { name: 'activity', in: 'query', schema: { type: 'boolean' } },
        ],
      },
    },
    '/api/m2m/index/quote': { get: { operationId: 'getIndexQuote' } },
    '/api/correlations': {
      get: {
        operationId: 'getCorrelations',
        parameters: [
          { name: 'assets', in: 'query', schema: { type: 'array' } },
          { name: 'feeBps.kalshi', in: 'query', schema: number },
          { name: 'from', in: 'query', schema: number },
        ],
      },
    },
    '/api/health': { get: { operationId: 'getHealth' } },
    '/api/posted': {},
  },
};
const FREE = { origins: { main: 'http://h:1', bot: null }, credential: null, isStream: false };

test('a request becomes a call of its operation, with values of their types', () => {
  const operation = findOperation(DOCUMENT, '/api/m2m/hl-BTC/quote?activity=true');
  assert.ok(operation !== null);
  assert.ok(formatPythonClient({ ...FREE, operation }).endsWith('get_quote(asset="hl-BTC", activity=True))'));
  assert.ok(
    formatTypeScriptClient({ ...FREE, operation }).endsWith(
      'getQuote({ asset: "hl-BTC", activity: true }));',
    ),
  );
});

test('lists, dotted names and words that Python keeps to itself are written as the clients take them', () => {
  const operation = findOperation(
    DOCUMENT,
    '/api/correlations?assets=hl-BTC,hl-ETH&feeBps.kalshi=1.5&from=7',
  );
  assert.ok(operation !== null);
  assert.ok(
    formatPythonClient({ ...FREE, operation }).endsWith(
      'get_correlations(assets=["hl-BTC","hl-ETH"], fee_bps_kalshi=1.5, from_=7))',
    ),
  );
  assert.ok(
    formatTypeScriptClient({ ...FREE, operation }).endsWith(
      'getCorrelations({ assets: ["hl-BTC","hl-ETH"], "feeBps.kalshi": 1.5, from: 7 }));',
    ),
  );
});

test('the exact path is found before one with a variable, names are decoded, and what is not named is none', () => {
  assert.equal(findOperation(DOCUMENT, '/api/m2m/index/quote')?.id, 'getIndexQuote');
  assert.deepEqual(findOperation(DOCUMENT, '/api/m2m/lim-a%2Fb%22/quote')?.arguments, { asset: 'lim-a/b"' });
  for (const path of ['/api/nothing', '/api/posted', '/api/health?foo=1', '/api/m2m/a/b/quote'])
    assert.equal(findOperation(DOCUMENT, path), null, path);
});

test('a credential is named and never shown, a stream is followed, and the bot has its own address', () => {
  const operation = findOperation(DOCUMENT, '/api/health');
  assert.ok(operation !== null);
  const call = {
    operation,
    origins: { main: 'http://h:1', bot: 'http://h:2' },
    credential: 'CROSSTAPE_KEY',
    isStream: true,
  };
  const [python, typescript] = [formatPythonClient(call), formatTypeScriptClient(call)];
  assert.match(
    python,
    /^# pip install http:\/\/h:1\/clients\/crosstape-2\.0\.0-py3-none-any\.whl\nimport os\n/,
  );
  assert.match(
    python,
    /api_key=os\.environ\["CROSSTAPE_KEY"\], bot_url="http:\/\/h:2"\)\nwith client\.get_health\(\) as/,
  );
  assert.match(typescript, /^\/\/ npm install http:\/\/h:1\/clients\/crosstape-client-2\.0\.0\.tgz\n/);
  assert.match(typescript, /apiKey: process\.env\.CROSSTAPE_KEY \?\? '', botUrl: "http:\/\/h:2"/);
  assert.match(typescript, /for await \(const event of client\.getHealth\(\)\)/);
});

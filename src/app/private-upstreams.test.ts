import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError, readConfig } from '../config/config.ts';
import { keepUpstreamsPublic } from './private-upstreams.ts';

const PRODUCTION = { NODE_ENV: 'production', CROSSTAPE_KALSHI_URL: 'https://inside.example/trade-api/v2' };

const guard = {
  lookup: (
    host: string,
    _options: unknown,
    done: (error: null, found: { address: string; family: number }[]) => void,
  ) => done(null, [{ address: host === 'inside.example' ? '10.1.2.3' : '93.184.216.34', family: 4 }]),
  isPrivate: (address: string) => address.startsWith('10.'),
};

test('production does not start with an upstream whose name leads inside a private network', async () => {
  await assert.rejects(keepUpstreamsPublic(readConfig(PRODUCTION), guard), (error) => {
    assert.ok(error instanceof ConfigError);
    assert.deepEqual(error.problems, [
      'CROSSTAPE_KALSHI_URL: inside.example resolves to 10.1.2.3, a private address; set CROSSTAPE_ALLOW_PRIVATE_UPSTREAMS=on if it is meant',
    ]);
    return true;
  });
});

test('where it is allowed, and outside of production, nothing is looked up', async () => {
  const never = { ...guard, lookup: () => assert.fail('looked up') };
  await keepUpstreamsPublic(readConfig({ ...PRODUCTION, CROSSTAPE_ALLOW_PRIVATE_UPSTREAMS: 'on' }), never);
  await keepUpstreamsPublic(readConfig({ ...PRODUCTION, NODE_ENV: 'test' }), never);
});

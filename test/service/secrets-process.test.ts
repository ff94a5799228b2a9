import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { SECRETS } from '../../src/config/secrets.ts';
import { startGatedProcess } from '../support/gated-process.ts';
import { launchService } from '../support/service-process.ts';
import { eventually } from '../support/simulated-service.ts';

const ADMIN_TOKEN = 'an-admin-token-of-more-than-32-characters';

/** A value for every secret that the service knows, each different and nowhere else. */
function sentinels(): Record<string, string> {
  const secret = (name: string): string => {
    if (name === 'CROSSTAPE_ADMIN_TOKEN') return ADMIN_TOKEN;
    if (name === 'CROSSTAPE_VAULT_KEK') return randomBytes(32).toString('base64');
    if (name.startsWith('CROSSTAPE_HMAC_WEBHOOK')) return `whsec_${randomBytes(32).toString('base64')}`;
    return `sentinel-${randomBytes(16).toString('hex')}`;
  };
  // A URL names a server, which is not there.
  const own = Object.keys(SECRETS).filter((name) => !name.endsWith('_URL'));
  const names = [...own, 'CROSSTAPE_CHAIN_BASE_API_KEY'];
  return Object.fromEntries(names.map((name) => [name, secret(name)]));
}

/** Throws out of nowhere when it is made to, as an error of this service would. */
const CRASH = 'data:text/javascript,process.on("SIGHUP",()=>{throw new Error("an error of this service")})';

test('no secret is in what a service writes, also while it crashes', async (t) => {
  const reports = await mkdtemp(path.join(tmpdir(), 'crosstape-reports-'));
  t.after(() => rm(reports, { recursive: true, force: true }));
  const settings = sentinels();
  const { service, calls, apiUrl, dataDir, issue } = await startGatedProcess(
    t,
    { ...settings, CROSSTAPE_LOG_LEVEL: 'trace' },
    ['--import', CRASH, '--report-on-signal', `--report-directory=${reports}`],
  );
  const secrets = { ...settings } as Record<string, string>;
  secrets.key = await issue();
  secrets.code = (
    await calls.admin('POST', '/api/account/vouchers', { microUsd: 5_000, count: 1 })
  ).body.codes[0];
  const rotated = await calls.call('POST', '/api/account/keys/rotate', secrets.key, { graceMs: 60_000 });
  secrets.rotated = rotated.body.rawKey;
  await calls.call('POST', '/api/account/redeem', secrets.key, { code: secrets.code });
  await calls.bundle(rotated.body.rawKey);
  secrets.venue = `venue-secret-${randomBytes(16).toString('hex')}`;
  // What a caller may do wrong: secrets in addresses, in the wrong field, in bodies that are refused.
  const key = secrets.key as string;
  for (const [url, init] of [
    [`/api/m2m/hl-BTC/bundle?api_key=${key}`, {}],
    [`/api/book/${key}`, {}],
    [`/api/${key}`, {}],
    ['/api/account/usage', { headers: { authorization: `Basic ${key}` } }],
    ['/api/account/credit', { method: 'POST', headers: { 'x-api-key': ADMIN_TOKEN } }],
    ['/api/account/redeem', { method: 'POST', body: `{"code":"${secrets.code}"`, headers: json(key) }],
    ['/api/account/credit', { method: 'POST', body: `{"owner":"${key}"}`, headers: json(ADMIN_TOKEN) }],
    ['/api/account/webhook/stripe', { method: 'POST', headers: { 'stripe-signature': key }, body: key }],
  ] as [string, RequestInit][]) {
    const answer = await fetch(apiUrl + url, init);
    assert.ok(answer.status >= 400 && answer.status < 504, `${url}: ${answer.status}`);
    const text = await answer.text();
    for (const [name, secret] of Object.entries(settings)) {
      assert.equal(text.includes(secret), false, `${name} is in the answer of ${url}`);
    }
  }
  const put = { venue: 'kalshi', kind: 'apiKey', secret: { keyId: 'id', privateKeyPem: secrets.venue } };
  await calls.bot('/api/bot/credentials', secrets.rotated as string, put);

  service.child.kill('SIGUSR2');
  await eventually(() => readdirSync(reports).length > 0, 'a report of the process is written');
  service.child.kill('SIGHUP');
  assert.equal(await service.end('SIGCONT'), 1);
  assert.match(service.said(), /an error of this service/);

  const places = new Map<string, Buffer>([['standard error', Buffer.from(service.said())]]);
  for (const directory of [dataDir, reports]) {
    for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
      const file = path.join(entry.parentPath, entry.name);
      if (entry.isFile()) places.set(file, readFileSync(file));
    }
  }
  assert.ok(places.size > 3, [...places.keys()].join(' '));
  for (const [place, bytes] of places) {
    for (const [name, secret] of Object.entries(secrets)) {
      assert.equal(bytes.includes(secret), false, `${name} is in ${place}`);
    }
  }
});

test('a start that fails because of its secrets names settings and no value', async (t) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-secrets-'));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  const wrong = Object.fromEntries(Object.keys(SECRETS).map((name, i) => [name, `wrong-${i}-sentinel`]));
  const service = launchService({
    ...wrong,
    NODE_ENV: 'production',
    CROSSTAPE_DATA_DIR: dataDir,
    CROSSTAPE_PORT: '0',
    CROSSTAPE_BOT_PORT: '0',
  });
  t.after(() => service.end('SIGKILL'));
  await assert.rejects(service.ready, /CROSSTAPE_ADMIN_TOKEN: must have at least 32 characters/);
  assert.doesNotMatch(service.said(), /sentinel/);
});

const json = (bearer: string) => ({ authorization: `Bearer ${bearer}`, 'content-type': 'application/json' });

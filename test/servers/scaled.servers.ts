import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { DRILLS } from '../../scripts/scaled/drills.ts';
import {
  findMissingServer,
  type RoleProcess,
  ScaledInstallation,
} from '../../scripts/scaled/installation.ts';
import { findFreePort } from './free-port.ts';

const MAIN = path.resolve(import.meta.dirname, '../../src/main.js');

async function get(
  url: string,
): Promise<{ readonly status: number; readonly body: Record<string, unknown> }> {
  const response = await fetch(url);
  const text = await response.text();
  return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : { text } };
}

test('one feed and two api processes answer as one service', async (t) => {
  const missing = findMissingServer();
  if (missing !== null) return t.skip(missing);
  const installation = await ScaledInstallation.start({
    apis: 2,
    env: { CROSSTAPE_PAID_GATING: 'on', CROSSTAPE_TIER_ENTERPRISE_MONTHLY_QUOTA: '500' },
  });
  t.after(() => installation.stop());
  const { feed, apis, proxyUrl } = installation;
  const [first, second] = apis as readonly [RoleProcess, RoleProcess];

  await t.test(
    'each server says whether it is live and ready; the feed has its metrics and nothing else',
    async () => {
      for (const url of [feed.url, feed.botUrl, first.url, second.url]) {
        assert.equal((await get(`${url}/api/health/live`)).status, 200, url);
        assert.equal((await get(`${url}/api/health/ready`)).status, 200, url);
      }
      assert.match(String((await get(`${feed.url}/metrics`)).body.text), /crosstape_upstream_requests_total/);
      const { status, body } = await get(`${feed.url}/api/feed`);
      assert.deepEqual([status, body.error], [404, 'not_found']);
      assert.match(String(body.message), /other processes/);
    },
  );

  await t.test('health of any process speaks of all of them', async () => {
    for (const { url } of apis) {
      const processes = await eventually(async () => {
        const { body } = await get(`${url}/api/health`);
        const found = body.processes as readonly { role: string }[];
        return found.length === 3 ? found : null;
      });
      assert.deepEqual(processes.map(({ role }) => role).sort(), ['api', 'api', 'feed,bot']);
      const { body } = await get(`${url}/api/health/anomalies`);
      const codes = (body.anomalies as readonly { code: string }[]).map(({ code }) => code);
      assert.ok(!codes.some((code) => /process|links|redis|database/.test(code)), String(codes));
    }
  });

  await t.test(
    'the main API knows of the vault, whose keys are at the address of the bot alone',
    async () => {
      const { flags } = await eventually(async () => {
        const answer = await installation.admin('GET', '/api/admin/flags');
        return (answer.flags as { bot: { vaultEnabled: boolean } }).bot.vaultEnabled ? answer : null;
      });
      assert.equal((flags as { bot: { vaultEnabled: boolean } }).bot.vaultEnabled, true);
      const rotate = (url: string) =>
        fetch(`${url}/api/admin/vault/rotate`, {
          method: 'POST',
          headers: { authorization: `Bearer ${installation.adminToken}`, 'content-type': 'application/json' },
          body: '{}',
        });
      assert.equal((await rotate(feed.botUrl)).status, 200);
      assert.equal((await rotate(proxyUrl)).status, 404);
    },
  );

  await t.test('limits of one key hold over both', async () => {
    for (const { what, found, isHeld } of (await DRILLS.limits?.(installation)) ?? []) {
      assert.ok(isHeld, `${what}: ${found}`);
    }
  });

  await t.test('a key that is revoked at one ends at both, with its streams', async () => {
    for (const { what, found, isHeld } of (await DRILLS.revoked?.(installation)) ?? []) {
      assert.ok(isHeld, `${what}: ${found}`);
    }
  });

  await t.test('doctor finds what an api process needs, and on Redis what the feed publishes', () => {
    const doctor = (env: Readonly<Record<string, string>>) =>
      spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, 'doctor'], {
        env: { PATH: process.env.PATH, CROSSTAPE_REFERENCES: 'off', ...env },
        encoding: 'utf8',
      });
    const { status, stdout } = doctor(first.env);
    assert.equal(status, 0, stdout);
    assert.match(stdout, /^ok +role: api has what it needs$/m);
    assert.match(stdout, /^ok +Redis: holds the newest prices of .*hyperliquid/m);
    assert.doesNotMatch(stdout, /upstream/);
    const { CROSSTAPE_INTERNAL_TOKEN: _, ...without } = first.env;
    const lacking = doctor({ ...without, CROSSTAPE_VAULT_KEK: String(feed.env.CROSSTAPE_VAULT_KEK) });
    assert.equal(lacking.status, 5);
    assert.match(lacking.stdout, /CROSSTAPE_INTERNAL_TOKEN: role api needs it/);
    assert.match(lacking.stdout, /CROSSTAPE_VAULT_KEK: role api must not have it/);
  });

  await t.test('metrics of any process name silent processes and differing links', async () => {
    for (const url of [feed.url, first.url]) {
      const text = String((await get(`${url}/metrics`)).body.text);
      assert.match(text, /^crosstape_processes_silent 0$/m);
      assert.match(text, /^crosstape_links_differ 0$/m);
      assert.match(text, /^crosstape_redis_up 1$/m);
    }
  });

  await t.test(
    'a second feed is refused with exit code 3, on the data directory and on another one',
    async () => {
      const other = mkdtempSync(path.join(tmpdir(), 'crosstape-second-'));
      t.after(() => rmSync(other, { recursive: true, force: true }));
      const starts = [
        { env: feed.env, says: /in use/ },
        {
          env: {
            ...feed.env,
            CROSSTAPE_DATA_DIR: other,
            CROSSTAPE_PORT: String(await findFreePort()),
            CROSSTAPE_BOT_PORT: String(await findFreePort()),
          },
          says: /another process is the feed of the database/,
        },
      ];
      for (const { env, says } of starts) {
        const { status, stderr } = spawnSync(
          process.execPath,
          ['--disable-warning=ExperimentalWarning', MAIN, 'serve', '--simulate'],
          { env: { PATH: process.env.PATH, CROSSTAPE_REFERENCES: 'off', ...env }, encoding: 'utf8' },
        );
        assert.equal(status, 3, stderr);
        assert.match(stderr, says);
      }
      assert.equal((await get(`${first.url}/api/asset/hl-BTC`)).status, 200);
    },
  );

  await t.test('a process that is told to stop is not ready first, and answers meanwhile', async () => {
    const ended = first.stop();
    await eventually(async () => {
      const { status, body } = await get(`${first.url}/api/health/ready`);
      return status === 503 && body.error === 'not_ready' ? body : null;
    });
    assert.equal((await get(`${first.url}/api/feed`)).status, 200);
    assert.equal(await ended, 0);
    assert.equal((await get(`${proxyUrl}/api/feed`)).status, 200);
  });
});

async function eventually<T>(find: () => Promise<T | null>): Promise<T> {
  const until = performance.now() + 60_000;
  for (;;) {
    const found = await find();
    if (found !== null) return found;
    assert.ok(performance.now() < until, 'it did not happen within 60 s');
    await sleep(50);
  }
}

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { startTidepool } from '../support/invented-venue/simulator.ts';
import { eventually } from '../support/simulated-service.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const INVENTED = path.join(ROOT, 'test/support/invented-venue/venue');
const ASSET = 'tidepool-high-water-friday';

/** The one line that the recipe asks for, and the line of the list that it stands behind. */
const LINE = "  tidepool: binaryVenue('Tidepool', 'tidepool'),";
const LAST_LINE = "  limitless: binaryVenue('Limitless', 'limitless'),";

/** What follows CONTRIBUTING.md, "Add a venue", on a copy of the sources: one line, one folder. */
async function addVenue(copy: string): Promise<void> {
  const sources = path.join(ROOT, 'src');
  const isNeeded = (file: string) => !/\.test\.ts$|[/\\]fixtures([/\\]|$)/.test(file);
  await cp(sources, path.join(copy, 'src'), { recursive: true, filter: isNeeded });
  for (const file of ['package.json', 'CHANGELOG.md']) await cp(path.join(ROOT, file), path.join(copy, file));
  for (const folder of ['client', 'docs', 'web']) {
    await cp(path.join(ROOT, folder), path.join(copy, folder), { recursive: true });
  }
  await symlink(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));

  const list = path.join(copy, 'src/domain/venue.ts');
  const before = await readFile(list, 'utf8');
  assert.equal(before.split(LAST_LINE).length, 2);
  await writeFile(list, before.replace(LAST_LINE, `${LAST_LINE}\n${LINE}`));

  const folder = path.join(copy, 'src/venues/tidepool');
  await cp(INVENTED, folder, { recursive: true });
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll("'../../../../src/", "'../../"));
  }
}

function run(copy: string, args: readonly string[], env: Record<string, string>): ChildProcess {
  return spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', path.join(copy, 'src/main.ts'), ...args],
    { env: { PATH: process.env.PATH, ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
}

async function readOutput(child: ChildProcess): Promise<string> {
  const parts: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (part) => parts.push(String(part)));
  }
  await once(child, 'close');
  return parts.join('');
}

async function serve(t: TestContext, copy: string, env: Record<string, string>): Promise<string> {
  const child = run(copy, ['serve'], env);
  const exited = once(child, 'exit');
  t.after(async () => {
    child.kill('SIGTERM');
    await exited;
  });
  const errors: string[] = [];
  child.stderr?.on('data', (part) => errors.push(String(part)));
  assert.ok(child.stdout);
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^crosstape ready: api (\S+)/.exec(line)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error(`the service did not start: ${errors.join('')}`);
}

test('a fifth venue is one folder, one line and its simulator', { timeout: 120_000 }, async (t) => {
  const copy = await mkdtemp(path.join(tmpdir(), 'crosstape-fifth-'));
  t.after(() => rm(copy, { recursive: true, force: true }));
  await addVenue(copy);
  const simulator = await startTidepool();
  t.after(() => simulator.close());

  const env = {
    CROSSTAPE_DATA_DIR: path.join(copy, 'data'),
    CROSSTAPE_PORT: '0',
    CROSSTAPE_BOT_PORT: '0',
    CROSSTAPE_LOG_LEVEL: 'error',
    CROSSTAPE_VENUES: 'tidepool',
    CROSSTAPE_TIDEPOOL_URL: simulator.url,
  };
  const url = await serve(t, copy, env);
  const get = async (address: string) => {
    const response = await fetch(url + address);
    return { status: response.status, body: JSON.parse(await response.text()) };
  };

  await eventually(async () => {
    const { body } = await get(`/api/history/tidepool/high-water-friday`);
    return body.records?.length > 0;
  }, 'the venue is recorded');

  await t.test('the feed shows its markets', async () => {
    const { body } = await get('/api/feed');
    const shown = body.tidepool.markets.map((market: { asset: string; yesPrice: number | null }) => [
      market.asset,
      market.yesPrice,
    ]);
    assert.deepEqual(shown, [
      [ASSET, 0.42],
      ['tidepool-crabs', null],
    ]);
    assert.equal(body.stale.tidepool, false);
    assert.equal(body.errors.tidepool, null);
    assert.equal(body.kalshi, null);
  });

  await t.test('its records are history, by store key and by asset id', async () => {
    const { status, body } = await get('/api/history/tidepool/high-water-friday');
    assert.equal(status, 200);
    assert.equal(body.records[0].p, 0.42);
    const byId = await get(`/api/history/tidepool/${ASSET.toUpperCase()}`);
    assert.deepEqual(byId.body.records[0], body.records[0]);
    const { body: catalogue } = await get('/api/history/assets?venue=tidepool');
    assert.deepEqual(
      catalogue.assets.map(({ assetId }: { assetId: string }) => assetId),
      [ASSET],
    );
  });

  await t.test('its book is read live', async () => {
    const { status, body } = await get(`/api/book/${ASSET.toUpperCase()}`);
    assert.equal(status, 200);
    assert.equal(body.asset, ASSET);
    assert.deepEqual(
      [body.bids[0], body.asks[0]],
      [
        { price: 0.4, size: 120 },
        { price: 0.44, size: 80 },
      ],
    );
  });

  await t.test('health judges it as every other venue', async () => {
    const { status, body } = await get('/api/feed/health');
    assert.equal(status, 200);
    assert.equal(body.verdict, 'OK');
    assert.deepEqual(body.venues, { tidepool: 'OK' });
    const upstream = await get('/api/health/upstream');
    assert.deepEqual(
      upstream.body.probes.map(({ upstream: name }: { upstream: string }) => name),
      ['tidepool'],
    );
    const { body: anomalies } = await get('/api/health/anomalies');
    assert.deepEqual(
      anomalies.anomalies.filter(({ severity }: { severity: string }) => severity === 'critical'),
      [],
    );
    assert.match(await (await fetch(`${url}/metrics`)).text(), /crosstape_feed_markets\{venue="tidepool"/);
  });

  await t.test('index, quotes and statistics know its kind', async () => {
    const { body: index } = await get('/api/m2m/index');
    assert.deepEqual(index.summary.byVenue, { tidepool: 2 });
    const { body: quote } = await get(`/api/m2m/${ASSET}/quote`);
    assert.deepEqual([quote.asset, quote.price.last], [ASSET, 0.42]);
    assert.equal(quote.venueNativeUrl, 'https://tidepool.example/High-Water-Friday');
    assert.equal((await get('/api/stats?venue=tidepool')).status, 200);
  });

  await t.test('the document lists venue and kind, and a wrong venue is refused by its rule', async () => {
    const { body: document } = await get('/api/openapi.json');
    const { schemas } = document.components;
    assert.ok(schemas.VenueId.enum.includes('tidepool'));
    assert.ok(schemas.AssetKind.enum.includes('tidepool'));
    assert.match((await get('/api/history/nowhere/x')).body.message, /limitless, tidepool/);
  });

  await t.test('its settings are read, checked and listed', async () => {
    const [wrong, help] = await Promise.all([
      readOutput(run(copy, ['serve'], { ...env, CROSSTAPE_TIDEPOOL_POLL_MS: '5' })),
      readOutput(run(copy, ['serve', '--help'], env)),
    ]);
    assert.match(wrong, /CROSSTAPE_TIDEPOOL_POLL_MS=5: must be a whole number from 1000/);
    assert.match(help, /CROSSTAPE_TIDEPOOL_URL=https:\/\/api\.tidepool\.example/);
    assert.match(help, /CROSSTAPE_VENUES=hyperliquid,polymarket,kalshi,limitless,tidepool/);
  });
});

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { startTidepool } from '../support/invented-venue/simulator.ts';
import { isLong } from '../support/long-tests.ts';
import { eventually } from '../support/simulated-service.ts';
import { SourceCopy } from '../support/source-copy.ts';

const ASSET = 'tidepool-high-water-friday';

/** The one line that the recipe asks for, and the line of the list that it stands behind. */
const LINE = "  tidepool: binaryVenue('Tidepool', 'tidepool'),";
const LAST_LINE = "  limitless: binaryVenue('Limitless', 'limitless'),";

/** What follows CONTRIBUTING.md, "Add a venue", on a copy of the sources: one line, one folder. */
async function addVenue(copy: SourceCopy): Promise<void> {
  const list = path.join(copy.folder, 'src/domain/venue.ts');
  const before = await readFile(list, 'utf8');
  assert.equal(before.split(LAST_LINE).length, 2);
  await writeFile(list, before.replace(LAST_LINE, `${LAST_LINE}\n${LINE}`));
  await copy.addFolder('test/support/invented-venue/venue', 'src/venues/tidepool');
}

test('a fifth venue is one folder, one line and its simulator', { timeout: 240_000 }, async (t) => {
  const copy = await SourceCopy.create(t);
  await addVenue(copy);
  const simulator = await startTidepool();
  t.after(() => simulator.close());

  const env = {
    CROSSTAPE_DATA_DIR: path.join(copy.folder, 'data'),
    CROSSTAPE_PORT: '0',
    CROSSTAPE_BOT_PORT: '0',
    CROSSTAPE_LOG_LEVEL: 'error',
    CROSSTAPE_VENUES: 'tidepool',
    CROSSTAPE_TIDEPOOL_URL: simulator.url,
  };
  const url = await copy.serve(env);
  const get = async (address: string) => {
    const response = await fetch(url + address);
    return { status: response.status, body: JSON.parse(await response.text()) };
  };

  await eventually(async () => {
    const { body } = await get(`/api/history/tidepool/high-water-friday`);
    return body.records?.length > 0;
  }, 'the venue is recorded');

  await t.test('no other file has to know it', async () => {
    // A check of the whole copy takes as long as the rest of this test.
    const include = isLong ? undefined : ['src/venues/tidepool'];
    assert.equal(await copy.readTypeErrors(include), '');
  });

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
    const feedHealth = document.paths['/api/feed/health'].get.description;
    assert.match(feedHealth, /^OK: hyperliquid, polymarket, kalshi and tidepool all have a snapshot/);
    const summary = await (await fetch(`${url}/llms.txt`)).text();
    assert.match(summary, /Limitless and Tidepool/);
    assert.match(summary, /`tidepool-<slug>`/);
    assert.match((await get('/api/history/nowhere/x')).body.message, /limitless, tidepool/);
  });

  await t.test('its settings are read, checked and listed', async () => {
    const [wrong, help] = await Promise.all([
      copy.run(['serve'], { ...env, CROSSTAPE_TIDEPOOL_POLL_MS: '5' }),
      copy.run(['serve', '--help'], env),
    ]);
    assert.match(wrong, /CROSSTAPE_TIDEPOOL_POLL_MS=5: must be a whole number from 1000/);
    assert.match(help, /CROSSTAPE_TIDEPOOL_URL=https:\/\/api\.tidepool\.example/);
    assert.match(help, /CROSSTAPE_VENUES=hyperliquid,polymarket,kalshi,limitless,tidepool/);
  });
});

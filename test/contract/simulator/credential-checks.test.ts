import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { CheckStore } from '../../../src/bot/credential-checks/check-store.ts';
import { CredentialChecks } from '../../../src/bot/credential-checks/credential-checks.ts';
import { prepareCheckQueries } from '../../../src/bot/credential-checks/sql/checks.ts';
import { type OpenedSecret, TRADING_VENUES, type TradingVenue } from '../../../src/bot/execution/index.ts';
import { cryptoRandom, type EpochMs } from '../../../src/domain/index.ts';
import { parseKeyEncryptionKeys } from '../../../src/vault/key-encryption-key.ts';
import { prepareVaultQueries } from '../../../src/vault/sql/vault.ts';
import { Vault } from '../../../src/vault/vault.ts';
import { VaultStore } from '../../../src/vault/vault-store.ts';
import { startExecutionStand } from '../../support/execution-stand.ts';
import { openSqliteDatabase } from '../../support/service-database.ts';

/** The checks over a vault and the four simulated venues. Each owner connects one credential. */
async function bench(t: TestContext, { live = true, hasLimits = false } = {}) {
  const stand = await startExecutionStand({ hasLimits });
  t.after(() => stand.simulator.close());
  const database = await openSqliteDatabase();
  t.after(() => database.close());
  const keys = parseKeyEncryptionKeys(Buffer.alloc(32, 7).toString('base64'));
  const { clock } = stand;
  const vault = await Vault.start({
    store: new VaultStore(database, prepareVaultQueries(database.reads)),
    keys,
    clock,
    random: cryptoRandom,
  });
  const faults: unknown[] = [];
  const checks = new CredentialChecks({
    store: new CheckStore(database, prepareCheckQueries(database.reads)),
    vault,
    venues: live ? new Map(TRADING_VENUES.map((venue) => [venue, stand.venues[venue]])) : new Map(),
    clock,
    onFault: (error) => faults.push(error),
  });
  const connect = async (owner: string, venue: TradingVenue, secret: OpenedSecret, kind = getKind(venue)) => {
    const entry = await vault.put({ owner, venue }, kind, secret);
    await checks.noteStored({ owner, venue }, entry, secret);
  };
  const shown = async (owner: string) => (await checks.list(owner))[0];
  return { stand, database, vault, checks, connect, shown, faults };
}

const getKind = (venue: TradingVenue): 'apiKey' | 'wallet' | 'oauth' =>
  venue === 'kalshi' ? 'apiKey' : 'wallet';

test('a good credential is usable at once by its form, and after the next round by its venue', async (t) => {
  const { stand, checks, connect, shown } = await bench(t);
  for (const venue of TRADING_VENUES) {
    await connect(venue, venue, stand.secrets[venue]);
    const { usable, missing, problem, checkedAt } = (await shown(venue)) ?? {};
    assert.deepEqual([usable, missing, problem, checkedAt], [true, [], null, null], venue);
  }
  await checks.runRound();
  for (const venue of TRADING_VENUES) {
    const { usable, problem, checkedAt } = (await shown(venue)) ?? {};
    assert.deepEqual([usable, problem, checkedAt], [true, null, stand.clock()], venue);
    assert.equal(await checks.findRefusal({ owner: venue, venue }), null);
  }
  assert.deepEqual(await checks.countRefused(), []);
});

test('wrong, expired, too powerful, and of another account: each is unusable and says why, without the secret', async (t) => {
  const { stand, database, checks, connect, shown } = await bench(t);
  const register = (venue: TradingVenue, options = {}) => stand.register({ venue, ...options });
  const expired = await register('hyperliquid');
  const agents = stand.simulator.trading.hyperliquid.get(expired.accountAddress as string)?.agents;
  for (const [agent, entry] of agents ?? []) {
    agents?.set(agent, { ...entry, validUntil: (stand.clock() - 1) as EpochMs });
  }
  const { hyperliquid, polymarket, kalshi, limitless } = stand.secrets;
  const other = {
    polymarket: await register('polymarket'),
    kalshi: await register('kalshi'),
    limitless: await register('limitless'),
  };
  const rows: [owner: string, venue: TradingVenue, secret: OpenedSecret, problem: RegExp][] = [
    ['hl-wrong', 'hyperliquid', { ...hyperliquid, agentPrivateKey: '7'.repeat(64) }, /not approved/],
    ['hl-expired', 'hyperliquid', expired, /not approved|expired/],
    [
      'hl-other',
      'hyperliquid',
      { ...hyperliquid, accountAddress: expired.accountAddress as string },
      /another account/,
    ],
    ['pm-wrong', 'polymarket', { ...polymarket, apiPassphrase: 'another passphrase' }, /401/],
    ['pm-other', 'polymarket', { ...polymarket, ...pickApiKey(other.polymarket) }, /401/],
    ['ka-wrong', 'kalshi', { ...kalshi, privateKeyPem: other.kalshi.privateKeyPem as string }, /401/],
    ['ka-power', 'kalshi', await register('kalshi', { scopes: ['read', 'write'] }), /more than trade/],
    [
      'li-power',
      'limitless',
      await register('limitless', { scopes: ['trading', 'withdrawal'] }),
      /more than trade/,
    ],
    [
      'li-other',
      'limitless',
      { ...limitless, privateKey: other.limitless.privateKey as string },
      /another account/,
    ],
    ['li-wrong', 'limitless', { ...limitless, tokenSecret: Buffer.from('no').toString('base64') }, /401/],
  ];
  for (const [owner, venue, secret] of rows) await connect(owner, venue, secret);
  for (let i = 0; i < 2; i++) await checks.runRound();
  for (const [owner, venue, , problem] of rows) {
    const entry = await shown(owner);
    assert.deepEqual([entry?.usable, entry?.checkedAt], [false, stand.clock()], owner);
    assert.match(entry?.problem ?? '', problem, owner);
    assert.match((await checks.findRefusal({ owner, venue })) ?? '', problem, owner);
  }
  assert.equal(
    (await checks.countRefused()).reduce((sum, { count }) => sum + count, 0),
    rows.length,
  );
  // Nothing that is kept beside the vault holds a piece of a secret.
  const kept = JSON.stringify(database.reads.get('SELECT * FROM bot_credential_check').all());
  for (const [, , secret] of rows) {
    for (const member of ['agentPrivateKey', 'privateKey', 'apiSecret', 'apiPassphrase', 'tokenSecret']) {
      const value = secret[member];
      if (value !== undefined) assert.ok(!kept.includes(value.replace(/^0x/, '')), member);
    }
  }
});

test('a credential without its members, of the wrong kind, or in mock mode is judged by its form alone', async (t) => {
  const { stand, checks, connect, shown } = await bench(t, { live: false });
  await connect('half', 'kalshi', { keyId: stand.secrets.kalshi.keyId as string });
  await connect('oauth', 'kalshi', stand.secrets.kalshi, 'oauth');
  await connect('whole', 'kalshi', stand.secrets.kalshi);
  await checks.runRound();
  const brief = async (owner: string) => {
    const { usable, missing, problem, checkedAt } = (await shown(owner)) ?? {};
    return [usable, missing, problem, checkedAt];
  };
  assert.deepEqual(await brief('half'), [false, ['privateKeyPem'], null, null]);
  assert.deepEqual(await brief('oauth'), [false, [], 'no venue trades with oauth', null]);
  assert.deepEqual(await brief('whole'), [true, [], null, null]);
});

test('a venue that cannot be asked changes no verdict, and is asked again', async (t) => {
  const { stand, checks, connect, shown } = await bench(t);
  stand.simulator.faults.set({ kind: 'status', status: 503, venue: 'kalshi' });
  await connect('o', 'kalshi', stand.secrets.kalshi);
  await checks.runRound();
  const down = await shown('o');
  assert.deepEqual([down?.usable, down?.checkedAt], [true, null]);
  assert.match(down?.problem ?? '', /could not be asked/);
  stand.simulator.faults.clearAll();
  stand.advance(61_000);
  await checks.runRound();
  const asked = await shown('o');
  assert.deepEqual([asked?.usable, asked?.problem, asked?.checkedAt], [true, null, stand.clock()]);
});

for (const skewMs of [180_000, -180_000]) {
  test(`a venue whose clock is ${skewMs / 1_000} s ahead is learnt within the first check, which finds the credential good`, async (t) => {
    const { stand, checks, connect, shown } = await bench(t);
    stand.simulator.faults.set({ kind: 'clock_skew', skewMs });
    for (const venue of TRADING_VENUES) await connect(venue, venue, stand.secrets[venue]);
    await checks.runRound();
    for (const venue of TRADING_VENUES) {
      const { usable, problem, checkedAt } = (await shown(venue)) ?? {};
      assert.deepEqual([usable, problem, checkedAt], [true, null, stand.clock()], venue);
    }
    assert.deepEqual(await checks.countRefused(), []);
  });
}

test('what a venue refuses is counted until it is replaced, removed, or good again', async (t) => {
  const { stand, vault, checks, connect } = await bench(t);
  const bad = { ...stand.secrets.limitless, tokenSecret: Buffer.from('no').toString('base64') };
  for (const owner of ['mends', 'removes', 'waits']) await connect(owner, 'limitless', bad);
  for (const user of stand.simulator.trading.polymarket.values()) user.isClosedOnly = true;
  await connect('waits', 'polymarket', stand.secrets.polymarket);
  await checks.runRound();
  const counted = async () =>
    [...(await checks.countRefused())].sort((a, b) => a.venue.localeCompare(b.venue));
  const rows = (limitless: number, polymarket: number) =>
    [
      { venue: 'limitless', count: limitless },
      { venue: 'polymarket', count: polymarket },
    ].filter(({ count }) => count > 0);
  const assertCounted = async (...counts: [number, number]) =>
    assert.deepEqual(
      (await counted()).map((row) => ({ ...row })),
      rows(...counts),
    );
  await assertCounted(3, 1);
  stand.advance(1_000);
  await connect('mends', 'limitless', stand.secrets.limitless);
  await assertCounted(2, 1);
  await vault.remove({ owner: 'removes', venue: 'limitless' });
  await checks.noteRemoved({ owner: 'removes', venue: 'limitless' });
  for (const user of stand.simulator.trading.polymarket.values()) user.isClosedOnly = false;
  stand.advance(300_000);
  await checks.runRound();
  await assertCounted(1, 0);
});

test('a bad credential stays bad while the clock of its venue is learnt', async (t) => {
  const { stand, checks, connect, shown } = await bench(t);
  stand.simulator.faults.set({ kind: 'clock_skew', skewMs: 180_000 });
  const secret = { ...stand.secrets.limitless, tokenSecret: Buffer.from('no').toString('base64') };
  await connect('o', 'limitless', secret);
  await checks.runRound();
  const entry = await shown('o');
  assert.deepEqual([entry?.usable, entry?.checkedAt], [false, stand.clock()]);
  assert.match(entry?.problem ?? '', /^HTTP 401/);
});

test('a right that is taken away later is found out, at the latest when an order is refused for it', async (t) => {
  const { stand, checks, connect, shown } = await bench(t);
  await connect('o', 'polymarket', stand.secrets.polymarket);
  await checks.runRound();
  for (const user of stand.simulator.trading.polymarket.values()) user.isClosedOnly = true;
  stand.advance(60_000);
  await checks.runRound();
  assert.equal((await shown('o'))?.usable, true, 'it was good a minute ago');
  await checks.doubt({ owner: 'o', venue: 'polymarket' });
  await checks.runRound();
  assert.match((await shown('o'))?.problem ?? '', /only close/);
});

test('a start looks at everything again; what was removed or replaced has no old verdict', async (t) => {
  const { stand, checks, vault, connect, shown, database } = await bench(t);
  await vault.put({ owner: 'before', venue: 'kalshi' }, 'apiKey', stand.secrets.kalshi);
  assert.deepEqual(
    [(await shown('before'))?.usable, (await shown('before'))?.problem],
    [false, 'not looked at yet'],
  );
  await connect('gone', 'limitless', stand.secrets.limitless);
  await vault.remove({ owner: 'gone', venue: 'limitless' });
  await checks.start();
  await checks.runRound();
  assert.equal((await shown('before'))?.usable, true);
  assert.equal((await new CheckStore(database, prepareCheckQueries(database.reads)).list('gone')).length, 0);
  stand.advance(1);
  await vault.put({ owner: 'before', venue: 'kalshi' }, 'apiKey', { keyId: 'x' });
  assert.equal((await shown('before'))?.usable, false, 'the verdict was about the one before');
});

test('a venue without room for checks keeps them waiting, those that were never checked first', async (t) => {
  const { stand, checks, connect, shown, database } = await bench(t, { hasLimits: true });
  await connect('first', 'hyperliquid', stand.secrets.hyperliquid);
  await checks.runRound();
  const owners = Array.from({ length: 8 }, (_, i) => `owner ${i}`);
  for (const owner of owners)
    await connect(owner, 'hyperliquid', await stand.register({ venue: 'hyperliquid' }));
  await connect('other', 'kalshi', stand.secrets.kalshi);
  await checks.start();
  const checked = async () => {
    const all = await Promise.all(['other', ...owners].map(shown));
    return all.filter((one) => one?.checkedAt != null).length;
  };
  await checks.runRound();
  const before = await checked();
  assert.equal(before, 6, 'one of Kalshi, and what 120 weight a minute leave after the first');
  const waiting = await Promise.all(owners.map(shown));
  for (const one of waiting) assert.deepEqual([one?.usable, one?.problem], [true, null], 'the form is good');
  const rows = () => JSON.stringify(database.reads.get('SELECT * FROM bot_credential_check').all());
  const left = rows();
  await checks.runRound();
  assert.equal(rows(), left, 'nothing is asked in vain');
});

const pickApiKey = ({ apiKey, apiSecret, apiPassphrase }: OpenedSecret) =>
  ({ apiKey, apiSecret, apiPassphrase }) as OpenedSecret;

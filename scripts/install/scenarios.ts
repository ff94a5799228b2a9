import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Checkout, RunningService } from './checkout.ts';

/** Uses a fresh clone. @throws what went wrong. @returns Why it cannot be tried here, where it cannot. */
type Scenario = (checkout: Checkout) => Promise<string | undefined>;

/** Environment whose registry is a port without a server. */
const NO_NETWORK = { npm_config_registry: 'http://127.0.0.1:9/', npm_config_fetch_retries: '0' };
const KILLS = 3;
const MAX_KILL_MS = 4_000;
const MIB = 2 ** 20;
/** Room for the clone, and for a part of what it installs, also without a Node. */
const SMALL_MIB = 70;
const LARGE_MIB = 2_000;
/** Paths whose code a service loads at the first request: those of before its packages change, and those of after. */
const LOADED_LATE: readonly (readonly string[])[] = [
  ['/docs', '/api/openapi.json', '/api/history/hyperliquid/perp-btc/parquet?limit=10', '/metrics'],
  ['/api/history/hyperliquid/perp-btc/arrow?limit=10', '/docs/guides/concepts', '/'],
];

/** Scenarios of a user with a fresh clone by their description. Each is tried on every Node. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'demo, then test': async (checkout) => {
    await checkout.startAndStop();
    await checkout.test();
    return undefined;
  },

  'test, then demo': async (checkout) => {
    await checkout.test();
    await checkout.startAndStop();
    return undefined;
  },

  'start, packages change, start, and back': async (checkout) => {
    await checkout.startAndStop('start');
    checkout.changePackages();
    const said = await checkout.startAndStop('start');
    assert.match(said, /this version needs others: fastest-levenshtein 1\.0\.16 -> 1\.0\.15/);
    assert.doesNotMatch(await checkout.startAndStop('start'), /installing/);
    checkout.changePackages();
    assert.doesNotMatch(
      await checkout.startAndStop('start'),
      /installing/,
      'the packages of before are still there',
    );
    return undefined;
  },

  'check and format after a demo and a change': async (checkout) => {
    await checkout.startAndStop();
    await checkout.succeed('npm run check');
    checkout.changePackages();
    await checkout.succeed('npm run format');
    await checkout.succeed('npm run check:format');
    return undefined;
  },

  'other tests after a start and a change': async (checkout) => {
    await checkout.startAndStop('start');
    await checkout.test('test:unit');
    checkout.changePackages();
    await checkout.test('test:terminal', 'terminal/serving');
    return undefined;
  },

  'npm exec, and a shell with the commands of packages in its path': async (checkout) => {
    const version = checkout.version();
    const ask = async (command: string) =>
      assert.match(await checkout.succeed(command), new RegExp(`^${version}$`, 'm'));
    await ask("npm exec -c 'node bin/crosstape --version'");
    checkout.changePackages();
    await ask("npm exec -c 'node bin/crosstape --version'");
    checkout.putFirst('node_modules/.bin');
    await ask('node bin/crosstape --version');
    await checkout.succeed('node bin/with-node24 -e 0');
    checkout.changePackages();
    await ask('bin/crosstape --version');
    await checkout.succeed('node bin/with-node24 -e 0');
    await checkout.succeed('tsc --version');
    await checkout.startAndStop();
    return undefined;
  },

  'an installation that is killed': async (checkout) => {
    for (let kill = 0; kill < KILLS; kill++) {
      const child = checkout.begin('exec node bin/crosstape --version');
      await sleep(Math.random() * MAX_KILL_MS);
      // Alone once, so that the npm that it has started goes on.
      if (kill === 0) child.kill('SIGKILL');
      else checkout.kill(child);
    }
    await checkout.startAndStop();
    checkout.changePackages();
    checkout.kill(await beginInstalling(checkout));
    await checkout.startAndStop();
    return undefined;
  },

  'an installation without a network': async (checkout) => {
    const empty = path.join(checkout.folder, '.cache', 'empty');
    const offline = { ...NO_NETWORK, npm_config_cache: empty };
    const { code, said } = await checkout.run('npm run demo -- --help', offline);
    assert.notEqual(code, 0);
    assert.match(
      said,
      /^crosstape: installing packages failed: npm cannot reach its registry \(ECONNREFUSED\)$/m,
    );
    assert.deepEqual(checkout.installations(), []);
    await checkout.startAndStop();
    checkout.changePackages();
    const before = checkout.current();
    rmSync(empty, { recursive: true, force: true });
    const later = await checkout.run('npm run demo -- --help', offline);
    assert.notEqual(later.code, 0);
    assert.match(later.said, /^crosstape: the packages of before are in place.* git checkout \S/m);
    assert.equal(checkout.current(), before);
    checkout.changePackages();
    assert.equal((await checkout.run('node bin/crosstape --version', offline)).code, 0);
    return undefined;
  },

  'an installation without room': async (checkout) => {
    const disk = `${checkout.folder}-disk`;
    mkdirSync(disk, { recursive: true });
    const mount = (size: number, more = '') =>
      spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}m${more}`, 'tmpfs', disk], { encoding: 'utf8' });
    const { status } = mount(SMALL_MIB + Math.floor((Math.random() * SMALL_MIB) / 2));
    if (status !== 0) return 'a small disk cannot be mounted here, which root can';
    try {
      await withoutRoom(checkout.cloneInto(path.join(disk, 'crosstape')), disk, (size) =>
        mount(size, ',remount'),
      );
    } finally {
      spawnSync('umount', ['-l', disk]);
      rmSync(disk, { recursive: true, force: true });
    }
    return undefined;
  },

  'an installation beside a running service': async (checkout) => {
    const service = await checkout.start();
    const packages = checkout.current();
    await checkout.test();
    await askAll(service, LOADED_LATE[0] ?? []);
    checkout.changePackages();
    await checkout.succeed('node bin/crosstape --version');
    await askAll(service, LOADED_LATE[1] ?? []);
    assert.ok(existsSync(packages), 'a service keeps its packages');
    await service.stop();
    assert.doesNotMatch(service.said(), /"level":[56]0/);
    return undefined;
  },
};

async function beginInstalling(checkout: Checkout) {
  const before = checkout.installations().length;
  const child = checkout.begin('exec node bin/crosstape --version');
  while (checkout.installations().length === before) await sleep(10);
  await sleep(Math.random() * MAX_KILL_MS);
  return child;
}

async function withoutRoom(
  checkout: Checkout,
  disk: string,
  resize: (size: number) => unknown,
): Promise<void> {
  const noRoom = new RegExp(`^crosstape: installing packages failed: no room in ${checkout.folder}$`, 'm');
  const first = await checkout.run('npm run demo -- --help');
  assert.notEqual(first.code, 0);
  assert.match(first.said, noRoom);
  assert.deepEqual(checkout.installations(), []);
  resize(LARGE_MIB);
  await checkout.startAndStop();

  checkout.changePackages();
  const filler = path.join(disk, 'filler');
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(filler, Buffer.alloc(1));
  spawnSync('fallocate', ['-l', String(bavail * bsize - Math.floor((1 + Math.random() * 60) * MIB)), filler]);
  const before = checkout.current();
  const second = await checkout.run('npm run demo -- --help');
  assert.notEqual(second.code, 0);
  assert.match(second.said, noRoom);
  assert.match(second.said, /^crosstape: the packages of before are in place/m);
  assert.equal(checkout.current(), before);
  assert.ok(readdirSync(before).length > 0);
  rmSync(filler);
  await checkout.startAndStop();
}

async function askAll({ url }: RunningService, paths: readonly string[]): Promise<void> {
  for (const asked of paths) {
    const response = await fetch(url + asked);
    const body = await response.text();
    assert.equal(response.status, 200, `${asked}: ${response.status} ${body.slice(0, 300)}`);
  }
}

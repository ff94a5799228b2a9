import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { formatTapePage } from '../../scripts/tape-page.ts';
import { SIMULATED_VENUES } from '../../simulator/world/venues.ts';
import { readConfig } from '../config/config.ts';
import { readSecrets } from '../config/secrets.ts';
import { ASSET_KINDS, epochMs, KIND_TRAITS, VENUES } from '../domain/index.ts';
import { createAdapters, PROFILES, PUBLISHED_FEES } from './registry.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');

test('every venue has one profile, in the order in which answers list them', () => {
  assert.deepEqual(
    PROFILES.map(({ venue }) => venue),
    VENUES,
  );
});

test('every venue with a folder in the simulator is simulated', () => {
  const simulated = VENUES.filter((venue) => existsSync(path.join(ROOT, 'simulator', venue)));
  assert.deepEqual([...SIMULATED_VENUES].sort(), [...simulated].sort());
});

test('every kind of asset belongs to one venue, which publishes what its takers pay or says why not', () => {
  assert.deepEqual(
    PROFILES.flatMap(({ kinds }) => kinds),
    ASSET_KINDS,
  );
  for (const { venue, kinds, takerFees } of PROFILES) {
    assert.deepEqual(Object.keys(takerFees).sort(), [...kinds].sort());
    for (const kind of kinds) assert.equal(KIND_TRAITS[kind].venue, venue);
  }
  assert.deepEqual(Object.keys(PUBLISHED_FEES).sort(), [...ASSET_KINDS].sort());
});

test('every venue has its page, its simulator, and fixtures that say where they come from', () => {
  for (const { venue } of PROFILES) {
    const files = [
      `docs/venues/${venue}.md`,
      `src/venues/${venue}/fixtures/README.md`,
      `simulator/${venue}/stream.ts`,
    ];
    for (const file of files) assert.ok(existsSync(path.join(ROOT, file)), file);
  }
});

test('profile, settings and adapter agree on intervals and on the names of upstreams', async () => {
  const config = readConfig({});
  const adapters = createAdapters({
    config,
    secrets: readSecrets({}),
    clock: () => epochMs(0),
    random: () => 0,
    userAgent: 'test',
  });
  for (const { venue, upstreams, pulseRefreshMs } of PROFILES) {
    const adapter = adapters.get(venue);
    assert.ok(adapter);
    assert.deepEqual(
      adapter.probes.map(({ upstream }) => upstream),
      upstreams,
    );
    assert.ok(pulseRefreshMs <= config.feed.adapters[venue].pollMs);
    await adapter.close();
  }
});

test('every venue gives the tape what its profile promises, and nothing else', async () => {
  const adapters = createAdapters({
    config: readConfig({}),
    secrets: readSecrets({}),
    clock: () => epochMs(0),
    random: () => 0,
    userAgent: 'test',
  });
  for (const { venue, tape } of PROFILES) {
    const adapter = adapters.get(venue);
    assert.ok(adapter);
    const { stream } = adapter;
    const given = {
      onBook: stream?.onBook !== undefined,
      repeatBooks: stream?.repeatBooks !== undefined,
      onTrade: stream?.onTrade !== undefined,
      onHeard: stream?.onHeard !== undefined,
      pollTrades: adapter.pollTrades !== undefined,
      readTrades: adapter.readTrades !== undefined,
      readVenueTrades: adapter.readVenueTrades !== undefined,
    };
    const promised = {
      onBook: tape.books !== null,
      repeatBooks: tape.books !== null,
      onTrade: tape.trades === 'stream',
      onHeard: tape.trades === 'stream',
      pollTrades: tape.trades === 'poll',
      readTrades: tape.trades !== null,
      readVenueTrades: tape.trades === 'poll',
    };
    // Data that needs a key is absent without one.
    if (!tape.needsKey) assert.deepEqual(given, promised, venue);
    assert.ok(!tape.listsSettled || (tape.trades === 'stream' && given.readTrades), venue);
    assert.ok(tape.books !== null || tape.depth === null, venue);
    assert.match(tape.note, /^[^A-Z].*[^.]$|^$/, venue);
    await adapter.close();
  }
});

test('the page of the tape has the table of venues as their profiles have it', () => {
  const page = readFileSync(path.join(ROOT, 'docs/tape.md'), 'utf8');
  assert.equal(page, formatTapePage(page), 'run scripts/tape-page.ts');
});

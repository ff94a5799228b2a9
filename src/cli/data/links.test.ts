import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { formatExplanation, createLinksCommand } from './links.ts';

test('confirm and refuse write the curated file, one entry a pair', async (t) => {
  const directory = await mkdtemp(path.join(tmpdir(), 'links-cli-'));
  t.after(() => rm(directory, { recursive: true }));
  t.mock.method(process.stdout, 'write', () => true);
  const run = (...args: string[]) =>
    createLinksCommand().parseAsync([...args, '--data-dir', directory], { from: 'user' });
  const file = path.join(directory, 'links.json');

  await run('confirm', 'pm-a', 'Kalshi-B', '--opposite', '--reason', 'Both rules read.');
  assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), [
    { a: 'pm-a', b: 'kalshi-b', relation: 'opposite', reasons: ['Both rules read.'] },
  ]);
  await run('refuse', 'kalshi-b', 'pm-a');
  assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), [
    { a: 'kalshi-b', b: 'pm-a', relation: 'none', reasons: ['Refused by hand.'] },
  ]);

  await writeFile(file, 'not json');
  await assert.rejects(
    run('confirm', 'pm-a', 'kalshi-b'),
    /links\.json was not written: links\.json is not JSON/,
  );
  assert.equal(await readFile(file, 'utf8'), 'not json');
  await assert.rejects(run('confirm', 'pm-a', 'pm-a'), /cannot be linked to itself/);
});

test('an explanation names how each market was read and what speaks against the pair', () => {
  const market = {
    asset: 'pm-a',
    words: ['recession'],
    numbers: ['above 3 pct'],
    date: '2027',
    contest: null,
    settlementSource: null,
    unclear: null,
  };
  const text = formatExplanation({
    a: market,
    b: { ...market, asset: 'kalshi-b', date: '2026' },
    matched: null,
    confidence: 0,
    reasons: ['The same words: recession.'],
    against: ['Dates differ: 2026 against 2027.'],
    link: null,
  });
  assert.match(text, /pm-a\n {2}words {4}recession\n {2}numbers {2}above 3 pct\n {2}date {5}2027/);
  assert.match(text, /refuses the pair\.\nIn force: no link\.\n {2}\+ The same words.*\n {2}- Dates differ/);
});

import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { rowsOfPlace } from '../support/database-rows.ts';
import { runCommand } from '../support/run-command.ts';
import { removePlace } from '../support/service-data.ts';
import { openTestDatabase } from '../support/service-database.ts';

const DERIVE = [
  'deposits',
  'derive',
  '--chain-id',
  '8453',
  '--owner-uid',
  '000102030405060708090a0b0c0d0e0f',
  '--factory',
  `0x${'2'.repeat(40)}`,
  '--implementation',
  `0x${'1'.repeat(40)}`,
];

test('the address of an owner is computed without a secret', async () => {
  const { code, out, err } = await runCommand([...DERIVE, '--family', 'evm', '--json']);
  assert.equal(code, 0, err);
  assert.deepEqual(JSON.parse(out), {
    salt: '0x7c2ae8753188cad505f049c4ae14f1b0c4e1f6e505d41c8ea2ac110132584663',
    initCodeHash: '0xa2d88143eeea48efcc9f4a249ebe53d688d02897963ffc34032b89239ec11b5e',
    address: '0x7ec5358Da090Da770854446aA3DDc150c59A378b',
  });
});

test('a wrong part of an address is named, with the exit code of wrong use', async () => {
  const rows: [args: string[], says: RegExp][] = [
    [['--family', 'tron'], /implementation 0x1{40} is not an address of tron/],
    [['--family', 'evm', '--owner-uid', '00'], /32 hex digits/],
    [['--family', 'solana'], /Allowed choices are evm, tron/],
    [['--family', 'evm', '--chain-id', '-1'], /whole number/],
  ];
  for (const [args, says] of rows) {
    const { code, err } = await runCommand([...DERIVE, ...args]);
    assert.equal(code, 2, err);
    assert.match(err, says);
  }
});

function chainFile(t: TestContext, chain: object = {}) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'crosstape-deposits-'));
  t.after(() => removePlace(dataDir));
  const file = path.join(dataDir, 'chains.json');
  const base = {
    name: 'base',
    family: 'evm',
    chainId: 8_453,
    rpcUrls: ['http://127.0.0.1:1'],
    tokens: [{ symbol: 'USDC', address: `0x${'b'.repeat(40)}`, decimals: 6 }],
    treasury: `0x${'a'.repeat(40)}`,
    finality: 'finalized',
    ...chain,
  };
  writeFileSync(file, JSON.stringify({ chains: [base] }));
  return { dataDir, env: { CROSSTAPE_DATA_DIR: dataDir, CROSSTAPE_CHAINS_FILE: file } };
}

test('a chain is read again without a service, only back and only one that is known', async (t) => {
  const { dataDir, env } = chainFile(t);
  await (await openTestDatabase({ dataDir })).close();
  const database = await rowsOfPlace(dataDir);
  await database.changeRows("INSERT INTO chain_cursor VALUES ('chain:8453', '', 100, '0xabc', 0)");

  const { code, out, err } = await runCommand(['deposits', 'rescan', 'base', '--from', '50', '--json'], env);
  assert.equal(code, 0, err);
  assert.deepEqual(JSON.parse(out), { ok: true, chain: 'base', from: 50 });
  assert.deepEqual(await database.readRows('SELECT position FROM chain_cursor'), [{ position: 49 }]);

  for (const args of [
    ['nowhere', '--from', '1'],
    ['base', '--from', '51'],
    ['base', '--from', 'x'],
    ['base'],
  ]) {
    assert.equal((await runCommand(['deposits', 'rescan', ...args], env)).code, 2, args.join(' '));
  }
});

test('a wrong file of chains ends every command that needs it with the exit code of wrong use', async (t) => {
  const { env } = chainFile(t, { finality: 'latest' });
  for (const args of [
    ['deposits', 'list'],
    ['serve', '--port', '0', '--bot-port', '0'],
  ]) {
    const { code, err } = await runCommand(args, env);
    assert.equal(code, 2, err);
    assert.match(err, /CROSSTAPE_CHAINS_FILE: chains\[0\]\.finality/);
  }
});

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { factoryDeployment } from '../../contracts/transactions.ts';
import { checkChains } from '../../src/cli/doctor/chains.ts';
import { readConfig } from '../../src/config/config.ts';
import { NO_SECRETS } from '../../src/config/secrets.ts';
import { EvmNode, noEvmNode } from '../support/evm-node.ts';

const TREASURY = `0x${'a'.repeat(40)}` as const;

test('doctor asks every node whether it is what the file says', { skip: noEvmNode }, async (t) => {
  const node = await EvmNode.start();
  t.after(() => node.stop());
  const folder = mkdtempSync(path.join(tmpdir(), 'crosstape-doctor-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const [account] = (await node.accounts()) as [string];
  const usdc = await node.deploy(account, 'TestToken', ['USDC', 6]);
  const deployment = factoryDeployment(TREASURY);
  await node.send(account, deployment.transaction);
  await node.mine(3);
  const chain = {
    name: 'local',
    family: 'evm',
    chainId: 31_337,
    rpcUrls: [node.url, `${node.url}/`],
    tokens: [{ symbol: 'USDC', address: usdc.address, decimals: 6 }],
    treasury: TREASURY,
    factory: deployment.factory,
    implementation: deployment.implementation,
    finality: 'finalized',
  };
  const check = async (over: object) => {
    const file = path.join(folder, 'chains.json');
    writeFileSync(file, JSON.stringify({ chains: [{ ...chain, ...over }] }));
    const findings = await checkChains(readConfig({ CROSSTAPE_CHAINS_FILE: file }), NO_SECRETS);
    return findings.map(({ what, state, detail }) => `${state} ${what}: ${detail}`).join('\n');
  };
  const well = await check({});
  assert.match(well, /^ok chain local, http:\/\/127.0.0.1:\d+: block \d+ is final/);
  assert.doesNotMatch(well, /problem|one node alone/);
  assert.match(await check({ rpcUrls: [node.url] }), /warning chain local: one node alone/);

  const rows: [over: object, says: RegExp][] = [
    [{ chainId: 1 }, /is on chain 31337 and not 1/],
    [{ tokens: [{ ...chain.tokens[0], decimals: 18 }] }, /USDC has 6 decimals and not 18/],
    [{ treasury: `0x${'c'.repeat(40)}` }, /send to 0xa{40} and not to 0xc{40}/],
    [{ implementation: usdc.address }, /problem/],
    [{ factory: `0x${'d'.repeat(40)}` }, /there is no contract at the factory/],
    [{ finality: 1_000 }, /has no 1000 block/],
    [{ finality: 'soon' }, /problem configuration: CROSSTAPE_CHAINS_FILE: chains\[0\]\.finality/],
    [
      { rpcUrls: ['http://127.0.0.1:1/sentinel'] },
      /problem chain local, http:\/\/127.0.0.1:1: (?!.*sentinel)/,
    ],
  ];
  for (const [over, says] of rows) assert.match(await check(over), says);
});

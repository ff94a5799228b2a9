import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { deriveAddress, formatSignature, signDigest } from '../../src/signatures/index.ts';
import { JsonServer } from '../support/json-server.ts';
import { axeFindings, OVERLAPPING, SMALL_TARGETS } from './barriers.ts';
import { SKIPPED } from './browser.ts';
import { terminalStand, until } from './stand.ts';

const ADMIN_TOKEN = 'admin-token-of-the-tests-of-wallets';
const SECRET_KEY = hexToBytes('7'.repeat(64));
const ADDRESS = deriveAddress(SECRET_KEY);

/** Signs a text as wallets of EVM chains do. */
function sign(message: string): string {
  const text = utf8ToBytes(message);
  const head = utf8ToBytes(`\x19Ethereum Signed Message:\n${text.length}`);
  return formatSignature(signDigest(keccak_256(concatBytes(head, text)), SECRET_KEY));
}

/** Starts a node of a chain on which nothing happens, and writes the file that names it. */
async function startChain(): Promise<{ readonly file: string; stop(): Promise<void> }> {
  const node = await JsonServer.start(({ body }) => {
    const block = { number: '0x64', hash: `0x${'5'.repeat(64)}`, timestamp: '0x691fb2a0' };
    const result = {
      eth_chainId: '0x2105',
      eth_call: `0x${'6'.padStart(64, '0')}`,
      eth_getCode: '0x',
      eth_getBlockByNumber: block,
      eth_getLogs: [],
    }[body.method as string];
    return { jsonrpc: '2.0', id: 1, result };
  });
  const folder = mkdtempSync(path.join(tmpdir(), 'crosstape-wallets-'));
  const file = path.join(folder, 'chains.json');
  const chain = {
    name: 'base',
    family: 'evm',
    chainId: 8_453,
    rpcUrls: [node.url],
    finality: 'finalized',
    tokens: [{ symbol: 'USDC', address: `0x${'b'.repeat(40)}`, decimals: 6 }],
    treasury: `0x${'a'.repeat(40)}`,
  };
  writeFileSync(file, JSON.stringify({ chains: [chain] }));
  return {
    file,
    stop: async () => {
      await node.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const chain = SKIPPED === false ? await startChain() : null;

describe('wallets on the page of the account', { skip: SKIPPED }, () => {
  const stand = terminalStand({
    env: { CROSSTAPE_ADMIN_TOKEN: ADMIN_TOKEN },
    config: { deposits: { chainsFile: chain?.file ?? '' } },
  });
  let key = '';

  before(async () => {
    const response = await fetch(`${stand.service.app.apiUrl}/api/account/keys`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ tier: 'pro', owner: 'owner_1' }),
    });
    key = ((await response.json()) as { rawKey: string }).rawKey;
  });
  after(() => chain?.stop());

  for (const width of [1440, 390]) {
    test(`a wallet is registered, and proved by a signature of its key, ${width} px wide`, async (t) => {
      const { page, faults } = await stand.blank(t, { viewport: { width, height: 900 } });
      await page.addInitScript(`sessionStorage.setItem('crosstape.key', ${JSON.stringify(key)})`);
      await page.goto(`${stand.service.app.apiUrl}/account`);
      const wallets = page.getByRole('table', { name: 'Registered wallets' });
      const form = page.getByRole('dialog');
      await page.getByRole('button', { name: 'register a wallet' }).click();
      await form.getByLabel('Address').fill(ADDRESS);
      await form.getByRole('button', { name: 'register without a proof' }).click();
      await page.getByText(`registered: ${ADDRESS}`).or(form.getByRole('alert')).first().waitFor();
      assert.deepEqual(await form.getByRole('alert').allInnerTexts(), []);
      await wallets.getByRole('button', { name: `prove ${ADDRESS.toLowerCase()}` }).click();
      await form.getByRole('button', { name: 'get the text to sign' }).click();
      await form.getByText('personal_sign').waitFor();
      const message = await form.locator('pre').innerText();
      assert.match(message, /Service: /);
      assert.match(message, /owner_1/);

      await form.getByLabel('Signature').fill(sign(`${message} `));
      await form.getByRole('button', { name: 'prove it' }).click();
      await form.getByRole('alert').waitFor();
      assert.match(await form.getByRole('alert').innerText(), /signature of the newest challenge/);
      assert.deepEqual(await axeFindings(page), []);
      await until(page, `document.documentElement.scrollWidth <= ${width}`);
      await form.getByLabel('Signature').fill(sign(message));
      await form.getByText(/"proof":"0x[0-9a-f]{130}"/).waitFor();
      await form.getByRole('button', { name: 'prove it' }).click();
      await page.getByText(/^proved: 0x/).waitFor();
      await wallets.getByText('● yes').waitFor();
      // Fingers need more room than a pointer.
      if (width < 760) assert.deepEqual(await page.evaluate(SMALL_TARGETS), []);
      assert.deepEqual(await page.evaluate(OVERLAPPING), []);
      // The browser itself writes down what the service refused: the wrong proof, and an address where no forwarder is configured.
      assert.deepEqual(
        faults.filter((fault) => !/status of (?:400|503)/.test(fault)),
        [],
      );
      await wallets.getByRole('button', { name: /^remove / }).click();
      await form.getByRole('button', { name: 'remove', exact: true }).click();
      await page.getByText('No wallet is registered.').waitFor();
    });
  }
});

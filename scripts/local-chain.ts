/**
 * A chain of one's own for trying deposits: a local EVM node with a block every second and a token called USDC, and
 * the file of chains that fits it. The factory is not deployed: that is what `contracts/transactions.ts` prints.
 *
 * `node bin/with-node24 scripts/local-chain.ts [--port 8545] [--file local-chain.json]` runs until it is stopped.
 * `node bin/with-node24 scripts/local-chain.ts --pay ADDRESS --usd N [--port 8545]` sends tokens on it.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { factoryDeployment } from '../contracts/transactions.ts';
import { type EvmAddress, readEvmAddress } from '../src/billing/deposits/families/evm/address.ts';
import { EvmContract, EvmNode } from '../test/support/evm-node.ts';

const CHAIN_ID = 31_337;
const MICRO_PER_USD = 1_000_000;

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8545' },
    file: { type: 'string', default: 'local-chain.json' },
    pay: { type: 'string' },
    usd: { type: 'string', default: '1' },
  },
});
const port = Number(values.port);
if (values.pay === undefined) await serve();
else await pay(values.pay, Number(values.usd));

async function serve(): Promise<void> {
  const node = await EvmNode.start({ chainId: CHAIN_ID, port, blockEveryS: 1 });
  const [deployer, treasury, payer] = await readAccounts(node);
  const token = await node.deploy(deployer, 'TestToken', ['USDC', 6]);
  await token.send(deployer, 'mint', payer, 1_000_000 * MICRO_PER_USD);
  const { factory, implementation } = factoryDeployment(treasury as EvmAddress);
  const chain = {
    name: 'local',
    family: 'evm',
    chainId: CHAIN_ID,
    rpcUrls: [node.url],
    tokens: [{ symbol: 'USDC', address: token.address, decimals: 6 }],
    treasury,
    factory,
    implementation,
    finality: 'finalized',
    startBlock: 0,
    pollMs: 1_000,
  };
  writeFileSync(values.file, `${JSON.stringify({ chains: [chain] }, null, 2)}\n`);
  console.log(`node ${node.url}, from ${deployer}, treasury ${treasury}, token ${token.address}`);
  console.log(`CROSSTAPE_CHAINS_FILE=${values.file}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void node.stop());
}

async function pay(to: string, usd: number): Promise<void> {
  if (readEvmAddress(to) === null || !(usd > 0))
    throw new RangeError('--pay wants an address, --usd an amount');
  const node = EvmNode.at(`http://127.0.0.1:${port}`);
  const [deployer, , payer] = await readAccounts(node);
  // The first contract of the deployer.
  const { contractAddress } = await firstReceipt(node, deployer);
  const token = new EvmContract(node, 'TestToken', contractAddress);
  const { transactionHash, status } = await token.send(
    payer,
    'transfer',
    to,
    Math.round(usd * MICRO_PER_USD),
  );
  console.log(`${status === '0x1' ? 'sent' : 'failed'} ${transactionHash}`);
}

async function firstReceipt(node: EvmNode, deployer: string): Promise<{ contractAddress: string }> {
  for (let block = 1; ; block++) {
    const found = await node.rpc('eth_getBlockByNumber', [`0x${block.toString(16)}`, true]);
    if (found === null) throw new Error('no token was deployed on this chain');
    const creation = found.transactions.find(
      ({ from, to }: { from: string; to: string | null }) => from === deployer && to === null,
    );
    if (creation !== undefined) return node.rpc('eth_getTransactionReceipt', [creation.hash]);
  }
}

async function readAccounts(node: EvmNode): Promise<[deployer: string, treasury: string, payer: string]> {
  return (await node.accounts()) as [string, string, string];
}

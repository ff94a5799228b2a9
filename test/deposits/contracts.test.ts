import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { hexToBytes } from '@noble/hashes/utils.js';
import { compileContracts, readArtefact } from '../../contracts/compile.ts';
import { factoryDeployment, flushTransaction } from '../../contracts/transactions.ts';
import {
  computeForwarderAddress,
  computeForwarderSalt,
} from '../../src/billing/deposits/chains/forwarder-address.ts';
import { type EvmAddress, readEvmAddress } from '../../src/billing/deposits/families/evm/address.ts';
import { EVM_FORWARDERS } from '../../src/billing/deposits/families/evm/forwarders.ts';
import { EvmContract, EvmNode, noEvmNode } from '../support/evm-node.ts';
import { skipShort } from '../support/long-tests.ts';

const CHAIN_ID = 31_337;
const TREASURY = '0x00000000000000000000000000000000000000aa';
const OWNER_UID = hexToBytes('000102030405060708090a0b0c0d0e0f');

test('the committed artefacts are what the sources compile to', { skip: skipShort }, (t) => {
  let compiled: ReturnType<typeof compileContracts>;
  try {
    compiled = compileContracts();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    t.skip('solc is not installed: the artefacts were not compared with their sources');
    return;
  }
  for (const artefact of compiled) assert.deepEqual(readArtefact(artefact.contract), artefact);
});

let node: EvmNode;
let deployer: string;
let stranger: string;
let factory: EvmContract;
let implementation: EvmAddress;

before(async () => {
  if (noEvmNode !== false) return;
  node = await EvmNode.start({ chainId: CHAIN_ID });
  [deployer, stranger] = (await node.accounts()) as [string, string];
  const printed = factoryDeployment(TREASURY);
  await node.send(deployer, printed.transaction);
  factory = new EvmContract(node, 'ForwarderFactory', printed.factory);
  implementation = readEvmAddress(printed.implementation) as EvmAddress;
});
after(() => node?.stop());

const salt = () => computeForwarderSalt(CHAIN_ID, OWNER_UID);
const forwarder = () =>
  computeForwarderAddress(EVM_FORWARDERS, {
    chainId: CHAIN_ID,
    ownerUid: OWNER_UID,
    factory: factory.address,
    implementation,
  }).address;

test('the printed transaction places factory and implementation where it says', {
  skip: noEvmNode,
}, async () => {
  assert.equal((await factory.call('implementation')).toLowerCase(), implementation);
  const deployed = new EvmContract(node, 'Forwarder', implementation);
  assert.equal((await deployed.call('treasury')).toLowerCase(), TREASURY);
});

test('contract and service agree on the address of a forwarder', { skip: noEvmNode }, async () => {
  assert.equal((await factory.call('addressOf', salt())).toLowerCase(), forwarder());
});

test('tokens arrive before the forwarder exists, and any account can sweep them to the treasury', {
  skip: noEvmNode,
}, async () => {
  const token = await node.deploy(deployer, 'TestToken', ['USDC', 6]);
  await token.send(deployer, 'mint', forwarder(), 5_000_000);
  assert.equal(await node.rpc('eth_getCode', [forwarder(), 'latest']), '0x');

  const call = { factory: readEvmAddress(factory.address) as EvmAddress, salt: salt() };
  const flush = () => node.send(stranger, flushTransaction({ ...call, token: token.address as EvmAddress }));
  assert.equal((await flush()).status, '0x1');
  assert.equal(await token.call('balanceOf', TREASURY), 5_000_000n);
  assert.equal(await token.call('balanceOf', forwarder()), 0n);
  const code = await node.rpc('eth_getCode', [forwarder(), 'latest']);
  assert.equal(code, `0x363d3d373d3d3d363d73${implementation.slice(2)}5af43d82803e903d91602b57fd5bf3`);

  await token.send(deployer, 'mint', forwarder(), 1);
  assert.equal((await flush()).status, '0x1');
  // Nothing to sweep is no failure.
  assert.equal((await flush()).status, '0x1');
  assert.equal(await token.call('balanceOf', TREASURY), 5_000_001n);
});

test('a token that returns nothing is swept; one that returns false, or is none, is not', {
  skip: noEvmNode,
}, async () => {
  const token = await node.deploy(deployer, 'TestToken', ['USDT', 6]);
  const proxy = new EvmContract(node, 'Forwarder', forwarder());
  const treasuryHolds = () => token.call('balanceOf', TREASURY);
  await factory.send(stranger, 'deploy', salt());
  await token.send(deployer, 'mint', forwarder(), 7);

  await token.send(deployer, 'setAnswers', 2);
  assert.equal((await proxy.send(stranger, 'flush', token.address)).status, '0x0');
  await token.send(deployer, 'setAnswers', 1);
  assert.equal((await proxy.send(stranger, 'flush', token.address)).status, '0x1');
  assert.equal(await treasuryHolds(), 7n);
  assert.equal((await proxy.send(stranger, 'flush', stranger)).status, '0x0');
});

test('a factory without a treasury cannot be placed', { skip: noEvmNode }, async () => {
  const refused = node.deploy(deployer, 'ForwarderFactory', [`0x${'0'.repeat(40)}`]);
  const address = await refused.then(
    (contract) => contract.address,
    () => null,
  );
  const code = address === null ? '0x' : await node.rpc('eth_getCode', [address, 'latest']);
  assert.equal(code, '0x');
});

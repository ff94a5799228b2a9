import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readChainFile } from './chain-file.ts';
import type { EvmChain } from './families/evm/evm-chain.ts';
import type { TronChain } from './families/tron/tron-chain.ts';

const EVM = {
  name: 'base',
  family: 'evm',
  chainId: 8_453,
  rpcUrls: ['https://node.example/key'],
  tokens: [{ symbol: 'USDC', address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', decimals: 6 }],
  treasury: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  factory: `0x${'2'.repeat(40)}`,
  implementation: `0x${'1'.repeat(40)}`,
  finality: 'finalized',
  fallbackDepth: null,
  startBlock: 0,
  pollMs: 15_000,
  maxSpan: 1_000,
};
const TRON = {
  name: 'tron',
  family: 'tron',
  rpcUrls: ['https://tron.example'],
  tokens: [{ symbol: 'USDT', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', decimals: 6 }],
  treasury: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb',
  startMs: 0,
};
const SOLANA = {
  name: 'solana',
  family: 'solana',
  rpcUrls: ['https://solana.example'],
  tokens: [{ symbol: 'USDC', address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', decimals: 6 }],
  treasury: 'vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg',
};

function read(...chains: object[]) {
  return readChainFile(JSON.stringify({ chains }));
}

function readProblems(...chains: object[]): readonly string[] {
  const result = read(...chains);
  return 'problems' in result ? result.problems : [];
}

test('a file of all families is read, with addresses in one form and every default', () => {
  const result = read(EVM, TRON, SOLANA);
  assert.ok('chains' in result);
  const [evm, tron, solana] = result.chains;
  assert.deepEqual(evm, {
    name: 'base',
    family: 'evm',
    scope: 'chain:8453',
    chainId: 8_453,
    rpcUrls: ['https://node.example/key'],
    tokens: [{ symbol: 'USDC', address: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', decimals: 6 }],
    treasury: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
    forwarders: { factory: `0x${'2'.repeat(40)}`, implementation: `0x${'1'.repeat(40)}` },
    finality: 'finalized',
    fallbackDepth: null,
    startBlock: 0,
    pollMs: 15_000,
    maxSpan: 1_000,
  });
  assert.deepEqual([tron?.scope, (tron as TronChain).startMs, tron?.pollMs], ['chain:tron', 0, 15_000]);
  assert.deepEqual([solana?.family, solana?.scope], ['solana', 'chain:solana']);
});

test('without start, fallback and contracts: from now on, never without the tag, registered wallets alone', () => {
  const { startBlock, fallbackDepth, factory, implementation, maxSpan, pollMs, ...rest } = EVM;
  const result = read(rest);
  assert.ok('chains' in result);
  const chain = result.chains[0] as EvmChain;
  assert.deepEqual(
    [chain.startBlock, chain.fallbackDepth, chain.forwarders, chain.maxSpan, chain.pollMs],
    [null, null, null, 1_000, 15_000],
  );
});

test('what is wrong is named by its member', () => {
  const [token] = EVM.tokens;
  const rows: [chains: object[], member: string][] = [
    [[{ ...EVM, family: 'bitcoin' }], 'chains[0].family:'],
    [['base'] as unknown as object[], 'chains[0].family:'],
    [[{ ...EVM, name: 'Base' }], 'chains[0].name:'],
    [[{ ...EVM, chainId: '8453' }], 'chains[0].chainId:'],
    [[{ ...EVM, chainId: undefined }], 'chains[0].chainId: is missing'],
    [[{ ...EVM, finality: 'latest' }], 'chains[0].finality:'],
    [[{ ...EVM, finality: 0 }], 'chains[0].finality:'],
    [[{ ...EVM, finality: 3, fallbackDepth: 3 }], 'chains[0].fallbackDepth:'],
    [[{ ...EVM, fallbackDepth: 0 }], 'chains[0].fallbackDepth:'],
    [[{ ...EVM, pollMs: 99 }], 'chains[0].pollMs:'],
    [[{ ...EVM, maxSpan: 0 }], 'chains[0].maxSpan:'],
    [[{ ...EVM, startBlock: -1 }], 'chains[0].startBlock:'],
    [[{ ...EVM, startMs: 1 }], 'chains[0].startMs: is not a member'],
    [[{ ...TRON, startBlock: 1 }], 'chains[0].startBlock: is not a member'],
    [[{ ...TRON, factory: TRON.treasury }], 'chains[0].factory: is not a member'],
    [[{ ...EVM, rpcUrls: [] }], 'chains[0].rpcUrls:'],
    [[{ ...EVM, rpcUrls: ['node.example'] }], 'chains[0].rpcUrls[0]:'],
    [[{ ...EVM, rpcUrls: ['ws://node.example'] }], 'chains[0].rpcUrls[0]:'],
    [[{ ...EVM, rpcUrls: ['https://a:b@node.example'] }], 'chains[0].rpcUrls[0]: holds a password'],
    [[{ ...EVM, rpcUrls: ['https://a.example', 'https://a.example'] }], 'chains[0].rpcUrls[1]:'],
    [[{ ...EVM, treasury: TRON.treasury }], 'chains[0].treasury:'],
    [[{ ...EVM, treasury: EVM.treasury.replace('aA', 'Aa') }], 'chains[0].treasury:'],
    [[{ ...EVM, treasury: token?.address }], 'chains[0].treasury: is a token'],
    [[{ ...EVM, factory: undefined }], 'chains[0].factory:'],
    [[{ ...EVM, implementation: null }], 'chains[0].implementation:'],
    [[{ ...EVM, tokens: [{ ...token, decimals: 6.5 }] }], 'chains[0].tokens[0].decimals:'],
    [[{ ...EVM, tokens: [{ ...token, name: 'USD Coin' }] }], 'chains[0].tokens[0].name: is not a member'],
    [[{ ...EVM, tokens: [token, token] }], 'chains[0].tokens[1].symbol:'],
    [[{ ...SOLANA, treasury: EVM.treasury }], 'chains[0].treasury:'],
    [[EVM, { ...EVM, chainId: 1 }], 'chains[1].name: base is named twice'],
    [[EVM, { ...EVM, name: 'other' }], 'chains[1].chainId: is named twice'],
    [[TRON, { ...TRON, name: 'other' }], 'chains[1].tokens[0].address: tron has it'],
    [[SOLANA, { ...SOLANA, name: 'other' }], 'chains[1].tokens[0].address: solana has it'],
  ];
  for (const [chains, member] of rows) {
    const found = readProblems(...chains);
    assert.ok(
      found.some((problem) => problem.startsWith(member)),
      `${member} in ${JSON.stringify(found)}`,
    );
  }
});

test('two entries of one chain are taken where no position is shared', () => {
  const [token] = TRON.tokens;
  assert.deepEqual(
    readProblems(TRON, {
      ...TRON,
      name: 'other',
      tokens: [{ ...token, address: 'TD5gsCwxykWsLN9aPrq2TAfNjByuZKYp4E' }],
    }),
    [],
  );
});

test('every wrong member is named at once', () => {
  assert.equal(readProblems({ ...EVM, pollMs: 1, maxSpan: 0 }, { ...TRON, name: '' }).length, 3);
});

test('what is no file of chains is refused', () => {
  for (const text of ['', '[]', '{}', '{"chains":{}}', '{"chains":[]}', 'null', '{"chains":[],"chain":1}']) {
    assert.ok('problems' in readChainFile(text), text);
  }
});

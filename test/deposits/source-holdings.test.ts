import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Chain } from '../../src/billing/deposits/chains/chain.ts';
import type { OpenChain } from '../../src/billing/deposits/chains/family.ts';
import { createNodeClient } from '../../src/billing/deposits/chains/node-client.ts';
import { TreasurySource } from '../../src/billing/deposits/chains/treasury-source.ts';
import { computeAssociatedTokenAccount } from '../../src/billing/deposits/families/solana/address.ts';
import { type TronAddress, toTronAddressDigits } from '../../src/billing/deposits/families/tron/address.ts';
import { getFamily } from '../../src/billing/deposits/families.ts';
import { SourceComparer } from '../../src/billing/sources/source-comparer.ts';
import { prepareSourceQueries } from '../../src/billing/sources/sql/source-rows.ts';
import { epochMs } from '../../src/domain/index.ts';
import { evmChain, openChainStores } from '../support/chain-stand.ts';
import { type Asked, JsonServer } from '../support/json-server.ts';

const NOW = 1_763_700_000_000;
const SIGNAL = AbortSignal.timeout(30_000);
const TOPIC = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** A transfer of the token, at a position of the chain: a block, a slot, or the second since the start. */
interface Moved {
  readonly id: number;
  readonly from: string;
  readonly to: string;
  readonly usd: number;
  readonly at: number;
}

/** A chain with one token. The watcher lists what a transfer is about, unless it is hidden from lists. */
interface World {
  readonly moved: Moved[];
  readonly hidden: Set<number>;
  final: number;
}

interface Form {
  readonly chain: Chain;
  readonly stranger: string;
  readonly answer: (world: World, asked: Asked) => unknown;
}

const units = (usd: number) => BigInt(Math.round(usd * 1_000_000));
const word = (value: bigint | number) => value.toString(16).padStart(64, '0');

function findBalance({ moved, final }: World, holder: string, upTo = final): bigint {
  return moved
    .filter(({ at }) => at <= upTo)
    .reduce((sum, { from, to, usd }) => {
      const change = (to === holder ? 1n : 0n) - (from === holder ? 1n : 0n);
      return sum + change * units(usd);
    }, 0n);
}

const toHash = (n: number) => `0x${word(n)}`;

const evm: Form = {
  chain: evmChain({
    rpcUrls: [],
    maxSpan: 4,
    tokens: [{ symbol: 'USDC', address: `0x${'b'.repeat(40)}`, decimals: 6 }],
  }),
  stranger: `0x${'d'.repeat(40)}`,
  answer: (world, { body }) => {
    const { method, params } = body;
    const block = (n: number) => ({
      number: `0x${n.toString(16)}`,
      hash: toHash(n),
      timestamp: '0x690f0000',
    });
    const pad = (address: string) => `0x${address.slice(2).padStart(64, '0')}`;
    const toResult = () => {
      switch (method) {
        case 'eth_chainId':
          return `0x${(31_337).toString(16)}`;
        case 'eth_getBlockByNumber':
          return block(params[0].startsWith('0x') ? Number(params[0]) : world.final);
        case 'eth_call': {
          const [{ data }, at] = params;
          if (data === '0x313ce567') return `0x${word(6)}`;
          return `0x${word(findBalance(world, `0x${data.slice(-40)}`, Number(at)))}`;
        }
        default: {
          const [{ fromBlock, toBlock, topics }] = params;
          const isAsked = (topic: string[] | null | undefined, address: string) =>
            topic === null || topic === undefined || topic.includes(pad(address));
          return world.moved
            .filter(({ at }) => at >= Number(fromBlock) && at <= Number(toBlock))
            .filter(
              ({ id, from, to }) =>
                !world.hidden.has(id) && isAsked(topics[1], from) && isAsked(topics[2], to),
            )
            .map(({ id, from, to, usd, at }) => ({
              address: evm.chain.tokens[0]?.address,
              topics: [`0x${TOPIC}`, pad(from), pad(to)],
              data: `0x${word(units(usd))}`,
              blockNumber: block(at).number,
              blockHash: block(at).hash,
              transactionHash: toHash(1_000 + id),
              logIndex: '0x0',
              removed: false,
            }));
        }
      }
    };
    return { jsonrpc: '2.0', id: 1, result: toResult() };
  },
};

const TRON_STRANGER = 'TBXSw8fM4jpQkGc6zZjsVABFpVN7UvXPdV';
const tron: Form = {
  chain: {
    name: 'tron',
    family: 'tron',
    scope: 'chain:tron',
    rpcUrls: [],
    pollMs: 100,
    tokens: [{ symbol: 'USDT', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', decimals: 6 }],
    treasury: 'TD5gsCwxykWsLN9aPrq2TAfNjByuZKYp4E',
    startMs: null,
  } as Chain,
  stranger: TRON_STRANGER,
  answer: (world, { path, body }) => {
    const url = new URL(path, 'http://node');
    const toMs = (at: number) => NOW + at * 1_000;
    const txId = ({ id }: Moved) => word(1_000 + id);
    const digits = (address: string) => toTronAddressDigits(address as TronAddress);
    switch (url.pathname) {
      case '/walletsolidity/getnowblock':
        return { block_header: { raw_data: { number: 1, timestamp: toMs(world.final) } } };
      case '/walletsolidity/triggerconstantcontract': {
        if (body.function_selector === 'decimals()') return { constant_result: [word(6)] };
        const holder = [tron.chain.treasury, TRON_STRANGER].find(
          (one) => body.parameter === digits(one).padStart(64, '0'),
        );
        return { constant_result: [word(findBalance(world, holder as string))] };
      }
      case '/walletsolidity/gettransactioninfobyid': {
        const found = world.moved.find((one) => txId(one) === body.value);
        if (found === undefined) return {};
        const topics = [TOPIC, ...[found.from, found.to].map((one) => digits(one).padStart(64, '0'))];
        const contract = digits(tron.chain.tokens[0]?.address as string);
        return {
          id: body.value,
          blockNumber: 1,
          blockTimeStamp: toMs(found.at),
          receipt: { result: 'SUCCESS' },
          log: [{ address: contract, topics, data: word(units(found.usd)) }],
        };
      }
      default: {
        const from = Number(url.searchParams.get('min_timestamp'));
        const data = world.moved
          .filter((one) => toMs(one.at) >= from && !world.hidden.has(one.id))
          .map((one) => ({
            transaction_id: txId(one),
            block_timestamp: toMs(one.at),
            from: one.from,
            to: one.to,
            value: units(one.usd).toString(),
            type: 'Transfer',
          }));
        return { data, success: true, meta: {} };
      }
    }
  },
};

const SOLANA_TREASURY = 'AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9';
const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const ACCOUNT = computeAssociatedTokenAccount(SOLANA_TREASURY, MINT);
const solana: Form = {
  chain: {
    name: 'solana',
    family: 'solana',
    scope: 'chain:solana',
    rpcUrls: [],
    pollMs: 100,
    tokens: [{ symbol: 'USDC', address: MINT, decimals: 6 }],
    treasury: SOLANA_TREASURY,
  },
  stranger: 'vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg',
  answer: (world, { body }) => {
    const { method, params } = body;
    const sign = ({ id }: Moved) => `${'1'.repeat(60)}${String(id).replaceAll('0', 'z').padStart(20, 'A')}`;
    const toResult = () => {
      switch (method) {
        case 'getSlot':
          return world.final;
        case 'getTokenSupply':
          return { value: { decimals: 6 } };
        case 'getTokenAccountBalance':
          return {
            context: { slot: world.final },
            value: { amount: findBalance(world, SOLANA_TREASURY).toString() },
          };
        case 'getSignaturesForAddress': {
          const listed = world.moved
            .filter(({ at, id }) => at <= world.final && !world.hidden.has(id))
            .map((one) => ({ signature: sign(one), slot: one.at, err: null }))
            .reverse();
          const [, { before, until }] = params;
          const after =
            before === undefined ? 0 : listed.findIndex(({ signature }) => signature === before) + 1;
          const rest = listed.slice(after);
          const end = rest.findIndex(({ signature }) => signature === until);
          return end === -1 ? rest : rest.slice(0, end);
        }
        default: {
          const found = world.moved.find((one) => sign(one) === params[0]);
          if (found === undefined) return null;
          const entry = (owner: string, amount: bigint) => ({
            accountIndex: owner === SOLANA_TREASURY ? 0 : 1,
            mint: MINT,
            owner,
            uiTokenAmount: { amount: amount.toString() },
          });
          const [whole, part] = [units(1_000_000), units(found.usd)];
          return {
            slot: found.at,
            blockTime: NOW / 1_000,
            meta: {
              err: null,
              preTokenBalances: [entry(found.from, whole), entry(found.to, whole)],
              postTokenBalances: [entry(found.from, whole - part), entry(found.to, whole + part)],
            },
            transaction: { message: { accountKeys: [{ pubkey: ACCOUNT }, { pubkey: solana.stranger }] } },
          };
        }
      }
    };
    return { jsonrpc: '2.0', id: 1, result: toResult() };
  },
};

/** A watcher and the comparison of its treasury, over one node. */
async function stand(t: TestContext, { chain, answer }: Form) {
  const world: World = { moved: [], hidden: new Set(), final: 10 };
  const server = await JsonServer.start((asked) => answer(world, asked));
  t.after(() => server.stop());
  const stores = await openChainStores({ clock: () => NOW });
  t.after(() => stores.database.close());
  const client = createNodeClient(chain, server.url, {
    userAgent: 'test',
    headers: {},
    requestsPer10S: 100_000,
    random: () => 0,
  });
  const { store } = stores;
  const opened: OpenChain = getFamily(chain.family).open(chain, [client], { store, now: () => 0 });
  const token = chain.tokens[0]!;
  const source = new TreasurySource({
    chain,
    treasury: chain.treasury,
    token,
    store,
    holdings: opened.holdings as NonNullable<OpenChain['holdings']>,
  });
  const comparer = new SourceComparer({
    listSources: async () => ({ sources: [source], silent: [] }),
    database: stores.database,
    queries: stores.database.buildQueries(prepareSourceQueries),
    clock: () => epochMs(NOW),
    onProblem: () => undefined,
  });
  return {
    world,
    poll: () => opened.reader.poll(SIGNAL, () => undefined),
    compare: async (signal = SIGNAL) => (await comparer.compare(signal))[0],
  };
}

for (const form of [evm, tron, solana]) {
  const { chain, stranger } = form;
  const { treasury, family } = chain;
  test(`${family}: deposits and payouts are no difference, and a deposit that no list shows is one`, async (t) => {
    const { world, poll, compare } = await stand(t, form);
    const move = (id: number, usd: number, at: number, [from, to] = [stranger, treasury]) =>
      world.moved.push({ id, from: from as string, to: to as string, usd, at });
    move(1, 500, 9);
    await poll();
    const base = await compare();
    assert.deepEqual([base?.status, base?.note], ['base', null]);

    move(2, 20, 11);
    move(3, 100.5, 13, [treasury, stranger]);
    move(4, 5.25, 19);
    world.final = 20;
    await poll();
    const equal = await compare();
    assert.deepEqual(
      [equal?.status, equal?.note, equal?.figures],
      ['equal', null, { cameIn: '25.25', recorded: '25.25' }],
    );

    move(5, 7, 21);
    move(6, 3, 22);
    move(7, 1, 23, [treasury, stranger]);
    world.hidden.add(5);
    world.final = 30;
    await poll();
    const missing = await compare();
    assert.deepEqual(
      [missing?.status, missing?.difference, missing?.figures],
      ['difference', '7', { cameIn: '10', recorded: '3' }],
    );
  });

  test(`${family}: what cannot be compared says why`, async (t) => {
    const { world, poll, compare } = await stand(t, form);
    world.moved.push({ id: 1, from: stranger, to: treasury, usd: 2, at: 11 });
    if (family !== 'solana') {
      const unread = await compare();
      assert.equal(unread?.status, 'not_compared');
      assert.match(String(unread?.note), /not (been )?read/);
    }
    await poll();
    assert.equal((await compare())?.status, 'base');
    world.final = 40;
    await poll();
    const ended = await compare(AbortSignal.abort());
    assert.deepEqual([ended?.status, ended?.figures], ['not_compared', null]);
    assert.equal((await compare())?.status, 'equal');
  });
}

test('a renamed chain is the same source, another chain under its name and another treasury are not', () => {
  const token = evm.chain.tokens[0]!;
  const toId = (changes: Partial<Chain>) => {
    const chain = { ...evm.chain, ...changes };
    const { treasury } = chain;
    const parts = { chain, treasury, token, store: { sumIncome: async () => '0' } };
    return new TreasurySource({
      ...parts,
      holdings: { readHolding: async () => ({ position: 0, units: 0n }), sumOutgoing: async () => 0n },
    }).id;
  };
  const id = toId({});
  assert.equal(toId({ name: 'renamed' }), id);
  assert.notEqual(toId({ scope: 'chain:1' }), id);
  assert.notEqual(toId({ treasury: `0x${'c'.repeat(40)}` }), id);
});

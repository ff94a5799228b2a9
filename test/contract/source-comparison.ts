import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HoldingRange } from '../../src/billing/deposits/chains/family.ts';
import type { SeenTransfer } from '../../src/billing/deposits/chains/seen-transfer.ts';
import { TreasurySource } from '../../src/billing/deposits/chains/treasury-source.ts';
import { type MoneySource, NotComparedError, type SourceMark } from '../../src/billing/sources/source.ts';
import { DAY_MS, epochMs, microUsd } from '../../src/domain/index.ts';
import { evmChain } from '../support/chain-stand.ts';
import type { MoneyStores, OpenMoney } from '../support/money-stores.ts';

const USD = 1_000_000;
const START = DAY_MS * 20_000;
const BY = { address: 'test', action: 'review', target: null, detail: null };

const toAddress = (n: number) => `0x${n.toString(16).padStart(40, '0')}`;
const TOKEN = { symbol: 'USDC', address: toAddress(0xb), decimals: 6 };
const [FORWARDER, WALLET, STRANGER] = [0xf1, 0xca, 0xde].map(toAddress) as [string, string, string];
const CHAIN = evmChain({ rpcUrls: ['http://a'], tokens: [TOKEN] });

/** A source of which a test says what it holds. */
class ToldSource implements MoneySource {
  readonly id = 'told';
  readonly title = 'Told';
  readonly currency: string;
  readonly isCounted: boolean;
  position = 0;
  cameIn = '0';
  recorded = '0';
  problem: string | null = null;
  readonly bases: (SourceMark | null)[] = [];

  constructor(currency = 'USD') {
    this.currency = currency;
    this.isCounted = currency === 'USD';
  }

  async read(base: SourceMark | null) {
    if (this.problem !== null) throw new NotComparedError(this.problem);
    this.bases.push(base);
    this.position++;
    const mark = { position: this.position, balance: `${this.position}.5` };
    const figures = base === null ? null : { cameIn: this.cameIn, recorded: this.recorded };
    return { mark, figures, leftOut: null, tolerance: '0' };
  }
}

/** Defines the tests that every engine of the comparison of sources passes. */
export function describeSourceComparison(engine: string, open: OpenMoney): void {
  const check = (name: string, body: (stores: MoneyStores & { pass(ms: number): void }) => Promise<void>) =>
    test(`${engine}: ${name}`, async (t) => {
      let now = START;
      const { stores } = await open(t, () => epochMs(now));
      await body({
        ...stores,
        pass: (ms) => {
          now += ms;
        },
      });
    });
  const never = new AbortController().signal;
  const listItems = async ({ review }: MoneyStores) =>
    (await review.list({ limit: 100 }))?.items.filter(({ kind }) => kind === 'source_difference') ?? [];

  check('the first comparison makes the base, and each that is equal the next one', async (stores) => {
    const source = new ToldSource();
    const comparer = stores.openComparer(async () => ({ sources: [source], silent: [] }));
    const compare = async () => (await comparer.compare(never))[0];
    assert.equal((await compare())?.status, 'base');
    stores.pass(DAY_MS);
    [source.cameIn, source.recorded] = ['25.10', '25.1'];
    const equal = await compare();
    assert.deepEqual([equal?.status, equal?.difference, equal?.from], ['equal', '0', START]);
    stores.pass(DAY_MS);
    await compare();
    assert.deepEqual(source.bases, [null, { position: 1, balance: '1.5' }, { position: 2, balance: '2.5' }]);
    assert.deepEqual(await listItems(stores), []);
  });

  check('a difference waits with both figures and its span, and ends with its reason', async (stores) => {
    const source = new ToldSource();
    const comparer = stores.openComparer(async () => ({ sources: [source], silent: [] }));
    await comparer.compare(never);
    stores.pass(DAY_MS);
    [source.cameIn, source.recorded] = ['125', '100.5'];
    const [found] = await comparer.compare(never);
    assert.deepEqual([found?.status, found?.difference], ['difference', '24.5']);
    const [item] = await listItems(stores);
    assert.deepEqual(
      [item?.amount, item?.currency, item?.microUsd, item?.since, item?.owner],
      ['24.5', 'USD', 24_500_000, START + DAY_MS, null],
    );
    assert.deepEqual(item?.known, {
      source: 'told',
      title: 'Told',
      cameIn: '125',
      recorded: '100.5',
      leftOut: null,
      fromMs: START,
      toMs: START + DAY_MS,
      fromPosition: 1,
      toPosition: 2,
    });
    // More came in and was recorded: the same difference keeps the span in which it arose.
    stores.pass(DAY_MS);
    [source.cameIn, source.recorded] = ['225', '200.5'];
    await comparer.compare(never);
    assert.deepEqual(await listItems(stores), [item]);
    assert.deepEqual(source.bases.at(-1), { position: 1, balance: '1.5' });
    // Another amount has another span.
    [source.cameIn, source.recorded] = ['225', '230'];
    await comparer.compare(never);
    const [changed] = await listItems(stores);
    assert.deepEqual([changed?.id, changed?.amount, changed?.known.toPosition], [item?.id, '5', 4]);
    source.recorded = '225';
    assert.equal((await comparer.compare(never))[0]?.status, 'equal');
    assert.deepEqual(await listItems(stores), []);
    assert.equal((await stores.review.find(item?.id as string))?.endedAs, 'resolved');
  });

  check('a dismissed difference makes what the source held the new base', async (stores) => {
    const source = new ToldSource();
    const comparer = stores.openComparer(async () => ({ sources: [source], silent: [] }));
    await comparer.compare(never);
    source.cameIn = '10';
    await comparer.compare(never);
    const [item] = await listItems(stores);
    stores.pass(DAY_MS);
    const outcome = await stores.operator.dismissItem(item?.id as string, 'paid by hand', BY);
    assert.equal(outcome.status, 'dismissed');
    source.cameIn = '0';
    assert.equal((await comparer.compare(never))[0]?.status, 'equal');
    assert.deepEqual(source.bases.at(-1), { position: 2, balance: '2.5' });
    // The same amount again is another matter.
    source.cameIn = '10';
    await comparer.compare(never);
    const [again] = await listItems(stores);
    assert.notEqual(again?.id, item?.id);
    // Of a matter that ended before nothing changes, neither does the base.
    await stores.operator.dismissItem(item?.id as string, 'twice', BY);
    source.cameIn = '10';
    await comparer.compare(never);
    assert.equal((await listItems(stores)).length, 1);
  });

  check('a source that cannot be read says why, and keeps base and difference', async (stores) => {
    const source = new ToldSource('EURC');
    const silent = { id: 'hmac', title: 'hmac', currency: 'USD', isCounted: true, note: 'it lists nothing' };
    const comparer = stores.openComparer(async () => ({ sources: [source], silent: [silent] }));
    source.problem = 'the chain was not read yet';
    const [first, second] = await comparer.compare(never);
    assert.deepEqual([first?.status, first?.note], ['not_compared', 'the chain was not read yet']);
    assert.deepEqual(
      [second?.status, second?.note, second?.figures],
      ['not_compared', 'it lists nothing', null],
    );
    source.problem = null;
    await comparer.compare(never);
    source.recorded = '1';
    await comparer.compare(never);
    const items = await listItems(stores);
    // Of a currency that is not counted there is an amount and no value.
    assert.deepEqual([items[0]?.amount, items[0]?.currency, items[0]?.microUsd], ['1', 'EURC', null]);
    source.problem = 'the node is away';
    await comparer.compare(never);
    assert.deepEqual(await listItems(stores), items);
  });

  check('what the watcher recorded at a treasury is what came in there, by position', async (stores) => {
    const { chains, addresses, openComparer } = stores;
    const [factory, implementation] = [toAddress(0xfac), toAddress(0x1)];
    const assigned = { owner: 'ann', address: FORWARDER, salt: `0x${'5'.repeat(64)}` };
    await addresses.assign(CHAIN.scope, { ...assigned, factory, implementation });
    await addresses.register({ family: 'evm', address: WALLET }, 'cat');
    const held = { position: 0, units: 0n, outgoing: 0n };
    const ranges: HoldingRange[] = [];
    const treasury = new TreasurySource({
      chain: CHAIN,
      treasury: CHAIN.treasury,
      token: TOKEN,
      store: chains,
      holdings: {
        readHolding: async () => held,
        sumOutgoing: async (_, __, range) => {
          ranges.push(range);
          return held.outgoing;
        },
      },
    });
    const comparer = openComparer(async () => ({ sources: [treasury], silent: [] }));
    const compare = async () => (await comparer.compare(never))[0];
    const transfer = (tx: string, usd: number, position: number, changes: Partial<SeenTransfer> = {}) => ({
      idem: `${tx}:0`,
      symbol: 'USDC',
      token: TOKEN.address,
      from: STRANGER as string | null,
      to: CHAIN.treasury,
      amount: String(usd),
      microUsd: microUsd(usd * USD),
      txHash: tx,
      logIndex: 0,
      position,
      minedAfter: START + 1,
      ...changes,
    });
    const read = async (from: number, to: number, ...transfers: readonly SeenTransfer[]) =>
      chains.storeStep(CHAIN, {
        stream: '',
        from: from === 0 ? null : { position: from, mark: null },
        to: { position: to, mark: null },
        transfers,
      });
    await read(0, 5, transfer('0xold', 7, 5));
    Object.assign(held, { position: 5, units: 7n * BigInt(USD) });
    assert.equal((await compare())?.status, 'base');
    await read(
      5,
      10,
      transfer('0x1', 20, 6),
      transfer('0x2', 5, 7, { from: WALLET }),
      transfer('0x3', 0.25, 7),
      transfer('0x4', 40, 8, { to: FORWARDER }),
      transfer('0x5', 40, 9, { from: FORWARDER }),
      transfer('0x6', 3, 10, { from: null }),
    );
    // 20 and 5 and 0.25 and 3 came in as deposits, 40 as a sweep; 50 was paid out.
    Object.assign(held, { position: 9, units: 22_250_000n, outgoing: 50n * BigInt(USD) });
    const equal = await compare();
    assert.deepEqual([equal?.status, equal?.figures], ['equal', { cameIn: '65.25', recorded: '65.25' }]);
    assert.deepEqual(ranges, [{ after: 5, upTo: 9 }]);
    // Read again, nothing is recorded twice.
    await read(10, 11, transfer('0x5', 40, 9, { from: FORWARDER }), transfer('0x6', 3, 10, { from: null }));
    Object.assign(held, { position: 11, units: 35_250_000n, outgoing: 0n });
    const missing = await compare();
    assert.deepEqual([missing?.difference, missing?.figures?.recorded], ['10', '3']);
    Object.assign(held, { position: 8 });
    assert.match(String((await compare())?.note), /read again from 8/);
    // Deposits were paid or wait; the sweep is none.
    const { deposits } = (await stores.deposits.list({ limit: 100 })) ?? { deposits: [] };
    assert.equal(deposits.length, 6);
  });
}

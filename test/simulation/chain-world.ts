import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { ChainWatcher } from '../../src/billing/deposits/chains/chain-watcher.ts';
import { RpcError } from '../../src/billing/deposits/chains/json-rpc.ts';
import type { EvmChain } from '../../src/billing/deposits/families/evm/evm-chain.ts';
import {
  type EvmBlock,
  type EvmSource,
  type LogQuery,
  TRANSFER_TOPIC,
  type WireLog,
} from '../../src/billing/deposits/families/evm/evm-node.ts';
import { EvmReader } from '../../src/billing/deposits/families/evm/evm-reader.ts';
import { epochMs, microUsd } from '../../src/domain/index.ts';
import { evmChain } from '../support/chain-stand.ts';
import { pick, type Random, seeded } from './ledger-world.ts';
import type { CreateEngine } from './money-engine.ts';

const TOKEN = `0x${'b'.repeat(40)}`;
const USD = 1_000_000;
const DEPTH = 4;
const START_MS = 1_763_700_000_000;

const address = (n: number) => `0x${n.toString(16).padStart(40, '0')}`;
const FORWARDERS: ReadonlyMap<string, string> = new Map([
  [address(0xf1), 'ann'],
  [address(0xf2), 'ben'],
]);
const CONTRACTS = {
  salt: `0x${'0'.repeat(64)}`,
  factory: `0x${'2'.repeat(40)}`,
  implementation: `0x${'1'.repeat(40)}`,
};
const WALLET = address(0xca);
const SENDERS = [WALLET, address(0xde), address(0xad), address(0xf1)];
const CHAIN: EvmChain = evmChain({
  rpcUrls: ['http://a', 'http://b'],
  tokens: [{ symbol: 'USDC', address: TOKEN, decimals: 6 }],
  finality: DEPTH,
  maxSpan: 8,
});
const RECIPIENTS = [...FORWARDERS.keys(), CHAIN.treasury, address(0xee)];

interface Tx {
  readonly hash: string;
  readonly from: string;
  readonly to: string;
  readonly units: number;
}

interface Block {
  readonly hash: string;
  readonly txs: readonly Tx[];
}

/** A chain that grows and is reorganised, never behind what is final. */
class FakeChain {
  blocks: Block[] = [{ hash: digest('genesis'), txs: [] }];
  readonly #random: Random;
  #made = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  get height(): number {
    return this.blocks.length - 1;
  }

  mine(txs: readonly Tx[] = this.#newTxs()): void {
    this.blocks.push({ hash: digest(`${this.blocks.at(-1)?.hash} ${this.#made++}`), txs });
  }

  /** Replaces the newest blocks: some of their transactions come again in another order, the others never happened. */
  reorganise(depth: number): void {
    const replaced = this.blocks.splice(-depth);
    const again = replaced.flatMap(({ txs }) => txs).filter(() => this.#random() < 0.6);
    for (let i = 0; i < depth; i++) this.mine(i === 0 ? [...this.#newTxs(), ...again.reverse()] : []);
  }

  /** Lists the transfers that count when everything is final: those to ours that are no sweeps, by key. */
  expected(upTo: number): Map<string, { owner: string | null; units: number }> {
    const found = new Map<string, { owner: string | null; units: number }>();
    for (const { txs } of this.blocks.slice(0, upTo + 1)) {
      for (const [i, { hash, from, to, units }] of txs.entries()) {
        if (units === 0) continue;
        const forwarded = FORWARDERS.get(to);
        if (forwarded !== undefined) found.set(`${hash}:${i}`, { owner: forwarded, units });
        else if (to === CHAIN.treasury && !FORWARDERS.has(from)) {
          found.set(`${hash}:${i}`, { owner: from === WALLET ? 'cat' : null, units });
        }
      }
    }
    return found;
  }

  #newTxs(): Tx[] {
    const random = this.#random;
    return Array.from({ length: Math.floor(random() * 4) }, () => ({
      hash: digest(`tx ${this.#made++}`),
      from: pick(SENDERS, random),
      to: pick(RECIPIENTS, random),
      units: random() < 0.1 ? 0 : 1 + Math.floor(random() * 1_000_000),
    }));
  }
}

/** A node that is some blocks behind, serves few blocks at once, and now and then fails. */
class FakeNode implements EvmSource {
  readonly shownUrl: string;
  readonly #chain: FakeChain;
  readonly #random: Random;
  lag = 0;
  failing = 0;
  maxSpan = 100;

  constructor(name: string, chain: FakeChain, random: Random) {
    this.shownUrl = `http://${name}`;
    this.#chain = chain;
    this.#random = random;
  }

  async readTransactionLogs(): Promise<never> {
    throw new Error('nothing is skipped in this world');
  }

  async readChainId(): Promise<number> {
    this.#mayFail('eth_chainId');
    return CHAIN.chainId;
  }

  async readDecimals(): Promise<number> {
    return 6;
  }

  async readBlock(which: number | string): Promise<EvmBlock | null> {
    this.#mayFail('eth_getBlockByNumber');
    const number = typeof which === 'number' ? which : this.#height;
    const block = number <= this.#height ? this.#chain.blocks[number] : undefined;
    return block === undefined ? null : { number, hash: block.hash, timeMs: START_MS + number * 1_000 };
  }

  readFinalBlock(): Promise<EvmBlock | null> {
    return this.readBlock(Math.max(0, this.#height - DEPTH));
  }

  async readLogs({ fromBlock, toBlock, recipients }: LogQuery): Promise<WireLog[]> {
    this.#mayFail('eth_getLogs');
    if (toBlock - fromBlock >= this.maxSpan)
      throw new RpcError('eth_getLogs', this.shownUrl, -32_005, 'too many');
    const found: WireLog[] = [];
    for (let number = fromBlock; number <= Math.min(toBlock, this.#height); number++) {
      const block = this.#chain.blocks[number]!;
      for (const [i, { hash, from, to, units }] of block.txs.entries()) {
        if (recipients !== null && !recipients.includes(to)) continue;
        found.push({
          address: TOKEN,
          topics: [TRANSFER_TOPIC, word(from), word(to)],
          data: `0x${units.toString(16).padStart(64, '0')}`,
          blockNumber: `0x${number.toString(16)}`,
          blockHash: block.hash,
          transactionHash: hash,
          logIndex: `0x${i.toString(16)}`,
          removed: false,
        });
      }
    }
    return found;
  }

  get #height(): number {
    return Math.max(0, this.#chain.height - this.lag);
  }

  #mayFail(method: string): void {
    if (this.#random() < this.failing) throw new RpcError(method, this.shownUrl, -32_000, 'out of order');
  }
}

class CrashError extends Error {}

/**
 * Runs one seed: a chain grows and is reorganised, two nodes lag, limit and fail, the operator rescans, and the process
 * ends at the boundaries of commits. What is final is credited once, and nothing else ever.
 *
 * @throws {AssertionError} which names the seed.
 */
export async function runChainWorld(
  seed: number,
  createEngine: CreateEngine,
  rounds = 12,
): Promise<{ deposits: number; crashes: number }> {
  const random = seeded(seed);
  const chain = new FakeChain(random);
  const nodes = [new FakeNode('a', chain, random), new FakeNode('b', chain, random)] as const;
  let crash: 'before' | 'after' | null = null;
  const end = () => {
    throw new CrashError('the process ends');
  };
  const faults = {
    beforeCommit: () => void (crash === 'before' && end()),
    afterCommit: () => void (crash === 'after' && end()),
  };
  const limits = { perDeposit: microUsd(10_000 * USD), perDay: microUsd(1_000_000 * USD) };
  const rules = { limits, firstDepositCap: microUsd(1_000 * USD) };
  const engine = createEngine({ clock: () => epochMs(START_MS - 1), rules, faults });
  let life = await engine.begin();
  const report = { deposits: 0, crashes: 0 };
  try {
    for (const [forwarder, owner] of FORWARDERS) {
      await life.stores.addresses.assign(CHAIN.scope, { owner, address: forwarder, ...CONTRACTS });
    }
    await life.stores.addresses.register({ family: 'evm', address: WALLET }, 'cat');
    for (let round = 0; round < rounds; round++) {
      for (let i = Math.floor(random() * 4); i >= 0; i--) chain.mine();
      if (random() < 0.4) chain.reorganise(Math.min(chain.height, 1 + Math.floor(random() * (DEPTH - 1))));
      for (const node of nodes) {
        node.lag = Math.floor(random() * 3);
        node.failing = random() < 0.3 ? 0.1 : 0;
        node.maxSpan = random() < 0.3 ? 2 : 100;
      }
      const position = (await life.stores.chains.findPosition(CHAIN, ''))?.position ?? 0;
      if (position > 0 && random() < 0.15) {
        const from = Math.floor(random() * position);
        await life.stores.rescan({ scope: CHAIN.scope, streams: [''], from });
      }
      const dice = random();
      crash = dice < 0.15 ? 'before' : dice < 0.3 ? 'after' : null;
      await poll();
      if (crash !== null) {
        report.crashes++;
        crash = null;
        await life.end();
        life = await engine.begin();
      }
      await compare();
    }
    for (const node of nodes) Object.assign(node, { lag: 0, failing: 0, maxSpan: 100 });
    await poll();
    const final = chain.height - DEPTH;
    assert.equal(
      (await life.stores.chains.findPosition(CHAIN, ''))?.position,
      final,
      `seed ${seed}: not everything was read`,
    );
    report.deposits = await compare();
    return report;
  } finally {
    await life.end();
    engine.remove();
  }

  async function poll(): Promise<void> {
    const reader = new EvmReader({ chain: CHAIN, nodes, store: life.stores.chains, now: () => 0 });
    const critical: string[] = [];
    const onProblem = (_: unknown, error: Error, isCritical: boolean) => {
      if (isCritical) critical.push(error.message);
    };
    await new ChainWatcher({ reader, now: () => 0, onProblem }).pollOnce();
    assert.deepEqual(critical, [], `seed ${seed}`);
  }

  /** Asserts that everything up to the position is stored, once, and belongs to the right owner; and nothing else. */
  async function compare(): Promise<number> {
    const position = (await life.stores.chains.findPosition(CHAIN, ''))?.position ?? 0;
    const mayBe = chain.expected(chain.height - DEPTH);
    const mustBe = chain.expected(position);
    const rows = life.listDeposits();
    const stored = new Map(rows.map(({ idem, owner, microUsd: units }) => [idem, { owner, units }]));
    for (const [idem, deposit] of stored) {
      assert.deepEqual(deposit, mayBe.get(idem), `seed ${seed}: ${idem} is not on the chain`);
    }
    for (const idem of mustBe.keys()) assert.ok(stored.has(idem), `seed ${seed}: ${idem} is missing`);
    for (const owner of ['ann', 'ben', 'cat']) {
      const units = rows
        .filter((row) => row.owner === owner)
        .reduce((sum, row) => sum + (row.microUsd ?? 0), 0);
      assert.equal(
        (await life.stores.ledger.readBalance(owner)).microUsd,
        units,
        `seed ${seed}: balance of ${owner}`,
      );
    }
    assert.deepEqual((await life.stores.ledger.audit({ whole: true })).findings, [], `seed ${seed}`);
    return rows.length;
  }
}

function digest(text: string): string {
  return `0x${createHash('sha256').update(text).digest('hex')}`;
}

function word(value: string): string {
  return `0x${value.slice(2).padStart(64, '0')}`;
}

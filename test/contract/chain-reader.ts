import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { ChainReader } from '../../src/billing/deposits/chains/chain-reader.ts';
import { auditFindings } from '../support/chain-stand.ts';
import type { WatchedReader } from '../support/watched-chain.ts';

/** The amount of every payment of a stand. */
export const PAYMENT_USD = 25;

/** Nodes that do not show a payment as it is, by their number. */
export interface NodeLies {
  readonly hiddenFrom?: readonly number[];
  /** Nodes that state another amount. */
  readonly alteredAt?: readonly number[];
}

/** A reader over nodes that a test controls. */
export interface ReaderStand extends WatchedReader {
  readonly reader: ChainReader;
  /** The position from which a rescan reads every payment. */
  readonly firstPosition: number;
  /**
   * Makes a final transfer of `PAYMENT_USD` from the registered wallet to the treasury. It is so much later than the
   * one before that a reader that has read it does not look back for the earlier one.
   */
  pay(lies?: NodeLies): Promise<void>;
  /** Holds the final block of a node until `mend`. */
  stop(node: number): Promise<void>;
  /** Makes every node show the chain as it is again. */
  mend(): Promise<void>;
}

export interface ReaderStandOptions {
  readonly nodes: number;
  /** Whether the nodes report another number of decimals than the chains file. */
  readonly hasWrongDecimals: boolean;
}

/** Opens a reader of a chain without a start, which was never read. */
export type OpenChainReader = (t: TestContext, options: ReaderStandOptions) => Promise<ReaderStand>;

/** Defines the tests that the reader of every family of chains passes. */
export function describeChainReader(family: string, open: OpenChainReader): void {
  const check = (name: string, nodes: number, body: (stand: ReaderStand) => Promise<void>) =>
    test(`${family}: ${name}`, async (t) => {
      const stand = await open(t, { nodes, hasWrongDecimals: false });
      await body(stand);
      assert.deepEqual(await auditFindings(stand.stores), []);
    });
  const rescan = async ({ stores, reader, firstPosition }: ReaderStand) =>
    assert.equal(await stores.rescan(reader.chain, firstPosition, reader.streams), 'rescanned');

  check('without a start the first poll begins now; what was before is never read', 1, async (stand) => {
    await stand.pay();
    assert.equal(await stand.poll(), null);
    await stand.poll();
    assert.equal(await stand.balance(), 0);
    await stand.pay();
    assert.equal(await stand.poll(), null);
    assert.equal(await stand.balance(), PAYMENT_USD);
  });

  check('a transfer that is read again, also after a rescan, is credited once', 2, async (stand) => {
    await stand.poll();
    await stand.pay();
    assert.equal(await stand.poll(), null);
    assert.equal(await stand.balance(), PAYMENT_USD);
    await stand.poll();
    await rescan(stand);
    assert.equal(await stand.poll(), null);
    await stand.poll();
    assert.equal(await stand.balance(), PAYMENT_USD);
    assert.equal((await stand.deposits()).length, 1);
  });

  for (const [what, lies] of [
    ['a node that hides a transfer', { hiddenFrom: [1] }],
    ['a node that shows a transfer alone', { hiddenFrom: [0] }],
    ['a node that states another amount', { alteredAt: [1] }],
  ] as const) {
    check(`${what} passes nothing, and is named until the nodes agree`, 2, async (stand) => {
      await stand.poll();
      await stand.pay(lies);
      await stand.poll();
      assert.match(await stand.message(), /^http:\/\/127.0.0.1:\d+ and http:\/\/127.0.0.1:\d+ disagree/);
      assert.equal(await stand.balance(), 0);
      assert.deepEqual(await stand.deposits(), []);
      await stand.mend();
      assert.equal(await stand.poll(), null);
      assert.equal(await stand.balance(), PAYMENT_USD);
    });
  }

  check('only what is final on every node is read, and a node that lags is named', 2, async (stand) => {
    await stand.poll();
    await stand.stop(1);
    await stand.pay();
    await stand.poll();
    assert.match(await stand.message(), /^waits for http:\/\/127.0.0.1:\d+ to reach /);
    assert.equal(await stand.balance(), 0);
    await stand.mend();
    assert.equal(await stand.poll(), null);
    assert.equal(await stand.balance(), PAYMENT_USD);
  });

  check('a rescan brings back what every node had left out', 2, async (stand) => {
    await stand.poll();
    await stand.pay({ hiddenFrom: [0, 1] });
    await stand.pay();
    assert.equal(await stand.poll(), null);
    assert.equal(await stand.balance(), PAYMENT_USD);
    await stand.mend();
    await stand.pay();
    await stand.poll();
    assert.equal(await stand.balance(), 2 * PAYMENT_USD, 'too old to be read again');
    await rescan(stand);
    assert.equal(await stand.poll(), null);
    assert.equal(await stand.balance(), 3 * PAYMENT_USD);
  });

  test(`${family}: a token with other decimals than the chains file states is critical, and credits nothing`, async (t) => {
    const stand = await open(t, { nodes: 1, hasWrongDecimals: true });
    await stand.pay();
    const stalled = await stand.poll();
    assert.equal(stalled?.isCritical, true);
    assert.match(
      stalled?.message ?? '',
      /^http:\/\/127.0.0.1:\d+: USD\w at \w+ has \d+ decimals and not \d+$/,
    );
    assert.equal(await stand.balance(), 0);
  });
}

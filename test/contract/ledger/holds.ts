import assert from 'node:assert/strict';
import { epochMs } from '../../../src/domain/index.ts';
import { buildCapture, buildHold, type Check, charge, credit, START, toKey } from './bench.ts';

/** Holds: what is set aside, captured, released and extended. */
export function checkHolds(check: Check): void {
  check('a hold counts against what is free and not against the balance', async (ledger) => {
    await ledger.post(credit('alice', 100, 'ref'));
    const outcome = await ledger.hold(buildHold('alice', 60, 'o-1'));
    assert.ok(outcome.status === 'held');
    assert.deepEqual([outcome.balance, outcome.available], [100, 40]);
    assert.deepEqual(await ledger.readBalance('alice'), { microUsd: 100, heldMicroUsd: 60 });
    assert.equal((await ledger.hold(buildHold('alice', 41, 'o-2'))).status, 'insufficient');
    assert.equal((await ledger.post(charge('alice', 41, 'c-1'))).status, 'insufficient');
    assert.equal((await ledger.post(charge('alice', 40, 'c-1'))).status, 'posted');
  });

  check('a hold is placed once, and another under its key is a conflict', async (ledger) => {
    await ledger.post(credit('alice', 100, 'ref'));
    await ledger.hold(buildHold('alice', 60, 'o-1'));
    assert.equal((await ledger.hold(buildHold('alice', 60, 'o-1'))).status, 'duplicate');
    assert.equal((await ledger.hold(buildHold('alice', 10, 'o-1'))).status, 'conflict');
    assert.equal((await ledger.hold(buildHold('alice', 0, 'o-9'))).status, 'ceiling');
    assert.equal((await ledger.readBalance('alice')).heldMicroUsd, 60);
  });

  check('a capture charges up to the hold once and frees the rest', async (ledger) => {
    await ledger.post(credit('alice', 100, 'ref'));
    await ledger.hold(buildHold('alice', 60, 'o-1'));
    assert.equal((await ledger.capture(buildCapture('o-1', 61))).status, 'above_hold');
    const outcome = await ledger.capture(buildCapture('o-1', 50));
    assert.ok(outcome.status === 'captured');
    assert.equal(outcome.balance, 50);
    assert.equal(outcome.hold.transferId, outcome.transfer.id);
    assert.deepEqual(await ledger.readBalance('alice'), { microUsd: 50, heldMicroUsd: 0 });
    assert.equal((await ledger.capture(buildCapture('o-1', 50))).status, 'already_resolved');
    assert.equal((await ledger.release(toKey('o-1'))).status, 'already_resolved');
    assert.equal((await ledger.capture(buildCapture('o-404', 1))).status, 'unknown_hold');
  });

  check('a capture under the key of another transfer takes nothing', async (ledger) => {
    await ledger.post(credit('alice', 100, 'ref'));
    await ledger.hold(buildHold('alice', 60, 'o-1'));
    await ledger.hold(buildHold('alice', 10, 'o-2'));
    await ledger.capture(buildCapture('o-1', 60));
    const outcome = await ledger.capture({ ...buildCapture('o-2', 10), idem: 'o-1' });
    assert.equal(outcome.status, 'conflict');
    assert.deepEqual(await ledger.readBalance('alice'), { microUsd: 40, heldMicroUsd: 10 });
  });

  check('a release frees everything, once', async (ledger) => {
    await ledger.post(credit('alice', 100, 'ref'));
    await ledger.hold(buildHold('alice', 60, 'o-1'));
    await ledger.hold(buildHold('alice', 40, 'o-2'));
    const released = await ledger.release(toKey('o-1'));
    assert.ok(released.status === 'released');
    assert.equal(released.available, 60);
    assert.equal(released.hold.state, 'released');
    assert.equal((await ledger.capture(buildCapture('o-1', 1))).status, 'already_resolved');
    assert.equal((await ledger.release(toKey('o-3'))).status, 'unknown_hold');
    assert.deepEqual(await ledger.readBalance('alice'), { microUsd: 100, heldMicroUsd: 40 });
  });

  check('overdue holds are listed oldest first, and an extended one no more', async (ledger) => {
    await ledger.post(credit('alice', 100, 'ref'));
    await ledger.hold({ ...buildHold('alice', 1, 'late'), expiresAt: epochMs(START + 2_000) });
    await ledger.hold({ ...buildHold('alice', 1, 'later'), expiresAt: epochMs(START + 3_000) });
    await ledger.hold({ ...buildHold('alice', 1, 'first'), expiresAt: epochMs(START + 1_000) });
    const overdue = async (ms: number) =>
      (await ledger.listOverdueHolds(epochMs(START + ms), 10)).map(({ idem }) => idem);
    assert.deepEqual(await overdue(1_000), []);
    assert.deepEqual(await overdue(3_001), ['first', 'late', 'later']);
    assert.equal(await ledger.extend(toKey('late'), epochMs(START + 9_000)), 'extended');
    assert.deepEqual(await overdue(3_001), ['first', 'later']);
    assert.equal(await ledger.extend(toKey('none'), START), 'unknown_hold');
    await ledger.release(toKey('first'));
    assert.equal(await ledger.extend(toKey('first'), START), 'already_resolved');
    assert.equal((await ledger.findHold(toKey('first')))?.state, 'released');
    assert.equal(await ledger.findHold(toKey('none')), null);
  });
}

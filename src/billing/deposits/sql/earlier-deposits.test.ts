import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { migrate } from '../../../storage/sqlite/migrate.ts';
import { MIGRATIONS } from '../../../storage/sqlite/migrations/index.ts';

const INSERT_DEPOSIT = `INSERT INTO deposit (seq, id, state, reason, source, scope, idem, account, owner, currency, amount,
  micro_usd, taken_back, payment_id, created_at)`;

/** Opens a database as version 1.1.0 left it, with a row of every kind. */
function openEarlier(): DatabaseSync {
  const db = new DatabaseSync(':memory:');
  db.exec('PRAGMA foreign_keys = ON');
  migrate(db, MIGRATIONS.slice(0, 1));
  db.exec(`
    INSERT INTO account (id, kind, balance, held, seq) VALUES ('asset:stripe', 'asset', -30, 0, 1), ('owner:ann', 'owner', 30, 5, 1);
    INSERT INTO transfer (id, ts, type, scope, idem, req_hash, src, dst, amount, src_seq, src_after, dst_seq, dst_after, prev_hash, hash)
      VALUES (1, 1, 'deposit', 'wh:stripe', 'e1', '', 'asset:stripe', 'owner:ann', 30, 1, -30, 1, 30, x'00', x'01');
    INSERT INTO hold (id, scope, idem, owner, amount, state, created_at, expires_at, resolved_at, transfer_id)
      VALUES (3, 'trade', 'o1', 'ann', 5, 'pending', 1, 2, NULL, NULL), (7, 'trade', 'o2', 'ann', 5, 'captured', 1, 2, 3, 1);
    ${INSERT_DEPOSIT} VALUES
      (1, 'dep_1', 'credited', NULL, 'stripe', 'wh:stripe', 'e1', 'asset:stripe', 'ann', 'USD', '0.00', 30, 0, 'pi_1', 1),
      (4, 'dep_4', 'held', 'day_cap', 'chain', 'chain:1', '0xa:1', 'asset:chain:base:USDC', 'ann', 'USDC', '1', 9, 2, NULL, 2);
    INSERT INTO deposit_reversal (scope, effect, object_id, event_id, idem, payment_id, owner, deposit, amount, moved, created_at)
      VALUES ('wh:stripe', 'refund', 'ch_1', 'e2', 'e2', 'pi_1', 'ann', 'dep_1', 4, -4, 3),
        ('wh:stripe', 'dispute', 'dp_1', 'e3', 'e3', 'pi_2', NULL, NULL, 4, NULL, 3);
    INSERT INTO wallet (seq, family, address, owner, registered_at) VALUES (2, 'evm', '0xa', 'ann', 1), (5, 'tron', 'T', 'ben', 2);
  `);
  return db;
}

test('a new provider and a new family need no change of the schema', (t) => {
  const db = openEarlier();
  t.after(() => db.close());
  const pay = () =>
    db.exec(
      `${INSERT_DEPOSIT} VALUES (5, 'dep_5', 'credited', NULL, 'shellpay', 'wh:shellpay', 'e1', 'asset:shellpay', 'ann', 'USD', '1', 1, 0, NULL, 4)`,
    );
  const register = () =>
    db.exec(
      `INSERT INTO wallet (seq, family, address, owner, registered_at) VALUES (6, 'cockle', 'c1', 'ann', 3)`,
    );
  migrate(db);
  pay();
  register();
});

test('what the ledger relies on stays in the schema', (t) => {
  const db = openEarlier();
  t.after(() => db.close());
  migrate(db);
  for (const wrong of [
    `UPDATE deposit SET reason = 'day_cap' WHERE id = 'dep_1'`,
    `UPDATE deposit SET state = 'released', owner = NULL WHERE id = 'dep_4'`,
    `UPDATE deposit SET taken_back = 10 WHERE id = 'dep_4'`,
    `UPDATE deposit SET idem = 'e1', scope = 'wh:stripe' WHERE id = 'dep_4'`,
    `UPDATE hold SET state = 'released' WHERE id = 7`,
    `UPDATE hold SET transfer_id = 9, state = 'captured' WHERE id = 3`,
    `UPDATE reversal_report SET deposit = 'dep_9'`,
    `UPDATE reversal_report SET total = -1`,
    `UPDATE wallet SET family = 'evm', address = '0xa'`,
    `DELETE FROM deposit WHERE id = 'dep_1'`,
  ]) {
    assert.throws(() => db.exec(wrong), /constraint failed/, wrong);
  }
});

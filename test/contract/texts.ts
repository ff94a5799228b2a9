import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PROCEDURES } from '../../src/app/stores/service-database.ts';
import { openLedger } from '../../src/billing/ledger/sql/ledger.ts';
import { wallClock } from '../../src/domain/index.ts';
import type { OpenServiceDatabase } from '../../src/storage/service-database.ts';
import { giveCredit } from '../support/credit.ts';
import type { TestEngine } from '../support/service-engine.ts';
import { procedures, TEXT_COLUMNS } from '../support/text-procedures.ts';

/** Texts that one engine would refuse and the other would change. */
const UNPLAIN = ['\0', 'a\0b', '\ud83d', 'a\udc00'];
const PLAIN = ['', 'é😀', '\u0001', '\uFFFD'];

const nameFailure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: Error) => error.name,
  );

const refused = (texts: readonly string[]) => texts.map(() => 'UnstorableTextError');

/** Defines the tests of texts that not every engine keeps: every engine refuses them alike, and each call alone. */
export function describeTexts(engine: TestEngine): void {
  const check = (name: string, body: (database: OpenServiceDatabase) => Promise<void>) =>
    test(`${engine.name}: ${name}`, async (t) => {
      const { part } = await engine.open(t, (database) => database, [...PROCEDURES, procedures]);
      await body(part);
    });

  check('no text column takes a NUL or half of a surrogate pair', async (database) => {
    assert.ok(TEXT_COLUMNS.length > 100, `${TEXT_COLUMNS.length} columns`);
    for (const { table, column, store } of TEXT_COLUMNS) {
      const told = await Promise.all(
        [...UNPLAIN, ...PLAIN].map((text) => nameFailure(database.transact(store, text))),
      );
      assert.deepEqual(told, [...refused(UNPLAIN), ...PLAIN.map(() => null)], `${table}.${column}`);
    }
  });

  check('no text column is searched for one', async (database) => {
    for (const { table, column } of TEXT_COLUMNS) {
      const { find } = database.buildQueries((statements) => ({
        find: async (text: string) => {
          const sql = `SELECT COUNT(*) AS count FROM "${table}" WHERE "${column}" = ?`;
          return Number(statements.get(sql).get(text)?.count);
        },
      }));
      const told = await Promise.all([...UNPLAIN, ...PLAIN].map((text) => nameFailure(find(text))));
      assert.deepEqual(told, [...refused(UNPLAIN), ...PLAIN.map(() => null)], `${table}.${column}`);
    }
  });

  check('a posting with one fails alone in its group', async (database) => {
    const ledger = openLedger(database, wallClock);
    const credits = ['one', 'two\0', 'three', '\ud83d', 'four'].map((ref) =>
      nameFailure(giveCredit(ledger, 'alice', 10, ref)),
    );
    assert.deepEqual(await Promise.all(credits), [
      null,
      'UnstorableTextError',
      null,
      'UnstorableTextError',
      null,
    ]);
    assert.equal((await ledger.readBalance('alice')).microUsd, 30);
    assert.deepEqual((await ledger.audit({ whole: true })).findings, []);
  });
}

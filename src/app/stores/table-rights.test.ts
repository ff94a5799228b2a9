import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { describeGrants, findTableRights } from './table-rights.ts';

test('neither the feed nor an api process has credentials of venues, and the feed no money', () => {
  const [feed, api] = [findTableRights('feed'), findTableRights('api')];
  for (const table of ['vault_record', 'vault_key_check', 'bot_secret']) {
    assert.deepEqual([feed.has(table), api.has(table)], [false, false], table);
  }
  for (const table of ['account', 'transfer', 'hold', 'api_key', 'owner', 'deposit']) {
    assert.equal(feed.has(table), false, table);
  }
});

test('the page of operators has the statements of each role', () => {
  const page = readFileSync(
    path.resolve(import.meta.dirname, '../../../docs/operating/postgresql.md'),
    'utf8',
  );
  for (const [role, user] of [
    ['feed,bot', 'crosstape_feed'],
    ['api', 'crosstape_api'],
  ] as const) {
    assert.ok(page.includes(describeGrants(role, user)), `role ${role}: ${describeGrants(role, user)}`);
  }
});

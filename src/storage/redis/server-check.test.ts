import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StorageFormatError } from '../service-database.ts';
import { requireUsable } from './server-check.ts';

const ROWS: readonly [facts: readonly string[], refused: RegExp | null][] = [
  [['redis_version:7.0.0', 'redis_mode:standalone'], null],
  [['redis_version:7.0.15'], null],
  [['redis_version:8.2.1'], null],
  [['redis_version:10.0.0'], null],
  [['redis_version:6.2.14'], /Redis 6\.2\.14 is too old; Redis 7\.0 or newer/],
  [['redis_version:7.2.4', 'server_name:valkey', 'valkey_version:7.2.5'], null],
  [['redis_version:7.2.4', 'valkey_version:9.1.2', 'server_mode:standalone'], null],
  [['redis_version:7.2.4', 'valkey_version:7.1.0'], /Valkey 7\.1\.0 is too old; Valkey 7\.2 or newer/],
  [['redis_version:7.0.15', 'redis_mode:cluster'], /a node of a cluster/],
  [['redis_version:7.2.4', 'valkey_version:9.1.2', 'server_mode:cluster'], /a node of a cluster/],
  [['something:else'], /Redis \? is too old/],
  [['redis_version:latest'], /Redis latest is too old/],
];

for (const [facts, refused] of ROWS) {
  test(`a server with ${facts.join(', ')} is ${refused === null ? 'taken' : 'refused'}`, () => {
    const check = () => requireUsable(['# Server', ...facts, ''].join('\r\n'));
    if (refused === null) return check();
    assert.throws(check, (error) => error instanceof StorageFormatError && refused.test(error.message));
  });
}

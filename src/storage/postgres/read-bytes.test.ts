import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBytes } from './connection.ts';

test('bytes are read in both forms that a server writes', () => {
  const rows: [text: string, bytes: number[]][] = [
    ['\\x', []],
    ['\\x00ff5c41', [0, 255, 92, 65]],
    ['', []],
    ['\\000\\377\\\\A', [0, 255, 92, 65]],
    ['x41\\\\x41', [120, 52, 49, 92, 120, 52, 49]],
  ];
  for (const [text, bytes] of rows) assert.deepEqual([...readBytes(text)], bytes, text);
});

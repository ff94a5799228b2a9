import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { describeDisk, judgeDiskSpace, readDiskSpace } from './disk-space.ts';

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;

test('a disk fills up by its share and by its bytes, whichever comes first', () => {
  const rows: [freeBytes: number, totalBytes: number, expected: string | null][] = [
    [100 * GIB, 1000 * GIB, null],
    [100 * GIB - 1, 1000 * GIB, 'warning'],
    [30 * GIB, 1000 * GIB, 'warning'],
    [30 * GIB - 1, 1000 * GIB, 'critical'],
    [GIB, 2 * GIB, null],
    [GIB - 1, 2 * GIB, 'warning'],
    [256 * MIB, 2 * GIB, 'warning'],
    [256 * MIB - 1, 2 * GIB, 'critical'],
    [0, 0, 'critical'],
  ];
  for (const [freeBytes, totalBytes, expected] of rows) {
    assert.equal(judgeDiskSpace({ freeBytes, totalBytes }), expected, `${freeBytes} of ${totalBytes}`);
  }
});

test('what is left is said in sizes and as a share', () => {
  assert.equal(
    describeDisk({ freeBytes: 1.4 * GIB, totalBytes: 20 * GIB }),
    '1.4 GiB of 20.0 GiB (7.0 %) free',
  );
  assert.equal(describeDisk({ freeBytes: 200 * MIB, totalBytes: 0 }), '200 MiB of 0 MiB free');
});

test('a file system states its free and all its bytes', async () => {
  const { freeBytes, totalBytes } = await readDiskSpace(tmpdir());
  assert.ok(freeBytes >= 0 && freeBytes <= totalBytes && totalBytes > 0);
});

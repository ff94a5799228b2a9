import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import type { Gap, VenueId } from '../../src/domain/index.ts';
import type { RegisteredMarket } from '../../src/history/contract/market-register.ts';

const FIXTURES = join(import.meta.dirname, 'fixtures', 'data-1.1.0');

/** Values that version 1.1.0 itself read from the files of the fixture, and its answers. */
export interface Expected {
  /** A key of the owner, as it is sent. */
  readonly key: string;
  readonly history: {
    readonly series: readonly {
      readonly venue: VenueId;
      readonly storeKey: string;
      readonly asset: string;
      readonly count: number;
      /** SHA-256 of the JSON of all records, each `[t, p, v, s]`. */
      readonly sha256: string;
    }[];
    readonly gaps: readonly Gap[];
    readonly markets: readonly RegisteredMarket[];
    readonly rules: readonly { readonly hash: string; readonly text: string }[];
    readonly batches: readonly object[];
  };
  /** Answers of `/api/account/balance`, `/api/account/usage` and `/api/bot/status`. */
  readonly balance: object;
  readonly usage: object;
  readonly bot: object;
}

/** Copies a data directory of version 1.1.0 for one test. */
export function copyOldData(t: TestContext): string {
  const dataDir = newDirectory(t);
  unpack('history.sqlite', join(dataDir, 'history.sqlite'));
  unpack('service.sqlite', join(dataDir, 'service.sqlite'));
  copyFileSync(join(FIXTURES, 'ledger-audit.mark'), join(dataDir, 'ledger-audit.mark'));
  writeFileSync(join(dataDir, 'data-kind'), 'real\n');
  return dataDir;
}

/** Copies a history in which a process of version 1.1.0 was killed while it put a withdrawn import back. */
export function copyCutShortRedo(t: TestContext): string {
  const dataDir = newDirectory(t);
  unpack('cut-short-redo.sqlite', join(dataDir, 'history.sqlite'));
  return dataDir;
}

/** Values that 1.1.0 read from a copy of a directory whose process was killed. */
export interface ExpectedOfKilled {
  readonly series: Expected['history']['series'];
  readonly gaps: readonly Gap[];
  readonly markets: number;
  readonly rules: number;
  /** Rows of the ledger; bytes are hex. */
  readonly transfers: readonly Readonly<Record<string, unknown>>[];
}

/** Copies a data directory whose 1.1.0 was killed: nearly all that it holds is in the logs beside its files. */
export function copyKilled(t: TestContext): string {
  const dataDir = newDirectory(t);
  for (const name of ['history.sqlite', 'history.sqlite-wal', 'service.sqlite', 'service.sqlite-wal'])
    unpack(join('killed', name), join(dataDir, name));
  copyFileSync(join(FIXTURES, 'killed', 'ledger-audit.mark'), join(dataDir, 'ledger-audit.mark'));
  writeFileSync(join(dataDir, 'data-kind'), 'real\n');
  return dataDir;
}

export function readExpectedOfKilled(): ExpectedOfKilled {
  return JSON.parse(read(join('killed', 'expected.json')).toString());
}

export function readExpected(): Expected {
  return JSON.parse(read('expected.json').toString());
}

function unpack(name: string, to: string): void {
  writeFileSync(to, read(name));
}

function read(name: string): Buffer {
  return brotliDecompressSync(readFileSync(join(FIXTURES, `${name}.br`)));
}

export function newDirectory(t: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), 'data-1.1.0-'));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

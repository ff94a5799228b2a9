import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';

const FOLDER = path.resolve(import.meta.dirname, '../../../shared/recordings/2026-10');

interface Wire<T> {
  accepts(value: unknown): value is T;
  findProblem(value: unknown): string | null;
}

/** Bodies of one venue that were recorded in October 2026. */
export interface RecordedBodies {
  /** Reason for skipping tests of the recorded bodies; false where they run. */
  readonly skip: string | false;
  read(name: string): unknown;
  /**
   * Defines a test for each recorded body.
   *
   * @param checks Reads a body, by its name, and asserts what it says.
   * @param unread Bodies that no part of the product reads, and why.
   */
  testEach(
    checks: Readonly<Record<string, (body: unknown) => void>>,
    unread: Readonly<Record<string, string>>,
  ): void;
}

export function findRecordedBodies(venue: string): RecordedBodies {
  const folder = path.join(FOLDER, venue);
  const isThere = existsSync(folder);
  const read = (name: string): unknown => JSON.parse(readFileSync(path.join(folder, `${name}.json`), 'utf8'));
  return {
    skip: isThere
      ? false
      : 'the recordings are not beside the project: they are in a folder `shared` beside the checkout',
    read,
    testEach: (checks, unread) => {
      const files = isThere ? readdirSync(folder) : [];
      for (const name of files.flatMap((file) => /^(.*)(?<!\.request)\.json$/.exec(file)?.[1] ?? [])) {
        it(name, () => {
          const check = checks[name];
          assert.ok(check !== undefined || unread[name] !== undefined, 'neither read nor named as unread');
          check?.(read(name));
        });
      }
    },
  };
}

/** Returns the value, and throws unless it is as the schema says. */
export function requireFit<T>(value: unknown, wire: Wire<T>): T {
  assert.ok(wire.accepts(value), wire.findProblem(value) ?? '');
  return value;
}

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const ROOT = path.join(import.meta.dirname, '..');

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

/** A class whose name begins with where it keeps its state, and what it implements; it may extend another one. */
const ENGINE_CLASS =
  /^export (?:abstract )?class ((?:Stored|Local|Remote|Sqlite|Postgres|Redis|Clickhouse)\w+)(?:\s+extends\s+\w+(?:<[^{]*>)?)?\s+implements\s+([\w,\s]+?)\s*\{/gm;

/**
 * Every contract with engines: what a class implements whose name begins with where it keeps its state. Engines of the
 * database itself (`src/storage`) have tests of their own.
 */
function listContracts(): ReadonlyMap<string, readonly string[]> {
  const files = globSync('src/**/*.ts', { cwd: ROOT }).filter((file) => !file.startsWith('src/storage/'));
  const contracts = new Map<string, string[]>();
  for (const file of files) {
    for (const [, engine = '', names = ''] of read(file).matchAll(ENGINE_CLASS)) {
      for (const name of names.split(',').map((text) => text.trim())) {
        contracts.set(name, [...(contracts.get(name) ?? []), engine]);
      }
    }
  }
  return contracts;
}

/** Names that a file imports, by the module that they come from. */
function listImports(file: string): readonly string[] {
  return [...read(file).matchAll(/^import (?:type )?\{([^}]*)\} from '[^']+';/gm)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.replace('type ', '').trim()),
  );
}

/** The support that a suite is written with, whose types name what an engine opens. */
function listSupport(file: string): readonly string[] {
  const modules = read(file).matchAll(/from '(\.\.\/support\/[^']+)';/g);
  return [...modules].map(([, module = '']) => path.join(path.dirname(file), module));
}

test('every contract with engines has a suite', () => {
  const suites = globSync('test/contract/*.ts', { cwd: ROOT });
  const described = new Set([...suites, ...suites.flatMap(listSupport)].flatMap(listImports));
  const contracts = listContracts();
  assert.ok(contracts.size > 20, `${contracts.size} contracts`);
  const missing = [...contracts.keys()].filter((name) => !described.has(name));
  assert.deepEqual(missing, []);
});

test('every suite runs', () => {
  // Suites of the service database are gathered in support, which the tests of each engine run.
  const tests = globSync(['{src,test}/**/*.test.ts', 'test/support/store-suites.ts'], { cwd: ROOT });
  const run = new Set(tests.flatMap(listImports));
  const describes = globSync('test/contract/*.ts', { cwd: ROOT }).map((file) => {
    const [, name = file] = /^export function (\w+)\(/m.exec(read(file)) ?? [];
    return name;
  });
  assert.deepEqual(
    describes.filter((name) => !run.has(name)),
    [],
  );
});

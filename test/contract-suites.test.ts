import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const ROOT = path.join(import.meta.dirname, '..');

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

/** A class whose name begins with where it keeps its state, and what it implements; it may extend another one. */
const ENGINE_CLASS =
  /^export (?:abstract )?class ((?:Stored|Local|Remote|Sqlite|Postgres|Redis|Clickhouse)\w+)(?:\s+extends\s+\w+(?:<[^{]*>)?)?\s+implements\s+([\w,\s]+?)\s*\{/gm;

/** Classes over the service database that are their own contract: a suite runs over each on every engine. */
const STORES = [
  'AlertStore',
  'ChainStore',
  'CheckStore',
  'ControlStore',
  'DecisionStore',
  'DepositAddresses',
  'DepositStore',
  'DisputeStore',
  'Operator',
  'OrderReview',
  'Review',
  'StaleReports',
  'VaultStore',
  'Vouchers',
  'WebhookEvents',
] as const;

/** Contracts whose implementations are named after whom they speak to. */
const FOREIGN_CONTRACTS = ['ExecutionVenue', 'VenueAdapter', 'ChainReader', 'PaymentProvider'] as const;

/** A class that implements such a contract, a function that creates one, or a value that is one. */
const IMPLEMENTATION = new RegExp(
  `(?:class (\\w+)[^{]*? implements |^export function (create\\w+)\\([^)]*\\): |^export const (\\w+): )(${FOREIGN_CONTRACTS.join('|')})\\b`,
  'gm',
);

interface Engine {
  readonly contract: string;
  readonly name: string;
  readonly file: string;
}

/**
 * Every engine of a contract: a class that implements it and whose name begins with where it keeps its state. Engines of the
 * database itself (`src/storage`) have tests of their own.
 */
function listEngines(): readonly Engine[] {
  const files = globSync('src/**/*.ts', { cwd: ROOT }).filter((file) => !file.startsWith('src/storage/'));
  return files.flatMap((file) =>
    [...read(file).matchAll(ENGINE_CLASS)].flatMap(([, name = '', contracts = '']) =>
      contracts.split(',').map((contract) => ({ contract: contract.trim(), name, file })),
    ),
  );
}

function listForeign(): readonly Engine[] {
  const files = globSync('src/**/*.ts', { cwd: ROOT, exclude: ['**/*.test.ts'] });
  return files.flatMap((file) =>
    [...read(file).matchAll(IMPLEMENTATION)].map(([, type, creator, value, contract = '']) => ({
      contract,
      name: `${type ?? creator ?? value} of ${file}`,
      file,
    })),
  );
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

const SUITES = globSync('test/contract/*.ts', { cwd: ROOT });
/** Suites of adapters run over the simulator alone, one test for all venues. */
const SIMULATOR_SUITES = globSync('test/contract/simulator/*.test.ts', { cwd: ROOT });

/** The suites that name a contract, themselves or in the support that they are written with. */
function listSuites(contract: string): readonly string[] {
  return [...SUITES, ...SIMULATOR_SUITES].filter((suite) =>
    [suite, ...listSupport(suite)].some((file) => listImports(file).includes(contract)),
  );
}

/** The files of the project that a file imports, by file. */
const imported = new Map<string, readonly string[]>();

function listImported(file: string): readonly string[] {
  const known = imported.get(file);
  if (known !== undefined) return known;
  const specifiers = [...read(file).matchAll(/(?:\bfrom\s+|\bimport\(\s*)'(\.[^']+)'/g)];
  const targets = specifiers
    .map(([, to = '']) => path.join(path.dirname(file), to))
    .filter((target) => existsSync(path.join(ROOT, target)));
  imported.set(file, targets);
  return targets;
}

/** Every file of the project that a file leads to. */
function followImports(from: string): ReadonlySet<string> {
  const reached = new Set([from]);
  for (const file of reached) for (const target of listImported(file)) reached.add(target);
  return reached;
}

/** Engines that no test runs a suite of their contract on. @param reached The files that each test leads to. */
function findUntested(
  engines: readonly Engine[],
  reached: readonly ReadonlySet<string>[],
): readonly string[] {
  return engines
    .filter(({ contract, file }) => {
      const suites = listSuites(contract);
      return !reached.some((files) => files.has(file) && suites.some((suite) => files.has(suite)));
    })
    .map(({ contract, name }) => `${name} as ${contract}`);
}

test('every contract with engines has a suite', () => {
  const contracts = new Set(listEngines().map(({ contract }) => contract));
  assert.ok(contracts.size > 15, `${contracts.size} contracts`);
  const missing = [...contracts].filter((contract) => listSuites(contract).length === 0);
  assert.deepEqual(missing, []);
});

test('every store of the service database has a suite, which all of its engines run', () => {
  const gathered = followImports('test/support/store-suites.ts');
  for (const store of STORES) {
    const suites = SUITES.filter((suite) =>
      [suite, ...listSupport(suite)].some((file) => listImports(file).includes(store)),
    );
    assert.ok(
      suites.some((suite) => gathered.has(suite)),
      store,
    );
  }
});

const HOW_TO_RUN = 'test/contract/<contract>.ts: call its describe… with the new one';

test('every engine runs a suite of its contract, and one that is added without is named', () => {
  const engines = listEngines();
  const tests = globSync(['{src,test}/**/*.test.ts', 'test/servers/*.servers.ts'], { cwd: ROOT });
  const reached = tests.map(followImports);
  const untested = findUntested(engines, reached);
  assert.deepEqual(untested, [], `no test runs the suite of its contract, ${HOW_TO_RUN}`);
  const added = { contract: 'Pulses', name: 'SqlitePulses', file: 'src/feed/sqlite/pulses.ts' };
  assert.deepEqual(findUntested([...engines, added], reached), ['SqlitePulses as Pulses']);
});

test('what speaks to venues, chains and payment providers runs a suite too, and one that is added without is named', () => {
  const implementations = listForeign();
  for (const contract of FOREIGN_CONTRACTS) {
    assert.ok(listSuites(contract).length > 0, contract);
    const found = implementations.filter((one) => one.contract === contract);
    assert.ok(found.length >= 3, `${found.length} of ${contract}`);
  }
  const reached = globSync('{src,test}/**/*.test.ts', { cwd: ROOT }).map(followImports);
  assert.deepEqual(
    findUntested(implementations, reached),
    [],
    `no test runs the suite of its contract, ${HOW_TO_RUN}`,
  );
  const file = 'src/billing/webhooks/providers/clam/provider.ts';
  const added = { contract: 'PaymentProvider', name: `provider of ${file}`, file };
  assert.deepEqual(findUntested([added], reached), [`provider of ${file} as PaymentProvider`]);
});

test('every suite runs', () => {
  // Suites of the service database are gathered in support, which the tests of each engine run.
  const tests = globSync(['{src,test}/**/*.test.ts', 'test/support/store-suites.ts'], { cwd: ROOT });
  const run = new Set(tests.flatMap(listImports));
  const describes = SUITES.map((file) => {
    const [, name = file] = /^export function (\w+)\(/m.exec(read(file)) ?? [];
    return name;
  });
  assert.deepEqual(
    describes.filter((name) => !run.has(name)),
    [],
  );
});

import assert from 'node:assert/strict';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { VENUES } from '../src/domain/index.ts';

const SRC = path.join(import.meta.dirname, '..', 'src');
const WEB = path.join(import.meta.dirname, '..', 'web');
const SIMULATOR = path.join(import.meta.dirname, '..', 'simulator');

/** Lines above which a file of `src` gives the reason why it is one. */
const MAX_LINES = 300;

/** What each folder of `src` may import, besides itself. The files beside them join the parts. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  analytics: ['domain'],
  settings: ['domain'],
  config: ['domain', 'settings', 'venues', 'references', 'billing'],
  references: ['domain', 'settings', 'scheduling', 'upstream', 'history', 'venues'],
  scheduling: [],
  history: ['domain', 'scheduling', 'storage'],
  storage: ['scheduling'],
  billing: ['domain', 'scheduling', 'upstream', 'storage', 'signatures'],
  accounts: ['domain', 'scheduling', 'storage', 'billing'],
  upstream: ['domain', 'scheduling'],
  venues: ['domain', 'settings', 'scheduling', 'upstream'],
  feed: ['domain', 'scheduling', 'upstream', 'storage', 'history', 'venues', 'references'],
  calibration: ['domain', 'history', 'analytics'],
  recording: ['domain', 'scheduling', 'upstream', 'history', 'venues', 'feed'],
  settled: ['domain', 'analytics', 'scheduling', 'history', 'venues'],
  links: ['domain', 'scheduling', 'storage', 'venues', 'feed'],
  screens: ['domain', 'scheduling', 'history', 'feed', 'recording', 'analytics', 'links'],
  search: ['domain', 'scheduling', 'storage', 'history', 'feed', 'links'],
  m2m: ['domain', 'scheduling', 'history', 'feed', 'analytics', 'links', 'screens', 'search'],
  health: ['domain', 'scheduling', 'storage', 'history', 'upstream', 'venues', 'feed', 'analytics'],
  http: [
    'domain',
    'settled',
    'scheduling',
    'history',
    'storage',
    'billing',
    'accounts',
    'venues',
    'references',
    'feed',
    'recording',
    'calibration',
    'analytics',
    'links',
    'screens',
    'search',
    'm2m',
    'health',
    'mcp',
    'bot',
    'alerts',
  ],
  signatures: [],
  vault: ['domain', 'storage', 'billing'],
  alerts: [
    'domain',
    'scheduling',
    'upstream',
    'storage',
    'billing',
    'accounts',
    'history',
    'feed',
    'health',
    'bot',
  ],
  bot: [
    'domain',
    'scheduling',
    'upstream',
    'venues',
    'signatures',
    'vault',
    'storage',
    'billing',
    'accounts',
    'feed',
  ],
  mcp: ['domain'],
  cli: [
    'domain',
    'settings',
    'config',
    'storage',
    'billing',
    'accounts',
    'history',
    'calibration',
    'venues',
    'feed',
    'recording',
    'health',
    'links',
    'mcp',
    'bot',
    'app',
  ],
  app: [
    'domain',
    'config',
    'scheduling',
    'upstream',
    'history',
    'storage',
    'billing',
    'accounts',
    'venues',
    'references',
    'feed',
    'recording',
    'settled',
    'calibration',
    'links',
    'screens',
    'search',
    'm2m',
    'health',
    'http',
    'vault',
    'bot',
    'alerts',
  ],
};

/** Modules beside the folders that anyone may read. */
const SHARED_FILES = ['version.ts', 'log.ts', 'validator.ts'];

interface Import {
  readonly from: string;
  readonly to: string;
  readonly typeOnly: boolean;
}

function sourceFiles(root = SRC): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
}

function readImports(file: string, root = SRC): Import[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  const pattern = /^(?:import|export)\s+(type\s)?([^;]*?)from\s+'(\.[^']+)'/gms;
  return [...text.matchAll(pattern)].map(([, typeOnly, names = '', specifier]) => ({
    from: file,
    to: path.relative(root, path.resolve(root, path.dirname(file), specifier as string)),
    typeOnly: typeOnly !== undefined || /^\{(\s*type [^,}]*,?)+\s*\}\s*$/.test(names),
  }));
}

const findFolder = (file: string) => (file.includes(path.sep) ? file.split(path.sep)[0]! : null);

test('imports between the folders of src point one way', () => {
  const files = sourceFiles();
  assert.ok(files.length > 20);
  const wrong = files
    .flatMap((file) => readImports(file))
    .filter(({ from, to }) => {
      const [here, there] = [findFolder(from), findFolder(to)];
      if (here === null || here === there || isOfSimulator(to)) return false;
      // Commands that follow a running service do so by the client that callers have.
      if (here === 'cli' && to.startsWith('../client/src/')) return false;
      if (there === null) return !(SHARED_FILES.includes(to) || here === 'cli' || to.startsWith('..'));
      return !(MAY_IMPORT[here] ?? []).includes(there);
    });
  assert.deepEqual(
    wrong.map(({ from, to }) => `${from} imports ${to}`),
    [],
  );
});

/** Whether an import leaves `src` for the simulator, which the next test judges. */
function isOfSimulator(file: string): boolean {
  return file.startsWith(path.join('..', 'simulator'));
}

test('the simulator is started by commands alone, and knows the words of markets and signatures', () => {
  const starts = sourceFiles()
    .flatMap((file) => readImports(file))
    .filter(({ to }) => isOfSimulator(to))
    .map(({ from }) => path.dirname(from));
  assert.deepEqual([...new Set(starts)], [path.join('cli', 'serve')]);
  const reads = sourceFiles(SIMULATOR)
    .flatMap((file) => readImports(file, SIMULATOR))
    .filter(({ to }) => to.startsWith('..'))
    .map(({ to }) => to.split(path.sep)[2]);
  assert.deepEqual([...new Set(reads)].sort(), ['domain', 'signatures']);
});

test('a folder may import no more than it does', () => {
  const used = new Set(
    sourceFiles()
      .flatMap((file) => readImports(file))
      .map(({ from, to }) => `${findFolder(from)} imports ${findFolder(to)}`),
  );
  const granted = Object.entries(MAY_IMPORT).flatMap(([here, there]) =>
    there.map((folder) => `${here} imports ${folder}`),
  );
  assert.deepEqual(
    granted.filter((grant) => !used.has(grant)),
    [],
  );
});

/** The folders beside each other, at whatever level, that an import crosses; null: it stays within one. */
function findSiblings({ from, to }: Import): readonly [here: string, there: string] | null {
  const [here, there] = [from.split(path.sep), to.split(path.sep)];
  const depth = here.findIndex((name, i) => name !== there[i]);
  if (depth >= here.length - 1 || depth >= there.length - 1) return null;
  return [here.slice(0, depth + 1).join('/'), there.slice(0, depth + 1).join('/')];
}

/** Finds folders that import each other in a circle, itself or through others: `a > b > a`; null: there are none. */
function findFolderCircle(imports: readonly Import[]): string | null {
  const below = new Map<string, Set<string>>();
  for (const [here, there] of imports.map(findSiblings).filter((siblings) => siblings !== null)) {
    below.set(here, (below.get(here) ?? new Set()).add(there));
  }
  assert.ok(below.size > 5);
  const done = new Set<string>();
  const follow = (folder: string, trail: readonly string[]): string | null => {
    if (trail.includes(folder)) return [...trail.slice(trail.indexOf(folder)), folder].join(' > ');
    if (done.has(folder)) return null;
    for (const next of below.get(folder) ?? []) {
      const circle = follow(next, [...trail, folder]);
      if (circle !== null) return circle;
    }
    done.add(folder);
    return null;
  };
  for (const folder of below.keys()) {
    const circle = follow(folder, []);
    if (circle !== null) return circle;
  }
  return null;
}

for (const root of [SRC, SIMULATOR, WEB])
  test(`folders beside each other in ${path.basename(root)} have an order in which values are imported`, () => {
    const imports = sourceFiles(root).flatMap((file) => readImports(file, root));
    assert.equal(findFolderCircle(imports.filter(({ typeOnly }) => !typeOnly)), null);
  });

test('folders of http have an order, in types too', () => {
  const root = path.join(SRC, 'http');
  assert.equal(findFolderCircle(sourceFiles(root).flatMap((file) => readImports(file, root))), null);
});

/** A folder of an engine, or of SQL that several execute: the one place that knows its language and its driver. */
const ENGINE = /[\\/](sql|sqlite|postgres|redis|clickhouse)[\\/]/;
const isEngine = (folder: string) => ENGINE.test(`/${folder}/`);
/** Statements as they begin a text. */
const SQL =
  /['"`]\s*(?:SELECT\s|INSERT INTO\s|UPDATE \w+ SET\s|DELETE FROM\s|WITH (?:RECURSIVE )?\w+|CREATE (?:TABLE|INDEX|UNIQUE)|ALTER TABLE|PRAGMA\s|BEGIN\b|COMMIT\b|ROLLBACK\b|SAVEPOINT\b|EXPLAIN\s)/;
const DRIVER = /from '(?:node:sqlite|pg|@redis\/[\w-]+|@clickhouse\/[\w-]+)'/;

test('SQL and drivers of databases are in the folders of engines alone', () => {
  const files = sourceFiles();
  const engines = files.filter((file) => ENGINE.test(file));
  const read = (file: string) => readFileSync(path.join(SRC, file), 'utf8');
  assert.ok(engines.filter((file) => SQL.test(read(file))).length > 10);
  const others = files.filter((file) => !ENGINE.test(file));
  assert.deepEqual(
    others.filter((file) => SQL.test(read(file)) || DRIVER.test(read(file))),
    [],
  );
});

test('the service loads no driver of a server before one is named, and no package before it is needed', () => {
  const reached = new Set<string>(['main.js', ...sourceFiles().filter((file) => file.startsWith('cli'))]);
  for (const file of reached) {
    for (const { to, typeOnly } of readImports(file)) if (!typeOnly) reached.add(to);
  }
  const loads =
    /^import (?!type )[^;]*? from '(?:pg|@redis\/[\w-]+|@clickhouse\/[\w-]+|hyparquet(?:-writer)?|apache-arrow|send|typebox\/schema)';/ms;
  assert.ok(reached.size > 300, `${reached.size} files`);
  assert.deepEqual(
    [...reached].filter((file) => loads.test(readFileSync(path.join(SRC, file), 'utf8'))),
    [],
  );
});

test('the writing thread loads the rules of rows alone: no schemas, no venues, no servers', () => {
  const isOfThread = /\bexport const (?:procedures|cachedRows)\b/;
  const entries = sourceFiles().filter((file) => isOfThread.test(readFileSync(path.join(SRC, file), 'utf8')));
  assert.ok(entries.length > 10, `${entries.length} modules`);
  const reached = new Map<string, string>(entries.map((file) => [file, '']));
  for (const [file, trail] of reached) {
    for (const { to, typeOnly } of readImports(file))
      if (!typeOnly && !reached.has(to)) reached.set(to, `${trail}${file} > `);
  }
  const isPackage =
    /^(?:import|export) (?!type )[^;]*? from '(?!\.|node:|big\.js|@noble\/|@scure\/|ipaddr\.js|lru-cache)/ms;
  const isForeign = (file: string) =>
    ['venues', 'upstream', 'http', 'app'].includes(findFolder(file) ?? '') ||
    file === path.join('bot', 'execution', 'index.ts') ||
    isPackage.test(readFileSync(path.join(SRC, file), 'utf8'));
  assert.deepEqual(
    [...reached].filter(([file]) => isForeign(file)).map(([file, trail]) => `${trail}${file}`),
    [],
  );
});

test('a cache takes room as its entries come', () => {
  // With `max` the package takes the room of all entries when the cache is made: at every start.
  const MAX_AT_ONCE = 512;
  const made = /new LRUCache(?:<[^(]*>)?\(([^;]*?)\);/gs;
  const wrong: string[] = [];
  let found = 0;
  for (const file of sourceFiles()) {
    const text = readFileSync(path.join(SRC, file), 'utf8');
    for (const [, options = ''] of text.matchAll(made)) {
      found += 1;
      const [, most] = /(?<![\w.])max: (\w+)/.exec(options) ?? [];
      const count = Number(
        (new RegExp(`const ${most} = ([\\d_]+);`).exec(text)?.[1] ?? most)?.replaceAll('_', ''),
      );
      const isSmall = most === undefined ? options.includes('maxSize: ') : count <= MAX_AT_ONCE;
      if (!isSmall) wrong.push(`${file}: ${options}`);
    }
  }
  assert.ok(found > 5, `${found} caches`);
  assert.deepEqual(wrong, []);
});

test('amounts of money are made by functions that check them, in one file', () => {
  const root = path.join(SRC, '..');
  const cast = /\bas (?:readonly )?MicroUsd\b/;
  const casts = globSync('{src,test,bench,scripts,simulator}/**/*.ts', { cwd: root }).filter((file) =>
    cast.test(readFileSync(path.join(root, file), 'utf8')),
  );
  assert.deepEqual(casts, ['src/domain/money.ts'], 'make the amount with microUsd(...)');
});

test('engines are named by engines, and by what joins the parts', () => {
  const wrong = sourceFiles()
    .flatMap((file) => readImports(file))
    .filter(({ from, to }) => ENGINE.test(to) && !ENGINE.test(from) && findFolder(from) !== 'app');
  assert.deepEqual(
    wrong.map(({ from, to }) => `${from} imports ${to}`),
    [],
  );
});

test('one engine imports nothing of another', () => {
  const listEngines = (file: string) => file.split(path.sep).slice(0, -1).filter(isEngine);
  // The history of a server is the room of ClickHouse, with that of PostgreSQL in it.
  const findRoom = (file: string) =>
    /^.*?[\\/](?:sqlite|postgres|redis|clickhouse)[\\/]/.exec(file)?.[0] ?? null;
  const wrong = sourceFiles()
    .flatMap((file) => readImports(file))
    .filter(({ from, to }) => {
      const [own, room] = [listEngines(from), findRoom(from)];
      const engine = listEngines(to).at(-1);
      const isShared = engine === undefined || engine === 'sql' || own.includes(engine);
      return room !== null && !to.startsWith(room) && !isShared;
    });
  assert.deepEqual(
    wrong.map(({ from, to }) => `${from} imports ${to}`),
    [],
  );
});

test('the web framework is known to the servers alone', () => {
  const files = sourceFiles().filter((file) =>
    /from '(?:@fastify\/[\w-]+|fastify)'/.test(readFileSync(path.join(SRC, file), 'utf8')),
  );
  assert.deepEqual([...new Set(files.map(findFolder))].sort(), ['http']);
});

test('what routes of several tags share is outside of routes, and what those of one tag share is in its shapes', () => {
  const isOptions = /-options\.ts$/;
  const isOwnShape = ({ from, to }: Import) =>
    to.startsWith(`${from.split('/').slice(0, 3).join('/')}/shapes/`);
  const isSet = /^http\/routes\/([\w-]+\/[\w-]+-routes|public)\.ts$/;
  const wrong = sourceFiles()
    .flatMap((file) => readImports(file))
    .filter(({ from, to }) => from.startsWith('http/routes/') && to.startsWith('http/routes/'))
    .filter((one) => !isSet.test(one.from) && !isOptions.test(one.to) && !isOwnShape(one));
  assert.deepEqual(
    wrong.map(({ from, to }) => `${from} imports ${to}`),
    [],
  );
});

test('no file imports itself through others', () => {
  const root = path.join(SRC, '..');
  const files = globSync('{src,simulator,web,client,scripts,bench,test}/**/*.ts', { cwd: root });
  const specifier = /(?:\bfrom\s+|^import\s+|\bimport\(\s*)'(\.[^']+)'/gm;
  const imports = new Map(
    files.map((file) => {
      const text = readFileSync(path.join(root, file), 'utf8');
      return [file, [...text.matchAll(specifier)].map(([, to = '']) => path.join(path.dirname(file), to))];
    }),
  );
  const done = new Set<string>();
  const findCircle = (file: string, trail: readonly string[]): readonly string[] | null => {
    if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const to of imports.get(file) ?? []) {
      const circle = findCircle(to, [...trail, file]);
      if (circle !== null) return circle;
    }
    done.add(file);
    return null;
  };
  assert.ok(files.length > 500);
  for (const file of files) assert.deepEqual(findCircle(file, []), null);
});

test('a file of src above 300 lines says in its first line why it is one', () => {
  const long = sourceFiles().filter((file) => {
    const text = readFileSync(path.join(SRC, file), 'utf8');
    return text.split('\n').length - 1 > MAX_LINES && !text.startsWith('// One file: ');
  });
  assert.deepEqual(
    long,
    [],
    `divide these by concern, or begin the file with "// One file: <reason>" (more than ${MAX_LINES} lines)`,
  );
});

test('a class of errors is named an error', () => {
  const root = path.join(SRC, '..');
  const files = globSync('{src,web,simulator,client/src,bench,scripts,test}/**/*.ts', { cwd: root });
  const declared = files.flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    const pattern = /\bclass (\w+)(?:<[^{]*?>)?(?: extends (\w+))?/g;
    return [...text.matchAll(pattern)].map(([, name = '', base = '']) => ({ file, name, base }));
  });
  const errors = declared.filter(({ base }) => base.endsWith('Error'));
  assert.ok(errors.length > 30, `${errors.length} classes of errors`);
  assert.deepEqual(
    errors.filter(({ name }) => !name.endsWith('Error')),
    [],
  );
});

test('the name of a class is of no other class and no type, but for venues and engines that do the same', () => {
  const places = new Map<string, Set<string>>();
  const classes = new Set<string>();
  for (const file of sourceFiles()) {
    const text = readFileSync(path.join(SRC, file), 'utf8');
    for (const [, kind, name = ''] of text.matchAll(/^export (?:abstract )?(class|interface|type) (\w+)/gm)) {
      if (kind === 'class') classes.add(name);
      const isOfKind = (part: string) => (VENUES as readonly string[]).includes(part) || isEngine(part);
      const place = file.split(path.sep).map((part) => (isOfKind(part) ? '*' : part));
      places.set(name, (places.get(name) ?? new Set()).add(place.join('/')));
    }
  }
  assert.ok(classes.size > 300, `${classes.size} classes`);
  const shared = [...places].filter(([name, { size }]) => classes.has(name) && size > 1);
  assert.deepEqual(
    shared.map(([name, files]) => `${name}: ${[...files].join(', ')}`),
    [],
  );
});

test('an error that is not looked at has its reason beside it', () => {
  const root = path.join(SRC, '..');
  const files = globSync('{src,web,simulator,client,bench,scripts,bin}/**/*.{ts,js}', { cwd: root }).filter(
    (file) => !file.endsWith('.test.ts'),
  );
  const caught = files.flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    return [...text.matchAll(/\bcatch \{\s*(\S+)/g)].map((match) => ({ file, first: match[1] }));
  });
  assert.ok(caught.length > 30, `${caught.length} places`);
  assert.deepEqual(
    caught.filter(({ first }) => first !== '//').map(({ file }) => file),
    [],
    'name the error that is expected and throw any other, or say why all mean the same',
  );
});

test('what only tests use is in test/support', () => {
  const root = path.join(SRC, '..');
  const users = globSync(['{src,simulator,client,scripts,bench}/**/*.ts', 'src/main.js'], {
    cwd: root,
  }).filter((file) => !file.endsWith('.test.ts'));
  const named = users.flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    const places = text.matchAll(/(?:\bfrom\s+|^import\s+|\bimport\(\s*|new URL\(\s*)'(\.[^']+)'/gm);
    return [...places].map(([, to = '']) => path.join(path.dirname(file), to));
  });
  const used = new Set(named);
  // A venue, a family of chains and a payment provider are found by the names of their folders; the rest are where a process, or a script that makes a fixture, begins.
  const isFound =
    /^src\/(main\.[jt]s|venues\/\w+\/profile\.ts|billing\/deposits\/families\/\w+\/family\.ts|billing\/webhooks\/providers\/\w+\/provider\.ts|.*\/fixtures\/.*)$/;
  assert.deepEqual(
    users.filter((file) => /^(src|simulator)/.test(file) && !used.has(file) && !isFound.test(file)),
    [],
  );
});

test('only the bot, and what joins the parts, reaches the vault', () => {
  const wrong = sourceFiles()
    .flatMap((file) => readImports(file))
    .filter(({ to }) => findFolder(to) === 'vault')
    .filter(({ from }) => !['vault', 'bot', 'app', 'cli'].includes(findFolder(from) ?? ''));
  assert.deepEqual(wrong, []);
});

test('every folder of src has its place in the order of imports', () => {
  const folders = new Set(
    sourceFiles()
      .map(findFolder)
      .filter((folder) => folder !== null),
  );
  assert.deepEqual(
    [...folders].filter((folder) => !(folder in MAY_IMPORT)),
    [],
  );
});

test('one venue never imports another, and none its simulator', () => {
  const venues: readonly string[] = VENUES;
  const wrong = sourceFiles()
    .flatMap((file) => readImports(file))
    .filter(({ from, to }) => {
      const [, here] = from.split(path.sep);
      const [folder, there] = to.split(path.sep);
      return (
        from.startsWith('venues') &&
        venues.includes(here as string) &&
        folder === 'venues' &&
        venues.includes(there as string) &&
        here !== there
      );
    });
  assert.deepEqual(wrong, []);
});

test('runtime dependencies stay within the budget and each has its reason written down', () => {
  const root = path.join(SRC, '..');
  const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const names = Object.keys(dependencies);
  assert.ok(names.length <= 36, `${names.length} runtime dependencies`);
  const reasons = readFileSync(path.join(root, 'docs', 'decisions', 'dependencies.md'), 'utf8');
  assert.deepEqual(
    names.filter((name) => !reasons.includes(`\`${name}\``)),
    [],
  );
});

test('nothing committed names the hosts of package registries', () => {
  const lock = readFileSync(path.join(SRC, '..', 'package-lock.json'), 'utf8');
  assert.equal(lock.includes('"resolved"'), false);
});

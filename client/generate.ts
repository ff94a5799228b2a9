import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { startApp } from '../src/app/assemble.ts';
import { readConfig } from '../src/config/config.ts';
import { readSecrets } from '../src/config/secrets.ts';
import type { OpenApiDocument } from './generator/document.ts';
import { generatePythonSources } from './generator/python/python-sources.ts';
import { generateSources } from './generator/sources.ts';

const ROOT = path.join(import.meta.dirname, '..');
const GENERATED = 'client/src/generated';
const PYTHON_GENERATED = 'clients/python/src/crosstape/generated';
const DECLARATIONS = 'client/declarations';
/** The module that is types alone: its text is its declaration. */
const TYPES_ALONE = 'generated/types.d.ts';

/**
 * Generates the files of both clients by their paths below the project's root, TypeScript laid out as the project's
 * formatter does it. The same document gives the same text.
 */
export async function generateFiles(given?: OpenApiDocument): Promise<Readonly<Record<string, string>>> {
  const document = given ?? (await readDocument());
  const { types, operations } = generateSources(document);
  const python = Object.entries(generatePythonSources(document)).map(([name, text]) => [
    `${PYTHON_GENERATED}/${name}`,
    text,
  ]);
  return {
    [`${GENERATED}/types.ts`]: formatted('types.ts', types),
    [`${GENERATED}/operations.ts`]: formatted('operations.ts', operations),
    ...Object.fromEntries(python),
  };
}

/**
 * Generates the types of the modules of the TypeScript client by their paths below the project's root, which the
 * service packs beside the modules without types. Made from the sources as they stand.
 */
export async function generateDeclarations(): Promise<Readonly<Record<string, string>>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'crosstape-declarations-'));
  try {
    const tsc = path.join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
    const options = ['-p', 'client/tsconfig.json', '--emitDeclarationOnly', '--outDir', folder];
    const { status, stdout } = spawnSync(process.execPath, [tsc, ...options], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`the client does not build: ${stdout}`);
    const entries = await readdir(folder, { recursive: true });
    const names = entries.filter((name) => name.endsWith('.d.ts') && name !== path.normalize(TYPES_ALONE));
    const texts = names.sort().map(async (name) => {
      const text = await readFile(path.join(folder, name), 'utf8');
      return [`${DECLARATIONS}/${name.split(path.sep).join('/')}`, formatted(name, text)] as const;
    });
    return Object.fromEntries(await Promise.all(texts));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Starts a service without any venue to ask, and reads its document as every caller would. */
export async function readDocument(): Promise<OpenApiDocument> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-client-'));
  const app = await startOffline(dataDir);
  try {
    const response = await fetch(`${app.apiUrl}/api/openapi.json`);
    return (await response.json()) as OpenApiDocument;
  } finally {
    await app.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Starts a service on a data directory that finds no venue. */
export function startOffline(dataDir: string): ReturnType<typeof startApp> {
  const nobodyAnswers = Object.fromEntries(
    Object.entries(readConfig({}).feed.adapters).map(([venue, { addresses }]) => [
      venue,
      { addresses: Object.fromEntries(Object.keys(addresses).map((name) => [name, 'http://127.0.0.1:9'])) },
    ]),
  );
  const config = readConfig(
    {},
    {
      dataDir,
      server: { host: '127.0.0.1', port: 0, botPort: 0 },
      feed: { streams: false, adapters: nobodyAnswers },
    },
  );
  return startApp({ config, secrets: readSecrets({}), log: pino({ level: 'silent' }) });
}

function formatted(name: string, text: string): string {
  const biome = path.join(ROOT, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
  const file = path.join(ROOT, GENERATED, name);
  const result = spawnSync(process.execPath, [biome, 'check', '--write', `--stdin-file-path=${file}`], {
    cwd: ROOT,
    input: text,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (result.status !== 0) throw new Error(`the generated ${name} could not be laid out: ${result.stderr}`);
  return result.stdout;
}

async function writeFiles(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await writeFile(path.join(ROOT, name), text);
    process.stdout.write(`${name}: ${text.split('\n').length} lines\n`);
  }
}

if (import.meta.main) {
  await writeFiles(await generateFiles());
  await writeFiles(await generateDeclarations());
}

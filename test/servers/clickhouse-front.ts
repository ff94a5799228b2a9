import { rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { zstdDecompressSync } from 'node:zlib';

/**
 * ClickHouse's HTTP interface over `chdb`, the engine of ClickHouse as a library, for tests: queries by body or parameter,
 * parameters, settings, and errors as the server words them. One query at a time, since a session takes no more.
 *
 * Usage: node clickhouse-front.ts FOLDER PORT
 */
const [, , folder = '', port = '0'] = process.argv;

interface Session {
  queryAsync(sql: string, options: { format: string }): Promise<{ bytes(): Uint8Array }>;
}

// The package is installed for the tests of servers alone.
const { Session } = createRequire(import.meta.url)('chdb') as { Session: new (folder: string) => Session };
const session = new Session(path.join(folder, 'data'));
const run = async (sql: string) => (await session.queryAsync(sql, { format: 'TabSeparated' })).bytes();

/** Parameters of a request's address that the interface itself reads. */
const OWN = new Set(['query', 'database', 'query_id', 'session_id', 'wait_end_of_query', 'role']);

let previous: Promise<unknown> = Promise.resolve();
let bodies = 0;

const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  if (url.pathname === '/ping') return response.end('Ok.\n');
  try {
    const body = await readBody(request);
    const answer = previous.then(() => execute(url.searchParams, body));
    previous = answer.catch(() => undefined);
    response.end(await answer);
  } catch (error) {
    const { message, clickhouseCode = 0 } = error as Error & { clickhouseCode?: number };
    response.writeHead(500, { 'x-clickhouse-exception-code': String(clickhouseCode) });
    response.end(message);
  }
});

async function execute(parameters: URLSearchParams, body: Buffer): Promise<Uint8Array> {
  const given = parameters.get('query');
  const settings = [...parameters].filter(([name]) => !OWN.has(name));
  await changeDatabase(parameters.get('database'));
  await changeSettings(new Map(settings));
  return given === null || body.length === 0
    ? await run(given ?? body.toString())
    : await insert(given, body);
}

let database = '';
let current: ReadonlyMap<string, string> = new Map();

async function changeDatabase(wanted: string | null): Promise<void> {
  if (wanted === null || wanted === database) return;
  await run(`USE ${wanted}`);
  database = wanted;
}

/**
 * Changes the settings of the shared session to those of a request. On a server every request has a session of its own.
 */
async function changeSettings(wanted: ReadonlyMap<string, string>): Promise<void> {
  const before = current;
  current = new Map();
  for (const name of before.keys()) {
    if (!wanted.has(name) && !name.startsWith('param_')) await run(`SET ${name} = DEFAULT`);
  }
  for (const [name, value] of wanted) {
    if (before.get(name) !== value) await run(`SET ${name} = '${value.replaceAll("'", "''")}'`);
  }
  current = wanted;
}

/** Inserts binary rows from a file, because the library takes none with a statement. */
async function insert(sql: string, rows: Buffer): Promise<Uint8Array> {
  const [, target, format] = /^(INSERT INTO [^()]+(?:\([^)]*\))?)\s+FORMAT (\w+)\s*$/.exec(sql) ?? [];
  const file = path.join(folder, `body-${++bodies}`);
  writeFileSync(file, rows);
  try {
    // As one block, as the server reads a body of this size.
    return await run(
      `${target} SETTINGS max_threads = 1, max_insert_threads = 1, deduplicate_insert_select = 'force_enable'
       SELECT * FROM file('${file}', ${format})`,
    );
  } finally {
    rmSync(file);
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  return request.headers['content-encoding'] === 'zstd' ? zstdDecompressSync(body) : body;
}

server.listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'));

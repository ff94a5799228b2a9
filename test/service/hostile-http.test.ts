import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { ADMIN_TOKEN, startAccountBench } from '../support/account-bench.ts';
import { eventually } from '../support/simulated-service.ts';

const TIMEOUTS = { requestMs: 400, headersMs: 200, connectionCheckMs: 50 };
const CREDIT = '/api/account/credit';

/** A gated server on loopback that loses patience soon. */
async function start(t: TestContext) {
  const bench = await startAccountBench(t, {
    api: { settings: { timeouts: TIMEOUTS, streamLimits: { perAddress: 5_000, total: 5_000 } } },
    env: { CROSSTAPE_TIER_ENTERPRISE_STREAMS: '1000' },
  });
  await bench.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = bench.app.server.address() as AddressInfo;
  const sockets: Socket[] = [];
  t.after(() => {
    for (const socket of sockets) socket.destroy();
  });
  const open = async (): Promise<Socket> => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => undefined);
    sockets.push(socket);
    await once(socket, 'connect');
    return socket;
  };
  const connections = () =>
    new Promise<number>((resolve, reject) =>
      bench.app.server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
    );
  return { ...bench, open, connections };
}

/** The request as bytes. */
function post(path: string, fields: readonly string[], body: string): string {
  return [`POST ${path} HTTP/1.1`, 'host: x', 'content-type: application/json', ...fields, '', body].join(
    '\r\n',
  );
}

const bearer = `authorization: Bearer ${ADMIN_TOKEN}`;
const postCredit = (ref: string, fields: readonly string[] = []) => {
  const body = `{"owner":"alice","microUsd":7,"ref":"${ref}"}`;
  return post(CREDIT, [bearer, `content-length: ${body.length}`, ...fields], body);
};

/** Everything that arrives until the server has closed its side. */
async function received(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  await Promise.race([once(socket, 'end'), once(socket, 'close')]);
  socket.destroy();
  return text;
}

const statuses = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

test('callers who never finish a request about money are let go, and an honest one is served meanwhile', async (t) => {
  const { open, connections, admin, accounts } = await start(t);
  const body = '{"owner":"eve","microUsd":1,"ref":"never"}';
  const unfinished = [
    // Nothing, half a head, a head without its end, a body that stays away, a body of one byte, and a side that closed.
    '',
    `POST ${CREDIT} HT`,
    `POST ${CREDIT} HTTP/1.1\r\nhost: x\r\n${bearer}\r\n`,
    post(CREDIT, [bearer, `content-length: ${body.length}`], ''),
    post(CREDIT, [bearer, `content-length: ${body.length}`], '{'),
    post(CREDIT, [bearer, 'transfer-encoding: chunked'], '5\r\n{"own'),
  ];
  for (let i = 0; i < 120; i++) {
    const socket = await open();
    socket.write(unfinished[i % unfinished.length]!);
    if (i % 20 === 0) socket.end();
    socket.resume().on('end', () => socket.destroy());
  }
  for (let i = 0; i < 20; i++) {
    const { status, body: answer } = await admin('POST', CREDIT, {
      owner: 'alice',
      microUsd: 7,
      ref: `r-${i}`,
    });
    assert.deepEqual([status, answer.balanceMicroUsd], [200, 7 * (i + 1)]);
  }
  // A client that sent nothing at all may stay as long as a connection may be kept.
  await eventually(async () => (await connections()) <= 20, 'all that began a request are gone');
  assert.equal((await accounts.ledger.readBalance('eve')).microUsd, 0);
  assert.equal((await accounts.ledger.readFloat()).accounts, 1);
});

test('a caller who closes its side after the request still gets its answer, once', async (t) => {
  const { open, accounts } = await start(t);
  const socket = await open();
  socket.end(postCredit('half-open', ['connection: close']));
  assert.deepEqual(statuses(await received(socket)), [200]);
  assert.equal((await accounts.ledger.readBalance('alice')).microUsd, 7);
});

test('requests behind each other on one connection are answered in order, and a repeated ref is one credit', async (t) => {
  const { open, accounts } = await start(t);
  const socket = await open();
  socket.write(postCredit('same') + postCredit('same') + postCredit('other', ['connection: close']));
  const text = await received(socket);
  assert.deepEqual(statuses(text), [200, 200, 200]);
  const [first, second, other] = [...text.matchAll(/"applied":(true|false)/g)].map(([, applied]) => applied);
  // They are worked on side by side: on a server either of the two may be stored first.
  assert.deepEqual([first, second].sort(), ['false', 'true']);
  assert.equal(other, 'true');
  assert.equal((await accounts.ledger.readBalance('alice')).microUsd, 14);
});

test('a request that two readers could read differently moves nothing', async (t) => {
  const { open, accounts } = await start(t);
  const rows: [what: string, bytes: string, status: number][] = [
    ['length and chunks', postCredit('smuggled', ['transfer-encoding: chunked']), 400],
    ['two lengths', postCredit('smuggled', ['content-length: 3']), 400],
    ['a name with a space', postCredit('smuggled', ['content-length : 3']), 400],
    [
      'thousands of fields',
      postCredit(
        'smuggled',
        Array.from({ length: 3_000 }, (_, i) => `x-${i}: 1`),
      ),
      431,
    ],
    ['a field of 20 kB', postCredit('smuggled', [`x-long: ${'a'.repeat(20_000)}`]), 431],
  ];
  for (const [what, bytes, status] of rows) {
    const socket = await open();
    socket.write(bytes);
    assert.deepEqual(statuses(await received(socket)), [status], what);
  }
  assert.equal((await accounts.ledger.readFloat()).accounts, 0);
});

test('the first of two tokens counts, two keys are none, and a forged address helps no caller', async (t) => {
  const { open, call, issue } = await start(t);
  const socket = await open();
  socket.write(postCredit('first', ['authorization: Bearer wrong', 'connection: close']));
  assert.deepEqual(statuses(await received(socket)), [200]);
  const { rawKey } = await issue();
  const twoKeys = await open();
  const fields = [`x-api-key: ${rawKey}`, `x-api-key: ${rawKey}`];
  twoKeys.write(post('/api/account/redeem', [...fields, 'content-length: 2', 'connection: close'], '{}'));
  assert.deepEqual(statuses(await received(twoKeys)), [401]);

  // Ten wrong tokens, each from another address if the header were believed.
  let last = 0;
  for (let i = 0; i < 11; i++) {
    const wrong = await open();
    const forged = ['authorization: Bearer wrong', `x-forwarded-for: 192.0.2.${i}`];
    wrong.write(post(CREDIT, [...forged, 'content-length: 2', 'connection: close'], '{}'));
    last = statuses(await received(wrong))[0] ?? 0;
  }
  assert.equal(last, 429);
  assert.equal((await call('GET', '/api/account/balance', rawKey)).status, 200, 'a key is not affected');
});

test('bodies that nest, repeat members or hold numbers that are none move nothing that was not said', async (t) => {
  const { admin, accounts } = await start(t);
  const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
  const rows: [body: string, status: number][] = [
    [`{"owner":"alice","microUsd":7,"ref":${deep}}`, 400],
    ['{"owner":"alice","microUsd":1e400,"ref":"r"}', 400],
    ['{"owner":"alice","microUsd":9007199254740993,"ref":"r"}', 400],
    ['{"owner":"alice","microUsd":"7","ref":"r"}', 400],
    ['{"owner":["alice"],"microUsd":7,"ref":"r"}', 400],
    ['{"owner":"alice","microUsd":7,"ref":"r","__proto__":{"admin":true}}', 400],
    ['{"owner":"alice","microUsd":7,"ref":"r","constructor":{"prototype":{}}}', 400],
    // Readers of JSON disagree on which of two members counts.
    ['{"owner":"alice","owner":"bob","microUsd":7,"ref":"r"}', 400],
    ['{"owner":"bob","microUsd":7,"microUsd":7,"ref":"r"}', 400],
    ['{"owner":"bob","\\u006fwner":"alice","microUsd":7,"ref":"r"}', 400],
    ['{"owner":"bob","microUsd":8,"ref":"r"}', 200],
  ];
  for (const [body, status] of rows) {
    assert.equal((await admin('POST', CREDIT, body)).status, status, body.slice(0, 80));
  }
  assert.equal((await accounts.ledger.readBalance('alice')).microUsd, 0);
  assert.equal((await accounts.ledger.readBalance('bob')).microUsd, 8);
});

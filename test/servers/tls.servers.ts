import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { emptyDirectory, runCommand } from '../support/run-command.ts';
import { findPostgres, PostgresServer } from './postgres-server.ts';

const PASSWORD = 'a password: with @ / and %';

/** Makes a certificate for a name, as `openssl` does. */
function makeCertificate(t: TestContext, name: string): { readonly cert: string; readonly key: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'crosstape-tls-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const [cert, key] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')];
  const { status, stderr } = spawnSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '1',
      '-subj',
      `/CN=${name}`,
      '-addext',
      `subjectAltName=${name === '127.0.0.1' ? 'IP' : 'DNS'}:${name}`,
      '-keyout',
      key,
      '-out',
      cert,
    ],
    { encoding: 'utf8' },
  );
  assert.equal(status, 0, stderr);
  return { cert, key };
}

for (const programs of findPostgres()) {
  test(`${programs.name}: over TLS with scram-sha-256 a command works; what is wrong with either is one line and exit code 2`, async (t) => {
    const own = makeCertificate(t, '127.0.0.1');
    const other = makeCertificate(t, 'another.example');
    const server = await PostgresServer.start(programs, { password: PASSWORD, tls: own });
    t.after(() => server.stop());
    const dataDir = await emptyDirectory(t);
    const run = async (change: (url: URL) => void) => {
      const url = new URL(server.url('postgres'));
      change(url);
      const settings = { CROSSTAPE_DATA_DIR: dataDir, CROSSTAPE_DATABASE_URL: url.href };
      return runCommand(['keys', 'list'], settings);
    };
    const sealed = (authority: string) => (url: URL) => {
      url.searchParams.set('sslmode', 'verify-full');
      url.searchParams.set('sslrootcert', authority);
    };
    const worked = await run(sealed(own.cert));
    assert.equal(worked.code, 0, worked.err);

    const wrong: [what: string, change: (url: URL) => void, says: RegExp][] = [
      ['an authority that did not sign it', sealed(other.cert), /certificate/],
      ['no authority', (url) => url.searchParams.set('sslmode', 'verify-full'), /certificate/],
      [
        'another name',
        (url) => {
          sealed(own.cert)(url);
          url.hostname = 'localhost';
        },
        /altnames|certificate/,
      ],
      ['a file that is not there', (url) => sealed(path.join(dataDir, 'nowhere.pem'))(url), /nowhere\.pem/],
      [
        'a wrong password',
        (url) => {
          sealed(own.cert)(url);
          url.password = 'wrong';
        },
        /password authentication failed/,
      ],
      [
        'no password',
        (url) => {
          sealed(own.cert)(url);
          url.password = '';
        },
        /password/,
      ],
    ];
    for (const [what, change, says] of wrong) {
      const from = performance.now();
      const { code, err } = await run(change);
      const tookMs = performance.now() - from;
      assert.equal(code, 2, `${what}: ${err}`);
      assert.match(err, says, what);
      assert.deepEqual(err.match(/^ {2}.+$/gm)?.length, 1, `${what}: ${err}`);
      assert.equal(err.includes(encodeURIComponent(PASSWORD)) || err.includes(PASSWORD), false, what);
      assert.ok(tookMs < 9_000, `${what}: ${tookMs} ms`);
    }
  });

  test(`${programs.name}: a server without TLS is refused where the URL asks for it`, async (t) => {
    const server = await PostgresServer.start(programs);
    t.after(() => server.stop());
    const settings = {
      CROSSTAPE_DATA_DIR: await emptyDirectory(t),
      CROSSTAPE_DATABASE_URL: `${server.url('postgres')}?sslmode=verify-full`,
    };
    const { code, err } = await runCommand(['keys', 'list'], settings);
    assert.equal(code, 2, err);
    assert.match(err, /does not support SSL/);
    assert.equal(err.match(/^ {2}.+$/gm)?.length, 1, err);
  });
}

/**
 * Starts an installation of several processes on loopback, without containers: PostgreSQL, Redis, one feed,bot over the
 * simulator, api processes and a proxy before them. Ctrl-C ends and removes everything.
 *
 *     node bin/with-node24 scripts/scaled.ts --apis 3
 */
import { parseArgs } from 'node:util';
import { findMissingServer, ScaledInstallation } from './scaled/installation.ts';

const { values } = parseArgs({ options: { apis: { type: 'string', default: '3' } } });
const apis = Number(values.apis);
if (!Number.isInteger(apis) || apis < 1 || apis > 16) throw new Error('--apis must be a number from 1 to 16');

const missing = findMissingServer();
if (missing !== null) {
  process.stderr.write(`${missing}\n`);
  process.exit(1);
}
const starting = ScaledInstallation.start({ apis });
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    // What is being started ends as a whole, too.
    await (await starting.catch(() => null))?.stop();
    process.exit(0);
  });
}

const installation = await starting;
const rows = [
  ['the API, through the proxy', installation.proxyUrl],
  ...installation.apis.map(({ url }, i) => [`api ${i + 1}`, url]),
  ['feed,bot: probes and metrics', installation.feed.url],
  ['admin token', installation.adminToken],
];
for (const [what = '', where = ''] of rows) process.stdout.write(`${what.padEnd(30)}${where}\n`);

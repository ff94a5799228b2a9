import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { HOT, record, startService } from './m2m/service.ts';

/**
 * 50,000 records to a table of pandas and of Polars: from the JSON of `/api/history` and from its `/arrow`. Processor
 * time of the reader, without the network, best of 15 rounds. Installs pandas, Polars and pyarrow into an environment
 * that is removed afterwards, or uses the Python that is named.
 *
 *     bin/with-node24 bench/python-frames.ts [--python PATH]
 *
 * Exit code 1 when Arrow takes more than a tenth of JSON's time.
 */
const PACKAGES = ['pandas==3.1.1', 'polars==2.1.0', 'pyarrow==26.0.1'];
const RECORDS = 50_000;
const MAX_SHARE = 0.1;

const run = promisify(execFile);
const directory = mkdtempSync(path.join(tmpdir(), 'crosstape-python-'));
const service = await startService({ streams: 1 });
try {
  const at = process.argv.indexOf('--python');
  const python = at === -1 ? await install() : process.argv[at + 1]!;
  await record(service.history, HOT, RECORDS);
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = service.app.server.address() as AddressInfo;
  const base = `http://127.0.0.1:${port}/api/history/${HOT.venue}/${HOT.storeKey}`;
  const reading = run(python, ['-B', path.join(import.meta.dirname, 'python/frames.py')]);
  reading.child.stdin?.end(
    JSON.stringify({
      json: `${base}?limit=${RECORDS}`,
      arrow: `${base}/arrow?limit=${RECORDS}`,
      rows: RECORDS,
    }),
  );
  const figures = JSON.parse((await reading).stdout) as Record<string, number>;
  for (const library of ['pandas', 'polars']) {
    const [json, arrow] = [figures[`json_to_${library}`]!, figures[`arrow_to_${library}`]!];
    const isMissed = arrow > json * MAX_SHARE;
    if (isMissed) process.exitCode = 1;
    process.stdout.write(
      `${library}: JSON ${json.toFixed(1)} ms, Arrow ${arrow.toFixed(2)} ms, ${(arrow / json).toFixed(3)} of it${isMissed ? ': above a tenth' : ''}\n`,
    );
  }
  process.stdout.write(`${figures.json_bytes} bytes of JSON, ${figures.arrow_bytes} of Arrow\n`);
} finally {
  await service.close();
  rmSync(directory, { recursive: true, force: true });
}

async function install(): Promise<string> {
  await run('python3', ['-m', 'venv', directory]);
  const python = path.join(directory, 'bin', 'python');
  await run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...PACKAGES]);
  return python;
}

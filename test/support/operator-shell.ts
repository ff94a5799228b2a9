import { execFile } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';
import { emptyDirectory, MAIN } from './run-command.ts';

const run = promisify(execFile);

/** `systemctl` of a machine whose one service is this one, on simulated venues; it is stopped and started as an operator does. */
const SYSTEMCTL = `#!/bin/sh
case "$1" in
  start)
    crosstape serve --simulate --port 0 --bot-port 0 >service.out 2>service.err &
    echo $! >service.pid
    for i in $(seq 600); do
      grep -q 'crosstape ready' service.out && exit 0
      kill -0 "$(cat service.pid)" 2>/dev/null || break
      sleep 0.1
    done
    cat service.err >&2; exit 1 ;;
  stop|kill)
    [ -e service.pid ] || exit 0
    if [ "$1" = kill ]; then signal=KILL; else signal=TERM; fi
    kill -$signal "$(cat service.pid)" 2>/dev/null
    while kill -0 "$(cat service.pid)" 2>/dev/null; do sleep 0.1; done
    rm service.pid ;;
esac
`;

/** A machine of an operator: a folder, and the programs that pages name. */
export interface OperatorShell {
  readonly folder: string;
  /** Runs a block as a shell does that stops at the first command that fails. @returns Its standard output. */
  run(block: string): Promise<string>;
}

/** @param settings Environment of all blocks. */
export async function openOperatorShell(
  t: TestContext,
  settings: Readonly<Record<string, string>>,
): Promise<OperatorShell> {
  const folder = await emptyDirectory(t);
  const put = (name: string, text: string) => {
    writeFileSync(path.join(folder, name), text);
    chmodSync(path.join(folder, name), 0o755);
  };
  put(
    'crosstape',
    `#!/bin/sh\nexec "${process.execPath}" --disable-warning=ExperimentalWarning "${MAIN}" "$@"\n`,
  );
  put('systemctl', SYSTEMCTL);
  t.after(() => {
    const pid = path.join(folder, 'service.pid');
    if (!existsSync(pid)) return;
    try {
      process.kill(Number(readFileSync(pid, 'utf8')), 'SIGKILL');
    } catch {
      // It has ended.
    }
  });
  const env = {
    PATH: `${folder}:${path.dirname(process.execPath)}:${process.env.PATH}`,
    CROSSTAPE_LOG_LEVEL: 'error',
    ...settings,
  };
  return {
    folder,
    run: async (block) => (await run('sh', ['-euc', block], { cwd: folder, env })).stdout,
  };
}

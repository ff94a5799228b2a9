import { execFile } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';
import { emptyDirectory, MAIN, runCommand } from './run-command.ts';

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

/**
 * Opens a shell as an operator has it.
 *
 * @param settings Environment of all blocks.
 * @param isHosted Commands run in one process, which costs a tenth: for blocks that start no service.
 */
export async function openOperatorShell(
  t: TestContext,
  settings: Readonly<Record<string, string>>,
  isHosted = false,
): Promise<OperatorShell> {
  const folder = await emptyDirectory(t);
  const put = (name: string, text: string) => {
    writeFileSync(path.join(folder, name), text);
    chmodSync(path.join(folder, name), 0o755);
  };
  const shown = { CROSSTAPE_LOG_LEVEL: 'error', ...settings };
  const own = `#!/bin/sh\nexec "${process.execPath}" --disable-warning=ExperimentalWarning "${MAIN}" "$@"\n`;
  put('crosstape', isHosted ? hostCommands(t, folder, shown) : own);
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
    ...shown,
  };
  return {
    folder,
    run: async (block) => (await run('sh', ['-euc', block], { cwd: folder, env })).stdout,
  };
}

/** A command that leaves its arguments in a file, and waits for its output. */
const HOSTED = `#!/bin/sh
mkfifo "$0.$$.answer"
printf '%s\\n' "$@" >"$0.$$.part" && mv "$0.$$.part" "$0.$$.call"
cat "$0.$$.answer" >"$0.$$.code"
cat "$0.$$.out"
cat "$0.$$.err" >&2
exit "$(cat "$0.$$.code")"
`;

/** Runs the commands of {@link HOSTED}. */
function hostCommands(t: TestContext, folder: string, settings: Readonly<Record<string, string>>): string {
  const watcher = watch(folder, (_, name) => {
    if (name?.endsWith('.call') !== true || !existsSync(path.join(folder, name))) return;
    const call = path.join(folder, name);
    const args = readFileSync(call, 'utf8').split('\n').slice(0, -1);
    rmSync(call);
    const answer = (kind: string, text: string) => writeFile(call.replace(/call$/, kind), text);
    void runCommand(args, settings).then(async ({ code, out, err }) => {
      await Promise.all([answer('out', out), answer('err', err)]);
      await answer('answer', String(code ?? 1));
    });
  });
  t.after(() => watcher.close());
  return HOSTED;
}

import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { runCommandLine } from '../../src/cli/command-line.ts';

/** Message from the process of a test for each command. */
export interface HostedCommand {
  readonly args: readonly string[];
  readonly settings: NodeJS.ProcessEnv;
}

/** Answer to the process of a test. */
export interface HostedOutcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Interval at which it is checked whether a command has closed everything, ms. */
const LOOK_EVERY_MS = 5;

/**
 * Runs commands for a test one after the other in one process: loading the sources takes most of the time of a short
 * command. Each has its own settings, output and exit code. As a process would, it ends when nothing that it has opened
 * is open any more.
 */
async function runHosted({ args, settings }: HostedCommand): Promise<HostedOutcome> {
  const before = countOpen();
  const [out, err] = [catchOutput('stdout'), catchOutput('stderr')];
  process.env = { PATH: process.env.PATH, ...settings };
  process.exitCode = undefined;
  await runCommandLine(args);
  while (countOpen() > before) await sleep(LOOK_EVERY_MS, undefined, { ref: false });
  return { code: Number(process.exitCode ?? 0), out: out.text, err: err.text };
}

/** Counts the handles that would keep a process alive. */
function countOpen(): number {
  return process.getActiveResourcesInfo().length;
}

function catchOutput(name: 'stdout' | 'stderr'): { readonly text: string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  Object.defineProperty(process, name, { configurable: true, get: () => stream });
  return {
    get text() {
      return Buffer.concat(chunks).toString('utf8');
    },
  };
}

process.on('message', (command: HostedCommand) => {
  void runHosted(command).then((outcome) => process.send?.(outcome));
});
process.on('disconnect', () => process.exit());

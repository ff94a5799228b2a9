import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/** Number of changes of files until the process ends as by a kill. The module is loaded before a program. */
let left = Number(process.env.KILL_AT_STEP);

const patched = files as unknown as Record<string, (...args: unknown[]) => unknown>;
for (const name of ['rename', 'rm', 'mkdir', 'copyFile', 'writeFile', 'chmod']) {
  const call = patched[name] as (...args: unknown[]) => unknown;
  patched[name] = (...args) => {
    left--;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
    return call(...args);
  };
}
syncBuiltinESMExports();

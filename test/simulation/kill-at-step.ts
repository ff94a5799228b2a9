import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/** Loaded before a program: ends it as a kill does, before its n-th call that changes files. */
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

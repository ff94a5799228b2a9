// What the launcher must know of other processes: the one that started it, and those that left a file with their
// number.
'use strict';

const { readFileSync, statSync, writeFileSync } = require('node:fs');
const { hostname } = require('node:os');

/** The process that started this one, which may end while packages are being installed. */
const PARENT = process.ppid;
/** How soon a service ends whose `npm start` was ended. */
const PARENT_CHECK_MS = 250;
/** Writing the number of a process takes less; a file without one after that is left behind. */
const MAX_EMPTY_MS = 5_000;

/** Ends the command: what is said, and the exit code. */
class Failure extends Error {
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/**
 * Between npm and this process stands a shell that passes no signals on: it ends alone, and a service that was
 * asked to stop through npm would continue without anybody to stop it.
 */
function endsWithParent() {
  return process.env.npm_lifecycle_event !== undefined;
}

/** Calls once when the process that started this one has ended. @returns The way to stop watching. */
function watchParent(onEnd) {
  const timer = setInterval(() => {
    if (process.ppid === PARENT) return;
    clearInterval(timer);
    onEnd();
  }, PARENT_CHECK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Writes the number of a process into a new file. @throws EEXIST when the file is there. */
function writeProcessFile(file, pid = process.pid) {
  writeFileSync(file, `${pid} ${hostname()}`, { flag: 'wx' });
}

/**
 * Whether the process that wrote the file is gone.
 *
 * @param maxForeignMs The age at which the file of a process of another container counts as left behind: its
 * processes cannot be seen.
 */
function isAbandoned(file, maxForeignMs) {
  try {
    const [pid, host = hostname()] = readFileSync(file, 'utf8').split(' ');
    const ageMs = Date.now() - statSync(file).mtimeMs;
    if (pid === '') return ageMs > MAX_EMPTY_MS;
    if (host !== hostname()) return ageMs > maxForeignMs;
    // In a container that starts again this process may have the number of the one that was killed.
    return Number(pid) === process.pid || !isAlive(Number(pid));
  } catch (error) {
    if (error.code === 'ENOENT') return false;
    throw error;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

module.exports = { Failure, endsWithParent, isAbandoned, watchParent, writeProcessFile };

// Lets npm install locked packages into a folder, with progress, and notices what npm keeps to itself.
'use strict';

const { spawn, spawnSync } = require('node:child_process');
const fs = require('node:fs');
const { constants } = require('node:os');
const path = require('node:path');
const { createInterface } = require('node:readline');
const { ROOT } = require('./places.js');
const { endsWithParent, Failure, watchParent } = require('./processes.js');

const IS_WINDOWS = process.platform === 'win32';
const NPM = IS_WINDOWS ? 'npm.cmd' : 'npm';
const PROGRESS_EVERY_MS = IS_WINDOWS || !process.stderr.isTTY ? 3_000 : 250;
/** Less is left on a full disk: the rest of a block, or what npm has removed meanwhile. */
const FULL_BYTES = 2 ** 20;

const ENDS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** npm warns of a file that it could not write, goes on and ends with 0. */
const NOT_WRITTEN = /\bTAR_ENTRY_ERROR\b/;
const NO_ROOM = /\bENOSPC\b|\bEDQUOT\b|no space left on device/i;
/** What npm says of a failure, without the places in its sources. */
const ERROR_LINE = /^npm (error|err!)(?! {3}| [}\]]|$)/i;
const NOT_FOUND = /\bE404\b/;
const NO_NETWORK =
  /\b(ECONNREFUSED|ECONNRESET|EAI_AGAIN|ENETUNREACH|ENOTFOUND|ERR_SOCKET_TIMEOUT|ETIMEDOUT)\b/;

/**
 * @param folder Holds package.json, package-lock.json and .npmrc.
 * @param places The places of the packages, below the folder, that are counted as progress.
 * @param options More options for npm.
 * @throws {Failure} when something is missing afterwards, with the reason.
 */
async function runNpmCi(folder, places, options) {
  const child = spawn(NPM, ['ci', '--ignore-scripts', '--loglevel=warn', '--no-progress', ...options], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    shell: IS_WINDOWS,
  });
  let fault = null;
  const errors = [];
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (NOT_WRITTEN.test(line)) {
      fault = fault || line;
      // What is still to come would be as incomplete.
      child.kill('SIGTERM');
    } else if (ERROR_LINE.test(line)) errors.push(line);
  });
  let stoppedBy = null;
  const stopProgress = showProgress(folder, places);
  const stopWatching = watchForEnd((signal) => {
    stoppedBy = signal;
    child.kill(signal);
  });
  const { code, error } = await new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 1, error }));
    child.on('close', (code) => resolve({ code: code === null ? 1 : code }));
  });
  stopProgress();
  stopWatching();

  if (stoppedBy !== null) throw new Failure('it was stopped', 128 + constants.signals[stoppedBy]);
  if (code === 0 && fault === null) return;
  if (error !== undefined) throw new Failure(`cannot start npm: ${error.message}`);
  if (fault !== null || errors.some((line) => NO_ROOM.test(line))) {
    const reason = NO_ROOM.test(fault || '') || fault === null ? sayNoRoom(folder) : fault;
    throw new Failure(reason, code || 1);
  }
  for (const line of errors) process.stderr.write(`${line}\n`);
  const [unreachable] = errors.map((line) => NO_NETWORK.exec(line)?.[0]).filter(Boolean);
  const reason = unreachable
    ? `npm cannot reach its registry (${unreachable})`
    : 'npm ci failed, for the reason above';
  throw Object.assign(new Failure(reason, code), { isNotFound: errors.some((line) => NOT_FOUND.test(line)) });
}

/** An installation ends with this process: by a signal, or with npm, which passes none on. @returns The way to stop. */
function watchForEnd(onEnd) {
  for (const signal of ENDS) process.on(signal, onEnd);
  const stop = endsWithParent() ? watchParent(() => onEnd('SIGTERM')) : () => undefined;
  return () => {
    for (const signal of ENDS) process.removeListener(signal, onEnd);
    stop();
  };
}

function showProgress(folder, places) {
  let last = '';
  const show = () => {
    const done = places.filter((place) => fs.existsSync(path.join(folder, place, 'package.json'))).length;
    const text = `crosstape: ${done} of ${places.length} packages`;
    if (text === last || done === 0) return;
    last = text;
    process.stderr.write(process.stderr.isTTY ? `\r${text}` : `${text}\n`);
  };
  const timer = setInterval(show, PROGRESS_EVERY_MS);
  return () => {
    clearInterval(timer);
    // The line is written over by the next one.
    if (process.stderr.isTTY && last !== '') process.stderr.write(`\r${' '.repeat(last.length)}\r`);
  };
}

/** Names where there is no room: in the checkout, or in npm's own folder of downloads on another disk. */
function sayNoRoom(folder) {
  if (isFull(folder)) return `no room in ${ROOT}`;
  const cache = readNpmSetting('cache');
  return `no room in ${isFull(cache) ? cache : ROOT}`;
}

/** @returns The address of the registry that npm is set to, without a slash at its end; null when npm names none. */
function findRegistry() {
  const address = readNpmSetting('registry').replace(/\/+$/, '');
  return /^https?:/.test(address) ? address : null;
}

function readNpmSetting(name) {
  const { stdout } = spawnSync(NPM, ['config', 'get', name], {
    encoding: 'utf8',
    shell: IS_WINDOWS,
    timeout: 10_000,
  });
  return (stdout || '').trim();
}

function isFull(folder) {
  try {
    const { bavail, bsize } = fs.statfsSync(folder);
    return bavail * bsize < FULL_BYTES;
  } catch {
    // Old Nodes cannot tell.
    return false;
  }
}

module.exports = { findRegistry, runNpmCi };

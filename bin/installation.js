// Brings the locked packages: finds them, or installs them beside those of before, which stay until the new ones are
// whole.
'use strict';

const { spawnSync } = require('node:child_process');
const { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const {
  describeChange,
  hasTools,
  isComplete,
  listRequired,
  readWanted,
  withAddresses,
} = require('./locked.js');
const { findNodeBytes, findNodeFault } = require('./node-binary.js');
const { findRegistry, runNpmCi } = require('./npm-ci.js');
const { MODULES, ROOT, STORE } = require('./places.js');
const { endsWithParent, Failure, isAbandoned, watchParent, writeProcessFile } = require('./processes.js');
const {
  createInstallation,
  isChecked,
  listInstallations,
  markChecked,
  toModules,
  removeFolder,
  removeUnused,
  takeInModules,
  use,
} = require('./store.js');

/** Held while packages are being installed, so that two first starts do not install into each other. */
const INSTALLING = path.join(STORE, 'installing');
/** Held for a moment by the process that removes the files of an installation that was killed. */
const REMOVING = `${INSTALLING}.stale`;
const CHECK_EVERY_MS = 200;
/** A start that waits for another one says so, and gives up after a while. */
const NOTICE_AFTER_MS = 1_000;
const MAX_WAIT_MS = 10 * 60_000;
const NOBODY_MAY_WRITE = ['EACCES', 'EPERM', 'EROFS'];
const NO_ROOM = ['ENOSPC', 'EDQUOT'];

/**
 * Brings every locked package of the service, and with tools those of tests and checks.
 *
 * @throws {Failure} with the step that failed and the way back; the packages of before are as they were.
 */
async function bringPackages({ withTools }) {
  const wanted = readWanted({ withTools });
  if (isReady(MODULES, wanted)) return;
  try {
    await holdInstalling();
  } catch (error) {
    // A checkout that nobody may write to runs what it has.
    if (NOBODY_MAY_WRITE.includes(error.code) && isWhole(MODULES, wanted)) return;
    if (error instanceof Failure) throw error;
    throw new Failure(
      NO_ROOM.includes(error.code)
        ? `no room in ${ROOT}`
        : `packages are missing and cannot be installed here (${error.code}): ${ROOT}`,
    );
  }
  try {
    if (!isReady(MODULES, wanted)) await findOrInstall(wanted);
  } catch (error) {
    throw toFailure(error);
  } finally {
    rmSync(INSTALLING, { force: true });
  }
}

async function findOrInstall(wanted) {
  // npm was run by hand, or an earlier version of the launcher installed.
  if (isWhole(MODULES, wanted)) {
    markChecked(MODULES);
    const folder = takeInModules();
    if (folder !== null) use(folder);
    return;
  }
  const found = listInstallations().find((folder) => isReady(toModules(folder), wanted));
  if (found !== undefined) return use(found);
  // A developer's checkout keeps its tools, whichever command is started first after an update; and its Node, as
  // another user of the checkout has an older one.
  await install(
    readWanted({
      withTools: wanted.withTools || hasTools(MODULES),
      withNode: findNodeBytes(MODULES) !== null,
    }),
  );
}

async function install(wanted) {
  const changes = describeChange(MODULES, wanted);
  const what = wanted.withTools ? 'all packages' : 'packages';
  process.stderr.write(
    changes === null
      ? `crosstape: installing ${what} (once)\n`
      : `crosstape: installing ${what}, as this version needs others: ${changes}\n`,
  );
  removeUnused();
  const folder = createInstallation();
  try {
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify(wanted.manifest, null, 2));
    copyFileSync(path.join(ROOT, '.npmrc'), path.join(folder, '.npmrc'));
    await bring(folder, wanted, withAddresses(wanted.lock, findRegistry())).catch((error) => {
      // A registry of other addresses: npm asks it where the packages are.
      if (error.isNotFound) return bring(folder, wanted, wanted.lock);
      throw error;
    });
    const modules = toModules(folder);
    if (!isComplete(modules, wanted)) throw new Failure('npm ended without having installed every package');
    if (wanted.node !== null) {
      const fault = findFault(modules, wanted);
      if (fault !== null) throw new Failure(`the Node that was installed ${fault}`);
    }
    markChecked(modules);
  } catch (error) {
    removeFolder(folder);
    throw error;
  }
  use(folder);
  removeUnused();
}

function bring(folder, wanted, lock) {
  writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify(lock, null, 2));
  const places = listRequired(wanted).map(([place]) => place);
  return runNpmCi(folder, places, wanted.withTools ? [] : ['--omit=dev']);
}

/** Whether packages were found whole, and are what is locked. */
function isReady(modules, wanted) {
  return isChecked(modules) && isComplete(modules, wanted);
}

/** Whether packages are what is locked, and their Node runs. */
function isWhole(modules, wanted) {
  return isComplete(modules, wanted) && (wanted.node === null || findFault(modules, wanted) === null);
}

function findFault(modules, wanted) {
  return findNodeFault(modules, wanted.lock.packages[`node_modules/${wanted.node}`].version);
}

function toFailure(error) {
  const isFull = NO_ROOM.includes(error.code);
  if (!isFull && !(error instanceof Failure)) return error;
  const step = `installing packages failed: ${isFull ? `no room in ${ROOT}` : error.message}`;
  const lines = existsSync(path.join(MODULES, '.package-lock.json')) ? [step, ...sayWayBack()] : [step];
  return new Failure(lines.join('\n'), error.exitCode);
}

function sayWayBack() {
  // Where HEAD was before it was moved, by a pull for example.
  const { status, stdout } = spawnSync('git', ['rev-parse', '--short', 'HEAD@{1}'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const commit = status === 0 ? stdout.trim() : '<commit before>';
  return [
    `the packages of before are in place, and no data was touched; the version of before: git checkout ${commit}`,
    'its data, where a newer version has upgraded it already: bin/crosstape restore <backup>',
  ];
}

/** Waits until no other process installs. @throws what says that no file can be written here. */
async function holdInstalling() {
  mkdirSync(STORE, { recursive: true });
  const stopWatching = endsWithParent() ? watchParent(() => process.exit(1)) : () => undefined;
  for (let waitedMs = 0; !takeInstalling(); waitedMs += CHECK_EVERY_MS) {
    if (waitedMs === NOTICE_AFTER_MS) {
      process.stderr.write(`crosstape: waiting for another start that installs packages (${INSTALLING})\n`);
    }
    if (waitedMs >= MAX_WAIT_MS) {
      throw new Failure(`another start does not finish; remove ${INSTALLING} if there is none`);
    }
    await new Promise((resolve) => setTimeout(resolve, CHECK_EVERY_MS));
  }
  stopWatching();
}

/** @returns false while another process is installing. */
function takeInstalling() {
  if (takeFile(INSTALLING)) return true;
  if (isAbandoned(INSTALLING, MAX_WAIT_MS)) removeAbandoned();
  return false;
}

/** One process at a time looks again and removes: a second one could remove the file of the next process. */
function removeAbandoned() {
  if (!takeFile(REMOVING)) {
    if (isAbandoned(REMOVING, MAX_WAIT_MS)) rmSync(REMOVING, { force: true });
    return;
  }
  if (isAbandoned(INSTALLING, MAX_WAIT_MS)) rmSync(INSTALLING, { force: true });
  rmSync(REMOVING, { force: true });
}

/** @returns false when the file is there. */
function takeFile(file) {
  try {
    writeProcessFile(file);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    // A full disk takes the name of a file, and not its content.
    if (NO_ROOM.includes(error.code)) rmSync(file, { force: true });
    throw error;
  }
}

module.exports = { bringPackages };

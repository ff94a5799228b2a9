// The folder of installations. node_modules is a link to one of them, and Node loads files by the path behind the
// link: a service that runs on an installation keeps it whole, whatever is installed beside it. The link is replaced at
// once, so that there is no moment without packages.
'use strict';

const {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} = require('node:fs');
const path = require('node:path');
const { hasOthers } = require('./locked.js');
const { findNodeBytes } = require('./node-binary.js');
const { MODULES, ROOT, STORE } = require('./places.js');
const { Failure, isAbandoned, writeProcessFile } = require('./processes.js');

/** Written when an installation was found whole, with the size of its Node. */
const CHECKED = '.crosstape-checked';
/** In it, a file for each process that runs on the installation. */
const IN_USE = 'in-use';
/** Processes of another container that stopped without notice hold an installation for so long. */
const MAX_FOREIGN_MS = 7 * 24 * 3_600_000;

/** Folders that this process has made. */
let created = 0;

/** Makes the folder of an installation. @returns Its path. */
function createInstallation() {
  const time = new Date().toISOString().replace(/\.\d+|[-:]/g, '');
  const folder = path.join(STORE, `${time}-${process.pid}-${++created}`);
  mkdirSync(folder, { recursive: true });
  return folder;
}

function toModules(folder) {
  return path.join(folder, 'node_modules');
}

/** @returns The folders of all installations, newest first. */
function listInstallations() {
  if (!existsSync(STORE)) return [];
  return readdirSync(STORE, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => path.join(STORE, entry.name))
    .sort()
    .reverse();
}

function markChecked(modules) {
  const text = JSON.stringify({ nodeBytes: findNodeBytes(modules) });
  const file = path.join(modules, CHECKED);
  try {
    writeFileSync(`${file}.${process.pid}`, text);
    renameSync(`${file}.${process.pid}`, file);
  } catch (error) {
    // Only costs the check at the next start, where nobody may write.
    if (error.code === 'ENOSPC') throw error;
  }
}

/** Whether the packages were found whole, and their Node has kept its size. */
function isChecked(modules) {
  try {
    const { nodeBytes } = JSON.parse(readFileSync(path.join(modules, CHECKED), 'utf8'));
    return nodeBytes === findNodeBytes(modules);
  } catch {
    // Without a readable note they count as not checked.
    return false;
  }
}

/** Makes an installation the one that Node and tools find. */
function use(folder) {
  takeInModules();
  const link = path.join(STORE, `link-${process.pid}`);
  rmSync(link, { force: true });
  const isWindows = process.platform === 'win32';
  // A link of Windows that needs no rights holds a whole path, and cannot be replaced in one step.
  if (isWindows && existsSync(MODULES)) unlinkSync(MODULES);
  symlinkSync(isWindows ? toModules(folder) : path.relative(ROOT, toModules(folder)), link, 'junction');
  renameSync(link, MODULES);
}

/**
 * Moves packages that npm installed by itself into the store: a service that is started on them then keeps them.
 *
 * @returns Their installation; null where node_modules is a link already, or absent.
 */
function takeInModules() {
  if (!isFolder(MODULES)) return null;
  const folder = createInstallation();
  try {
    renameSync(MODULES, toModules(folder));
    // As beside other installations: npm's commands about packages look here for what they belong to.
    for (const file of ['package.json', 'package-lock.json'])
      copyFileSync(path.join(ROOT, file), path.join(folder, file));
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw new Failure(`cannot move ${MODULES} (${error.code}); remove it and start again`);
  }
  return folder;
}

function isFolder(file) {
  try {
    return lstatSync(file).isDirectory();
  } catch {
    // Missing, or not to be looked at.
    return false;
  }
}

/**
 * Removes installations that nothing runs on, but for the current one and the newest that has other packages: the way
 * back to the commit before then needs no network.
 */
function removeUnused() {
  let kept = 0;
  for (const folder of listInstallations()) {
    const modules = toModules(folder);
    if (isCurrent(folder) || isInUse(folder)) continue;
    if (hasOthers(modules, MODULES) && kept++ === 0) continue;
    removeFolder(folder);
  }
}

function isCurrent(folder) {
  try {
    return realpathSync(MODULES) === realpathSync(toModules(folder));
  } catch {
    // One of them is missing.
    return false;
  }
}

/** Removes what it can: an npm whose launcher was killed may still be writing, and is left to the next installation. */
function removeFolder(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // Left to the next installation.
  }
}

function isInUse(folder) {
  const notes = path.join(folder, IN_USE);
  if (!existsSync(notes)) return false;
  return readdirSync(notes).some((pid) => !isAbandoned(path.join(notes, pid), MAX_FOREIGN_MS));
}

/**
 * Notes that a process runs on packages.
 *
 * @param modules The path behind the link.
 * @returns The way to take the note back.
 */
function noteUse(modules, pid) {
  const folder = path.dirname(modules);
  const note = path.join(folder, IN_USE, String(pid));
  if (path.dirname(folder) !== STORE) return () => undefined;
  try {
    mkdirSync(path.dirname(note), { recursive: true });
    rmSync(note, { force: true });
    writeProcessFile(note, pid);
  } catch {
    // Without a note the installation before the current one is kept all the same.
  }
  return () => rmSync(note, { force: true });
}

module.exports = {
  createInstallation,
  isChecked,
  listInstallations,
  markChecked,
  toModules,
  noteUse,
  removeFolder,
  removeUnused,
  takeInModules,
  use,
};

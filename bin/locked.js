// What package.json and package-lock.json ask for, and whether a folder of packages holds it.
'use strict';

const { existsSync, readFileSync } = require('node:fs');
const path = require('node:path');
const { hasOwnNode, listNodePackages, packagedNode } = require('./node-binary.js');
const { ROOT } = require('./places.js');

/** Changes of packages that a line names. */
const MAX_SHOWN = 3;

/**
 * @param withTools Whether what tests and checks use is wanted too.
 * @param withNode Whether a Node is wanted where the running one is new enough.
 * @returns The two files for npm, without optional packages that would be downloaded for nothing, and the names and
 * versions of what they bring.
 */
function readWanted({ withTools, withNode = false }) {
  const node = (withNode || !hasOwnNode()) && packagedNode() ? packagedNode().name : null;
  const [manifest, lock] = ['package.json', 'package-lock.json'].map((file) =>
    narrow(JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')), withTools, node),
  );
  return { manifest, lock, withTools, node: lock.packages[`node_modules/${node}`] ? node : null };
}

/**
 * The Node of this platform becomes a package like the others: npm says nothing of an optional one that it could not
 * bring.
 */
function narrow(content, withTools, node) {
  const root = content.packages ? content.packages[''] : content;
  const optional = root.optionalDependencies || {};
  for (const name of Object.keys(optional)) {
    const locked = content.packages?.[`node_modules/${name}`];
    if (name === node) {
      root.dependencies = { ...root.dependencies, [name]: optional[name] };
      if (locked) delete locked.optional;
      delete optional[name];
    } else if (listNodePackages().includes(name) || !withTools) {
      delete optional[name];
      if (content.packages) delete content.packages[`node_modules/${name}`];
    }
  }
  return content;
}

/**
 * The lock file with the usual address of each package. Without addresses npm asks the registry for every package's list of
 * versions first, which takes twice the time; with them a package that is in its cache costs no question.
 *
 * @param registry Address of the registry that npm asks; null: it is not known, and nothing is added.
 */
function withAddresses(lock, registry) {
  if (registry === null) return lock;
  const packages = Object.entries(lock.packages).map(([place, locked]) => {
    if (place === '' || !locked.integrity || locked.resolved) return [place, locked];
    const name = locked.name || place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const file = `${name.split('/').pop()}-${locked.version}.tgz`;
    return [place, { ...locked, resolved: `${registry}/${name}/-/${file}` }];
  });
  return { ...lock, packages: Object.fromEntries(packages) };
}

/** @returns The packages that must be there, by their place below the project. */
function listRequired({ lock, withTools }) {
  return Object.entries(lock.packages).filter(
    ([place, { optional, dev, devOptional }]) =>
      place !== '' && !optional && (withTools || !(dev || devOptional)),
  );
}

/**
 * Whether a folder holds every wanted package in its locked version: npm's own record says so, and none of their
 * folders has gone since.
 */
function isComplete(modules, wanted) {
  const installed = readInstalled(modules);
  const isLocked = (place, { version, integrity }) =>
    installed[place] !== undefined &&
    installed[place].version === version &&
    installed[place].integrity === integrity;
  // An optional package may be absent, as no registry has it for every platform; an old one must not stay.
  const isOld = ([place, locked]) => locked.optional && installed[place] && !isLocked(place, locked);
  return (
    listRequired(wanted).every(
      ([place, locked]) =>
        isLocked(place, locked) && existsSync(path.join(modules, '..', place, 'package.json')),
    ) && !Object.entries(wanted.lock.packages).some(isOld)
  );
}

/** @returns Packages of a folder by their place, as npm wrote them down when it had installed them. */
function readInstalled(modules) {
  try {
    return JSON.parse(readFileSync(path.join(modules, '.package-lock.json'), 'utf8')).packages;
  } catch {
    // Without npm's list nothing counts as installed.
    return {};
  }
}

/** Whether packages are there that only tests and checks use. */
function hasTools(modules) {
  return Object.values(readInstalled(modules)).some(({ dev }) => dev);
}

/** Whether a folder holds packages that another one does not. */
function hasOthers(modules, other) {
  const installed = readInstalled(other);
  return Object.entries(readInstalled(modules)).some(
    ([place, { version }]) => installed[place] === undefined || installed[place].version !== version,
  );
}

/** @returns What differs from the packages of a folder, in words; null where it holds none. */
function describeChange(modules, wanted) {
  const installed = readInstalled(modules);
  if (Object.keys(installed).length === 0) return null;
  // Tools that come along with the first test are no change.
  const compared = listRequired({ ...wanted, withTools: hasTools(modules) });
  const changes = compared.flatMap(([place, { version }]) => {
    const name = place.replace(/^node_modules\//, '');
    const before = installed[place];
    if (before === undefined) return [`${name} ${version}`];
    return before.version === version ? [] : [`${name} ${before.version} -> ${version}`];
  });
  if (changes.length === 0) return null;
  const shown = changes.slice(0, MAX_SHOWN).join(', ');
  return changes.length > MAX_SHOWN ? `${shown} and ${changes.length - MAX_SHOWN} more` : shown;
}

module.exports = { describeChange, hasOthers, hasTools, isComplete, listRequired, readWanted, withAddresses };

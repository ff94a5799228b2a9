// How commands run: with a Node that is new enough, as if it were this process.
'use strict';

const { spawn } = require('node:child_process');
const { realpathSync } = require('node:fs');
const { constants } = require('node:os');
const { bringPackages } = require('./installation.js');
const { findNode, MINIMUM_MAJOR, packagedNode } = require('./node-binary.js');
const { MODULES, ROOT } = require('./places.js');
const { endsWithParent, Failure, watchParent } = require('./processes.js');
const { noteUse } = require('./store.js');

/**
 * How Node runs the service. V8 would give young objects up to 128 MiB of their own, which a service that
 * replaces its whole state at every poll fills without any use; and it would let the old ones grow to four times
 * what is alive before it collects them.
 */
const NODE_FLAGS = [
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=8',
  '--heap-growing-percent=20',
];

/** An export goes through a store once, and keeps little of what it reads: it needs less room for what is young. */
const EXPORT_FLAGS = [...NODE_FLAGS, '--max-semi-space-size=4'];

/**
 * How glibc gives memory to the service and takes it back. Left alone it keeps an arena for each of ten threads and, once a
 * body of some MiB was freed, takes all like it from them, where one block in use keeps what was freed below it: half of what
 * it holds is free then, and it becomes more for hours. With these the large blocks go back at once. Other C libraries do
 * not read them.
 */
const MALLOC_SETTINGS = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/** Installs the locked packages that the service needs when they are absent, changed or not whole. */
function installWhatRuns() {
  return bringPackages({ withTools: false });
}

/** Installs all locked packages, those of tests and tools too. */
function installEverything() {
  return bringPackages({ withTools: true });
}

/**
 * Runs Node with the arguments as if it were this process: same streams, same signals, same exit code.
 * @param settings Variables of its environment, where this process has none of the name.
 */
function runNode(args, settings = {}) {
  // Looked up now, where the packages lie after an installation, whatever the link is changed to later.
  const modules = realModules();
  const child = spawn(findNode(modules) || noNode(), args, {
    stdio: 'inherit',
    env: { ...settings, ...process.env },
  });
  const forgetUse = child.pid === undefined ? () => undefined : noteUse(modules, child.pid);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  if (endsWithParent()) watchParent(() => child.kill('SIGTERM'));
  child.on('error', (error) => end(new Failure(`cannot start Node: ${error.message}`)));
  child.on('exit', (code, signal) => {
    forgetUse();
    process.exit(signal ? 128 + (constants.signals[signal] || 0) : code);
  });
}

function realModules() {
  try {
    return realpathSync(MODULES);
  } catch {
    // They are not there yet.
    return MODULES;
  }
}

function noNode() {
  const packaged = packagedNode();
  const reason = packaged
    ? `the package ${packaged.name} could not be installed`
    : `no runtime package exists for ${process.platform}-${process.arch}`;
  throw new Failure(`needs Node ${MINIMUM_MAJOR} or newer; this is ${process.version}, and ${reason}`);
}

/** Ends this process with the message and exit code of a failure. @throws what is a defect of the launcher. */
function end(error) {
  if (!(error instanceof Failure)) throw error;
  for (const line of error.message.split('\n')) process.stderr.write(`crosstape: ${line}\n`);
  process.exit(error.exitCode);
}

module.exports = {
  ROOT,
  NODE_FLAGS,
  EXPORT_FLAGS,
  MALLOC_SETTINGS,
  installWhatRuns,
  installEverything,
  runNode,
  end,
};

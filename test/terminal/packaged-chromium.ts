import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const NAME = '@sparticuz/chromium';

/** Folder for the unpacked browser among the packages, where it stays for later runs and is removed with them. */
const KEPT = path.resolve(import.meta.dirname, '../../node_modules/.cache');

/** The installed version of the package that holds a Chromium; null where it is not installed or does not run. */
const version = findVersion();

/** Whether this machine can run the Chromium of the package. */
export const isPackaged = version !== null;

export interface UnpackedChromium {
  readonly executablePath: string;
  /** Fonts and system libraries come with it, since a machine that has npm alone has neither; and a language. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Unpacks the Chromium of the package, once for all processes and runs of this version.
 *
 * The package unpacks straight into the folder of temporary files, where a second process would start a file that is
 * half written. Each process therefore unpacks into a folder of its own, and the first to finish gives it its name.
 */
export function unpackChromium(): UnpackedChromium {
  const folder = path.join(KEPT, `chromium-${version}`);
  if (!existsSync(folder)) unpackInto(folder);
  return {
    executablePath: path.join(folder, 'chromium'),
    env: {
      FONTCONFIG_PATH: path.join(folder, 'fonts'),
      LD_LIBRARY_PATH: path.join(folder, 'al2023', 'lib'),
      // Of the locale `C` it makes `en-US@posix`, which is no language tag: `Intl` then throws.
      LC_ALL: 'en_US.UTF-8',
    },
  };
}

function unpackInto(folder: string): void {
  mkdirSync(KEPT, { recursive: true });
  const own = mkdtempSync(`${folder}-`);
  mkdirSync(path.join(own, 'unpacked'));
  try {
    // The system libraries are unpacked where the package believes itself to be in a cloud function.
    execFileSync(
      process.execPath,
      ['--input-type=module', '-e', `await (await import('${NAME}')).default.executablePath()`],
      {
        cwd: import.meta.dirname,
        env: { ...process.env, TMPDIR: path.join(own, 'unpacked'), AWS_EXECUTION_ENV: 'nodejs24.x' },
      },
    );
    writeFileSync(path.join(own, 'unpacked', 'fonts', 'fonts.conf'), fontsConfig(path.join(folder, 'fonts')));
    renameSync(path.join(own, 'unpacked'), folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

/**
 * Builds the configuration of fonts: those of the machine where it has any; those of the package otherwise. Its own
 * configuration names other folders.
 */
const fontsConfig = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${folder}</dir>
  <cachedir>${folder}-cache</cachedir>
</fontconfig>
`;

function findVersion(): string | null {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  try {
    const entry = createRequire(import.meta.url).resolve(NAME);
    const { version: found } = JSON.parse(readFileSync(path.join(entry, '../../package.json'), 'utf8'));
    return String(found);
  } catch {
    return null;
  }
}

import { createHash } from 'node:crypto';
import { chmodSync, chownSync } from 'node:fs';
import { lstat, readFile, rm, stat, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';

const SOCKET_FILE = 'control.sock';
/** File with the path of the socket when the socket is not in the data directory. */
const PATH_FILE = 'control.sock.path';

/** Longest path of a socket in bytes: addresses have 108 bytes on Linux and 104 elsewhere, including a final zero. */
const MAX_PATH_BYTES = process.platform === 'linux' ? 107 : 103;

const OWNER_ONLY = 0o600;
const NOT_OTHERS = 0o177;

/** Error of a socket that cannot be used. The message states the reason and the remedy. */
export class ControlSocketError extends Error {
  override readonly name = 'ControlSocketError';
}

/**
 * Listens on the control socket of a data directory, with access for the directory's owner only. The caller must hold
 * the writer's lock, so an existing socket is a leftover and is replaced.
 *
 * @returns A function that removes the socket.
 * @throws {ControlSocketError} when the socket cannot be created.
 */
export async function listenOnControlSocket(server: Server, dataDir: string): Promise<() => Promise<void>> {
  const place = chooseSocketPath(dataDir);
  try {
    if (!isPipe(place)) await removeLeftBehind(place);
    const isElsewhere = place !== path.join(path.resolve(dataDir), SOCKET_FILE);
    if (isElsewhere && !isPipe(place)) await writeFile(path.join(dataDir, PATH_FILE), `${place}\n`);
    else await rm(path.join(dataDir, PATH_FILE), { force: true });
    await listen(server, place, (await stat(dataDir)).uid);
  } catch (error) {
    if (error instanceof ControlSocketError) throw error;
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new ControlSocketError(`the control socket ${place} cannot be made (${code})`, { cause: error });
  }
  return async () => {
    await rm(path.join(dataDir, PATH_FILE), { force: true });
    if (!isPipe(place)) await rm(place, { force: true });
  };
}

/**
 * Finds the control socket of the service of a data directory.
 *
 * @returns Path of the socket; null: there is none.
 * @throws {ControlSocketError} when the socket belongs neither to this user, nor to the directory's owner, nor to root:
 * rows must not be sent to another user.
 */
export async function findControlSocket(dataDir: string): Promise<string | null> {
  if (process.platform === 'win32') return chooseSocketPath(dataDir);
  const named = await readFile(path.join(dataDir, PATH_FILE), 'utf8').catch(() => null);
  const place = named?.trim() ?? path.join(path.resolve(dataDir), SOCKET_FILE);
  const found = await lstat(place).catch(() => null);
  if (found === null || !found.isSocket()) return null;
  const trusted = [0, process.getuid?.() ?? 0, (await stat(dataDir)).uid];
  if (trusted.includes(found.uid)) return place;
  throw new ControlSocketError(
    `the control socket ${place} belongs to the user ${found.uid}: run the command as the owner of the data directory, or remove the socket`,
  );
}

function chooseSocketPath(dataDir: string): string {
  const directory = path.resolve(dataDir);
  const hash = createHash('sha256').update(directory).digest('hex').slice(0, 16);
  if (process.platform === 'win32') return `\\\\.\\pipe\\crosstape-${hash}`;
  const within = path.join(directory, SOCKET_FILE);
  if (Buffer.byteLength(within) <= MAX_PATH_BYTES) return within;
  const elsewhere = path.join(process.env.XDG_RUNTIME_DIR ?? tmpdir(), `crosstape-${hash}.sock`);
  if (Buffer.byteLength(elsewhere) <= MAX_PATH_BYTES) return elsewhere;
  throw new ControlSocketError(
    `the path of the control socket would be longer than ${MAX_PATH_BYTES} bytes: set XDG_RUNTIME_DIR to a shorter folder`,
  );
}

function isPipe(place: string): boolean {
  return place.startsWith('\\\\.\\pipe\\');
}

async function removeLeftBehind(place: string): Promise<void> {
  const found = await lstat(place).catch(() => null);
  if (found === null) return;
  if (!found.isSocket())
    throw new ControlSocketError(`${place} exists and is not a socket: move the file away`);
  await rm(place);
}

/** Listens on a socket file. The mode is set before binding creates the file, so that other users never have access. */
function listen(server: Server, place: string, owner: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    const mask = isPipe(place) ? null : process.umask(NOT_OTHERS);
    try {
      server.listen(place, () => {
        server.off('error', reject);
        try {
          if (mask !== null) {
            chmodSync(place, OWNER_ONLY);
            if (process.getuid?.() === 0 && owner !== 0) chownSync(place, owner, -1);
          }
          resolve();
        } catch (error) {
          reject(error);
        }
      });
    } finally {
      if (mask !== null) process.umask(mask);
    }
  });
}

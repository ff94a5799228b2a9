import { connect } from 'node:net';
import { ControlSocketError, findControlSocket } from '../../app/control/control-socket.ts';
import { openHistory, openHistoryReader, openReadOnlyHistory } from '../../app/stores/engines.ts';
import { readSecrets } from '../../config/secrets.ts';
import type { HistoryReader } from '../../history/contract/history-store.ts';
import type { ImportBatches } from '../../history/contract/import-batches.ts';
import { DataDirLockedError } from '../../storage/service-database.ts';
import { CommandError, EXIT } from '../exit-codes.ts';
import { ServiceBatches } from './service-batches.ts';

/** Destination of an import. */
export interface ImportTarget {
  readonly reader: HistoryReader;
  readonly batches: Omit<ImportBatches, 'resumeBatches'>;
  close(): Promise<void>;
}

/**
 * Opens the history of a data directory for an import: the store itself when no process uses it, else the service that
 * does.
 *
 * @throws {DataDirLockedError} when another process uses it that is not a service.
 */
export async function openImportTarget(dataDir: string): Promise<ImportTarget> {
  const { historyUrl, databaseUrl } = readSecrets(process.env);
  if (historyUrl !== null) {
    const socket = await requireRecorder(dataDir);
    const reader = await openHistoryReader({ historyUrl, databaseUrl, dataDir });
    return { reader, batches: new ServiceBatches(socket), close: () => reader.close() };
  }
  const opened = await openUnlessServed(dataDir);
  if (opened.history !== null) {
    const { history } = opened;
    return { reader: history, batches: history, close: () => history.close() };
  }
  const reader = await openReadOnlyHistory({ dataDir });
  return { reader, batches: new ServiceBatches(opened.socket), close: () => reader.close() };
}

/**
 * Finds the socket of the service of a data directory that this process cannot write to.
 *
 * @param locked Error of opening the store.
 * @throws `locked` when no service listens.
 */
export async function requireService(dataDir: string, locked: unknown): Promise<string> {
  if (!(locked instanceof DataDirLockedError)) throw locked;
  try {
    const socket = await findControlSocket(dataDir);
    if (socket !== null && (await isAnswered(socket))) return socket;
  } catch (error) {
    if (error instanceof ControlSocketError) throw new CommandError(error.message, EXIT.dataDirInUse);
    throw error;
  }
  throw locked;
}

/**
 * Finds the socket of the service that records into a history on servers, which is its only writer.
 *
 * @throws {CommandError} when no service listens.
 */
export async function requireRecorder(dataDir: string): Promise<string> {
  const none = new CommandError(
    `no service records into the history of CROSSTAPE_HISTORY_URL from ${dataDir}: run the command where the feed runs, with its data directory`,
    EXIT.wrongUse,
  );
  return requireService(dataDir, new DataDirLockedError(none.message)).catch((error: unknown) => {
    throw error instanceof DataDirLockedError ? none : error;
  });
}

async function openUnlessServed(dataDir: string) {
  try {
    return { history: await openHistory({ dataDir }), socket: null } as const;
  } catch (error) {
    return { history: null, socket: await requireService(dataDir, error) } as const;
  }
}

/** Whether a service answers on the socket. @throws {CommandError} when this user may not connect. */
function isAnswered(socket: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const connection = connect(socket);
    connection.once('connect', () => {
      connection.destroy();
      resolve(true);
    });
    connection.once('error', ({ code }: NodeJS.ErrnoException) => {
      if (code !== 'EACCES' && code !== 'EPERM') return resolve(false);
      const advice = 'run the command as the user of the service';
      reject(
        new CommandError(
          `the control socket ${socket} may not be used (${code}): ${advice}`,
          EXIT.dataDirInUse,
        ),
      );
    });
  });
}

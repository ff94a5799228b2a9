import { request } from 'node:http';
import { createInterface } from 'node:readline';
import type { VenueId } from '../../domain/index.ts';
import type { BackfillEvent, BackfillListener, BackfillTotals } from '../../recording/backfill-run.ts';
import { CommandError } from '../exit-codes.ts';

interface BackfillRequest {
  readonly venue?: VenueId;
  readonly days: number;
  readonly assets?: readonly string[];
}

/**
 * Requests a back-fill from the service of a data directory, which continues while this process is connected.
 *
 * @throws {CommandError} when the service refuses or stops.
 */
export async function backfillByService(
  socket: string,
  { venue, days, assets }: BackfillRequest,
  signal: AbortSignal,
  listener: BackfillListener,
): Promise<BackfillTotals> {
  const body = {
    days,
    ...(venue === undefined ? {} : { venue }),
    ...(assets === undefined ? {} : { assets }),
  };
  try {
    for await (const event of readEvents(socket, body, signal)) {
      if ('totals' in event) return event.totals;
      if ('error' in event) throw new CommandError(event.error);
      if ('planned' in event) listener.planned(event.planned);
      else if ('failed' in event) listener.failed(event.failed, event.reason);
      else listener.advanced(event.advanced);
    }
  } catch (error) {
    if (signal.aborted) throw new CommandError('interrupted; run the command again to continue');
    if (error instanceof CommandError) throw error;
    throw new CommandError(`the service hung up: ${(error as Error).message}`);
  }
  throw new CommandError('the service hung up; run the command again to continue');
}

async function* readEvents(
  socketPath: string,
  body: BackfillRequest,
  signal: AbortSignal,
): AsyncGenerator<BackfillEvent> {
  const { promise, resolve, reject } = Promise.withResolvers<import('node:http').IncomingMessage>();
  const headers = { 'content-type': 'application/json' };
  const call = request({ socketPath, method: 'POST', path: '/backfill', headers, signal }, resolve);
  call.on('error', reject);
  call.end(JSON.stringify(body));
  const response = await promise;
  for await (const line of createInterface({ input: response })) {
    const event = JSON.parse(line);
    // A refusal of the whole request has the form of an error answer.
    yield 'message' in event ? { error: event.message } : event;
  }
}

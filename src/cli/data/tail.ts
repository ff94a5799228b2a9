import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Command, InvalidArgumentError } from 'commander';
import { CrosstapeClient, CrosstapeError, type FollowAssetsFrame, type FollowAssetsParams } from '../../../client/src/index.ts';
import { toMessage } from '../../domain/index.ts';
import { CommandError, EXIT } from '../exit-codes.ts';
import { findOwnServiceUrl, parseAddressOption } from '../service-url.ts';

interface TailOptions {
  readonly kinds?: readonly string[];
  readonly json?: boolean;
  readonly url?: string;
}

type Kinds = NonNullable<FollowAssetsParams['kinds']>;

/** Number of tries in a row after which a stream that was open counts as lost, about three minutes. */
const MAX_ATTEMPTS = 10;

/** Creates `crosstape tail`, which prints live events of assets until it is stopped. */
export function createTailCommand(): Command {
  return new Command('tail')
    .description('print live events of assets as a running service sends them, until Ctrl-C')
    .argument('<assets>', 'asset ids separated by commas, at most 200', parseList)
    .option('--kinds <list>', 'kinds of events: quote (default), flow, signal, resolution, gap, trade', parseList)
    .option('--json', 'print each event as a line of JSON')
    .option(
      '--url <address>',
      'address of the running service (default: where CROSSTAPE_HOST and CROSSTAPE_PORT say)',
      parseAddressOption,
    )
    .addHelpText('after', '\nCROSSTAPE_API_KEY holds the API key, where the service asks for one.')
    .action(tail);
}

async function tail(assets: readonly string[], options: TailOptions): Promise<void> {
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  const apiKey = process.env.CROSSTAPE_API_KEY;
  const client = new CrosstapeClient({
    baseUrl: options.url ?? findOwnServiceUrl(),
    ...(apiKey === undefined || apiKey === '' ? {} : { apiKey }),
  });
  try {
    const lines = listLines(client, assets, { ...options, signal: stop.signal });
    await pipeline(Readable.from(lines), process.stdout, { end: false });
  } catch (error) {
    if (!(error instanceof CrosstapeError)) throw error;
    const isWrongUse = error.code === 'asset_not_found' || error.code === 'validation_failed';
    throw new CommandError(toMessage(error), isWrongUse ? EXIT.wrongUse : EXIT.failed);
  } finally {
    process.removeListener('SIGINT', onSignal).removeListener('SIGTERM', onSignal);
  }
}

/** Yields a line per event. Breaks and lost events are told on the error output. */
async function* listLines(
  client: CrosstapeClient,
  assets: readonly string[],
  { kinds, json = false, signal }: TailOptions & { readonly signal: AbortSignal },
): AsyncGenerator<string> {
  let hasBegun = false;
  const wish = { assets, ...(kinds === undefined ? {} : { kinds: kinds as Kinds }) };
  for await (const event of client.followAssets(wish, { signal, maxAttempts: MAX_ATTEMPTS })) {
    if (event.kind === 'frame') {
      hasBegun = true;
      const line = json ? JSON.stringify(event.data) : formatFrame(event.data);
      if (line !== null) yield `${line}\n`;
    } else if (event.kind === 'resync') {
      process.stderr.write('crosstape: events were lost; the newest state follows\n');
    } else {
      // A service that never answered is not waited for.
      if (!hasBegun) throw event.error;
      process.stderr.write(`crosstape: ${event.error.message}; again in ${event.waitMs} ms\n`);
    }
  }
}

/** Formats an event for a person; null: it says nothing about an asset. */
function formatFrame(frame: FollowAssetsFrame): string | null {
  switch (frame.type) {
    case 'quote':
      return join(frame.receivedAt, frame, show(frame.price), `bid ${show(frame.bid)}`, `ask ${show(frame.ask)}`);
    case 'flow':
      return join(frame.t, frame, frame.side, show(frame.signed), `at ${show(frame.p)}`, `sum ${show(frame.cumulative)}`);
    case 'signal':
      return join(frame.sentAt, frame, frame.cause, show(frame.price.last), frame.signals.direction);
    case 'resolution':
      return join(frame.recordedAt, frame, frame.outcome, frame.reopenedAt === null ? '' : 'taken back');
    case 'gap':
      return join(frame.sentAt, frame, frame.toMs === null ? 'began' : 'ended', frame.reason);
    case 'trade':
      return join(frame.sentAt, frame, frame.side ?? 'unknown side', show(frame.size), `at ${show(frame.price)}`);
    default:
      return null;
  }
}

function join(
  ms: number,
  { type, asset }: { readonly type: string; readonly asset: string },
  ...parts: readonly string[]
): string {
  return [new Date(ms).toISOString(), asset, type, ...parts].filter((part) => part !== '').join('  ');
}

const show = (value: number | null) => (value === null ? '-' : String(value));

/** Reads a list. The service says which ids and kinds there are. */
function parseList(text: string): string[] {
  const items = text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  if (items.length > 0) return items;
  throw new InvalidArgumentError('must not be empty');
}

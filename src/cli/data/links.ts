import path from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { readConfig } from '../../config/config.ts';
import { findAssetRef, toMessage } from '../../domain/index.ts';
import { curatePair } from '../../links/curate.ts';
import type { PairExplanation } from '../../links/explain.ts';
import { createHttpCaller, ServiceUnreachableError } from '../../mcp/api-caller.ts';
import { requireDataDir } from '../data-dir.ts';
import { CommandError } from '../exit-codes.ts';
import { parseAddressOption, findOwnServiceUrl } from '../service-url.ts';

interface WritingOptions {
  readonly dataDir?: string;
  readonly opposite?: boolean;
  readonly reason?: string;
}

/**
 * Creates `crosstape links`, which shows why two markets are linked or not, and stores a person's decision about them.
 */
export function createLinksCommand(): Command {
  const command = new Command('links').description(
    'explain why two markets are linked or not; confirm or refuse a pair',
  );
  command
    .command('explain')
    .description('ask a running service how it reads two markets and what speaks for and against the pair')
    .argument('<a>', 'asset id', assetArgument)
    .argument('<b>', 'asset id', assetArgument)
    .option(
      '--url <address>',
      'address of the running service (default: where CROSSTAPE_HOST and CROSSTAPE_PORT say)',
      parseAddressOption,
    )
    .action(explain);
  writing(command.command('confirm'), 'write that both markets ask the same question')
    .option('--opposite', 'a Yes of one is a No of the other')
    .action((a: string, b: string, options: WritingOptions) =>
      write(a, b, options.opposite === true ? 'opposite' : 'same', options),
    );
  writing(command.command('refuse'), 'write that the two markets are no pair').action(
    (a: string, b: string, options: WritingOptions) => write(a, b, 'none', options),
  );
  return command.addHelpText(
    'after',
    '\nconfirm and refuse write links.json in the data directory; a running service reads it at its next poll.',
  );
}

function writing(command: Command, description: string): Command {
  return command
    .description(description)
    .argument('<a>', 'asset id', assetArgument)
    .argument('<b>', 'asset id', assetArgument)
    .option('--data-dir <directory>', 'data directory (default: CROSSTAPE_DATA_DIR, or ./data)')
    .option('--reason <sentence>', 'why, in one sentence');
}

async function write(
  a: string,
  b: string,
  relation: 'same' | 'opposite' | 'none',
  { dataDir, reason }: WritingOptions,
): Promise<void> {
  if (a === b) throw new CommandError('a market cannot be linked to itself');
  const config = readConfig(process.env, dataDir === undefined ? {} : { dataDir });
  await requireDataDir(config.dataDir);
  const file = path.join(config.dataDir, 'links.json');
  const fallback = relation === 'none' ? 'Refused by hand.' : 'Confirmed by hand.';
  try {
    await curatePair(file, { a, b, relation, reasons: [reason ?? fallback] });
  } catch (error) {
    throw new CommandError(`${file} was not written: ${toMessage(error)}`);
  }
  process.stdout.write(`${a} ${relation} ${b}: written to ${file}\n`);
}

async function explain(
  a: string,
  b: string,
  { url = findOwnServiceUrl() }: { readonly url?: string },
): Promise<void> {
  const call = createHttpCaller({ baseUrl: url, apiKey: process.env.CROSSTAPE_API_KEY || null });
  const query = new URLSearchParams({ a, b });
  const { status, body } = await call({
    method: 'GET',
    url: `/api/links/explain?${query}`,
    body: null,
  }).catch((error: unknown) => {
    if (error instanceof ServiceUnreachableError) throw new CommandError(error.message);
    throw error;
  });
  if (status === 404) throw new CommandError('at least one of the two is no binary market that the service lists now');
  if (status !== 200) throw new CommandError(`${url} answered ${status}: ${body.slice(0, 300)}`);
  process.stdout.write(`${formatExplanation(JSON.parse(body) as PairExplanation)}\n`);
}

/** Formats the explanation for a terminal. */
export function formatExplanation({
  a,
  b,
  matched,
  confidence,
  reasons,
  against,
  link,
}: PairExplanation): string {
  const lines = [...marketLines(a), ...marketLines(b), ''];
  lines.push(matched === null ? 'The matcher refuses the pair.' : `The matcher: ${matched} (${confidence}).`);
  if (link === null) lines.push('In force: no link.');
  else
    lines.push(
      `In force: ${link.relation} (${link.confidence}), ${link.source}${link.dispute ? ', disputed by prices' : ''}.`,
    );
  lines.push(...reasons.map((reason) => `  + ${reason}`), ...against.map((reason) => `  - ${reason}`));
  return lines.join('\n');
}

function marketLines(market: PairExplanation['a']): string[] {
  const lines = [market.asset, `  words    ${market.words.join(' ') || 'none'}`];
  if (market.numbers.length > 0) lines.push(`  numbers  ${market.numbers.join(', ')}`);
  if (market.date !== null) lines.push(`  date     ${market.date}`);
  if (market.contest !== null) lines.push(`  contest  ${market.contest}`);
  if (market.settlementSource !== null) lines.push(`  source   ${market.settlementSource}`);
  if (market.unclear !== null) lines.push(`  unclear  ${market.unclear}`);
  return lines;
}

function assetArgument(text: string): string {
  const ref = findAssetRef(text);
  if (ref === null) throw new InvalidArgumentError('must be an asset id such as kalshi-kxnba-27-okc');
  return ref.asset;
}

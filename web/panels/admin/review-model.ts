import type { ReviewItem } from '../../../client/src/index.ts';

/** A kind of matter as people say it. */
export function describeKind(kind: string): string {
  return kind.replaceAll('_', ' ');
}

/** Decisions that a person can make about an item, by the calls that make them. */
export interface Offers {
  readonly apply: boolean;
  /** Whether the deposit of the item can be given back to its sender. */
  readonly giveBack: boolean;
  /** Other calls, as commands: this page leaves them to the command line. */
  readonly commands: readonly string[];
}

export function readOffers({ calls, kind }: Pick<ReviewItem, 'calls' | 'kind'>): Offers {
  const has = (text: string) => calls.some(({ call }) => call.includes(text));
  return {
    apply: has('"action":"apply"'),
    giveBack: (kind === 'held' || kind === 'unattributed') && has('"action":"return"'),
    commands: calls
      .filter(({ call }) => !/"action":"(apply|return|dismiss)"/.test(call))
      .map(({ command }) => command),
  };
}

/** The ways to end an item, in a few words. */
export function describeEnds(item: Pick<ReviewItem, 'calls' | 'kind'>): string {
  const { apply, giveBack, commands } = readOffers(item);
  const words = [
    ...(apply ? ['apply'] : []),
    ...(giveBack ? ['give back'] : []),
    ...commands.map((command) => command.split(' ').slice(1, 3).join(' ')),
    'dismiss',
  ];
  return words.join(', ');
}

/** Describes the effect of `apply` on an item, as the button says it. */
export function describeApply(kind: string): string {
  return kind.startsWith('reversal_') ? 'take it from the owner' : 'credit it';
}

/**
 * Reads an amount in US dollars as a person types it.
 *
 * @returns Micro-USD; null: it is no amount with at most six decimals.
 */
export function findMicroUsd(text: string): number | null {
  const found = /^(\d{1,9})(?:\.(\d{1,6}))?$/.exec(text.trim());
  if (found === null) return null;
  const [, whole = '', decimals = ''] = found;
  return Number(whole) * 1_000_000 + Number(decimals.padEnd(6, '0'));
}

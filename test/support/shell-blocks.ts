import { readFileSync } from 'node:fs';

/**
 * Reads the shell blocks of a section of a page, in their order.
 *
 * @param kind What follows `sh` in the block's first line; default: nothing does.
 */
export function readShellBlocks(page: string, title: string, kind = ''): string[] {
  const section =
    readFileSync(page, 'utf8')
      .split(/^## /m)
      .find((text) => text.startsWith(`${title}\n`)) ?? '';
  const open = kind === '' ? 'sh' : `sh ${kind}`;
  const blocks = [...section.matchAll(/^```([^\n]*)\n(.*?)^```/gms)];
  return blocks.filter(([, first]) => first === open).map(([, , block = '']) => block);
}

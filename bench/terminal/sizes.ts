import { gzipSync } from 'node:zlib';
import { TerminalFiles } from '../../src/http/pages/terminal/terminal-files.ts';
import type { Row } from './report.ts';

/** How much code a browser loads before a page works. */
export function sizes(): Row[] {
  const files = TerminalFiles.read();
  const graph = (page: string) => files.resolveGraph(['web/main.ts', page]);
  const kilobytes = (page: string) =>
    graph(page).reduce(
      (sum, name) => sum + gzipSync(files.find(name)?.body ?? '', { level: 9 }).length / 1_000,
      0,
    );
  const overview = 'web/pages/overview.ts';
  return [
    { what: 'modules before Overview works', value: graph(overview).length, unit: '', bar: 20 },
    { what: 'code before Overview works, gz', value: kilobytes(overview), unit: 'kB', bar: 60 },
    { what: 'code with a chart, gz', value: kilobytes('web/pages/asset.ts'), unit: 'kB', bar: 100 },
  ];
}

import { createRequire } from 'node:module';

export interface ProgressBar {
  advance(by?: number): void;
  /** Prints a line that must remain visible above the bar. */
  note(line: string): void;
  end(): void;
}

/**
 * Creates a bar on a terminal. On a pipe it prints plain lines, one for each tenth of the work.
 *
 * @param describeLeft Describes the remaining time, for work without a constant pace.
 */
export function createProgressBar(title: string, total: number, describeLeft?: () => string): ProgressBar {
  return process.stdout.isTTY ? terminalBar(title, total, describeLeft) : plainLines(title, total);
}

function terminalBar(title: string, total: number, describeLeft?: () => string): ProgressBar {
  // The library is loaded only when a bar is drawn.
  const { Presets, SingleBar } = createRequire(import.meta.url)(
    'cli-progress',
  ) as typeof import('cli-progress');
  const left = describeLeft === undefined ? '{eta_formatted} left' : '{left}';
  const payload = () => (describeLeft === undefined ? {} : { left: describeLeft() });
  const bar = new SingleBar(
    { format: `${title} {bar} {percentage}% {value}/{total}, ${left}`, hideCursor: true },
    Presets.shades_classic,
  );
  bar.start(total, 0, payload());
  return {
    advance: (by = 1) => bar.increment(by, payload()),
    note: (line) => {
      process.stdout.write(`\r\x1b[K${line}\n`);
      bar.render();
    },
    end: () => bar.stop(),
  };
}

function plainLines(title: string, total: number): ProgressBar {
  let value = 0;
  let tenths = 0;
  return {
    advance: (by = 1) => {
      value += by;
      const reached = total === 0 ? 10 : Math.floor((value * 10) / total);
      if (reached > tenths) process.stdout.write(`${title} ${value}/${total}\n`);
      tenths = Math.max(tenths, reached);
    },
    note: (line) => process.stdout.write(`${line}\n`),
    end: () => undefined,
  };
}

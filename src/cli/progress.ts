import { Presets, SingleBar } from 'cli-progress';

export interface ProgressBar {
  advance(by?: number): void;
  /** A line that must not be lost beneath the bar. */
  note(line: string): void;
  end(): void;
}

/** A bar on a terminal; on a pipe plain lines, one for each tenth of the work. */
export function progressBar(title: string, total: number): ProgressBar {
  return process.stdout.isTTY ? terminalBar(title, total) : plainLines(title, total);
}

function terminalBar(title: string, total: number): ProgressBar {
  const bar = new SingleBar(
    { format: `${title} {bar} {percentage}% {value}/{total}, {eta_formatted} left`, hideCursor: true },
    Presets.shades_classic,
  );
  bar.start(total, 0);
  return {
    advance: (by = 1) => bar.increment(by),
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

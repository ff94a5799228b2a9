import { readdirSync, readFileSync } from 'node:fs';

/** Length of a tick in which Linux states the times of processes: a hundredth of a second on every machine. */
const PROC_TICK_MS = 10;

/**
 * Reads user and system time of this process, and where /proc shows them of those that it started. A browser's is too
 * low: its pages run in processes whose time is lost once it is closed.
 */
export function readProcessorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000 + readChildrenMs();
}

/**
 * Reads the times of the processes below this one, as /proc shows them: those that run, and within them those that have
 * ended. One that outlives the process that started it belongs to no process and is missing.
 */
function readChildrenMs(): number {
  const ended = readProcess('self')?.endedMs ?? 0;
  const running = new Map<number, ProcessTime[]>();
  for (const pid of listProcesses()) {
    const found = readProcess(pid);
    if (found === null) continue;
    const siblings = running.get(found.parent) ?? [];
    siblings.push(found);
    running.set(found.parent, siblings);
  }
  const below = [...(running.get(process.pid) ?? [])];
  for (const { pid } of below) below.push(...(running.get(pid) ?? []));
  return below.reduce((sum, { ownMs, endedMs }) => sum + ownMs + endedMs, ended);
}

interface ProcessTime {
  readonly pid: number;
  readonly parent: number;
  /** User and system time of its own, and of its children that have ended. */
  readonly ownMs: number;
  readonly endedMs: number;
}

function listProcesses(): readonly string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    // The system has no /proc.
    return [];
  }
}

/** Reads the times of a process; null where it has ended, or no /proc tells. */
function readProcess(name: string): ProcessTime | null {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
    // proc_pid_stat(5), from the third field on; the second is a name that may hold spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = (field: number) => Number(fields[field - 3]) * PROC_TICK_MS;
    return {
      pid: Number.parseInt(stat, 10),
      parent: Number(fields[4 - 3]),
      ownMs: ticks(14) + ticks(15),
      endedMs: ticks(16) + ticks(17),
    };
  } catch {
    // It has ended meanwhile, or the system has no /proc.
    return null;
  }
}

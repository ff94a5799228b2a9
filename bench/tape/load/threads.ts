import { readdirSync, readFileSync } from 'node:fs';

/** Ticks of the kernel's clock in a second. */
const TICKS_PER_SECOND = 100;
const FOLDER = '/proc/self/task';

/** Reads the processor time of the threads of this process by their names, s; empty where the system does not tell. */
export function readThreadSeconds(): Map<string, number> {
  const seconds = new Map<string, number>();
  for (const id of listThreads()) {
    try {
      const stat = readFileSync(`${FOLDER}/${id}/stat`, 'utf8');
      const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
      // User and system time are the 14th and 15th members, the name is the second.
      const [user = 0, system = 0] = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .slice(11, 13)
        .map(Number);
      seconds.set(name, (seconds.get(name) ?? 0) + (user + system) / TICKS_PER_SECOND);
    } catch {
      // The thread has ended meanwhile.
    }
  }
  return seconds;
}

function listThreads(): string[] {
  try {
    return readdirSync(FOLDER);
  } catch {
    // The system has no /proc.
    return [];
  }
}

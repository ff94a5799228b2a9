/** Commands that a page of the documentation prints with their answers, and whether real answers have that form. */

export interface DocumentedCommand {
  /** Command as printed: one line for a shell. */
  readonly line: string;
  /** Answer as printed below the command; empty: the page shows none. */
  readonly answer: string;
}

/** Members whose text is of one moment. */
const OF_THE_MOMENT = new Set(['generatedAt', 'requestId', 'nextCursor']);
/** Fences that hold commands or what they print. */
const PRINTED = ['', 'sh', 'json', 'text'];
const MAX_WIDTH = 130;

/** Lists every `curl` of a page in its order, each with the answer below it or alone in the next fence. */
export function documentedCommands(page: string): DocumentedCommand[] {
  const commands: { line: string; answer: string }[] = [];
  let open: { line: string; answer: string } | undefined;
  for (const [, language = '', block = ''] of page.matchAll(/^```(\w*)\n(.*?)^```/gms)) {
    if (!PRINTED.includes(language)) open = undefined;
    else if (language === '' || language === 'sh') open = readFence(block, commands);
    else {
      if (open !== undefined && open.answer === '') open.answer = block.trimEnd();
      open = undefined;
    }
  }
  return commands;
}

function readFence(block: string, commands: { line: string; answer: string }[]) {
  let last: { line: string; answer: string } | undefined;
  for (const line of block.split('\n')) {
    if (line.startsWith('curl ')) {
      last = { line, answer: '' };
      commands.push(last);
    } else if (line.startsWith('# ')) {
      // A comment on the command below it.
      last = undefined;
    } else if (last !== undefined) last.answer = `${last.answer}\n${line}`.trim();
  }
  return last;
}

/** Lists the differences between the form of a real answer and that of the documented one; empty when it fits. */
export function differences(documented: string, real: string): string[] {
  if (documented.startsWith('{'))
    return misfits([JSON.parse(documented)], withoutLatePolls(JSON.parse(real)), 'answer');
  const frames = readData(documented);
  if (frames.length > 0) return readData(real).flatMap((frame) => misfits(frames, frame, 'frame'));
  return withoutNumbers(documented) === withoutNumbers(real) ? [] : ['lines: other text or another count'];
}

const LATE_POLL = 'a poll did not come back in time';

/**
 * Removes late polls from an answer, as had the machine been quiet while the demo recorded: a late poll is a gap for
 * good.
 */
function withoutLatePolls(answer: Record<string, unknown>): Record<string, unknown> {
  const { gaps, coverage } = answer as { gaps?: { reason: string }[]; coverage?: object };
  if (!gaps?.length || coverage === undefined || gaps.some(({ reason }) => reason !== LATE_POLL))
    return answer;
  return { ...answer, gaps: [], coverage: { ...coverage, state: 'full', notRecorded: [] } };
}

/**
 * Numbers may differ; whatever else is equal: members and their order, texts, flags, what is null, what is empty.
 *
 * @param samples What the page shows at this place: more than one below an array and in frames.
 */
function misfits(samples: readonly unknown[], real: unknown, place: string): string[] {
  const kind = getKind(real);
  const alike = samples.filter((sample) => getKind(sample) === kind);
  if (alike.length === 0) return [`${place}: ${samples.map(getKind)} documented, ${kind} answered`];
  if (Array.isArray(real)) {
    const elements = (alike as unknown[][]).flat();
    if ((real.length === 0) !== (elements.length === 0))
      return [`${place}: ${real.length} elements answered`];
    return real.flatMap((element) => misfits(elements, element, `${place}[]`));
  }
  if (kind === 'object') return misfitsOfMembers(alike as object[], real as object, place);
  const isFree = kind === 'number' || OF_THE_MOMENT.has(place.split('.').at(-1)!);
  return isFree || alike.includes(real) ? [] : [`${place}: ${alike} documented, ${real} answered`];
}

function misfitsOfMembers(samples: readonly object[], real: object, place: string): string[] {
  const names = Object.keys(real).join();
  if (!samples.some((sample) => Object.keys(sample).join() === names)) {
    return [`${place}: ${Object.keys(samples[0]!)} documented, ${names} answered`];
  }
  return Object.entries(real).flatMap(([name, value]) => {
    const values = samples.flatMap((sample) => (name in sample ? [sample[name as keyof object]] : []));
    return misfits(values, value, `${place}.${name}`);
  });
}

function getKind(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function readData(stream: string): unknown[] {
  return [...stream.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data));
}

function withoutNumbers(text: string): string {
  return text
    .trim()
    .replaceAll('\r', '')
    .replace(/\d+(\.\d+)?/g, '0');
}

/** Formats an answer as a page prints it: in lines that fit, each but the first one blank in. */
export function printable(answer: string): string {
  if (!answer.startsWith('{')) return answer.trim().replaceAll('\r', '');
  const lines = [''];
  // Each piece ends with the comma in front of the next member or element.
  for (const piece of answer.trim().match(/(?:"(?:[^"\\]|\\.)*"|[^",])+,?/g) ?? []) {
    if (lines.at(-1)!.length + piece.length > MAX_WIDTH) lines.push(' ');
    lines.push(lines.pop() + piece);
  }
  return lines.join('\n');
}

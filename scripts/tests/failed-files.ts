import type { TestEvent } from 'node:test/reporters';

/** A reporter of Node's runner that names what failed, a line each: of a group of files, each file is a suite at the top. */
export default async function* nameFailedFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if (type === 'test:fail' && data.nesting === 0) yield `${data.name}\n`;
  }
}

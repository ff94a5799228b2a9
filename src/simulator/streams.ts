import type { Server } from 'node:http';
import type { Scene } from './scene.ts';

export interface Streams {
  close(): Promise<void>;
}

export function attachStreams(_server: Server, _scenes: Readonly<Record<string, Scene>>): Streams {
  return { close: async () => undefined };
}

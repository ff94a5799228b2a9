import { connect, type Socket } from 'node:net';

/**
 * A child process that holds many streams open and measures how old each event is when it arrives. Sends its parent
 * when all are connected, and the ages when it is asked to report.
 */
const [port = '0', path = '/', count = '0'] = process.argv.slice(2);
const OPENED_AT_ONCE = 100;
const SENT_AT = /"sentAt":(\d+)/g;
const EVENT_END = Buffer.from('}\n\n');

const ages: number[] = [];
const sockets: Socket[] = [];
let isMeasuring = false;

for (let opened = 0; opened < Number(count); opened += OPENED_AT_ONCE) {
  const size = Math.min(OPENED_AT_ONCE, Number(count) - opened);
  await Promise.all(Array.from({ length: size }, openStream));
}
process.send?.('connected');

process.on('message', (command: 'measure' | 'report' | 'stop') => {
  if (command === 'measure') isMeasuring = true;
  if (command === 'report') process.send?.({ ages });
  if (command === 'stop') {
    for (const socket of sockets) socket.destroy();
    process.disconnect();
  }
});

function openStream(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1');
    let isConnected = false;
    sockets.push(socket);
    socket.once('error', reject);
    socket.once('connect', () => socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`));
    socket.on('data', (chunk: Buffer) => {
      if (!isConnected && chunk.includes(': connected')) {
        isConnected = true;
        resolve();
      }
      // Events are far smaller than a segment on loopback, so they arrive whole.
      if (!isMeasuring || !chunk.includes(EVENT_END)) return;
      const now = Date.now();
      for (const [, sentAt] of chunk.toString('latin1').matchAll(SENT_AT)) ages.push(now - Number(sentAt));
    });
  });
}

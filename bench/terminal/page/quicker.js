/**
 * Lets an hour pass sooner: timers wait a fraction of their time, and each frame of a stream comes this many times. The
 * clocks are left as they are, so bars are as wide as ever and fewer are added than in an hour.
 */
export default function quicken({ factor }) {
  const { setTimeout: wait, setInterval: repeat, fetch: request } = globalThis;
  globalThis.setTimeout = (run, ms = 0, ...rest) => wait(run, ms / factor, ...rest);
  globalThis.setInterval = (run, ms = 0, ...rest) => repeat(run, ms / factor, ...rest);
  const repeated = () => {
    let rest = '';
    return new TransformStream({
      transform(text, controller) {
        const frames = (rest + text).split('\n\n');
        rest = frames.pop();
        for (const frame of frames) controller.enqueue(`${frame}\n\n`.repeat(factor));
      },
    });
  };
  globalThis.fetch = async (...asked) => {
    const response = await request(...asked);
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    if (!isStream || response.body === null) return response;
    const body = response.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(repeated())
      .pipeThrough(new TextEncoderStream());
    return new Response(body, { status: response.status, headers: response.headers });
  };
}

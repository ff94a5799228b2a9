/**
 * The chart of the terminal by itself, with more points than any request gives, and in the same run what the machine
 * does without it: frames with an almost empty canvas, and uPlot with one plain line of the same points.
 */
export default async function measure({ base, points, frames: frameCount }) {
  const nextFrame = () => new Promise(requestAnimationFrame);
  // The callback after the next one: the frame between them has been painted.
  const painted = async () => {
    await nextFrame();
    await nextFrame();
  };
  const timed = async (run) => {
    await painted();
    const startedAt = performance.now();
    const made = run();
    await painted();
    return [performance.now() - startedAt, made];
  };
  const panned = async (step) => {
    await painted();
    const times = [];
    let before = performance.now();
    for (let index = 0; index < frameCount; index++) {
      step(index);
      await nextFrame();
      const now = performance.now();
      times.push(now - before);
      before = now;
    }
    times.sort((a, b) => a - b);
    return times[Math.floor(times.length * 0.95)];
  };
  const place = () => {
    const host = document.createElement('div');
    host.style.width = '1300px';
    host.style.height = '420px';
    document.body.replaceChildren(host);
    return host;
  };

  const { createChart } = await import(`${base}/web/chart/chart.ts`);
  const { default: UPlot } = await import(`${base}/lib/uplot.js`);
  const WIDTH_MS = 60_000;
  const now = Math.floor(Date.now() / WIDTH_MS) * WIDTH_MS;
  const span = points * WIDTH_MS;
  // Two holes, as wide as they lasted.
  const t = Array.from({ length: points }, (_, index) => now - span + index * WIDTH_MS).filter(
    (_, index) => !(index > 9_000 && index < 11_000) && !(index > 30_000 && index < 30_500),
  );
  let price = 100;
  const close = t.map(() => {
    price += Math.sin(price) + Math.random() - 0.5;
    return price;
  });
  const bars = {
    t,
    open: close.map((value, index) => close[index - 1] ?? value),
    high: close.map((value) => value + 1),
    low: close.map((value) => value - 1),
    close,
    volume: close.map(() => 1 + Math.random()),
    isThin: t.map((_, index) => index % 50 === 0),
    widthMs: WIDTH_MS,
  };
  const none = {
    recordedFromMs: null,
    lines: [],
    second: null,
    levels: [],
    moves: [],
    profile: [],
    flow: [],
  };
  const gaps = [
    { fromMs: now - span + 9_000 * WIDTH_MS, toMs: now - span + 11_000 * WIDTH_MS, reason: 'bench' },
    { fromMs: now - span + 30_000 * WIDTH_MS, toMs: now - span + 30_500 * WIDTH_MS, reason: 'bench' },
  ];
  const every = Math.ceil(points / 2_000);
  const sparse = t.filter((_, index) => index % every === 0);
  const all = {
    gaps,
    recordedFromMs: t[0],
    lines: [1, 2, 3].map((colour) => ({
      name: `line ${colour}`,
      colour,
      t: sparse,
      value: sparse.map((_, index) => close[index * every] + colour),
      widthMs: every * WIDTH_MS,
      breaks: gaps,
    })),
    levels: [{ name: 'fair', price: close[0] }],
    moves: Array.from({ length: 40 }, (_, index) => ({
      fromMs: t[index * 1_000],
      toMs: t[index * 1_000 + 30],
      isFall: index % 2 === 0,
      frac: 0.1,
    })),
    profile: Array.from({ length: 48 }, (_, index) => ({
      low: price - 24 + index,
      high: price - 23 + index,
      volume: 1 + (index % 7),
      isPoc: index === 20,
    })),
    flow: sparse.map((at, index) => ({ t: at, cumulative: Math.sin(index / 100) * 50 })),
  };
  const result = {};

  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [1_300, 420];
  document.body.replaceChildren(canvas);
  const ctx = canvas.getContext('2d');
  result.emptyFrame = await panned((index) => {
    ctx.clearRect(0, 0, 1_300, 420);
    ctx.fillRect(index, 10, 5, 5);
  });

  let host = place();
  const plainOptions = {
    width: 1_300,
    height: 420,
    ms: 1,
    legend: { show: false },
    scales: { x: { time: true } },
    series: [{}, { stroke: 'steelblue' }],
  };
  const [plainMs, plain] = await timed(() => new UPlot(plainOptions, [t, close], host));
  result.plainPainted = plainMs;
  result.plainFrame = await panned((step) =>
    plain.setScale('x', { min: t[0] + step * 600_000, max: now + step * 600_000 }),
  );
  plain.destroy();

  for (const [name, layers] of [
    ['bars', { ...none, gaps }],
    ['overlaid', all],
  ]) {
    host = place();
    const [paintedMs, chart] = await timed(() => {
      const made = createChart({
        host,
        priceText: String,
        isProbability: false,
        isUtc: true,
        now: () => now,
        onWindow() {},
        onReset() {},
        onBar() {},
      });
      made.setWindow({ fromMs: t[0], toMs: now });
      made.show(bars, layers);
      return made;
    });
    const frame = await panned((step) =>
      chart.setWindow({ fromMs: t[0] + step * 600_000, toMs: now + step * 600_000 }),
    );
    const live = [];
    for (let tick = 0; tick < 20; tick++) {
      const moved = { ...bars, close: [...close.slice(0, -1), 100 + tick] };
      const [liveMs] = await timed(() => chart.show(moved, layers));
      live.push(liveMs);
    }
    chart.close();
    live.sort((a, b) => a - b);
    result[name] = { painted: paintedMs, frame, live: live[live.length >> 1] };
  }
  return result;
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawBarLine, findDirection } from './bar-line.ts';
import { type Bars, barJoiner } from './bars.ts';
import { barsPerPixel, drawCandles } from './candles.ts';
import { drawOver, drawUnder } from './layers.ts';
import { drawVolume, layOut, paneRange } from './panes.ts';
import { type Layers, NO_LAYERS, type Stage } from './stage.ts';

type Rectangle = readonly [left: number, top: number, width: number, height: number];

/** A place to draw on that notes what was filled, and refuses what it does not name: paths of bars among them. */
function notedStage(widthMs: number, scale = 1): { readonly stage: Stage; readonly filled: Rectangle[] } {
  const filled: Rectangle[] = [];
  const ctx = {
    fillRect: (...rectangle: Rectangle) => filled.push(rectangle),
  } as unknown as Stage['ctx'];
  const [left, top, width, height] = [8 * scale, 8 * scale, 1_201.5 * scale, 380 * scale];
  const stage: Stage = {
    ctx,
    left,
    top,
    width,
    height,
    scale,
    x: (ms) => left + (ms * width) / widthMs,
    y: (price) => top + height - (price * height) / 200,
    prices: { top, height: height * 0.6 },
    volume: { top: top + height * 0.65, height: height * 0.15 },
    flow: { top: top + height * 0.83, height: height * 0.17 },
    colours: {
      text: 'text',
      muted: 'muted',
      line: 'line',
      panel: 'panel',
      up: 'up',
      down: 'down',
      bad: 'bad',
      lines: ['0', '1', '2', '3', '4', '5'],
    },
  };
  return { stage, filled };
}

function bars(count: number): Bars {
  const t = Array.from({ length: count }, (_, index) => index * 60);
  const close = t.map((_, index) => 100 + 50 * Math.sin(index / 7));
  return {
    t,
    open: close.map((value, index) => close[index - 1] ?? value),
    high: close.map((value) => value + 3.3),
    low: close.map((value) => value - 3.3),
    close,
    volume: t.map((_, index) => index % 5),
    isThin: t.map((_, index) => index % 9 === 0),
    isFilled: t.map((_, index) => index % 18 === 0),
    widthMs: 60,
  };
}

for (const [count, scale] of [
  [20, 1],
  [300, 1],
  [900, 1],
  [900, 2],
  [50_000, 1],
] as const) {
  test(`${count} bars at ${scale} device pixels a pixel are rectangles on whole pixels, a few for each column`, () => {
    const all = bars(count);
    const span = count * 60;
    const { stage, filled } = notedStage(span, scale);
    const joined = barJoiner()(all, barsPerPixel(stage.x(60) - stage.x(0), scale));
    drawCandles(stage, joined, 0, span);
    assert.ok(filled.length >= Math.min(count, 600));
    assert.ok(filled.length <= 4 * Math.min(count, 1_202 * scale), `${filled.length}`);
    for (const rectangle of filled) {
      assert.ok(rectangle.every(Number.isInteger), `${rectangle}`);
      assert.ok(rectangle[2] > 0 && rectangle[3] > 0, `${rectangle}`);
    }
  });
}

test('bars that touch leave no column of pixels empty', () => {
  const count = 900;
  const { stage, filled } = notedStage(count * 60);
  const touching = {
    ...bars(count),
    volume: Array(count).fill(0),
    isThin: Array(count).fill(false),
    isFilled: Array(count).fill(false),
  };
  drawCandles(stage, touching, 0, count * 60);
  const columns = new Set<number>();
  for (const [left, , width] of filled) for (let at = left; at < left + width; at++) columns.add(at);
  for (let at = 8; at < 1_209; at++) assert.ok(columns.has(at), `column ${at}`);
});

test('what was joined is kept while bars and count stay', () => {
  const join = barJoiner();
  const all = bars(100);
  const joined = join(all, 10);
  assert.equal(joined.t.length, 10);
  assert.equal(join(all, 10), joined);
  assert.notEqual(join(all, 20), joined);
  assert.equal(join({ ...all, volume: all.volume.map(() => 7) }, 20).volume[0], 140);
  assert.equal(join(all, 1), all);
});

test('the line of another market ends at every break, in whichever order they come', () => {
  const line = (breaks: Layers['lines'][number]['breaks']): Layers => ({
    ...NO_LAYERS,
    lines: [
      {
        name: 'other',
        colour: 1,
        t: [0, 60, 120, 180, 240],
        value: [10, 20, 30, 40, 50],
        widthMs: 60,
        breaks,
      },
    ],
  });
  const steps = (breaks: Layers['lines'][number]['breaks']) => {
    const { stage, filled } = notedStage(300);
    drawOver(stage, line(breaks));
    // Five values that hold, and a rectangle for each step from one to the next.
    return filled.length - 5;
  };
  assert.equal(steps([]), 4);
  assert.equal(
    steps([
      { fromMs: 200, toMs: 210 },
      { fromMs: 70, toMs: 80 },
    ]),
    2,
  );
  assert.equal(steps([{ fromMs: 70, toMs: 200 }]), 1);
  assert.equal(steps([{ fromMs: 130, toMs: null }]), 2);
});

test('a line of many values is one rectangle for each column, and loses no extreme', () => {
  const count = 20_000;
  const t = Array.from({ length: count }, (_, index) => index * 60);
  const value = t.map((_, index) => (index === 7_777 ? 190 : 100 + (index % 3)));
  const { stage, filled } = notedStage(count * 60);
  const lines: Layers['lines'] = [{ name: 'other', colour: 1, t, value, widthMs: 60, breaks: [] }];
  drawOver(stage, { ...NO_LAYERS, lines });
  assert.ok(filled.length <= 1_203, `${filled.length}`);
  assert.ok(filled.every((rectangle) => rectangle.every(Number.isInteger)));
  const highest = Math.min(...filled.map(([, top]) => top));
  assert.equal(highest, Math.round(stage.y(190)));
});

test('what of a line is out of view is not filled', () => {
  const { stage, filled } = notedStage(1_000);
  const t = Array.from({ length: 1_000 }, (_, index) => (index - 500) * 1_000);
  const flow = t.map((at) => ({ t: at, cumulative: at % 7 }));
  drawOver(stage, { ...NO_LAYERS, flow });
  assert.ok(filled.length > 0 && filled.length <= 6, `${filled.length}`);
});

test('gaps inside others, or in the same pixels, are hatched once', () => {
  const { stage } = notedStage(1_000_000);
  let hatched = 0;
  const none = () => undefined;
  const ctx = {
    save: none,
    restore: none,
    beginPath: none,
    clip: none,
    stroke: none,
    moveTo: none,
    lineTo: none,
    rect: () => {
      hatched += 1;
    },
  } as unknown as Stage['ctx'];
  const gap = (fromMs: number, toMs: number | null) => ({ fromMs, toMs, reason: 'test' });
  const gaps = [gap(100_000, 400_000), gap(150_000, 160_000), gap(500_000, 500_010), gap(500_020, 500_030)];
  drawUnder({ ...stage, ctx }, { ...NO_LAYERS, gaps: [...gaps, gap(900_000, null)] }, 1_000_000);
  assert.equal(hatched, 3);
});

test('what was filled in by the hour is a line that holds between its records, and no hole is bridged', () => {
  const minute = 60_000;
  const hours = [0, 1, 2, 3].map((hour) => hour * 60 * minute);
  const filledIn: Bars = {
    t: hours,
    open: [100, 100, 100, 100],
    high: [100, 100, 100, 100],
    low: [100, 100, 100, 100],
    close: [100, 100, 100, 100],
    volume: [0, 0, 0, 0],
    isThin: [true, true, true, true],
    isFilled: [false, false, false, false],
    widthMs: minute,
  };
  const window = { fromMs: 0, toMs: 240 * minute };
  const covered = (gaps: Layers['gaps']) => {
    const { stage, filled } = notedStage(window.toMs);
    drawBarLine(stage, filledIn, window, { gaps });
    const columns = new Set<number>();
    for (const [left, , width] of filled) for (let at = left; at < left + width; at++) columns.add(at);
    return columns.size;
  };
  // Three hours, and one bar at the end, of 1,201.5 pixels for four.
  assert.ok(Math.abs(covered([]) - (1_201.5 * 181) / 240) < 4);
  const hole = { fromMs: 70 * minute, toMs: 100 * minute, reason: 'down' };
  assert.ok(Math.abs(covered([hole]) - (1_201.5 * (181 - 59)) / 240) < 8);
});

test('a filled-in hour that begins before the view is drawn over the whole of it', () => {
  const minute = 60_000;
  const hours: Bars = {
    t: [0, 60 * minute, 120 * minute],
    open: [100, 110, 120],
    high: [100, 110, 120],
    low: [100, 110, 120],
    close: [100, 110, 120],
    volume: [0, 0, 0],
    isThin: [true, true, true],
    isFilled: [false, false, false],
    widthMs: minute,
  };
  for (const [from, to] of [
    [70, 100],
    [20, 50],
  ] as const) {
    const { stage, filled } = notedStage((to - from) * minute);
    const { x } = stage;
    const window = { fromMs: from * minute, toMs: to * minute };
    drawBarLine({ ...stage, x: (ms) => x(ms - window.fromMs) }, hours, window, { gaps: [] });
    const [left, width] = [
      Math.min(...filled.map(([at]) => at)),
      Math.max(...filled.map(([at, , w]) => at + w)),
    ];
    assert.ok(left <= 8 && width >= 1_209, `${left} to ${width} of ${from} to ${to}`);
  }
});

test('a candle of the venue is drawn with its range and fainter, and a filled-in close without one as a line', () => {
  const { stage } = notedStage(120);
  const drawn: { readonly alpha: number; readonly height: number }[] = [];
  const ctx = {
    globalAlpha: 1,
    fillRect: (_left: number, _top: number, _width: number, height: number) =>
      drawn.push({ alpha: ctx.globalAlpha, height }),
  };
  const two: Bars = {
    t: [0, 60],
    open: [100, 100],
    high: [150, 150],
    low: [50, 50],
    close: [120, 120],
    volume: [0, 0],
    isThin: [true, true],
    isFilled: [true, false],
    widthMs: 60,
  };
  const noted = { ...stage, ctx: ctx as unknown as Stage['ctx'] };
  drawCandles(noted, two, 0, 120, ['filled', 'recorded']);
  const tall = drawn.filter(({ height }) => height === 190);
  assert.deepEqual(tall, [{ alpha: 0.6, height: 190 }], 'one range, of the first bar alone');
  drawn.length = 0;
  drawBarLine(noted, two, { fromMs: 0, toMs: 120 }, { gaps: [] }, 'thin');
  assert.ok(drawn.length > 0 && drawn.every(({ height }) => height < 10));
});

test('prices, volume and flow share the height, and none stands in the part of another', () => {
  assert.deepEqual(layOut(false, false), { prices: 1, volume: null, flow: null });
  for (const [hasVolume, hasFlow] of [
    [true, false],
    [false, true],
    [true, true],
  ] as const) {
    const { prices, volume, flow } = layOut(hasVolume, hasFlow);
    const edges = [prices, ...(volume ?? []), ...(flow ?? [])];
    assert.deepEqual(
      edges,
      edges.toSorted((a, b) => a - b),
    );
    assert.equal(edges.at(-1), 1);
    const [min, max] = paneRange([100, 200], prices, [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]);
    const at = (price: number) => (max - price) / (max - min);
    assert.ok(at(200) > 0 && at(100) < prices, `${at(100)} of ${prices}`);
  }
  const [min, max] = paneRange([0, 1], 0.5, [-0.02, 1.02]);
  assert.ok(Math.abs(max - 1.02) < 1e-9 && Math.abs((max + min) / 2 - -0.02) < 1e-9);
});

test('volume stays in its pane, and the most of what is in view fills it', () => {
  const all = bars(300);
  const { stage, filled } = notedStage(300 * 60);
  drawVolume(stage, all, 0, 300 * 60);
  const pane = stage.volume ?? { top: 0, height: 0 };
  assert.ok(filled.length > 200);
  for (const [, top, , height] of filled) {
    assert.ok(top >= Math.round(pane.top) - 1 && top + height <= Math.round(pane.top + pane.height));
  }
  assert.ok(Math.max(...filled.map(([, , , height]) => height)) >= Math.floor(pane.height));
});

test('a market on a second scale fills the height of the prices, whatever it costs', () => {
  const { stage, filled } = notedStage(300);
  const texts: string[] = [];
  const ctx = Object.assign(stage.ctx, {
    measureText: () => ({ width: 30 }),
    fillText: (text: string) => texts.push(text),
  });
  const line = {
    name: 'btc',
    colour: 4 as const,
    t: [0, 60, 120, 180, 240],
    value: [70_000, 71_000, 72_000, 73_000, 70_500],
    widthMs: 60,
    breaks: [],
  };
  drawOver({ ...stage, ctx }, { ...NO_LAYERS, second: { line, priceText: (price) => price.toFixed(0) } });
  const thick = 2;
  const steps = filled.filter(([, , , height]) => height !== 14);
  const { top, height } = stage.prices;
  for (const [, at, , tall] of steps) assert.ok(at >= top && at + tall <= top + height + thick);
  assert.ok(Math.min(...steps.map(([, at]) => at)) < top + height * 0.1);
  assert.equal(texts.length, 4);
  assert.ok(
    texts.every((text) => Number(text) > 69_000 && Number(text) < 74_000),
    `${texts}`,
  );
});

test('the colour of a line is the change in view: up, down, or neither', () => {
  const all = { ...bars(4), open: [10, 12, 9, 9], close: [12, 9, 9, 10] };
  assert.equal(findDirection(all, 0, 61), 'down');
  assert.equal(findDirection(all, 0, 60), 'up');
  assert.equal(findDirection(all, 0, 240), 'muted');
  assert.equal(findDirection(all, 180, 240), 'up');
  assert.equal(findDirection(all, 900, 960), 'muted', 'nothing is in view');
});

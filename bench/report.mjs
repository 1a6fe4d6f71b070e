import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';

const PAGE = 'docs/performance.md';
const PICTURE = 'docs/performance.svg';
const [BEGIN, END] = ['<!-- figures: written by npm run bench -->', '<!-- end of figures -->'];

/** Writes the results of a full run into docs/performance.md, and draws the chart of cost by length of history. */
export async function report(machine, figures) {
  const page = readFileSync(PAGE, 'utf8');
  const [before, rest] = page.split(BEGIN);
  const after = rest.split(END)[1];
  const text = [before, BEGIN, '\n\n', tableOf(machine, figures), '\n\n', END, after].join('');
  writeFileSync(PAGE, await format(text, { parser: 'markdown', printWidth: 120 }));
  writeFileSync(PICTURE, pictureOf(figures.flatMap(({ history }) => history ?? [])));
}

function tableOf({ cpu, cores, memoryGiB, node, at }, figures) {
  const rows = figures.map(({ figure, ratio, pass, goal, better, one, other }) =>
    [
      figure,
      `**${rounded(ratio)}**`,
      pass === null ? '' : `${better === 'more' ? '≥' : '≤'} ${pass}`,
      goal === null ? '' : `${better === 'more' ? '≥' : '≤'} ${goal}`,
      answers(one),
      answers(other),
    ].join(' | '),
  );
  const facts = `Measured on ${at.slice(0, 10)}: ${cores} cores (${cpu}), ${memoryGiB} GiB, Node.js ${node}.`;
  const head = '| figure | measured | pass | goal | this side | other side |\n| --- | --- | --- | --- | --- | --- |';
  return [facts, '', head, ...rows.map((row) => `| ${row} |`)].join('\n');
}

function answers(side) {
  if (!side) return '';
  const times = [
    ['p50', side.p50],
    ['p99', side.p99],
  ].filter(([, time]) => Number.isFinite(time));
  const texts = times.map(([name, time]) => `${name} ${rounded(time)} ms`);
  return [...(Number.isFinite(side.perSecond) ? [`${Math.round(side.perSecond)}/s`] : []), ...texts].join(', ');
}

export function rounded(value) {
  return value >= 100 ? Math.round(value) : Math.round(value * 100) / 100;
}

const [WIDTH, HEIGHT, LEFT, TOP] = [640, 320, 60, 40];
const COLOURS = ['#1b6ca8', '#c8553d', '#588b4a', '#7d5ba6', '#b8860b'];

function pictureOf(series) {
  const sizes = Object.keys(series[0].p50).map(Number);
  const [least, most] = [0.5, 200];
  const x = (size) => LEFT + ((WIDTH - LEFT - 200) * Math.log(size / sizes[0])) / Math.log(sizes.at(-1) / sizes[0]);
  const y = (time) => TOP + (HEIGHT - TOP - 40) * (1 - Math.log(time / least) / Math.log(most / least));
  const text = (at, content, anchor = 'start') =>
    `<text x="${at[0].toFixed(1)}" y="${at[1].toFixed(1)}" text-anchor="${anchor}">${content}</text>`;
  const line = (points, colour, width) =>
    `<polyline fill="none" stroke="${colour}" stroke-width="${width}" points="${points.map((point) => point.map((n) => n.toFixed(1)).join()).join(' ')}"/>`;
  const labels = spread(series.map(({ p50 }) => y(p50[sizes.at(-1)])));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    text([LEFT, 20], 'Median time of an answer in milliseconds, by transactions in the workspace'),
    ...[1, 10, 100].flatMap((time) => [
      line(
        [
          [LEFT, y(time)],
          [WIDTH - 200, y(time)],
        ],
        '#ddd',
        1,
      ),
      text([LEFT - 8, y(time) + 4], String(time), 'end'),
    ]),
    ...sizes.map((size) => text([x(size), HEIGHT - 16], size.toLocaleString('en'), 'middle')),
    ...series.flatMap(({ what, p50 }, at) => [
      line(
        sizes.map((size) => [x(size), y(p50[size])]),
        COLOURS[at],
        2,
      ),
      `<g fill="${COLOURS[at]}">${text([WIDTH - 192, labels[at] + 4], what)}</g>`,
    ]),
    '</svg>',
    '',
  ].join('\n');
}

function spread(heights) {
  const moved = [...heights];
  let floor = -Infinity;
  for (const [at] of [...heights.entries()].sort(([, a], [, b]) => a - b)) {
    moved[at] = Math.max(heights[at], floor + 15);
    floor = moved[at];
  }
  return moved;
}

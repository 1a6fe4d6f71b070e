import { scaleLinear } from 'd3-scale';
import type { Money } from '@app/kernel/pure';
import type { Bar, BarChart, ComparedBars } from '../chart.js';
import { rangeText } from '../spanish-dates.js';
import { MAX_DESCRIBED, moneyText, plainText, shareText, shortName } from './figures.js';
import type { LegendEntry } from './frame.js';
import { at, Fitted, fittedText, Frame, HEIGHT, MARGIN, Nothing, plotTop, room, WIDTH } from './frame.js';
import { extent } from './value-axis.js';

const BOTTOM = HEIGHT - 20;
/** Minimum width of the plot, even if names are long. */
const MIN_BARS_WIDTH = 200;
const [MIN_NAME_WIDTH, MAX_NAME_WIDTH] = [150, 340];
const BESIDE = 12;
const MAX_ROW_HEIGHT = 50;

export function Bars({ title, remarks = [], omissions = [], from, to, total, bars, compared }: BarChart) {
  const range = rangeText(from, to);
  const legend = compared === null ? [] : legendOf(compared);
  const sum = `Total ${moneyText(total)}`;
  const before = compared && `${compared.before} (${rangeText(compared.start, compared.end)})`;
  const sums = before === null ? `${sum}.` : `${sum}. ${before}: ${moneyText(compared!.total)}.`;
  if (bars.length === 0) {
    return (
      <Frame
        title={title}
        subtitle={range}
        legend={[]}
        omissions={omissions}
        description={[
          `${range}.`,
          'Sin movimientos.',
          ...(before === null ? [] : [sums]),
          ...omissions,
          ...remarks,
        ].join(' ')}
      >
        <Nothing />
      </Frame>
    );
  }
  const sentences = bars.map((bar) => {
    const figures = [figureText(bar)];
    if (bar.previous !== null) figures.push(`antes ${moneyText(bar.previous)}`);
    return `${shortName(bar.name, MAX_DESCRIBED)}: ${figures.join(', ')}.`;
  });
  return (
    <Frame
      title={title}
      subtitle={`${range} · ${sum}`}
      description={[`${range}. ${sums}`, ...sentences, ...omissions, ...remarks].join(' ')}
      legend={legend}
      omissions={omissions}
    >
      <Rows bars={bars} before={before} top={plotTop(legend, omissions) - 8} />
    </Frame>
  );
}

function legendOf({ now, before }: ComparedBars): LegendEntry[] {
  return [
    { name: now, series: 0, mark: 'bar' },
    { name: before, series: 0, mark: 'faint bar' },
  ];
}

function figureText({ amount, share }: Bar): string {
  return share === null ? moneyText(amount) : `${moneyText(amount)} · ${shareText(share)}`;
}

interface RowsProps {
  readonly bars: readonly Bar[];
  /** Name of the compared period; null without a comparison. */
  readonly before: string | null;
  readonly top: number;
}

function Rows({ bars, before, top }: RowsProps) {
  const row = Math.min(MAX_ROW_HEIGHT, (BOTTOM - top) / bars.length);
  const figures = bars.map(figureText);
  const right = WIDTH - MARGIN - Math.max(...figures.map(room)) - BESIDE;
  const most = Math.max(MIN_NAME_WIDTH, Math.min(MAX_NAME_WIDTH, right - MIN_BARS_WIDTH - BESIDE - MARGIN));
  const names = bars.map(({ name }) => fittedText(name, most));
  const left = MARGIN + Math.max(...names.map(({ width }) => width)) + BESIDE;
  const [lowest, highest] = extent(bars.flatMap(({ amount, previous }) => [Number(amount), Number(previous ?? 0)]));
  const [from, to] = [Math.min(0, lowest), Math.max(0, highest)];
  const x = scaleLinear([from, from === to ? 1 : to], [left, right]);
  return (
    <>
      {bars.map((bar, index) => {
        const y = top + index * row;
        const { amount, previous } = bar;
        const name = plainText(bar.name);
        const now = `${name}: ${figures[index]!}`;
        const earlier = previous === null ? '' : `${before ?? ''}: ${moneyText(previous)}`;
        // The group has a title as well, because a bar may be too short to point at.
        return (
          <g>
            <title>{previous === null ? now : `${now}. ${earlier}`}</title>
            <Fitted text={names[index]!} x={MARGIN} y={y + row / 2 + 6} />
            <BarRect
              title={now}
              amount={amount}
              x={x}
              y={y + row * 0.18}
              height={row * (previous === null ? 0.64 : 0.4)}
            />
            {previous !== null && (
              <BarRect
                title={`${name} · ${earlier}`}
                amount={previous}
                x={x}
                y={y + row * 0.6}
                height={row * 0.22}
                isFaint
              />
            )}
            <text class="cv-end" x={WIDTH - MARGIN} y={at(y + row / 2 + 6)}>
              {figures[index]}
            </text>
          </g>
        );
      })}
      <path class="cv-zero" d={`M${at(x(0))} ${at(top)}v${at(row * bars.length)}`} />
    </>
  );
}

interface BarRectProps {
  readonly title: string;
  readonly amount: Money;
  readonly x: (value: number) => number;
  readonly y: number;
  readonly height: number;
  readonly isFaint?: boolean;
}

function BarRect({ title, amount, x, y, height, isFaint = false }: BarRectProps) {
  const [begin, end] = [x(0), x(Number(amount))].sort((a, b) => a - b) as [number, number];
  const kind = isFaint ? 'cv-f0 cv-faint' : 'cv-f0';
  return (
    <rect class={kind} x={at(begin)} y={at(y)} width={at(end - begin)} height={at(height)} rx="2">
      <title>{title}</title>
    </rect>
  );
}

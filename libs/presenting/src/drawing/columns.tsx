import { scaleBand } from 'd3-scale';
import type { Money } from '@app/kernel/pure';
import type { ColumnChart, Interval, IntervalSeries } from '../chart.js';
import type { Columns as Shown } from './coarser-intervals.js';
import { coarserIntervals, spanOf, sumOf } from './coarser-intervals.js';
import { dayText, intervalText, monthText, rangeText, shortDayText } from '../spanish-dates.js';
import { MAX_DESCRIBED, moneyText, shortName } from './figures.js';
import type { LegendEntry } from './frame.js';
import { at, Frame, HEIGHT, MARGIN, Nothing, plotTop, room, WIDTH } from './frame.js';
import type { ValueAxis } from './value-axis.js';
import { extent, valueAxis, ValueGrid } from './value-axis.js';

const BOTTOM = HEIGHT - 44;
/** Maximum number of columns. Readers could not distinguish more. */
const MAX_COLUMNS = 370;

export function Columns(chart: ColumnChart) {
  const { title, remarks = [], omissions = [], currency, columns, line } = chart;
  const all = [...columns, ...(line ? [line] : [])].map((series) => ({
    ...series,
    name: shortName(series.name, MAX_DESCRIBED),
  }));
  const shown = coarserIntervals(chart.intervals, all, Math.floor(MAX_COLUMNS / columns.length));
  const [first, last] = [chart.intervals[0], chart.intervals.at(-1)];
  const isEmpty = all.every(({ amounts }) => amounts.every(({ isZero }) => isZero));
  const range = first && last ? rangeText(first.start, last.end) : '';
  if (isEmpty) {
    return (
      <Frame
        title={title}
        subtitle={range}
        legend={[]}
        omissions={omissions}
        description={[`${range}.`, 'Sin movimientos.', ...omissions, ...remarks].join(' ')}
      >
        <Nothing />
      </Frame>
    );
  }
  const legend = all.length < 2 ? [] : all.map(({ name }, index) => legendEntry(name, index, columns.length));
  const total = moneyText(sumOf(columns[0]!.amounts));
  const subtitle = [
    range,
    ...(all.length === 1 ? [`Total ${total}`] : [currency]),
    ...(shown.label ? [shown.label] : []),
  ];
  const values = extent(shown.series.flatMap(({ amounts }) => amounts.map(Number)));
  const axis = valueAxis(values, currency, [plotTop(legend, omissions), BOTTOM], true);
  return (
    <Frame
      title={title}
      subtitle={subtitle.join(' · ')}
      description={described(chart, all, shown.label)}
      legend={legend}
      omissions={omissions}
    >
      <Plot shown={shown} count={columns.length} axis={axis} />
    </Frame>
  );
}

function legendEntry(name: string, index: number, count: number): LegendEntry {
  return { name, series: index, mark: index < count ? 'bar' : 'line' };
}

interface PlotProps {
  readonly shown: Shown;
  /** Number of series that are drawn as columns. The others are lines. */
  readonly count: number;
  readonly axis: ValueAxis;
}

function Plot({ shown: { intervals, series }, count, axis }: PlotProps) {
  const left = MARGIN + 8 + axis.width;
  const slots = scaleBand(intervals.keys(), [left, WIDTH - MARGIN])
    .paddingInner(0.2)
    .paddingOuter(0.1);
  const width = slots.bandwidth() / count;
  const middle = (index: number) => slots(index)! + slots.bandwidth() / 2;
  return (
    <>
      <ValueGrid axis={axis} left={left} />
      {series.slice(0, count).map(({ name, amounts, intervals: own }, place) => (
        <g class={`cv-f${place}`}>
          {amounts.map((amount, index) => {
            const y = axis.y(Number(amount));
            const [top, height] = [Math.min(y, axis.y(0)), Math.abs(y - axis.y(0))];
            if (height === 0) return null;
            return (
              <rect
                x={at(slots(index)! + place * width)}
                y={at(top)}
                width={at(width)}
                height={Math.max(0.5, at(height))}
              >
                <title>{`${daysText((own ?? intervals)[index])}${name}: ${moneyText(amount)}`}</title>
              </rect>
            );
          })}
        </g>
      ))}
      {series.slice(count).map(({ amounts }) => (
        <OverColumns amounts={amounts} series={count} x={middle} axis={axis} />
      ))}
      <IntervalLabels intervals={intervals} x={middle} step={slots.step()} />
    </>
  );
}

function daysText(interval: Interval | null | undefined): string {
  return interval ? `${intervalText(interval.start, interval.end)} · ` : '';
}

interface OverColumnsProps {
  readonly amounts: readonly Money[];
  readonly series: number;
  readonly x: (index: number) => number;
  readonly axis: ValueAxis;
}

function OverColumns({ amounts, series, x, axis }: OverColumnsProps) {
  const points = amounts.map((amount, index) => `${at(x(index))} ${at(axis.y(Number(amount)))}`);
  if (points.length === 1)
    return <circle class={`cv-f${series}`} cx={at(x(0))} cy={at(axis.y(Number(amounts[0])))} r="5" />;
  return <path class={`cv-line cv-l${series}`} d={`M${points.join('L')}`} />;
}

interface IntervalLabelsProps {
  readonly intervals: Shown['intervals'];
  readonly x: (index: number) => number;
  readonly step: number;
}

/** Renders the labels of the intervals, except labels that would overlap. */
function IntervalLabels({ intervals, x, step }: IntervalLabelsProps) {
  const labels = labelsOf(intervals);
  const every = Math.max(1, Math.ceil((Math.max(...labels.map(room)) + 14) / step));
  return (
    <>
      {labels.map((label, index) => {
        if (index % every !== 0) return null;
        if (x(index) + room(label) / 2 > WIDTH - 4) return null;
        return (
          <text class="cv-soft cv-middle" x={at(x(index))} y={BOTTOM + 28}>
            {label}
          </text>
        );
      })}
    </>
  );
}

/** Returns the shortest labels that tell the intervals apart: years, months or first days. */
function labelsOf(intervals: Shown['intervals']): string[] {
  const starts = intervals.map(({ start }) => start);
  const isApart = (length: number) => new Set(starts.map((start) => start.slice(0, length))).size === starts.length;
  if (starts.length > 1 && isApart(4)) return starts.map((start) => start.slice(0, 4));
  if (starts.length > 1 && isApart(7)) return starts.map(monthText);
  const isOneYear = starts[0]!.slice(0, 4) === starts.at(-1)!.slice(0, 4);
  return starts.map(isOneYear ? shortDayText : dayText);
}

function described(chart: ColumnChart, series: readonly IntervalSeries[], label: string | null): string {
  const { intervals, remarks = [], omissions = [] } = chart;
  const sentenceOf = ({ name, amounts, intervals: own }: IntervalSeries): string => {
    const values = amounts.map(Number);
    const index = values.indexOf(extent(values)[1]);
    const at = (own ?? intervals)[index];
    const days = at ? ` (${intervalText(at.start, at.end)})` : '';
    const span = own ? spanOf(own) : null;
    const called = span ? `${name} (${rangeText(span.start, span.end)})` : name;
    const highest = `el más alto ${moneyText(amounts[index]!)}${days}`;
    return `${called}: ${moneyText(sumOf(amounts))} en total, ${highest}.`;
  };
  const range = rangeText(intervals[0]!.start, intervals.at(-1)!.end);
  return [`${range}${label ? `, ${label}` : ''}.`, ...series.map(sentenceOf), ...omissions, ...remarks].join(' ');
}

import type { Day } from '@app/kernel/pure';
import { dayNumber } from '@app/kernel/pure';
import type { LineChart, Series } from '../chart.js';
import type { DateTick } from './date-ticks.js';
import { dateTicks } from './date-ticks.js';
import { dayText, rangeText } from '../spanish-dates.js';
import { MAX_DESCRIBED, moneyText, shortName } from './figures.js';
import type { LegendEntry } from './frame.js';
import { at, Frame, HEIGHT, MARGIN, Nothing, plotTop, room, WIDTH } from './frame.js';
import { fewerPoints } from './fewer-points.js';
import { MAX_SERIES } from './style.js';
import { extent, valueAxis, ValueGrid } from './value-axis.js';
import type { ValueAxis } from './value-axis.js';

const BOTTOM = HEIGHT - 44;
const GAP = 26;
const MAX_PANELS = 3;
const LABEL_ROOM = room('nov 2026') + 14;

interface PlacedPanel {
  readonly lines: readonly (Series & { readonly series: number; readonly values: readonly number[] })[];
  readonly axis: ValueAxis;
}

export function Lines({ title, remarks = [], omissions = [], dates, panels }: LineChart) {
  const shown = shownPanels(panels);
  const first = shown[0]?.lines[0];
  const [from, to] = [dates[0], dates.at(-1)];
  if (first === undefined || from === undefined || to === undefined) {
    return (
      <Frame
        title={title}
        subtitle=""
        description={['Sin movimientos.', ...omissions, ...remarks].join(' ')}
        legend={[]}
        omissions={omissions}
      >
        <Nothing />
      </Frame>
    );
  }
  const count = shown.flatMap(({ lines }) => lines).length;
  const hidden = panels.flatMap(({ lines }) => lines).length - count;
  const legend = count < 2 ? [] : shown.flatMap(({ lines }) => lines.map(legendEntry));
  const placed = placedPanels(shown, plotTop(legend, omissions));
  const left = MARGIN + 8 + Math.max(...placed.map(({ axis }) => axis.width));
  const x = datePlace(dates, left);
  const last = moneyText(first.amounts.at(-1)!);
  const subtitle = `${rangeText(from, to)} · ${count > 1 ? currencyNames(shown) : last}`;
  return (
    <Frame
      title={title}
      subtitle={hidden > 0 ? `${subtitle} · y ${hidden} más` : subtitle}
      description={[
        ...described(shown, dates),
        ...(hidden > 0 ? [`Y ${hidden} más.`] : []),
        ...omissions,
        ...remarks,
      ].join(' ')}
      legend={legend}
      omissions={omissions}
    >
      {placed.map(({ lines, axis }) => (
        <>
          <ValueGrid axis={axis} left={left} />
          {lines.map((line) => (
            <Line places={line.values.map((value, index) => [x(dates[index]!), axis.y(value)])} series={line.series} />
          ))}
        </>
      ))}
      <DateLabels ticks={dateTicks(from, to, Math.floor((WIDTH - MARGIN - left) / LABEL_ROOM))} x={x} left={left} />
    </Frame>
  );
}

function shownPanels(panels: LineChart['panels']) {
  let series = 0;
  return panels.slice(0, MAX_PANELS).flatMap(({ currency, lines }, index, all) => {
    // Leaves at least one line for each of the following panels.
    const most = MAX_SERIES - series - (all.length - index - 1);
    const some = lines.slice(0, most).map((line) => {
      const placed = { ...line, series, values: line.amounts.map(Number) };
      series += 1;
      return placed;
    });
    return some.length === 0 ? [] : [{ currency, lines: some }];
  });
}

/** Divides the height among the panels. Panels with more lines are taller. */
function placedPanels(panels: ReturnType<typeof shownPanels>, top: number): PlacedPanel[] {
  const weights = panels.map(({ lines }) => lines.length + 1);
  const unit = (BOTTOM - top - GAP * (panels.length - 1)) / weights.reduce((sum, weight) => sum + weight, 0);
  let begin = top;
  return panels.map(({ currency, lines }, index) => {
    const end = begin + unit * weights[index]!;
    const axis = valueAxis(extent(lines.flatMap((line) => line.values)), currency, [begin, end], false);
    begin = end + GAP;
    return { lines, axis };
  });
}

function legendEntry({ name, series, amounts }: PlacedPanel['lines'][number]): LegendEntry {
  return { name, figure: moneyText(amounts.at(-1)!), series, mark: 'dashed line' };
}

function currencyNames(panels: readonly { readonly currency: string }[]): string {
  return panels.map(({ currency }) => currency).join(', ');
}

/** Returns the function that places days on the x-axis. A single day is centered. */
function datePlace(dates: readonly Day[], left: number): (day: Day) => number {
  const [first, last] = [dayNumber(dates[0]!), dayNumber(dates.at(-1)!)];
  const right = WIDTH - MARGIN - 8;
  if (first === last) return () => (left + right) / 2;
  return (day) => left + 8 + ((dayNumber(day) - first) / (last - first)) * (right - left - 8);
}

function Line({
  places,
  series,
}: {
  readonly places: readonly (readonly [number, number])[];
  readonly series: number;
}) {
  const [only] = places;
  if (places.length === 1) return <circle class={`cv-f${series}`} cx={at(only![0])} cy={at(only![1])} r="5" />;
  const path = fewerPoints(places).map(([x, y]) => `${at(x)} ${at(y)}`);
  return <path class={`cv-line cv-l${series} cv-d${series}`} d={`M${path.join('L')}`} />;
}

interface DateLabelsProps {
  readonly ticks: readonly DateTick[];
  readonly x: (day: Day) => number;
  readonly left: number;
}

function DateLabels({ ticks, x, left }: DateLabelsProps) {
  return (
    <>
      {ticks.map(({ day, text }) => {
        const half = room(text) / 2;
        const middle = Math.min(Math.max(x(day), left + half - 40), WIDTH - MARGIN - half);
        return (
          <>
            <path class="cv-zero" d={`M${at(x(day))} ${BOTTOM}v6`} />
            <text class="cv-soft cv-middle" x={at(middle)} y={BOTTOM + 28}>
              {text}
            </text>
          </>
        );
      })}
    </>
  );
}

function described(panels: ReturnType<typeof shownPanels>, dates: readonly Day[]): string[] {
  const range = rangeText(dates[0]!, dates.at(-1)!);
  const sentences = panels.flatMap(({ lines }) =>
    lines.map(({ name, amounts, values }) => {
      const [lowest, highest] = extent(values);
      const extremeText = (value: number) => {
        const index = values.indexOf(value);
        return `${moneyText(amounts[index]!)} (${dayText(dates[index]!)})`;
      };
      const ends = `de ${moneyText(amounts[0]!)} a ${moneyText(amounts.at(-1)!)}`;
      return `${shortName(name, MAX_DESCRIBED)}: ${ends}, mínimo ${extremeText(lowest)}, máximo ${extremeText(highest)}.`;
    }),
  );
  return [`${range}.`, ...sentences];
}

import type { ComponentChildren } from 'preact';
import { plainText, shortName, widthOf } from './figures.js';
import { NARROW_SIZES, SIZES, STYLE } from './style.js';

export const WIDTH = 800;
export const HEIGHT = 450;
export const MARGIN = 24;

/** Returns the width of a text in the larger letters for phones. */
export const room = (text: string): number => widthOf(text) * NARROW_SIZES.text;
const fitted = (text: string, width: number): string => shortName(text, width / NARROW_SIZES.text);
/** Rounds to a tenth of a pixel. */
export const at = (value: number): number => Math.round(value * 10) / 10;

/** A text for wide and for narrow screens. Less text fits on phones, because their letters are larger. */
export interface FittedText {
  readonly wide: string;
  readonly narrow: string;
  readonly width: number;
}

/** Fits a name and a number into a width. Shortens only the name. */
export function fittedText(
  name: string,
  width: number,
  figure = '',
  sizes = [SIZES.text, NARROW_SIZES.text],
): FittedText {
  const [wide, narrow] = sizes.map((size) => shortName(name, width / size - widthOf(figure)) + figure) as [
    string,
    string,
  ];
  return { wide, narrow, width: Math.max(widthOf(wide) * sizes[0]!, widthOf(narrow) * sizes[1]!) };
}

interface FittedProps {
  readonly text: FittedText;
  readonly x: number;
  readonly y: number;
  readonly kind?: string;
}

export function Fitted({ text: { wide, narrow }, x, y, kind }: FittedProps) {
  if (wide === narrow) {
    return (
      <text class={kind} x={at(x)} y={at(y)}>
        {wide}
      </text>
    );
  }
  const kinds = kind === undefined ? '' : `${kind} `;
  // Programs without CSS show only the first text element.
  return (
    <>
      <text class={`${kinds}cv-wide`} x={at(x)} y={at(y)}>
        {wide}
      </text>
      <text class={`${kinds}cv-narrow`} display="none" x={at(x)} y={at(y)}>
        {narrow}
      </text>
    </>
  );
}

export interface LegendEntry {
  readonly name: string;
  readonly figure?: string;
  readonly series: number;
  readonly mark: 'line' | 'dashed line' | 'bar' | 'faint bar';
}

const MAX_DESCRIPTION_LENGTH = 4_000;
const LEGEND_TOP = 104;
const LEGEND_ROW = 30;
const NOTE_ROW = 28;
const MAX_NOTE_LINES = 3;
const MARK_WIDTH = 30;
const MAX_ENTRY_WIDTH = (WIDTH - 2 * MARGIN) / 2 - MARK_WIDTH - 28;

interface PlacedEntry extends Omit<LegendEntry, 'name'> {
  readonly name: FittedText;
  readonly x: number;
  readonly y: number;
}

function placed(entries: readonly LegendEntry[], noteLines: number): PlacedEntry[] {
  let [x, y] = [MARGIN, LEGEND_TOP + noteLines * NOTE_ROW];
  return entries.map((entry) => {
    const figure = entry.figure === undefined ? '' : ` ${entry.figure}`;
    const name = fittedText(entry.name, MAX_ENTRY_WIDTH, figure);
    const width = MARK_WIDTH + 8 + name.width + 20;
    if (x > MARGIN && x + width - 20 > WIDTH - MARGIN) [x, y] = [MARGIN, y + LEGEND_ROW];
    const place = { ...entry, name, x, y };
    x += width;
    return place;
  });
}

/** Returns the top of the plot, below the title, notes and legend. */
export function plotTop(legend: readonly LegendEntry[], omissions: readonly string[]): number {
  const noteLines = linesOf(omissions).length;
  const none = LEGEND_TOP - LEGEND_ROW + noteLines * NOTE_ROW;
  return (placed(legend, noteLines).at(-1)?.y ?? none) + 22;
}

/** Breaks sentences into lines that also fit on phones. */
function linesOf(sentences: readonly string[]): string[] {
  const most = (WIDTH - 2 * MARGIN) / NARROW_SIZES.text;
  const lines: string[] = [];
  for (const word of plainText(sentences.join(' ')).split(' ').filter(Boolean)) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim();
    if (lines.length > 0 && (lines.length === MAX_NOTE_LINES || widthOf(longer) <= most))
      lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.map((line) => shortName(line, most));
}

function Mark({ x, y, series, mark }: PlacedEntry) {
  if (mark.endsWith('line')) {
    const dash = mark === 'line' ? 0 : series;
    return <path class={`cv-line cv-l${series} cv-d${dash}`} d={`M${at(x)} ${at(y - 6)}h${MARK_WIDTH}`} />;
  }
  const faint = mark === 'faint bar' ? ' cv-faint' : '';
  return (
    <rect class={`cv-f${series}${faint}`} x={at(x + MARK_WIDTH - 18)} y={at(y - 14)} width="18" height="16" rx="2" />
  );
}

interface FrameProps {
  readonly title: string;
  readonly description: string;
  readonly subtitle: string;
  readonly legend: readonly LegendEntry[];
  readonly omissions: readonly string[];
  readonly children: ComponentChildren;
}

export function Frame({ title, description, subtitle, legend, omissions, children }: FrameProps) {
  const heading = fittedText(title, WIDTH - 2 * MARGIN, '', [SIZES.title, NARROW_SIZES.title]);
  const notes = linesOf(omissions);
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      class="cv"
      role="img"
      lang="es-MX"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
    >
      <title>{shortName(title, 200)}</title>
      <desc>{plainText(description.slice(0, MAX_DESCRIPTION_LENGTH))}</desc>
      {/* A constant. Its hash is in the Content Security Policy. */}
      <style dangerouslySetInnerHTML={{ __html: STYLE }} />
      <rect class="cv-ground" width={WIDTH} height={HEIGHT} rx="10" />
      <Fitted text={heading} kind="cv-title" x={MARGIN} y={40} />
      <text class="cv-soft" x={MARGIN} y="70">
        {fitted(subtitle, WIDTH - 2 * MARGIN)}
      </text>
      {notes.map((line, index) => (
        <text class="cv-note" x={MARGIN} y={98 + index * NOTE_ROW}>
          {line}
        </text>
      ))}
      {placed(legend, notes.length).map((entry) => (
        <>
          <Mark {...entry} />
          <Fitted text={entry.name} x={entry.x + MARK_WIDTH + 8} y={entry.y} />
        </>
      ))}
      {children}
    </svg>
  );
}

export function Nothing() {
  return (
    <text class="cv-soft cv-middle" x={WIDTH / 2} y={HEIGHT / 2 + 20}>
      Sin movimientos
    </text>
  );
}

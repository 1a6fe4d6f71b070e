/** Colors for light and dark mode. The contrast is at least 4.5:1 for text and 3:1 for other elements. */
export const COLOURS = {
  light: {
    ground: '#ffffff',
    ink: '#16202c',
    soft: '#566272',
    grid: '#dfe4ea',
    series: ['#0b6e4f', '#b4530a', '#2563a8', '#7a3e9d', '#a3261f', '#566272'],
  },
  dark: {
    ground: '#151d24',
    ink: '#e7ecf1',
    soft: '#9eabb9',
    grid: '#2a343f',
    series: ['#57cda4', '#f0a35e', '#7fb2f0', '#c79bea', '#ff9c94', '#9eabb9'],
  },
} as const;

export const MAX_SERIES = COLOURS.light.series.length;

/** Dash patterns, so that lines differ even without color. */
const DASHES = ['none', '9 5', '2 5', '14 4 2 4', '5 3', '1 7'];

/** Text sizes in pixels. `NARROW_SIZES` applies to phones, which show the chart at half its size. */
export const SIZES = { text: 15, title: 20 };
export const NARROW_SIZES = { text: 21, title: 26 };

function colourRules({ ground, ink, soft, grid, series }: (typeof COLOURS)['light' | 'dark']): string {
  return [
    `.cv-ground{fill:${ground}}`,
    `.cv text{fill:${ink}}`,
    `.cv .cv-soft{fill:${soft}}`,
    `.cv-grid{stroke:${grid}}`,
    `.cv-zero{stroke:${soft}}`,
    ...series.flatMap((colour, at) => [`.cv-l${at}{stroke:${colour}}`, `.cv-f${at}{fill:${colour}}`]),
  ].join('');
}

/** Stylesheet of charts. If a page embeds a chart, the rules do not affect the rest of the page. */
export const STYLE = [
  '.cv{max-width:100%;height:auto}',
  `.cv text{font:${SIZES.text}px system-ui,-apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif;`,
  'font-variant-numeric:tabular-nums}',
  `.cv .cv-title{font-size:${SIZES.title}px;font-weight:600}.cv .cv-note{font-style:italic}.cv .cv-end{text-anchor:end}.cv .cv-middle{text-anchor:middle}`,
  '.cv-line{fill:none;stroke-width:2.5;stroke-linejoin:round;stroke-linecap:round}.cv-faint{opacity:.45}',
  ...DASHES.map((dash, at) => `.cv-d${at}{stroke-dasharray:${dash}}`),
  colourRules(COLOURS.light),
  `@media (prefers-color-scheme:dark){${colourRules(COLOURS.dark)}}`,
  `@media (max-width:520px){.cv text{font-size:${NARROW_SIZES.text}px}.cv .cv-title{font-size:${NARROW_SIZES.title}px}`,
  '.cv .cv-wide{display:none}.cv .cv-narrow{display:inline}}',
].join('');

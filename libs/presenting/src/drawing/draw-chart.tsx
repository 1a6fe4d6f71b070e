import { hash } from 'node:crypto';
import { renderToString } from 'preact-render-to-string';
import type { Chart } from '../chart.js';
import { Bars } from './bars.js';
import { Columns } from './columns.js';
import { Lines } from './lines.js';
import { STYLE } from './style.js';

/** Content Security Policy of a chart that is opened as a document. Allows only the chart's stylesheet. */
export const CHART_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', STYLE, 'base64')}'`,
  "frame-ancestors 'none'",
].join('; ');

/**
 * Draws a chart as SVG (decision 0052). Always returns the same bytes for the same chart. The renderer escapes all
 * text.
 */
export function drawChart(chart: Chart): string {
  return renderToString(drawn(chart));
}

function drawn(chart: Chart) {
  if (chart.kind === 'lines') return <Lines {...chart} />;
  return chart.kind === 'columns' ? <Columns {...chart} /> : <Bars {...chart} />;
}

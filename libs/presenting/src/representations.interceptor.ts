import { applyDecorators, createParamDecorator, SetMetadata, UseInterceptors } from '@nestjs/common';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import type { Observable } from 'rxjs';
import { mergeMap } from 'rxjs';
import type { Chart } from './chart.js';
import type { AnswerFormat } from './answer-format.js';
import type { Table } from './table.js';
import { csvOf } from './table.js';

interface Forms<Answer> {
  /** Converts the result to JSON. If omitted, the result is sent unchanged. */
  readonly json?: (answer: Answer) => unknown;
  readonly table: (answer: Answer) => Table;
  readonly chart: (answer: Answer) => Chart;
  /** File name without an extension, in letters, digits and hyphens. */
  readonly fileName: (answer: Answer) => string;
  readonly nextCursor?: (answer: Answer) => string | null;
}

const REPRESENTATIONS = 'centavo:representations';

const MEDIA_TYPES: Readonly<Record<AnswerFormat, string>> = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
};

/**
 * Sends a result as JSON, CSV or a chart. The query parameter `format` decides which, or else the Accept header (RFC
 * 9110 section 12.5.1). The request class needs a field `format` with the rule `answerFormat`.
 */
export function Representations<Answer>(forms: Forms<Answer>) {
  const decorate = applyDecorators(
    SetMetadata(REPRESENTATIONS, forms),
    UseInterceptors(RepresentationsInterceptor),
  ) as MethodDecorator;
  return <Handler extends (...args: never[]) => Promise<Answer>>(
    controller: object,
    name: string,
    descriptor: TypedPropertyDescriptor<Handler>,
  ) => decorate(controller, name, descriptor);
}

/** True for a CSV request without `limit`, because a spreadsheet needs all rows rather than a page. */
export const AsWholeTable = createParamDecorator((_: unknown, context: ExecutionContext): boolean => {
  const request = context.switchToHttp().getRequest<Request>();
  return formatOf(request) === 'csv' && request.query['limit'] === undefined;
});

/** Examples for `alsoAnswers`: the first lines of the table, and a chart. */
export function representationExamples(csv: string) {
  const chart = '<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 800 450"><title>…</title>…</svg>';
  return { 'text/csv': `\uFEFF${csv}`, 'image/svg+xml': chart };
}

@Injectable()
export class RepresentationsInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const forms = this.reflector.get<Forms<unknown>>(REPRESENTATIONS, context.getHandler());
    response.vary('Accept');
    // Reads the query only after the handler, which validates it.
    return next.handle().pipe(mergeMap((answer) => represented(answer, forms, request, response)));
  }
}

function formatOf(request: Request): AnswerFormat {
  const format = request.query['format'] as AnswerFormat | undefined;
  if (format !== undefined) return format;
  const accepted = request.accepts(Object.values(MEDIA_TYPES));
  const formats = Object.entries(MEDIA_TYPES) as [AnswerFormat, string][];
  return formats.find(([, type]) => type === accepted)?.[0] ?? 'json';
}

async function represented(
  answer: unknown,
  { json, table, chart, fileName, nextCursor }: Forms<unknown>,
  request: Request,
  response: Response,
): Promise<unknown> {
  const format = formatOf(request);
  if (format === 'json') {
    response.setHeader('Content-Type', MEDIA_TYPES.json);
    return json ? json(answer) : answer;
  }
  const text = format === 'csv' ? csvOf(table(answer)) : await svgOf(chart(answer), response);
  response.setHeader('Content-Type', MEDIA_TYPES[format]);
  response.setHeader('Content-Language', 'es-MX');
  const disposition = format === 'csv' ? 'attachment' : 'inline';
  response.setHeader('Content-Disposition', `${disposition}; filename="${fileName(answer)}.${format}"`);
  linkNextPage(nextCursor?.(answer) ?? null, request, response);
  return text;
}

/**
 * Draws a chart and sets its Content Security Policy. Loads the drawing code on demand, because most processes never
 * draw a chart.
 */
async function svgOf(chart: Chart, response: Response): Promise<string> {
  const { CHART_POLICY, drawChart } = await import('./drawing/draw-chart.js');
  const svg = drawChart(chart);
  response.setHeader('Content-Security-Policy', CHART_POLICY);
  return svg;
}

/** Adds a Link header that leads to the next page (RFC 8288), because tables and charts have no field for a cursor. */
function linkNextPage(nextCursor: string | null, request: Request, response: Response): void {
  if (nextCursor === null) return;
  const query = new URLSearchParams({ ...(request.query as Record<string, string>), cursor: nextCursor });
  response.setHeader('Link', `<${request.path}?${query}>; rel="next"`);
}

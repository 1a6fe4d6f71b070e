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

/** The representations of what a handler answers. */
interface Forms<Answer> {
  /** Without it, the answer is sent as it is. */
  readonly json?: (answer: Answer) => unknown;
  readonly table: (answer: Answer) => Table;
  readonly chart: (answer: Answer) => Chart;
  /** What a file of it is called, without its ending: letters, digits and hyphens. */
  readonly fileName: (answer: Answer) => string;
  /** Where the next page begins, of what comes in pages. */
  readonly nextCursor?: (answer: Answer) => string | null;
}

const REPRESENTATIONS = 'centavo:representations';

/** With their charset, because a client may ask for it too. */
const MEDIA_TYPES: Readonly<Record<AnswerFormat, string>> = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
};

/**
 * Lets a handler answer in JSON, as CSV or as a chart: by the query's `format`, or else by the header Accept (RFC 9110
 * section 12.5.1), where JSON is taken for what is not known. Its request has a field `format` under the rule `answerFormat`. Source: contract section 15.
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

/**
 * Whether a table is asked for, and no `limit` of its rows: a parameter of a handler that answers in pages. Who takes figures
 * into a spreadsheet wants them all.
 */
export const AsWholeTable = createParamDecorator((_: unknown, context: ExecutionContext): boolean => {
  const request = context.switchToHttp().getRequest<Request>();
  return formatOf(request) === 'csv' && request.query['limit'] === undefined;
});

/** What an operation says in `alsoAnswers`, with the first lines of its table. */
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
    // The query is looked at only behind the handler, where its class has taken it for valid.
    return next.handle().pipe(mergeMap((answer) => represented(answer, forms, request, response)));
  }
}

function formatOf(request: Request): AnswerFormat {
  const asked = request.query['format'] as AnswerFormat | undefined;
  if (asked !== undefined) return asked;
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

/** A chart, with the policy that it is shown under. Who never asks for one has nothing of its drawing in memory. */
async function svgOf(chart: Chart, response: Response): Promise<string> {
  const { CHART_POLICY, drawChart } = await import('./drawing/draw-chart.js');
  const svg = drawChart(chart);
  response.setHeader('Content-Security-Policy', CHART_POLICY);
  return svg;
}

/** Says where the next page is, for which a table and a chart have no place (RFC 8288). */
function linkNextPage(nextCursor: string | null, request: Request, response: Response): void {
  if (nextCursor === null) return;
  const query = new URLSearchParams({ ...(request.query as Record<string, string>), cursor: nextCursor });
  response.setHeader('Link', `<${request.path}?${query}>; rel="next"`);
}

import type { IncomingHttpHeaders } from 'node:http';
import type { OpenapiDocument } from './openapi-document.js';
import { resolved } from './openapi-document.js';

export type SchemaFaults = (pointer: string, value: unknown) => string | undefined;

/** Set by test/run/environment.mjs, so that all files in a worker share the compiled schemas. */
declare const schemaFaultsOf: (document: string) => SchemaFaults;

interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: { readonly code?: string };
}

export interface OpenapiCheck {
  readonly document: OpenapiDocument;
  answerFits(method: string, path: string, answer: Answered): void;
  requestFault(method: string, template: string, body: unknown): string | undefined;
}

export async function documentOf(url: string): Promise<OpenapiCheck | null> {
  const response = await fetch(`${url}/openapi.json`);
  if (response.status === 404 || response.status === 401) return null;
  return judgeOf((await response.json()) as OpenapiDocument);
}

export function schemaFaults(document: OpenapiDocument): SchemaFaults {
  return schemaFaultsOf(JSON.stringify(document));
}

export function judgeOf(document: OpenapiDocument): OpenapiCheck {
  const faultOf = schemaFaults(document);
  const paths = Object.keys(document.paths).map((template) => ({ template, pattern: patternOf(template) }));
  return {
    document,
    answerFits: (method, path, answer) => {
      const address = path.split('?')[0]!.replace(/^\/v1\/v1\//, '/v1/');
      const publishedOperation = published(document, paths, method, address);
      if (!publishedOperation || method === 'HEAD') return;
      const { template, operation } = publishedOperation;
      const documented = operation.responses[String(answer.status)];
      const where = `${method} ${template}`;
      if (!documented)
        throw new Error(
          `${where} answered ${answer.status}, which the document does not mention: ${answer.text.slice(0, 300)}`,
        );
      if (answer.status < 400 && (documented.headers?.['ETag'] !== undefined) !== (answer.headers.etag !== undefined))
        throw new Error(`${where} answered ${answer.status} with the ETag ${answer.headers.etag}, unlike the document`);
      if (answer.status === 304) return;
      const type = String(answer.headers['content-type']).split(';')[0]!;
      const response = resolved(document, documented);
      if (!response.content?.[type])
        throw new Error(`${where} answered ${answer.status} as ${type}, which the document does not mention`);
      if (answer.status >= 400 && type === 'application/problem+json') {
        const codes = Object.keys(response.content[type].examples!);
        if (!codes.includes(answer.body.code!))
          throw new Error(
            `${where} answered ${answer.status} ${answer.body.code}, but the document lists only ${codes.join()}`,
          );
      }
      const schema = documented.$ref
        ? `${documented.$ref}/content/${escaped(type)}/schema`
        : `#/paths/${escaped(template)}/${method.toLowerCase()}/responses/${answer.status}/content/${escaped(type)}/schema`;
      const fault = faultOf(schema, type.endsWith('json') ? answer.body : answer.text);
      if (fault !== undefined) {
        throw new Error(
          `${where} answered ${answer.status}, which violates its schema: ${fault}\n${answer.text.slice(0, 500)}`,
        );
      }
    },
    requestFault: (method, template, body) => {
      const operation = `#/paths/${escaped(template)}/${method.toLowerCase()}`;
      return faultOf(`${operation}/requestBody/content/${escaped('application/json')}/schema`, body);
    },
  };
}

interface PublishedPath {
  readonly template: string;
  readonly pattern: RegExp;
}

/** Returns the operation that serves an address. Prefers a literal path to a path with parameters. */
function published(document: OpenapiDocument, paths: readonly PublishedPath[], method: string, address: string) {
  const [closest] = paths.filter(({ pattern }) => pattern.test(address)).sort((a, b) => parameters(a) - parameters(b));
  const operation = closest && document.paths[closest.template]![method.toLowerCase()];
  return operation && { template: closest.template, operation };
}

function parameters({ template }: PublishedPath): number {
  return template.split('{').length;
}

function patternOf(template: string): RegExp {
  return new RegExp(`^${template.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]+\}/g, '[^/]+')}$`);
}

export function escaped(step: string): string {
  return encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'));
}

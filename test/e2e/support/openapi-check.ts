import type { IncomingHttpHeaders } from 'node:http';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { OpenapiDocument } from './openapi-document.js';
import { resolved } from './openapi-document.js';

/** What is judged of an answer. */
interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: { readonly code?: string };
}

/** The published document, as a judge of answers. */
export interface OpenapiCheck {
  readonly document: OpenapiDocument;
  /** @throws when the operation is published and its answer is not as the document says. */
  answerFits(method: string, path: string, answer: Answered): void;
  /** What the document does not allow of a JSON body, or undefined where it allows all of it. */
  requestFault(method: string, template: string, body: unknown): string | undefined;
}

/** The document of a running service, or null while it serves none. */
export async function documentOf(url: string): Promise<OpenapiCheck | null> {
  const response = await fetch(`${url}/openapi.json`);
  if (response.status === 404 || response.status === 401) return null;
  return judgeOf((await response.json()) as OpenapiDocument);
}

/** Judges by a document. */
export function judgeOf(document: OpenapiDocument): OpenapiCheck {
  // The schemas also say things to readers, which a validator need not know; that they are schemas, the lint of them says.
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateFormats: true,
    validateSchema: false,
    // What is referred to is compiled once.
    inlineRefs: false,
    code: { optimize: false },
  });
  (addFormats as unknown as (to: Ajv2020) => void)(ajv);
  ajv.addSchema({ $id: 'openapi', ...document });
  const compiled = new Map<string, ValidateFunction>();
  const validatorOf = (schema: string): ValidateFunction => {
    let validate = compiled.get(schema);
    if (!validate) compiled.set(schema, (validate = ajv.compile({ $ref: `openapi${schema}` })));
    return validate;
  };
  const paths = Object.keys(document.paths).map((template) => ({ template, pattern: patternOf(template) }));
  return {
    document,
    answerFits: (method, path, answer) => {
      const address = path.split('?')[0]!.replace(/^\/v1\/v1\//, '/v1/');
      const found = published(document, paths, method, address);
      if (!found || method === 'HEAD') return;
      const { template, operation } = found;
      const said = operation.responses[String(answer.status)];
      const where = `${method} ${template}`;
      if (!said)
        throw new Error(
          `${where} answered ${answer.status}, which the document does not mention: ${answer.text.slice(0, 300)}`,
        );
      if (answer.status < 400 && (said.headers?.['ETag'] !== undefined) !== (answer.headers.etag !== undefined))
        throw new Error(`${where} answered ${answer.status} with the ETag ${answer.headers.etag}, unlike the document`);
      if (answer.status === 304) return;
      const type = String(answer.headers['content-type']).split(';')[0]!;
      const response = resolved(document, said);
      if (!response.content?.[type])
        throw new Error(`${where} answered ${answer.status} as ${type}, which the document does not mention`);
      if (answer.status >= 400 && type === 'application/problem+json') {
        const codes = Object.keys(response.content[type].examples!);
        if (!codes.includes(answer.body.code!))
          throw new Error(
            `${where} answered ${answer.status} ${answer.body.code}, where the document knows ${codes.join()}`,
          );
      }
      const schema = said.$ref
        ? `${said.$ref}/content/${escaped(type)}/schema`
        : `#/paths/${escaped(template)}/${method.toLowerCase()}/responses/${answer.status}/content/${escaped(type)}/schema`;
      const validate = validatorOf(schema);
      if (!validate(type.endsWith('json') ? answer.body : answer.text)) {
        throw new Error(
          `${where} answered ${answer.status} against its schema: ${ajv.errorsText(validate.errors)}\n${answer.text.slice(0, 500)}`,
        );
      }
    },
    requestFault: (method, template, body) => {
      const operation = `#/paths/${escaped(template)}/${method.toLowerCase()}`;
      const validate = validatorOf(`${operation}/requestBody/content/${escaped('application/json')}/schema`);
      return validate(body) ? undefined : ajv.errorsText(validate.errors);
    },
  };
}

interface PublishedPath {
  readonly template: string;
  readonly pattern: RegExp;
}

/** The operation that answers at an address; a path without parameters goes before one with them. */
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

/** A step of a JSON pointer inside a URI fragment. */
function escaped(step: string): string {
  return encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'));
}

import type { INestApplication } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { SwaggerModule } from '@nestjs/swagger';
import { VERSION } from '@app/bootstrap';
import type { CollectionStep, OperationDescription, ScopeTopic } from '@app/kernel';
import { neededRole, neededScopes, OPERATION, problemCatalogue, SCOPE_TOPIC, Settings } from '@app/kernel';
import { INTRODUCTION } from './introduction.js';
import type { OpenApi, PathOperation } from './openapi-types.js';
import { problemExamples, problemResponse, problemSchemas, responseName, SHARED_HEADERS } from './problem-responses.js';
import { withNamedScalars } from './named-scalars.js';
import { tagsInUse } from './tags.js';
import { schemasInUse, openApiOperation } from './openapi-operation.js';
import { openApiSchemas } from './openapi-schemas.js';
import { withForms } from './schema-forms.js';

interface DescribedHandler {
  readonly description: OperationDescription;
  readonly topic: ScopeTopic | undefined;
}

/** OpenAPI document of the running application, created on first use. */
@Injectable()
export class ApiDocument {
  private text: string | undefined;
  private read: OpenApi | undefined;
  private scan: (() => OpenApi) | undefined;
  private readonly steps = new Map<string, CollectionStep>();

  constructor(
    private readonly settings: Settings,
    private readonly modules: ModulesContainer,
  ) {}

  describes(app: INestApplication): void {
    this.scan = () => {
      const operationIdFactory = (controller: string, handler: string): string => `${controller}.${handler}`;
      const head = documentHead(this.settings.baseUrl) as unknown as Parameters<typeof SwaggerModule.createDocument>[1];
      return SwaggerModule.createDocument(app, head, { operationIdFactory }) as unknown as OpenApi;
    };
  }

  json(): string {
    if (this.scan === undefined) throw new Error('there is no application to describe');
    this.text ??= JSON.stringify(this.finish(withPublishedReferences(this.scan())));
    return this.text;
  }

  parsed(): OpenApi {
    return (this.read ??= JSON.parse(this.json()) as OpenApi);
  }

  /** Returns the Postman options by operation ID. */
  collectionSteps(): ReadonlyMap<string, CollectionStep> {
    this.json();
    return this.steps;
  }

  private finish(scanned: OpenApi): OpenApi {
    const descriptions = this.describedHandlers();
    const schemas = withForms(openApiSchemas(scanned.components.schemas));
    const paths: OpenApi['paths'] = {};
    for (const [path, operations] of Object.entries(scanned.paths)) {
      paths[path] = Object.fromEntries(
        Object.entries(operations).map(([method, operation]): [string, PathOperation] => {
          const handler = descriptions.get(operation.operationId);
          if (handler === undefined) throw new Error(`${operation.operationId} lacks @Operation`);
          const { description, topic } = handler;
          const scopes = neededScopes(description, method, topic);
          const traits = { description, method, scopes, role: neededRole(description, method, scopes) };
          const published = openApiOperation(path, operation, traits, schemas);
          if (description.collection) this.steps.set(published.operationId, description.collection);
          return [method, published];
        }),
      );
    }
    const published = JSON.stringify(paths);
    const shared = problemCatalogue().filter((kind) =>
      published.includes(`"#/components/responses/${responseName(kind)}"`),
    );
    const listed = problemCatalogue().filter(({ code }) => published.includes(`"#/components/examples/${code}"`));
    const kinds = [...new Set([...shared, ...listed])];
    return withNamedScalars({
      ...scanned,
      tags: tagsInUse(Object.keys(paths)),
      paths,
      components: {
        ...scanned.components,
        schemas: { ...schemasInUse(paths, schemas), ...problemSchemas(kinds) },
        responses: Object.fromEntries(shared.map((kind) => [responseName(kind), problemResponse([kind])])),
        examples: problemExamples(kinds, this.settings.problemsBase),
        headers: { ...SHARED_HEADERS },
      },
    });
  }

  /** Returns the metadata from `@Operation` and `@Scoped` by class and method. */
  private describedHandlers(): Map<string, DescribedHandler> {
    const described = new Map<string, DescribedHandler>();
    for (const { controllers } of this.modules.values()) {
      for (const { metatype } of controllers.values()) {
        const prototype = (metatype as { prototype: object }).prototype;
        const topic = Reflect.getMetadata(SCOPE_TOPIC, metatype as object) as ScopeTopic | undefined;
        for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
          if (typeof value !== 'function') continue;
          const description = Reflect.getMetadata(OPERATION, value as object) as OperationDescription | undefined;
          if (description) described.set(`${metatype!.name}.${name}`, { description, topic });
        }
      }
    }
    return described;
  }
}

function documentHead(baseUrl: string) {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Centavo',
      version: VERSION,
      summary: 'Personal finance for Mexico: accounts, transactions, statement imports and net worth.',
      description: INTRODUCTION,
      contact: { name: 'Centavo', url: baseUrl },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    security: [{ bearer: [] }],
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description:
            'An API key (`svc_…`) or an OAuth access token (a JWT). Each operation lists the scopes that it needs.',
        },
      },
    },
  };
}

function withPublishedReferences(document: OpenApi): OpenApi {
  const text = JSON.stringify(document).replaceAll(/("#\/components\/schemas\/\w+)View"/g, '$1"');
  return JSON.parse(text) as OpenApi;
}

// Fixtures that the official MCP conformance suite calls by name (see its README.md and scenarios).
// conformance.e2e-spec.ts loads this file into a service before it starts. The service's code runs between the socket
// and the handlers.
import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import {
  acceptedContent,
  createRequestStateCodec,
  inputRequired,
  inputResponse,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server';
import { McpServers } from '../../dist/libs/agents/src/server/mcp-servers.service.js';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

const text = (words) => ({ type: 'text', text: words });
const image = { type: 'image', data: PNG, mimeType: 'image/png' };
const resource = (uri, mimeType, words) => ({ type: 'resource', resource: { uri, mimeType, text: words } });
const saying = (...content) => ({ content });

const elicited = (message, property, type = 'string') =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { [property]: { type } }, required: [property] },
  });
const sampled = (question) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: text(question) }], maxTokens: 100 });
const roots = inputRequired.listRoots();

const asksFor = (requests) => (context) => {
  const isAnswered = ([key, { kind }]) => inputResponse(context.mcpReq.inputResponses, key).kind === kind;
  if (Object.entries(requests).every(isAnswered)) return saying(text('Thank you.'));
  return inputRequired({
    inputRequests: Object.fromEntries(Object.entries(requests).map(([key, { request }]) => [key, request])),
  });
};
const elicits = (request) => ({ kind: 'elicit', request });
const samples = (request) => ({ kind: 'sampling', request });
const listsRoots = { kind: 'roots', request: roots };

const states = createRequestStateCodec({ key: randomBytes(32) });

async function stateOf(context) {
  const state = context.mcpReq.requestState();
  if (state === undefined) return undefined;
  return states.verify(state, context).catch(() => {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Somebody has changed the state.');
  });
}

/** Returns a tool that sends a state with its input requests and expects the client to return it unchanged. */
const withState = (asking) => async (context) => {
  const answer = asking(context);
  const isFirst = (await stateOf(context)) === undefined;
  return 'content' in answer && !isFirst ? answer : { ...answer, requestState: await states.mint('asked') };
};

const ROUNDS = [
  { step1: elicits(elicited('Step 1: What is your name?', 'name')) },
  { step2: elicits(elicited('Step 2: What is your favorite color?', 'color')) },
];

async function asksInRounds(context) {
  const round = (await stateOf(context)) ?? 0;
  const answer = asksFor(ROUNDS[round])(context);
  const next = 'content' in answer ? round + 1 : round;
  if (next === ROUNDS.length) return answer;
  return { ...asksFor(ROUNDS[next])(context), requestState: await states.mint(next) };
}

function asksForWhatIsThere(context) {
  const can = context.mcpReq.envelope['io.modelcontextprotocol/clientCapabilities'];
  return asksFor({
    ...(can.sampling && { question: samples(sampled('What is the capital of France?')) }),
    ...(can.elicitation && { name: elicits(elicited('What is your name?', 'name')) }),
  })(context);
}

async function reportsProgress({ mcpReq }) {
  const { progressToken } = mcpReq._meta;
  for (const progress of [0, 50, 100]) {
    await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
  }
  return saying(text('done'));
}

async function logs({ mcpReq }) {
  for (const line of ['started', 'going on', 'completed']) await mcpReq.log('info', line);
  return saying(text('done'));
}

const asksForName = asksFor({ user_name: elicits(elicited('What is your name?', 'name')) });
const confirms = withState(asksFor({ confirm: elicits(elicited('Please confirm', 'ok', 'boolean')) }));

const TOOLS = {
  test_simple_text: () => saying(text('This is a simple text response for testing.')),
  test_image_content: () => saying(image),
  test_audio_content: () => saying({ type: 'audio', data: WAV, mimeType: 'audio/wav' }),
  test_embedded_resource: () => saying(resource('test://embedded-resource', 'text/plain', 'An embedded resource.')),
  test_multiple_content_types: () =>
    saying(text('Several types:'), image, resource('test://mixed', 'application/json', '{"test":"data"}')),
  test_error_handling: () => ({ isError: true, ...saying(text('This tool intentionally returns an error.')) }),
  test_tool_with_progress: reportsProgress,
  test_logging_tool: logs,
  test_tool_with_logging: logs,
  // The server rejects input requests for which the client lacks the capability.
  test_missing_capability: asksFor({ question: samples(sampled('What is the capital of France?')) }),
  test_streaming_elicitation: asksForName,
  test_input_required_result_elicitation: asksForName,
  test_input_required_result_sampling: asksFor({
    capital_question: samples(sampled('What is the capital of France?')),
  }),
  test_input_required_result_list_roots: asksFor({ client_roots: listsRoots }),
  test_input_required_result_request_state: confirms,
  test_input_required_result_tampered_state: confirms,
  test_input_required_result_multiple_inputs: withState(
    asksFor({
      user_name: elicits(elicited('What is your name?', 'name')),
      greeting: samples(sampled('Generate a greeting')),
      client_roots: listsRoots,
    }),
  ),
  test_input_required_result_multi_round: asksInRounds,
  test_input_required_result_capabilities: asksForWhatIsThere,
  json_schema_2020_12_tool: () => saying(text('done')),
};

/** Input schemas of the tools. The suite checks that one of them arrives unchanged. Other tools have no arguments. */
const SCHEMAS = {
  json_schema_2020_12_tool: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: {
      address: {
        $anchor: 'addressDef',
        type: 'object',
        properties: { street: { type: 'string' }, city: { type: 'string' } },
      },
    },
    properties: {
      name: { type: 'string' },
      address: { $ref: '#/$defs/address' },
      contactMethod: { type: 'string', enum: ['phone', 'email'] },
      phone: { type: 'string' },
      email: { type: 'string' },
    },
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
    if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
    then: { required: ['phone'] },
    else: { required: ['email'] },
    additionalProperties: false,
  },
};

const asking = (...content) => ({ messages: content.map((part) => ({ role: 'user', content: part })) });

const PROMPTS = {
  test_simple_prompt: () => asking(text('This is a simple prompt for testing.')),
  test_prompt_with_arguments: ({ arg1, arg2 }) => asking(text(`arg1='${arg1}', arg2='${arg2}'`)),
  test_prompt_with_embedded_resource: ({ resourceUri }) =>
    asking(resource(resourceUri, 'text/plain', 'An embedded resource.'), text('Please process the resource above.')),
  test_prompt_with_image: () => asking(image, text('Please analyze the image above.')),
  test_input_required_result_prompt: (_, { mcpReq }) => {
    const content = acceptedContent(mcpReq.inputResponses, 'user_context');
    if (content) return asking(text(`In the context of ${content.context}.`));
    return inputRequired({ inputRequests: { user_context: elicited('What context is this in?', 'context') } });
  },
};
const PROMPT_ARGUMENTS = {
  test_prompt_with_arguments: ['arg1', 'arg2'],
  test_prompt_with_embedded_resource: ['resourceUri'],
};

const RESOURCES = {
  'test://static-text': { mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
  'test://static-binary': { mimeType: 'image/png', blob: PNG },
};

function resourceAt(uri) {
  const [, id] = /^test:\/\/template\/(\w+)\/data$/.exec(uri) ?? [];
  if (id === undefined) return RESOURCES[uri];
  return { mimeType: 'application/json', text: JSON.stringify({ id, templateTest: true }) };
}

const description = 'Something that the conformance suite calls.';

/**
 * Handlers by method. They respond with a fixture if the request names one. Otherwise, the service responds, and its
 * lists also contain the fixtures.
 */
const METHODS = {
  'tools/list': async (own) => ({
    tools: [
      ...(await own()).tools,
      ...Object.keys(TOOLS).map((name) => ({ name, description, inputSchema: SCHEMAS[name] ?? { type: 'object' } })),
    ],
  }),
  'tools/call': (own, { name }, context) => TOOLS[name]?.(context) ?? own(),
  'prompts/list': async (own) => ({
    prompts: [
      ...(await own()).prompts,
      ...Object.keys(PROMPTS).map((name) => ({
        name,
        description,
        arguments: (PROMPT_ARGUMENTS[name] ?? []).map((argument) => ({ name: argument, required: true })),
      })),
    ],
  }),
  'prompts/get': (own, params, context) => PROMPTS[params.name]?.(params.arguments, context) ?? own(),
  'resources/list': async (own) => ({
    resources: [
      ...(await own()).resources,
      ...Object.entries(RESOURCES).map(([uri, { mimeType }]) => ({ uri, name: uri, description, mimeType })),
    ],
  }),
  'resources/templates/list': async (own) => ({
    resourceTemplates: [
      ...(await own()).resourceTemplates,
      { uriTemplate: 'test://template/{id}/data', name: 'template', description, mimeType: 'application/json' },
    ],
  }),
  'resources/read': (own, { uri }) => {
    const resource = resourceAt(uri);
    return resource ? { contents: [{ uri, ...resource }] } : own();
  },
};

const setRequestHandler = Server.prototype.setRequestHandler;
Server.prototype.setRequestHandler = function (method, handler) {
  const fixture = METHODS[method];
  if (!fixture) return setRequestHandler.call(this, method, handler);
  return setRequestHandler.call(this, method, async (request, context) =>
    fixture(async () => handler(request, context), request.params, context),
  );
};

const serverFor = McpServers.prototype.serverFor;
McpServers.prototype.serverFor = function (call, era) {
  const server = serverFor.call(this, call, era);
  server.registerCapabilities({ completions: {}, logging: {} });
  server.setRequestHandler('completion/complete', () => ({ completion: { values: [] } }));
  return server;
};

import { z } from 'zod';
import type { Principal } from '@app/kernel/pure';
import { covers } from '@app/kernel/pure';
import type { Tool } from './tool.js';
import { isReading, isWriting } from './tool.js';

/** A tool as `tools/list` tells it. */
export interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: object & { type: 'object' };
  readonly outputSchema: object & { type: 'object' };
  readonly annotations: Readonly<Record<string, boolean | string>>;
}

const confirmationArgument = z
  .string()
  .max(2_000)
  .optional()
  .describe(
    'Leave it out first: nothing is done, and the answer says what would be. Once the person has agreed to that, call again with the same arguments and the confirmation of that answer.',
  );

const effectsOutput = z
  .object({
    netWorth: z.object({ currency: z.string(), before: z.string(), after: z.string() }).nullable(),
    accounts: z.array(changeOf('accountId', 'balance')),
    budgets: z.array(changeOf('budgetId', 'available')),
    contacts: z.array(changeOf('contactId', 'balance')),
    transactions: z.object({
      created: z.number().int(),
      updated: z.number().int(),
      trashed: z.number().int(),
      restored: z.number().int(),
      deleted: z.number().int(),
    }),
  })
  .describe('Only what would change; the first twenty of each.');

function changeOf(what: string, figure: string) {
  return z.object({
    [what]: z.string(),
    currency: z.string(),
    [`${figure}Before`]: z.string().nullable(),
    [`${figure}After`]: z.string().nullable(),
  });
}

/** What every writing tool answers around its own result. */
const actOutput = (result: z.ZodRawShape) => ({
  status: z.enum(['preview', 'done']).describe('preview: nothing was done. done: it was.'),
  summary: z.string().optional().describe('What it would do, in Spanish, to show to the person.'),
  next: z.string().optional(),
  confirmation: z.string().optional().describe('Good for ten minutes, for this call with these arguments.'),
  confirmationExpiresAt: z.string().optional(),
  effects: effectsOutput.optional(),
  result: z.object(result).describe('Of a preview: what it would answer; new ids in it are provisional.'),
  undo: z
    .object({
      tool: z.string().nullable(),
      arguments: z.record(z.string(), z.unknown()).nullable(),
      how: z.string(),
    })
    .optional()
    .describe('How to take it back.'),
});

const leftOutOutput = z
  .number()
  .int()
  .optional()
  .describe('How many things of lists are not shown, because the answer would be too long.');

/** What arguments a tool takes, the confirmation too where it needs one. */
export function inputOf(tool: Tool): z.ZodObject {
  return z.strictObject(isWriting(tool) ? { ...tool.input, confirmation: confirmationArgument } : tool.input);
}

/** The tools that the token of a caller covers. */
export function coveredTools<T extends Pick<Tool, 'scopes'>>(tools: readonly T[], caller: Principal): T[] {
  return tools.filter(({ scopes }) => scopes.some((needed) => covers(caller, needed)));
}

/** A tool as it is told to clients: its schemas are JSON Schema, and its annotations follow from its kind. */
export function listedTool(tool: Tool): ListedTool {
  const output = isWriting(tool) ? actOutput(tool.output) : tool.output;
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: schemaOf(inputOf(tool), 'input'),
    outputSchema: schemaOf(z.strictObject({ ...output, leftOut: leftOutOutput }), 'output'),
    annotations: {
      title: tool.title,
      readOnlyHint: isReading(tool),
      destructiveHint: isWriting(tool) && tool.destructive,
      // A confirmation acts once; a draft is made with each call.
      idempotentHint: isReading(tool) || isWriting(tool),
      openWorldHint: false,
    },
  };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): object & { type: 'object' } {
  const { $schema: _, ...told } = z.toJSONSchema(schema, { io });
  return told as object & { type: 'object' };
}

import { z } from 'zod';
import type { Principal } from '@app/kernel/pure';
import { covers } from '@app/kernel/pure';
import type { Tool } from './tool.js';
import { isReading, isWriting } from './tool.js';

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
    'Omit it in the first call, which only returns a preview. After the user agrees, call again with the same arguments and the confirmation from the preview.',
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
  .describe('Effects of the change, at most twenty per kind.');

function changeOf(idField: string, figure: string) {
  return z.object({
    [idField]: z.string(),
    currency: z.string(),
    [`${figure}Before`]: z.string().nullable(),
    [`${figure}After`]: z.string().nullable(),
  });
}

/**
 * Returns the output schema of a writing tool: the fields of its result and the fields that every preview and change
 * has.
 */
const actOutput = (result: z.ZodRawShape) => ({
  status: z.enum(['preview', 'done']).describe('preview: nothing was done. done: the change was made.'),
  summary: z.string().optional().describe('Summary of the change in Spanish. Show it to the user.'),
  next: z.string().optional(),
  confirmation: z
    .string()
    .optional()
    .describe('Confirmation for the second call. Valid for ten minutes, for this tool and these arguments.'),
  confirmationExpiresAt: z.string().optional(),
  effects: effectsOutput.optional(),
  result: z.object(result).describe('Result of the change. In a preview: the expected result, with provisional IDs.'),
  undo: z
    .object({
      tool: z.string().nullable(),
      arguments: z.record(z.string(), z.unknown()).nullable(),
      how: z.string(),
    })
    .optional()
    .describe('How to undo the change.'),
});

const leftOutOutput = z
  .number()
  .int()
  .optional()
  .describe('Number of list items omitted because the result would be too long.');

export function inputOf(tool: Tool): z.ZodObject {
  return z.strictObject(isWriting(tool) ? { ...tool.input, confirmation: confirmationArgument } : tool.input);
}

export function coveredTools<T extends Pick<Tool, 'scopes'>>(tools: readonly T[], caller: Principal): T[] {
  return tools.filter(({ scopes }) => scopes.some((needed) => covers(caller, needed)));
}

/** Describes a tool in the format of `tools/list`. Derives the annotations from the kind of tool. */
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
      // A confirmation works only once, so repeating a change has no further effect. A drafting tool creates another
      // draft on every call.
      idempotentHint: isReading(tool) || isWriting(tool),
      openWorldHint: false,
    },
  };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): object & { type: 'object' } {
  const { $schema: _, ...jsonSchema } = z.toJSONSchema(schema, { io });
  return jsonSchema as object & { type: 'object' };
}

import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ImportView } from '../../../test/e2e/support/answers.js';
import type { Answer, Client, SendOptions } from '../../../test/e2e/support/client.js';
import { ok } from '../../../test/e2e/support/household.js';

export interface Part {
  readonly name: string;
  readonly content: string | Buffer;
  readonly filename?: string;
}

export interface Said {
  readonly filename?: string;
  readonly mapping?: unknown;
  readonly encoding?: string;
  readonly delimiter?: string;
  readonly password?: string;
  readonly section?: string;
}

export type Movement = readonly [date: string, description: string, amount: string, ...more: string[]];

interface Identified {
  readonly id: string;
}

export function multipart(...parts: Part[]): SendOptions {
  const boundary = `part-${randomBytes(12).toString('hex')}`;
  const pieces = parts.flatMap(({ name, content, filename }) => [
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"`,
    filename === undefined ? '' : `; filename="${filename}"\r\ncontent-type: application/octet-stream`,
    '\r\n\r\n',
    content,
    '\r\n',
  ]);
  const raw = Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece as string)));
  return { raw, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}

export function upload(
  api: Client,
  accountId: string,
  file: string | Buffer,
  options: Said = {},
): Promise<Answer<ImportView>> {
  const { filename = 'estado.csv', mapping, ...given } = options;
  const fields = { accountId, mapping: mapping && JSON.stringify(mapping), ...given };
  const sent = Object.entries(fields).filter((field): field is [string, string] => typeof field[1] === 'string');
  const parts = sent.map(([name, content]) => ({ name, content }));
  return api.post('/v1/imports', undefined, multipart(...parts, { name: 'file', filename, content: file }));
}

export async function aDraft(
  api: Client,
  accountId: string,
  file: string | Buffer,
  options?: Said,
): Promise<ImportView> {
  return ok(await upload(api, accountId, file, options));
}

export function statement(movements: readonly Movement[], ...headings: string[]): string {
  const lines = [['Fecha', 'Descripción', 'Monto', ...headings], ...movements];
  return `${lines.map((cells) => cells.map(quoted).join(',')).join('\n')}\n`;
}

export function aDraftOf(api: Client, accountId: string, ...movements: Movement[]): Promise<ImportView> {
  return aDraft(api, accountId, statement(movements));
}

export async function commit(api: Client, target: Identified, body?: unknown): Promise<ImportView> {
  return ok(await api.post(`/v1/imports/${target.id}/commit`, body));
}

export async function undo(api: Client, target: Identified): Promise<ImportView> {
  return ok(await api.post(`/v1/imports/${target.id}/undo`));
}

export function bankExport(name: string): Promise<Buffer> {
  return readFile(new URL(`../../../test/golden/statements/${name}`, import.meta.url));
}

export function statuses({ rows }: { readonly rows: readonly { readonly status: string }[] }): string[] {
  return rows.map(({ status }) => status);
}

function quoted(cell: string): string {
  return /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

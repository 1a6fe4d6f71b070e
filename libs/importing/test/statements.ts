import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ImportView } from '../../../test/e2e/support/answers.js';
import type { Answer, Client, SendOptions } from '../../../test/e2e/support/client.js';
import { ok } from '../../../test/e2e/support/household.js';

/** A part of a multipart body: a field, or a file where it has a filename. */
export interface Part {
  readonly name: string;
  readonly content: string | Buffer;
  readonly filename?: string;
}

/** What a person may say of a statement beside the file. */
export interface Said {
  readonly filename?: string;
  readonly mapping?: unknown;
  readonly encoding?: string;
  readonly delimiter?: string;
}

/** A movement as test statements write it: date, description, signed amount, and further columns. */
export type Movement = readonly [date: string, description: string, amount: string, ...more: string[]];

/** Whatever has an id: an import, in any of its answers. */
interface Identified {
  readonly id: string;
}

/** A multipart body of these parts, and the header that says so. */
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

/** Sends a statement file for an account. */
export function upload(
  api: Client,
  accountId: string,
  file: string | Buffer,
  said: Said = {},
): Promise<Answer<ImportView>> {
  const { filename = 'estado.csv', mapping, encoding, delimiter } = said;
  const fields = { accountId, mapping: mapping && JSON.stringify(mapping), encoding, delimiter };
  const given = Object.entries(fields).filter((field): field is [string, string] => typeof field[1] === 'string');
  const parts = given.map(([name, content]) => ({ name, content }));
  return api.post('/v1/imports', undefined, multipart(...parts, { name: 'file', filename, content: file }));
}

/** A draft that was made of a file. */
export async function aDraft(api: Client, accountId: string, file: string | Buffer, said?: Said): Promise<ImportView> {
  return ok(await upload(api, accountId, file, said));
}

/** A statement with the headings Fecha, Descripción, Monto and those given. */
export function statement(movements: readonly Movement[], ...headings: string[]): string {
  const lines = [['Fecha', 'Descripción', 'Monto', ...headings], ...movements];
  return `${lines.map((cells) => cells.map(quoted).join(',')).join('\n')}\n`;
}

/** A draft of movements. */
export function aDraftOf(api: Client, accountId: string, ...movements: Movement[]): Promise<ImportView> {
  return aDraft(api, accountId, statement(movements));
}

export async function commit(api: Client, made: Identified, body?: unknown): Promise<ImportView> {
  return ok(await api.post(`/v1/imports/${made.id}/commit`, body));
}

export async function undo(api: Client, made: Identified): Promise<ImportView> {
  return ok(await api.post(`/v1/imports/${made.id}/undo`));
}

/** A bank's export of the golden files. */
export function bankExport(name: string): Promise<Buffer> {
  return readFile(new URL(`../../../test/golden/statements/${name}`, import.meta.url));
}

/** Every status of the rows, in their order. */
export function statuses({ rows }: { readonly rows: readonly { readonly status: string }[] }): string[] {
  return rows.map(({ status }) => status);
}

function quoted(cell: string): string {
  return /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

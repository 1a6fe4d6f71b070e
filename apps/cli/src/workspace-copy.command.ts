import { createReadStream, createWriteStream } from 'node:fs';
import { access, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { Option } from 'commander';
import type { ExportFormat, Restored } from '@app/exporting';
import { Archive, EXPORT_FORMATS, ExportRefused, Exports, WorkspaceImport } from '@app/exporting';
import { answer } from './answer.js';
import { withApplication } from './application.js';
import { CommandFailed } from './failure.js';
import { idValue } from './option-value.js';

interface ExportOptions {
  readonly workspace: string;
  readonly format: ExportFormat;
  readonly output?: string;
}

export function addCopyCommands(group: Command): void {
  group
    .command('export')
    .description('export a workspace: all data as json, with the files as zip, or transactions as csv or hledger')
    .requiredOption('--workspace <id>', 'ID of the workspace', idValue)
    .addOption(new Option('--format <format>', 'format of the export').choices(EXPORT_FORMATS).default('json'))
    .option('--output <file>', 'output file, created only when complete (default: standard output)')
    .action(async (options: ExportOptions, command: Command) => {
      const { json } = command.optsWithGlobals<{ json?: true }>();
      const { workspace, format, output } = options;
      if (output === undefined) {
        if (json && format !== 'json')
          throw new CommandFailed('With --json, --format zip, csv and hledger need --output.');
        return withApplication(async (app) => {
          await pipeline(await app.get(Exports).open(workspace, format), process.stdout, { end: false });
        }, workspace);
      }
      await withApplication(async (app) => {
        await writeWhole(output, await app.get(Exports).open(workspace, format));
      }, workspace);
      return answer(command, { workspaceId: workspace, format, output }, [`exported to ${output}`]);
    });
  group
    .command('import')
    .description('import a json or zip export into an empty workspace; imports nothing on error')
    .argument('<file>', 'file from workspace export')
    .requiredOption('--workspace <id>', 'ID of the target workspace', idValue)
    .action(async (file: string, options: { workspace: string }, command: Command) => {
      const { sections: restored, filesLeftOut } = await restore(file, options.workspace);
      const lines = Object.entries(restored).filter(([, count]) => count > 0);
      answer(command, { workspaceId: options.workspace, restored, filesLeftOut }, [
        ...lines.map(([section, count]) => `${section}: ${count}`),
        ...(filesLeftOut > 0 ? [`files left out: ${filesLeftOut}. Only a zip export contains their bytes.`] : []),
        'all figures were recomputed',
      ]);
    });
}

/** Writes a file that only the user can read. The file gets its final name only when it is complete. */
async function writeWhole(output: string, text: AsyncIterable<Buffer>): Promise<void> {
  const partial = `${output}.partial`;
  try {
    await pipeline(text, createWriteStream(partial, { mode: 0o600 }));
    await rename(partial, output);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

async function restore(file: string, workspaceId: string): Promise<Restored> {
  await access(file).catch(() => {
    throw new CommandFailed(`${file} does not exist.`);
  });
  return withApplication(async (app) => {
    let archive: Archive | undefined;
    try {
      archive = (await isArchive(file)) ? await Archive.open(file) : undefined;
      const open = () => textOf(archive?.document() ?? createReadStream(file));
      return await app.get(WorkspaceImport).restore(workspaceId, open, archive);
    } catch (error) {
      if (error instanceof ExportRefused) throw new CommandFailed(`Nothing was imported. ${error.message}`);
      throw error;
    } finally {
      archive?.close();
    }
  }, workspaceId);
}

/** True if the file begins like a ZIP archive. */
async function isArchive(file: string): Promise<boolean> {
  for await (const bytes of createReadStream(file, { end: 1 })) return String(bytes) === 'PK';
  return false;
}

async function* textOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decoded = (bytes?: Buffer): string => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw new ExportRefused('The file is not UTF-8 text.');
    }
  };
  for await (const bytes of pieces) yield decoded(bytes);
  yield decoded();
}

import { Controller, Get, Query, Res, StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import type { Principal } from '@app/kernel';
import { Caller, ClientGone, Clock, Operation, READING_SCOPES, Settings } from '@app/kernel';
import { exportFile } from './export-format.js';
import { ExportRequest } from './export.request.js';
import { ExportsBusy } from './exporting.problems.js';
import { ExportView } from './export.view.js';
import { Exports } from './exports.service.js';

/** A client that reads nothing for so long holds a database connection that others need. */
const MAX_STALL_SECONDS = 60;

@Controller('v1/export')
export class ExportController {
  constructor(
    private readonly exports: Exports,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  @Operation({
    id: 'exportWorkspace',
    summary: 'Everything that the workspace holds, as a file',
    description:
      'One consistent state of it, written while it is read. JSON holds all that was entered, the trash and the committed ' +
      'imports too, and can be brought back by `workspace import`; figures that follow from it, and keys and passwords, ' +
      'are not in it. CSV is a line for each part and side of a transaction, with Spanish headings. The journal is for ' +
      'hledger. A download that breaks off is not complete.',
    answer: ExportView,
    readsReplica: true,
    scopes: READING_SCOPES,
    problems: [ExportsBusy],
    example: { workspace: { name: 'Casa Ramírez', baseCurrency: 'MXN', plan: 'free' } },
    streamed: true,
    alsoAnswers: { 'text/csv': csvExample(), 'text/plain': journalExample() },
  })
  @Get()
  async export(
    @Caller() caller: Principal,
    @Query() request: ExportRequest,
    @ClientGone() gone: AbortSignal,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    const text = await this.exports.open(caller.workspaceId, request.format, gone);
    const longest = Math.min(MAX_STALL_SECONDS, this.settings.idleTimeoutSeconds);
    response.setTimeout(longest * 1_000, () => response.destroy());
    const { type, name } = exportFile(request.format, this.clock.today());
    return new StreamableFile(text, { type, disposition: `attachment; filename="${name}"` });
  }
}

function csvExample(): string {
  return (
    '\uFEFFFecha,Tipo,Estado,Descripción,Cuenta,Moneda,Importe,Categoría,Contacto,Notas,Referencia,Transacción\r\n' +
    '2026-11-20,Gasto,Vigente,"Cena en Contramar","BBVA Nómina",MXN,-1250.00,"Alimentación > Restaurantes","","","",' +
    '019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04\r\n'
  );
}

function journalExample(): string {
  return (
    '2026-11-20 * (019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04) Cena en Contramar\n' +
    '    assets:BBVA Nómina (8e2b0a01)  -1250.00 MXN\n' +
    '    expenses:Alimentación:Restaurantes  1250.00 MXN\n'
  );
}

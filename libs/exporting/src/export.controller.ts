import { Controller, Get, Query, Res, StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import type { Principal } from '@app/kernel';
import { Caller, ClientGone, Clock, Operation, READING_SCOPES, Settings } from '@app/kernel';
import { exportFile } from './export-format.js';
import { ExportRequest } from './export.request.js';
import { ExportsBusy } from './exporting.problems.js';
import { ExportView } from './export.view.js';
import { Exports } from './exports.service.js';

/** Maximum time for which a client that has stopped reading may hold a database connection. */
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
    summary: 'Export all data of the workspace',
    description:
      'Streams a consistent snapshot. `json` contains all entered data, including the trash and committed imports, and can be ' +
      'restored with `workspace import`. It omits derived figures, keys and passwords. `zip` contains this document as `workspace.json`, and the bytes of each file as ' +
      '`files/<sha256>`. `csv` has one row for each split ' +
      'and side of a transaction, with Spanish headings. `hledger` is a journal for hledger. An interrupted download is ' +
      'incomplete and cannot be restored.',
    answer: ExportView,
    readsReplica: true,
    scopes: READING_SCOPES,
    problems: [ExportsBusy],
    example: { workspace: { name: 'Casa Ramírez', baseCurrency: 'MXN', plan: 'free' } },
    streamed: true,
    alsoAnswers: {
      'text/csv': csvExample(),
      'text/plain': journalExample(),
      'application/zip': 'the bytes of centavo-2026-11-20.zip',
    },
  })
  @Get()
  async export(
    @Caller() caller: Principal,
    @Query() request: ExportRequest,
    @ClientGone() gone: AbortSignal,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    const text = await this.exports.open(caller.workspaceId, request.format, gone);
    const maxStallSeconds = Math.min(MAX_STALL_SECONDS, this.settings.idleTimeoutSeconds);
    response.setTimeout(maxStallSeconds * 1_000, () => response.destroy());
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

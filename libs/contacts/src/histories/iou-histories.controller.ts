import { Readable } from 'node:stream';
import { Controller, Get, Param, Query, StreamableFile } from '@nestjs/common';
import type { Principal } from '@app/kernel';
import { Caller, CursorInvalid, Operation, Scoped } from '@app/kernel';
import { ContactNotFound } from '../contacts.problems.js';
import { IouHistories } from './iou-histories.service.js';
import { IouHistoryRequest, StatementRequest } from './iou-history.request.js';
import { iouHistoryItemView, IouHistoryPageView } from './iou-history.view.js';

const pathIds = { id: ContactNotFound };

@Scoped('contacts')
@Controller('v1/contacts')
export class IouHistoriesController {
  constructor(private readonly histories: IouHistories) {}

  @Operation({
    summary: 'List the debt history of a contact',
    description:
      'Each item is a transaction or a split, oldest first by default. Running balances are per currency, include the ' +
      'complete history regardless of filters, and are not converted.',
    answer: IouHistoryPageView,
    readsReplica: true,
    example: {
      items: [{ delta: '300.00', runningBalance: '300.00', status: 'open', splitIndex: 1 }],
      nextCursor: null,
    },
    pathIds,
    problems: [CursorInvalid],
  })
  @Get(':id/iou-history')
  async history(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Query() request: IouHistoryRequest,
  ): Promise<IouHistoryPageView> {
    const { items, nextCursor } = await this.histories.page(caller.workspaceId, id, request);
    return { items: items.map(iouHistoryItemView), nextCursor };
  }

  @Operation({
    summary: 'Download the debt history of a contact',
    description:
      'Returns a CSV file with Spanish headings to send to the contact. Omits notes. A positive balance is the amount ' +
      'that the contact owes you.',
    answer: 'text/csv',
    readsReplica: true,
    example:
      '\uFEFFFecha,Descripción,Tipo,Estado,Moneda,Importe,Saldo\r\n' +
      '2026-11-20,"Cena en Contramar",Préstamo otorgado,Pendiente,MXN,300.00,300.00\r\n',
    pathIds,
  })
  @Get(':id/statement')
  async statement(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Query() request: StatementRequest,
  ): Promise<StreamableFile> {
    const { name, text } = await this.histories.statement(caller.workspaceId, id, request);
    return new StreamableFile(Readable.from(text, { objectMode: false }), {
      type: 'text/csv; charset=utf-8',
      disposition: `attachment; filename="${name}"`,
    });
  }
}

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
    summary: 'The debt history of a contact, with accumulated balances',
    description:
      'One item per debt, oldest first: a transaction, or a part of one. Balances run per currency over the whole ' +
      'history, whatever is filtered, and are never converted.',
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
    summary: 'The debt history of a contact as a file to send to them',
    description:
      'CSV in UTF-8 with Spanish headings, all of the history or a part of it. It holds no notes. A positive balance is ' +
      'what the contact owes you.',
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

import { Controller, Get, Query } from '@nestjs/common';
import type { Principal } from '@app/kernel';
import { Caller, CursorInvalid, Operation, READING_SCOPES } from '@app/kernel';
import { AuditLogRequest } from './audit-log.request.js';
import { AuditLog } from './audit-log.service.js';
import { AuditLogPageView } from './audit-log.view.js';

@Controller('v1/audit-log')
export class AuditLogController {
  constructor(private readonly log: AuditLog) {}

  @Operation({
    id: 'listAuditLog',
    summary: 'List who changed what',
    description:
      'Latest first: every change by a key, an app, a person in the developer area or an administrator. It is written with the change itself, and neither the service nor its administrators can alter it.',
    answer: AuditLogPageView,
    readsReplica: true,
    scopes: READING_SCOPES,
    problems: [CursorInvalid],
  })
  @Get()
  page(@Caller() caller: Principal, @Query() request: AuditLogRequest): Promise<AuditLogPageView> {
    return this.log.page(caller.workspaceId, request);
  }
}

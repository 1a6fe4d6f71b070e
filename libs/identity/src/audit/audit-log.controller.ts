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
    summary: 'List audit log entries',
    description:
      'Returns changes by API keys, apps, users of the developer area and administrators, newest first. Each entry is written in the same database transaction as its change. Nobody can change entries, not even administrators.',
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

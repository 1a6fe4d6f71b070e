import { defineEntity, p } from '@mikro-orm/postgresql';
import type { MetStatus } from '../schedules/occurrence.js';

const OccurrenceRecordSchema = defineEntity({
  name: 'OccurrenceRecord',
  tableName: 'planning_occurrences',
  properties: {
    workspaceId: p.uuid().primary(),
    scheduleId: p.uuid().primary(),
    nominalDate: p.date().primary(),
    status: p.text().$type<'skipped' | MetStatus>(),
    transactionId: p.uuid().nullable(),
  },
});

export class OccurrenceRecord extends OccurrenceRecordSchema.class {}
OccurrenceRecordSchema.setClass(OccurrenceRecord);

const TrashedOccurrenceSchema = defineEntity({
  name: 'TrashedOccurrence',
  tableName: 'planning_trashed_occurrences',
  properties: {
    workspaceId: p.uuid().primary(),
    transactionId: p.uuid().primary(),
    scheduleId: p.uuid(),
    nominalDate: p.date(),
    status: p.text().$type<MetStatus>(),
  },
});

export class TrashedOccurrence extends TrashedOccurrenceSchema.class {}
TrashedOccurrenceSchema.setClass(TrashedOccurrence);

import { defineEntity, p } from '@mikro-orm/postgresql';
import type { FundingFrequency } from '../goals/funding.js';
import type { RoundKind } from './tanda.js';

const TandaSchema = defineEntity({
  name: 'Tanda',
  tableName: 'goals_tandas',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    name: p.text(),
    amount: p.bigint(),
    turns: p.smallint(),
    myTurns: p.array(Number).columnType('smallint[]'),
    startDate: p.date(),
    every: p.text().$type<FundingFrequency>(),
    accountId: p.uuid(),
    ownTurnPays: p.boolean(),
    /** The tanda's own contact. The rounds are debts with this contact. */
    contactId: p.uuid(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

export class TandaRecord extends TandaSchema.class {}
TandaSchema.setClass(TandaRecord);

const RoundSchema = defineEntity({
  name: 'TandaRound',
  tableName: 'goals_rounds',
  properties: {
    workspaceId: p.uuid().primary(),
    transactionId: p.uuid().primary(),
    tandaId: p.uuid(),
    number: p.smallint(),
    kind: p.text().$type<RoundKind>(),
    amount: p.bigint(),
    repaid: p.bigint(),
    live: p.boolean(),
  },
});

/** A recorded round. Only SQL reads and writes it. */
export class TandaRound extends RoundSchema.class {}
RoundSchema.setClass(TandaRound);

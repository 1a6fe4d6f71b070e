import { defineEntity, p } from '@mikro-orm/postgresql';

const RecordedStatementSchema = defineEntity({
  name: 'RecordedStatement',
  tableName: 'cards_statements',
  properties: {
    workspaceId: p.uuid().primary(),
    accountId: p.uuid().primary(),
    month: p.date().primary(),
    cutOff: p.date().strictNullable(),
    dueDate: p.date().strictNullable(),
    paymentToAvoidInterest: p.bigint().strictNullable(),
    minimumPayment: p.bigint().strictNullable(),
  },
});

export class RecordedStatement extends RecordedStatementSchema.class {}
RecordedStatementSchema.setClass(RecordedStatement);

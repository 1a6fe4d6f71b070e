import { MikroOrmModule } from '@mikro-orm/nestjs';
import { Module } from '@nestjs/common';
import { LedgerModule } from '@app/ledger';
import { CardFollowers } from './cards.listener.js';
import { Installments } from './installments/installments.entity.js';
import { InstallmentsController } from './installments/installments.controller.js';
import { InstallmentPlans } from './installments/installments.service.js';
import { CardProjections } from './statements/card-projections.service.js';
import { CardReading } from './statements/card-reading.service.js';
import { CardStatementsController } from './statements/card-statements.controller.js';
import { CardStatements } from './statements/card-statements.service.js';
import { RecordedStatement } from './statements/recorded-statement.entity.js';
import { StatementPayments } from './statements/statement-payments.service.js';
import { StatementRecords } from './statements/statement-records.service.js';

@Module({
  imports: [MikroOrmModule.forFeature([RecordedStatement, Installments]), LedgerModule],
  controllers: [CardStatementsController, InstallmentsController],
  providers: [
    CardReading,
    CardStatements,
    StatementRecords,
    StatementPayments,
    CardProjections,
    InstallmentPlans,
    CardFollowers,
  ],
  exports: [CardProjections, InstallmentPlans, StatementRecords],
})
export class CardsModule {}

import { MikroOrmModule } from '@mikro-orm/nestjs';
import { Module } from '@nestjs/common';
import { ContactsModule } from '@app/contacts';
import { LedgerModule } from '@app/ledger';
import { Goal } from './goals/goal.entity.js';
import { GoalReferences } from './goals/goal-references.listener.js';
import { GoalsController } from './goals/goals.controller.js';
import { Goals } from './goals/goals.service.js';
import { GoalMove } from './goals/move.entity.js';
import { GoalMoves } from './goals/moves.service.js';
import { GoalCrossings } from './goals/goal-crossings.listener.js';
import { GoalExpenses } from './goals/goal-expenses.listener.js';
import { GoalProjections } from './goal-projections.service.js';
import { Rounds } from './tandas/rounds.service.js';
import { TandaRecord, TandaRound } from './tandas/tanda.entity.js';
import { TandasController } from './tandas/tandas.controller.js';
import { TandaReferences } from './tandas/tandas.listener.js';
import { Tandas } from './tandas/tandas.service.js';

@Module({
  imports: [MikroOrmModule.forFeature([Goal, GoalMove, TandaRecord, TandaRound]), LedgerModule, ContactsModule],
  controllers: [GoalsController, TandasController],
  providers: [
    Goals,
    GoalMoves,
    GoalReferences,
    GoalExpenses,
    GoalCrossings,
    Tandas,
    Rounds,
    TandaReferences,
    GoalProjections,
  ],
  exports: [Goals, GoalMoves, Tandas, Rounds, GoalProjections],
})
export class GoalsModule {}

import type { CreateGoalRequest, CreateTandaRequest, MoveGoalRequest } from '@app/goals';
import type { Day } from '@app/kernel/pure';
import { addDays, addMonths } from '@app/kernel/pure';
import type { DemoYear } from './demo-calendar.js';

interface DemoGoal {
  readonly request: Omit<CreateGoalRequest, 'accountId'>;
  readonly moves: readonly MoveGoalRequest[];
}

const MONTHS_OF_SAVING = 5;
/** Days since the start of the tanda. Two or three pay days of a quincena are in this period. */
const DAYS_OF_TANDA = 30;

/**
 * Returns the goals of the savings account: a trip, for which money is set aside every month, and an emergency fund.
 */
export function demoGoals({ first, today }: DemoYear): DemoGoal[] {
  const saved = Array.from({ length: MONTHS_OF_SAVING }, (_, at) => addMonths(today, at - MONTHS_OF_SAVING));
  return [
    {
      request: {
        ...{ name: 'Viaje a Oaxaca', target: '18000.00', targetDate: addMonths(today, 4), heldByBank: false },
        ...{ funding: { every: 'quincena', amount: '1200.00', from: addDays(today, 1) }, priority: 100 },
      },
      moves: saved.map((date) => ({ amount: '1800.00', date })),
    },
    {
      request: { name: 'Fondo de emergencia', target: '40000.00', heldByBank: true, priority: 10 },
      moves: [{ amount: '30000.00', date: first, note: 'Aguinaldo y ahorro' }],
    },
  ];
}

/** Returns a tanda that started a month ago. */
export function demoTanda(today: Day): Omit<CreateTandaRequest, 'accountId'> {
  const startDate = addDays(today, -DAYS_OF_TANDA);
  return { ...TANDA, myTurns: [4], startDate };
}

const TANDA = {
  name: 'Tanda de la oficina',
  amount: '1000.00',
  turns: 10,
  every: 'quincena',
  ownTurnPays: false,
} as const;
export const RECORDED_ROUNDS = [1, 2];

import { eventType } from '@app/kernel/pure';

interface Parties {
  readonly from: string;
  readonly to: string;
}

export const settlementEvents = {
  recorded: eventType<Parties>('settlement.recorded', 'A payment between two members was recorded.'),
  undone: eventType<Parties>('settlement.undone', 'A recorded payment between two members was undone.'),
};

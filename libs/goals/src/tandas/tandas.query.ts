import type { Day, Statement } from '@app/kernel';
import { Money } from '@app/kernel';
import type { FundingFrequency } from '../goals/funding.js';
import type { StoredTanda } from './known-tanda.js';
import type { RecordedRound, RoundKind } from './tanda.js';

interface RoundJson {
  readonly number: number;
  readonly kind: RoundKind;
  readonly amount: string;
  readonly transactionId: string;
}

export interface TandaRow extends Record<string, unknown> {
  readonly id: string;
  readonly name: string;
  readonly amount: string;
  readonly turns: number;
  readonly myTurns: number[];
  readonly startDate: Day;
  readonly every: FundingFrequency;
  readonly accountId: string;
  readonly ownTurnPays: boolean;
  readonly contactId: string;
  readonly currency: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly recorded: RoundJson[];
}

/** Returns the statement that reads one tanda, or all tandas from oldest to newest, with their recorded rounds. */
export function selectTandas(workspaceId: string, id: string | null): Statement {
  return {
    name: 'goals.tandas',
    text: `
      select t.id, t.name, t.amount, t.turns, to_json(t.my_turns) as "myTurns", t.start_date::text as "startDate", t.every,
        t.account_id as "accountId", t.own_turn_pays as "ownTurnPays", t.contact_id as "contactId", a.currency,
        instant_text(t.created_at) as "createdAt", instant_text(t.updated_at) as "updatedAt",
        (select coalesce(json_agg(json_build_object('number', r.number, 'kind', r.kind, 'amount', r.amount::text,
            'transactionId', r.transaction_id)), '[]')
          from goals_rounds r where r.workspace_id = $1 and r.tanda_id = t.id and r.live) as recorded
      from goals_tandas t join ledger_account_currencies($1) a on a.id = t.account_id
      where t.workspace_id = $1 and ($2::uuid is null or t.id = $2) order by t.id`,
    values: [workspaceId, id],
  };
}

export function storedTanda(row: TandaRow): { readonly tanda: StoredTanda; readonly recorded: RecordedRound[] } {
  const { currency, recorded, amount, ...tanda } = row;
  const money = (minor: string) => Money.ofMinor(BigInt(minor), currency);
  return {
    tanda: { ...tanda, amount: money(amount) },
    recorded: recorded.map((round) => ({ ...round, amount: money(round.amount) })),
  };
}

export function insertRound(
  workspaceId: string,
  round: { readonly tandaId: string; readonly number: number; readonly kind: RoundKind },
  amounts: { readonly amount: Money; readonly repaid: Money },
  transactionId: string,
): Statement {
  const { tandaId, number, kind } = round;
  const { amount, repaid } = amounts;
  return {
    name: 'goals.insert-round',
    text: `
      insert into goals_rounds (workspace_id, transaction_id, tanda_id, number, kind, amount, repaid, live)
      values ($1, $2, $3, $4, $5, $6, $7, true)`,
    values: [workspaceId, transactionId, tandaId, number, kind, amount.minor, repaid.minor],
  };
}

export function forgetRounds(transactions: readonly { workspaceId: string; id: string }[]): Statement {
  return {
    text: `
      delete from goals_rounds r using unnest($1::uuid[], $2::uuid[]) as deleted (workspace_id, id)
      where r.workspace_id = deleted.workspace_id and r.transaction_id = deleted.id`,
    values: [transactions.map(({ workspaceId }) => workspaceId), transactions.map(({ id }) => id)],
  };
}

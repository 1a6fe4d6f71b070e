import { ApiSchema } from '@nestjs/swagger';
import type { TransactionType } from '@app/ledger';

/** Written by PostgreSQL (match-page.query.ts). Source: service description, "Rule match". */
@ApiSchema({ description: 'A transaction that meets the conditions of a rule.' })
export class RuleMatchView {
  id!: string;
  date!: string;
  description!: string;
  amount!: string;
  currency!: string;
  type!: TransactionType;
}

export class RuleMatchPageView {
  items!: RuleMatchView[];
  /** How many live transactions match, on all pages. */
  total!: number;
  /** Where the next page begins; null on the last one. */
  nextCursor!: string | null;
}

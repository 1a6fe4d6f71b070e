import { ApiSchema } from '@nestjs/swagger';
import type { TransactionType } from '@app/ledger';

@ApiSchema({ description: 'A transaction that matches a rule.' })
export class RuleMatchView {
  id!: string;
  date!: string;
  description!: string;
  amount!: string;
  currency!: string;
  type!: TransactionType;
}

@ApiSchema({ description: 'A page of rule matches.' })
export class RuleMatchPageView {
  items!: RuleMatchView[];
  /** Number of matching live transactions on all pages. */
  total!: number;
  /** Cursor of the next page; null on the last page. */
  nextCursor!: string | null;
}

import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { CardStatementFacts, Proof, ReadStatement } from '@app/statement-files';
import { inOrder } from './in-order.js';

@ApiSchema({ description: 'An account in a PDF.' })
export class ImportSectionView {
  /** ID of the account in the file. Pass it as `section`. @example "4821" */
  @ApiProperty({ pattern: '^[a-z0-9-]{1,40}$' })
  id!: string;
  /** Line of the file that names the account. @example "Cuenta de nómina •4821" */
  label!: string;
  /** Last four digits of the account or card; null if not printed. @example "4821" */
  accountTail!: string | null;
  currency!: string;
}

@ApiSchema({ description: 'First and last day of a statement.' })
export class ImportPeriodView {
  /** @example 2026-11-01 */
  start!: string;
  /** @example 2026-11-30 */
  end!: string;
}

@ApiSchema({ description: 'A line of a PDF that disagrees with the rows.' })
export class ProofFailureView {
  /** Page of the file, counted from 1. @example 2 */
  page!: number;
  /** Line of text on the page, counted from 1. @example 14 */
  line!: number;
  /** Human-readable explanation. @example "The balance is 8649.50, but the rows lead to 8694.50." */
  detail!: string;
}

@ApiSchema({
  description:
    'Comparison of the rows of a PDF with its printed totals and balances. Balances of a card are amounts owed.',
})
export class ProofView {
  /**
   * Result of the comparison.
   * - `proven`: the rows lead from the opening to the closing balance, and all printed figures agree.
   * - `partial`: the printed figures agree, but the opening or the closing balance is not printed.
   * - `unproven`: a figure disagrees.
   */
  status!: 'proven' | 'partial' | 'unproven';
  /** Printed opening balance; null if not printed. */
  openingBalance!: string | null;
  /** Printed closing balance; null if not printed. */
  closingBalance!: string | null;
  /** Printed total of charges; null if not printed. @example "1350.50" */
  chargesPrinted!: string | null;
  /** Sum of the charges in the rows. @example "1350.50" */
  chargesRead!: string;
  /** Printed total of credits; null if not printed. @example "5000.00" */
  creditsPrinted!: string | null;
  /** Sum of the credits in the rows. @example "5000.00" */
  creditsRead!: string;
  /**
   * Closing balance minus the balance that the rows lead to; null if a balance is not printed.
   * @example "0.00"
   */
  difference!: string | null;
  /** Up to 100 failures: the first row of each break, and then each total that disagrees. */
  failing!: ProofFailureView[];
}

@ApiSchema({ description: 'Dates and amounts on a card statement.' })
export class ImportCardStatementView {
  /** Last day of the period; null if not printed. */
  cutOff!: string | null;
  /** Last day to pay without interest; null if not printed. */
  dueDate!: string | null;
  /** Amount to pay by the due date to avoid interest; null if not printed. */
  paymentToAvoidInterest!: string | null;
  /** Minimum amount to pay by the due date; null if not printed. */
  minimumPayment!: string | null;
}

export function proofView(proof: Proof): ProofView {
  const sides = ['chargesPrinted', 'chargesRead', 'creditsPrinted', 'creditsRead', 'difference'] as const;
  const shown = inOrder(proof, 'status', 'openingBalance', 'closingBalance', ...sides);
  return { ...shown, failing: proof.failing.map((failure) => inOrder(failure, 'page', 'line', 'detail')) };
}

export function cardStatementView(figures: CardStatementFacts): ImportCardStatementView {
  return inOrder(figures, 'cutOff', 'dueDate', 'paymentToAvoidInterest', 'minimumPayment');
}

/** Returns the detected properties of a PDF. Imports from before PDF statements lack them. */
export function pdfFieldsView({ bank, sections, period }: Partial<ReadStatement['detected']>) {
  return {
    bank: bank ?? null,
    sections: (sections ?? []).map((section) => inOrder(section, 'id', 'label', 'accountTail', 'currency')),
    period: period ? inOrder(period, 'start', 'end') : null,
  };
}

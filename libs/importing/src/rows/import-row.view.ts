import { ApiSchema } from '@nestjs/swagger';

@ApiSchema({ description: 'An error of a row.' })
export class ImportRowErrorView {
  /** Field with the error. @example amount */
  field!: string;
  code!: string;
  detail!: string;
}

@ApiSchema({ description: 'A warning about a row.' })
export class ImportRowWarningView {
  code!:
    | 'AMOUNT_ZERO'
    | 'BALANCE_BREAK'
    | 'CATEGORY_TOO_LONG'
    | 'DATE_AMBIGUOUS'
    | 'DESCRIPTION_CUT'
    | 'EXTERNAL_ID_REPEATED'
    | 'EXTERNAL_ID_REUSED'
    | 'EXTERNAL_ID_TOO_LONG'
    | 'FEE_TAKEN_OFF'
    | 'INSTALLMENT_PART'
    | 'LINE_DOUBTFUL'
    | 'MATCHES_TRASHED'
    | 'NOTES_CUT'
    | 'NOT_BOOKED'
    | 'PARTS_MIXED'
    | 'POSSIBLE_DUPLICATE'
    | 'TRANSFER_PART';
  detail!: string;
}

@ApiSchema({ description: 'Details of a transfer or card charge, extracted from the description and notes of a row.' })
export class ImportRowDetailsView {
  /** Payer or payee; null if not stated. @example "Inmobiliaria del Centro" */
  counterparty!: string | null;
  /** Clave de rastreo of a SPEI transfer; null if not stated. @example MBAN01002611200012345678 */
  trackingKey!: string | null;
  /** Reference from the bank; null if not stated. @example 0054907843 */
  reference!: string | null;
  /** CLABE of the other account: 18 digits with a valid check digit; null if not stated. @example 032180000118359719 */
  clabe!: string | null;
  /** Name of the other bank in Banxico's list; null if not stated. @example INBURSA */
  bank!: string | null;
  /** Tax ID (RFC) of the counterparty; null if not stated. @example ICE010203AB1 */
  rfc!: string | null;
  /** Amount in the purchase currency; null if not stated. */
  foreignAmount!: string | null;
  /** Currency of the purchase; null if not stated. */
  foreignCurrency!: string | null;
  /** Exchange rate that the bank used; null if not stated. */
  foreignRate!: string | null;
  /** Last four digits of the card; null if not stated. @example "6043" */
  cardLastFour!: string | null;
}

@ApiSchema({ description: 'Possible other side of a transfer between two of your accounts.' })
export class TransferCandidateView {
  /** ID of the transaction; null if the other side is a row of a draft. */
  transactionId!: string | null;
  /** ID of the draft whose row is the other side; null for a transaction. */
  importId!: string | null;
  /** Index of the row in the draft, counted from 0; null for a transaction. */
  index!: number | null;
  accountId!: string;
  /** Date of the other side of the transfer. */
  date!: string;
  /** Amount of the other side of the transfer. */
  amount!: string;
}

@ApiSchema({ description: 'A row of a statement.' })
export class ImportRowView {
  index!: number;
  /** Page of a PDF, counted from 1; null for other formats. */
  page!: number | null;
  /** First line of the row, counted from 1. In a PDF, counted from the top of the page. @example 7 */
  line!: number;
  /** Cells of the row as in the file, each cut to 2,000 characters. @example 20/11/2026 */
  raw!: string[];
  /** Date of the transaction; null if missing or invalid. */
  date!: string | null;
  /** Description, in one line, cut to 2,000 characters; null if missing or invalid. */
  description!: string | null;
  /** Amount without a sign; `type` is the direction. Null if missing or invalid. */
  amount!: string | null;
  /** Type of the transaction; null if the direction is unknown or the amount is zero. */
  type!: 'expense' | 'income' | null;
  /** Category name in the file; null if the file has no category for the row. @example Restaurantes */
  category!: string | null;
  categoryId!: string | null;
  /**
   * Source of the category: the file, a rule, earlier transactions with the same description (`history`), or the user
   * (`person`); null without a category.
   */
  categorySource!: 'file' | 'rule' | 'history' | 'person' | null;
  /** Tags that rules add during the commit. */
  tags!: string[];
  /** ID of the transaction in the file; null if the row has no ID, or one that is too long. */
  externalId!: string | null;
  /** Status of the row. A commit imports only `ready` rows. */
  status!: 'ready' | 'error' | 'duplicate' | 'excluded';
  /** Errors. Rows with errors are not imported. */
  errors!: ImportRowErrorView[];
  /** Warnings. They do not prevent the import. */
  warnings!: ImportRowWarningView[];
  /**
   * ID of the live transaction that the row duplicates, or may duplicate if it has the warning `POSSIBLE_DUPLICATE`;
   * null if the row is not a duplicate.
   */
  duplicateOf!: string | null;
  /** Details of a transfer or card charge; null if the row has none. */
  details!: ImportRowDetailsView | null;
  /**
   * Possible other side of a transfer between your accounts; null if none was found or after the commit. The service
   * never merges the two on its own.
   */
  transferCandidate!: TransferCandidateView | null;
  /** True if the row is excluded from the commit. */
  excluded!: boolean;
  /** True if the row was edited in the draft. */
  edited!: boolean;
}

@ApiSchema({ description: 'A page of import rows.' })
export class ImportRowPageView {
  items!: ImportRowView[];
  nextCursor!: string | null;
}

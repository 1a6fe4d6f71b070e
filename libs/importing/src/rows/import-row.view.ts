import { ApiSchema } from '@nestjs/swagger';

@ApiSchema({ description: 'An error of a row.' })
export class ImportRowErrorView {
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

@ApiSchema({ description: 'Details of a transfer or card charge in the texts of a row.' })
export class ImportRowDetailsView {
  /** Sender or recipient. */
  counterparty!: string | null;
  /** Clave de rastreo of a SPEI transfer. */
  trackingKey!: string | null;
  reference!: string | null;
  /** CLABE of the other account, 18 digits with a valid check digit. */
  clabe!: string | null;
  /** The other bank, as named by Banxico. */
  bank!: string | null;
  rfc!: string | null;
  /** Amount charged abroad. */
  foreignAmount!: string | null;
  foreignCurrency!: string | null;
  foreignRate!: string | null;
  cardLastFour!: string | null;
}

@ApiSchema({ description: 'Possible other side of a transfer between two of your accounts.' })
export class TransferCandidateView {
  /** Committed transaction; null if the other side is a row of a draft. */
  transactionId!: string | null;
  /** Draft whose row is the other side. */
  importId!: string | null;
  index!: number | null;
  accountId!: string;
  date!: string;
  amount!: string;
}

@ApiSchema({ description: 'A row of a statement.' })
export class ImportRowView {
  index!: number;
  /** First line in the file, from 1. */
  line!: number;
  raw!: string[];
  date!: string | null;
  description!: string | null;
  /** Positive amount. */
  amount!: string | null;
  type!: 'expense' | 'income' | null;
  /** Category named in the file. */
  category!: string | null;
  categoryId!: string | null;
  /** Source of the category: the file, a rule, earlier transactions with the same description, or a person. */
  categorySource!: 'file' | 'rule' | 'history' | 'person' | null;
  /** Tags that rules add at the commit. */
  tags!: string[];
  externalId!: string | null;
  status!: 'ready' | 'error' | 'duplicate' | 'excluded';
  errors!: ImportRowErrorView[];
  warnings!: ImportRowWarningView[];
  /** Live transaction that the row duplicates, or may duplicate with the warning POSSIBLE_DUPLICATE. */
  duplicateOf!: string | null;
  /** Details of a transfer or card charge; null if the texts have none. */
  details!: ImportRowDetailsView | null;
  /** In a draft, the possible other side of a transfer between your accounts. Nothing is merged automatically. */
  transferCandidate!: TransferCandidateView | null;
  excluded!: boolean;
  edited!: boolean;
}

export class ImportRowPageView {
  items!: ImportRowView[];
  nextCursor!: string | null;
}

import { ApiSchema } from '@nestjs/swagger';

@ApiSchema({ description: 'An error of a row.' })
export class ImportRowErrorView {
  field!: string;
  code!: string;
  detail!: string;
}

@ApiSchema({ description: 'A doubt about a row.' })
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

@ApiSchema({ description: 'What the texts of a row say of a transfer or a card.' })
export class ImportRowDetailsView {
  /** Who sent the money or got it. */
  counterparty!: string | null;
  /** The clave de rastreo of a SPEI transfer. */
  trackingKey!: string | null;
  reference!: string | null;
  /** The other account, eighteen digits with the right check digit. */
  clabe!: string | null;
  /** The other bank, by the name under which Banxico lists it. */
  bank!: string | null;
  rfc!: string | null;
  /** What a card was charged abroad. */
  foreignAmount!: string | null;
  foreignCurrency!: string | null;
  foreignRate!: string | null;
  cardLastFour!: string | null;
}

@ApiSchema({ description: 'What may be the other side of a transfer between two own accounts.' })
export class TransferCandidateView {
  /** The committed transaction; null where the other side is a row of a draft. */
  transactionId!: string | null;
  /** The draft and the row of it that is the other side. */
  importId!: string | null;
  index!: number | null;
  accountId!: string;
  date!: string;
  amount!: string;
}

@ApiSchema({ description: 'A row of a statement.' })
export class ImportRowView {
  index!: number;
  /** Where the row begins in the file, counted from 1. */
  line!: number;
  raw!: string[];
  date!: string | null;
  description!: string | null;
  /** Positive. */
  amount!: string | null;
  type!: 'expense' | 'income' | null;
  /** The category that the file names. */
  category!: string | null;
  categoryId!: string | null;
  /** Who said the category: the file, a rule, what was chosen for an equal description before, or a person in the draft. */
  categorySource!: 'file' | 'rule' | 'history' | 'person' | null;
  /** What rules add once the row is entered, or have added. */
  tags!: string[];
  externalId!: string | null;
  status!: 'ready' | 'error' | 'duplicate' | 'excluded';
  errors!: ImportRowErrorView[];
  warnings!: ImportRowWarningView[];
  /** The live transaction that the row repeats; with the warning POSSIBLE_DUPLICATE, the one that it may repeat. */
  duplicateOf!: string | null;
  /** What the texts of the row say of a transfer or a card; null where they say nothing of it. */
  details!: ImportRowDetailsView | null;
  /** In a draft, the other side of a transfer between two own accounts. It is offered, and nothing is merged by itself. */
  transferCandidate!: TransferCandidateView | null;
  excluded!: boolean;
  edited!: boolean;
}

export class ImportRowPageView {
  items!: ImportRowView[];
  nextCursor!: string | null;
}

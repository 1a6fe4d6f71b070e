import { Injectable } from '@nestjs/common';
import type { Page, Position } from '@app/kernel';
import { isDay, isId, pageOf, pageStart } from '@app/kernel';
import { Contacts } from '../contacts/contacts.service.js';
import type { DebtPosition } from '../debts/debt-history.query.js';
import type { DebtEntry } from '../debts/debts.service.js';
import { Debts } from '../debts/debts.service.js';
import type { IouHistoryRequest, StatementRequest } from './iou-history.request.js';
import { STATEMENT_HEADING, statementLines, statementName } from './statement.js';

export interface StatementFile {
  readonly name: string;
  readonly text: AsyncIterable<string>;
}

/** Number of entries per read, about 1 MB. Each read has its own snapshot. */
const STATEMENT_STRETCH = 5_000;

@Injectable()
export class IouHistories {
  constructor(
    private readonly contacts: Contacts,
    private readonly debts: Debts,
  ) {}

  /** @throws CursorInvalid, ContactNotFound */
  async page(workspaceId: string, contactId: string, request: IouHistoryRequest): Promise<Page<DebtEntry>> {
    const list = `contacts/${contactId}/iou-history`;
    const after = positionOf(pageStart(list, request, isDay, isId, isOrdinal));
    const entries = await this.read(workspaceId, contactId, request, after, request.limit + 1);
    // The page may be empty because the contact does not exist. In this case, `get` throws.
    if (entries.length === 0) await this.contacts.get(workspaceId, contactId);
    return pageOf(list, request, entries, (last) => positionAfter(last).map(String));
  }

  /**
   * Streams a statement in chunks, so that a slow client neither occupies a connection nor forces the whole history
   * into memory.
   * @throws ContactNotFound
   */
  async statement(workspaceId: string, contactId: string, request: StatementRequest): Promise<StatementFile> {
    const { contact } = await this.contacts.get(workspaceId, contactId);
    const first = await this.read(workspaceId, contactId, request, null, STATEMENT_STRETCH);
    return { name: statementName(contact.name), text: this.lines(workspaceId, contactId, request, first) };
  }

  private async *lines(
    workspaceId: string,
    contactId: string,
    request: StatementRequest,
    first: readonly DebtEntry[],
  ): AsyncGenerator<string> {
    yield STATEMENT_HEADING;
    for (let stretch = first; stretch.length > 0;) {
      yield statementLines(stretch);
      if (stretch.length < STATEMENT_STRETCH) return;
      const after = positionAfter(stretch.at(-1)!);
      stretch = await this.read(workspaceId, contactId, request, after, STATEMENT_STRETCH);
    }
  }

  private read(
    workspaceId: string,
    contactId: string,
    { currency, from, to, order }: StatementRequest,
    after: DebtPosition | null,
    limit: number,
  ): Promise<DebtEntry[]> {
    const range = { currency: currency ?? null, from: from ?? null, to: to ?? null, order };
    return this.debts.history(workspaceId, { contactId, ...range, after, limit });
  }
}

const WHOLE = -1;

function positionAfter({ date, transactionId, splitIndex }: DebtEntry): DebtPosition {
  return [date, transactionId, splitIndex ?? WHOLE];
}

/** @throws CursorInvalid */
function positionOf(position: Position | undefined): DebtPosition | null {
  if (position === undefined) return null;
  const [date, id, ordinal] = position;
  return [date!, id!, Number(ordinal)];
}

/** Accepts a split's index, or -1 for a whole transaction. */
function isOrdinal(part: string): boolean {
  return /^(-1|\d{1,2})$/.test(part);
}

import { Injectable } from '@nestjs/common';
import type { Page, Position } from '@app/kernel';
import { isDay, isId, pageOf, pageStart } from '@app/kernel';
import { Contacts } from '../contacts/contacts.service.js';
import type { DebtPosition } from '../debts/debt-history.query.js';
import type { DebtEntry } from '../debts/debts.service.js';
import { Debts } from '../debts/debts.service.js';
import type { IouHistoryRequest, StatementRequest } from './iou-history.request.js';
import { STATEMENT_HEADING, statementLines, statementName } from './statement.js';

/** A contact's history as a file, its text in pieces. */
export interface StatementFile {
  readonly name: string;
  readonly text: AsyncIterable<string>;
}

/** So many entries of a statement are read at once: they show one instant, and take about a megabyte. */
const STATEMENT_STRETCH = 5_000;

/** What was lent and borrowed between the owner and a contact, step by step. Source: contract section 10. */
@Injectable()
export class IouHistories {
  constructor(
    private readonly contacts: Contacts,
    private readonly debts: Debts,
  ) {}

  /**
   * A page of the history, with balances and settlements as they are now.
   * @throws CursorInvalid
   * @throws ContactNotFound
   */
  async page(workspaceId: string, contactId: string, request: IouHistoryRequest): Promise<Page<DebtEntry>> {
    const list = `contacts/${contactId}/iou-history`;
    const after = positionOf(pageStart(list, request, isDay, isId, isOrdinal));
    const read = await this.read(workspaceId, contactId, request, after, request.limit + 1);
    // A contact with entries exists; only one without has to be asked for.
    if (read.length === 0) await this.contacts.get(workspaceId, contactId);
    return pageOf(list, request, read, (last) => positionAfter(last).map(String));
  }

  /**
   * The history as a file to send to the contact. It is read while it is sent, stretch by stretch, so that neither a long
   * history nor a slow reader holds more than a stretch of it, or a connection to the database.
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

/** The part of a transaction that an entry is of; -1 stands for the transaction as a whole. */
function isOrdinal(part: string): boolean {
  return /^(-1|\d{1,2})$/.test(part);
}

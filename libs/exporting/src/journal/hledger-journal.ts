import { inTreeOrder } from '@app/ledger';
import type { Book, BookAccount, BookEntry, Purpose } from './journal-entries.js';
import { categoryPath, negated, signed, tagNames } from './journal-entries.js';
import type { JournalNames } from './hledger-names.js';
import {
  ADJUSTMENTS,
  CATEGORY_ROOTS,
  journalNames,
  OPENING,
  plainText,
  UNFILED,
  WITHOUT_ACCOUNT,
} from './hledger-names.js';

/** A posting. `cost` is the amount in the other currency of a transfer. */
interface Posting {
  readonly account: string;
  readonly amount: string;
  readonly cost?: string;
}

/**
 * Writes live transactions as a double-entry journal, in which liabilities have negative balances. Yields single lines,
 * because the full name of a deeply nested category can exceed a megabyte.
 */
export class HledgerJournal {
  private readonly names: JournalNames;
  private readonly currencies = new Set<string>();

  constructor(private readonly book: Book) {
    this.names = journalNames(book);
  }

  /** Yields the declarations of the decimal mark and the accounts, and then the opening balances. */
  *heading(): Generator<string> {
    const { accounts, debts } = this.names;
    const { accounts: opened, categories } = this.book;
    const others = [...accounts.values(), ...debts.values(), OPENING, ADJUSTMENTS, WITHOUT_ACCOUNT];
    yield 'decimal-mark .\n\n';
    for (const name of others.sort()) yield `account ${name}\n`;
    for (const { id } of inTreeOrder([...categories.values()])) yield `account ${this.category(id)}\n`;
    for (const name of Object.values(UNFILED)) yield `account ${name}\n`;
    for (const account of opened.values()) yield* this.opening(account);
  }

  *entries(entries: readonly BookEntry[]): Generator<string> {
    for (const entry of entries) if (entry.transaction.deletedAt === null) yield* this.entry(entry);
  }

  private *opening({ id, kind, currency, openingBalance, openingDate }: BookAccount): Generator<string> {
    if (/^-?0\.00$/.test(openingBalance)) return;
    const position = kind === 'liability' ? negated(openingBalance) : openingBalance;
    yield* this.transaction(openingDate, id, 'Saldo inicial', [], currency, [
      { account: this.names.accounts.get(id)!, amount: `${position} ${currency}` },
      { account: OPENING, amount: `${negated(position)} ${currency}` },
    ]);
  }

  private *entry({ transaction, parts }: BookEntry): Generator<string> {
    const { id, date, type, amount, currency, accountId, toAccountId, toAmount, toCurrency } = transaction;
    const { accounts } = this.names;
    const own = {
      account: accounts.get(accountId ?? '') ?? WITHOUT_ACCOUNT,
      amount: inUnits(signed(type, amount), currency),
    };
    const comments = [...(transaction.notes === null ? [] : [plainText(transaction.notes)]), ...this.tags(transaction)];
    const text = [date, id, transaction.description, comments] as const;
    if (toAccountId === null) {
      const purposes = parts.length > 0 ? parts : [transaction];
      yield* this.transaction(...text, currency, [own]);
      for (const purpose of purposes) yield postingLine(this.purpose(purpose, currency));
      return;
    }
    const received = inUnits(toAmount!, toCurrency!);
    const sent = currency === toCurrency ? own : { ...own, cost: received };
    yield this.declared(toCurrency!);
    yield* this.transaction(...text, currency, [sent, { account: accounts.get(toAccountId)!, amount: received }]);
  }

  /** Returns the opposite posting: to a category, to a contact's debts, or to equity for an adjustment. */
  private purpose({ type, amount, categoryId, contactId }: Purpose, currency: string): Posting {
    const counterpart = () =>
      this.names.debts.get(contactId ?? '') ??
      (categoryId === null ? UNFILED[type as keyof typeof UNFILED] : this.category(categoryId));
    return {
      account: type === 'adjustment' ? ADJUSTMENTS : counterpart(),
      amount: inUnits(negated(signed(type, amount)), currency),
    };
  }

  /** Returns the full name of a category: its path below `expenses` or `income`. */
  private category(id: string): string {
    const path = categoryPath(this.book, id);
    const names = path.map((category) => this.names.categories.get(category.id)!);
    return [CATEGORY_ROOTS[path[0]!.kind], ...names].join(':');
  }

  /** Writes tags as values of the hledger tag `etiqueta`. Removes commas, which would end a value. */
  private tags(transaction: BookEntry['transaction']): string[] {
    const names = tagNames(this.book, transaction).map((name) => plainText(name.replaceAll(',', ' ')));
    return names.length === 0 ? [] : [names.map((name) => `etiqueta: ${name}`).join(', ')];
  }

  /**
   * Writes a transaction with a code. Without a code, hledger could read the start of the description as a status or a
   * code.
   */
  private *transaction(
    date: string,
    id: string,
    description: string,
    comments: readonly string[],
    currency: string,
    postings: readonly Posting[],
  ): Generator<string> {
    yield `${this.declared(currency)}\n${date} * (${id}) ${plainText(description)}\n`;
    for (const comment of comments) yield `    ; ${comment}\n`;
    for (const posting of postings) yield postingLine(posting);
  }

  private declared(currency: string): string {
    if (this.currencies.has(currency)) return '';
    this.currencies.add(currency);
    return `\ncommodity 1000.00 ${currency}\n`;
  }
}

function postingLine({ account, amount, cost }: Posting): string {
  return `    ${account}  ${amount}${cost === undefined ? '' : ` @@ ${cost}`}\n`;
}

function inUnits(amount: string, currency: string): string {
  return `${amount} ${currency}`;
}

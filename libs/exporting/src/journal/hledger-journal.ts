import type { Book, BookAccount, BookEntry, Purpose } from './journal-entries.js';
import { negated, signed, tagNames } from './journal-entries.js';
import type { JournalNames } from './hledger-names.js';
import { ADJUSTMENTS, journalNames, OPENING, plainText, UNFILED, WITHOUT_ACCOUNT } from './hledger-names.js';

/** `cost` is the amount in the other currency of a transfer. */
interface Posting {
  readonly account: string;
  readonly amount: string;
  readonly cost?: string;
}

/** Writes live transactions as a double-entry journal. The balance of a liability is negative. */
export class HledgerJournal {
  private readonly names: JournalNames;
  private readonly currencies = new Set<string>();

  constructor(private readonly book: Book) {
    this.names = journalNames(book);
  }

  /** Returns the declarations of the decimal mark and all accounts, and the opening balances. */
  heading(): string {
    const { accounts, categories, debts } = this.names;
    const declared = [accounts, categories, debts].flatMap((names) => [...names.values()]);
    const always = [OPENING, ADJUSTMENTS, WITHOUT_ACCOUNT, ...Object.values(UNFILED)];
    return [
      'decimal-mark .\n\n',
      ...[...declared, ...always].sort().map((name) => `account ${name}\n`),
      ...[...this.book.accounts.values()].map((account) => this.opening(account)),
    ].join('');
  }

  entries(entries: readonly BookEntry[]): string {
    return entries
      .filter(({ transaction }) => transaction.deletedAt === null)
      .map((entry) => this.entry(entry))
      .join('');
  }

  private opening({ id, kind, currency, openingBalance, openingDate }: BookAccount): string {
    if (/^-?0\.00$/.test(openingBalance)) return '';
    const position = kind === 'liability' ? negated(openingBalance) : openingBalance;
    return this.transaction(openingDate, id, 'Saldo inicial', [], currency, [
      { account: this.names.accounts.get(id)!, amount: `${position} ${currency}` },
      { account: OPENING, amount: `${negated(position)} ${currency}` },
    ]);
  }

  private entry({ transaction, parts }: BookEntry): string {
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
      const counterparts = purposes.map((purpose) => this.purpose(purpose, currency));
      return this.transaction(...text, currency, [own, ...counterparts]);
    }
    const received = inUnits(toAmount!, toCurrency!);
    const sent = currency === toCurrency ? own : { ...own, cost: received };
    const declared = this.declared(toCurrency!);
    return (
      declared + this.transaction(...text, currency, [sent, { account: accounts.get(toAccountId)!, amount: received }])
    );
  }

  /** Returns the counter-posting. Its account is a category, the debt of a contact, or equity for an adjustment. */
  private purpose({ type, amount, categoryId, contactId }: Purpose, currency: string): Posting {
    return {
      account:
        type === 'adjustment'
          ? ADJUSTMENTS
          : (this.names.debts.get(contactId ?? '') ??
            this.names.categories.get(categoryId ?? '') ??
            UNFILED[type as keyof typeof UNFILED]),
      amount: inUnits(negated(signed(type, amount)), currency),
    };
  }

  /** Writes each tag as a value of the hledger tag `etiqueta`. A comma would end the value. */
  private tags(transaction: BookEntry['transaction']): string[] {
    const names = tagNames(this.book, transaction).map((name) => plainText(name.replaceAll(',', ' ')));
    return names.length === 0 ? [] : [names.map((name) => `etiqueta: ${name}`).join(', ')];
  }

  /**
   * Writes a code before the description. Otherwise, hledger could parse the start of the description as a status or
   * code.
   */
  private transaction(
    date: string,
    id: string,
    description: string,
    comments: readonly string[],
    currency: string,
    postings: readonly Posting[],
  ): string {
    const lines = postings.map(
      ({ account, amount, cost }) => `    ${account}  ${amount}${cost === undefined ? '' : ` @@ ${cost}`}\n`,
    );
    const commentLines = comments.map((comment) => `    ; ${comment}\n`);
    return `${this.declared(currency)}\n${date} * (${id}) ${plainText(description)}\n${commentLines.join('')}${lines.join('')}`;
  }

  private declared(currency: string): string {
    if (this.currencies.has(currency)) return '';
    this.currencies.add(currency);
    return `\ncommodity 1000.00 ${currency}\n`;
  }
}

function inUnits(amount: string, currency: string): string {
  return `${amount} ${currency}`;
}

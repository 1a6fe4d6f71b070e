import type { EffectsView } from '@app/kernel';
import type { Fact } from '../answers/answer.js';
import { currency, decimal, inOneText, says } from '../answers/answer.js';

/** What a call would do to figures, in Spanish: transactions by what becomes of them, balances, budgets and net worth. */
export function effectsSentence({ netWorth, accounts, budgets, contacts, transactions }: EffectsView): Fact {
  const { created, updated, trashed, restored } = transactions;
  const parts = [
    counted(created, 'una transacción nueva', 'transacciones nuevas'),
    counted(updated, 'una transacción cambiada', 'transacciones cambiadas'),
    counted(trashed, 'una transacción a la papelera', 'transacciones a la papelera'),
    counted(restored, 'una transacción de vuelta de la papelera', 'transacciones de vuelta de la papelera'),
  ].filter((part) => part !== null);
  const isOne = created + updated + trashed + restored === 1;
  const [account] = accounts;
  return inOneText([
    parts.length === 0
      ? says`No cambia ninguna transacción.`
      : says`${isOne ? SINGULAR : PLURAL} ${inOneText(parts, ', ')}.`,
    accounts.length === 1 && account!.balanceBefore !== null && account!.balanceAfter !== null
      ? says`El saldo de una cuenta pasa de ${decimal(account!.balanceBefore)} a ${decimal(account!.balanceAfter)} ${currency(account!.currency)}.`
      : null,
    accounts.length > 1 ? says`Cambia el saldo de ${accounts.length} cuentas.` : null,
    budgets.length > 0
      ? says`Cambia lo disponible en ${budgets.length} ${plural(budgets.length, 'presupuesto', 'presupuestos')}.`
      : null,
    contacts.length > 0
      ? says`Cambia lo que se debe con ${contacts.length} ${plural(contacts.length, 'contacto', 'contactos')}.`
      : null,
    netWorth &&
      says`El patrimonio neto pasa de ${decimal(netWorth.before)} a ${decimal(netWorth.after)} ${currency(netWorth.currency)}.`,
  ]);
}

const [SINGULAR, PLURAL] = [says`Sería`, says`Serían`];

function counted(count: number, one: OwnWords, many: OwnWords): Fact | null {
  if (count === 0) return null;
  return count === 1 ? ownWords(one) : says`${count} ${ownWords(many)}`;
}

/** Words that stand in this program: the type keeps out every text that is not known when it is compiled. */
type OwnWords = `${'una transacción' | 'transacciones'} ${string}`;
const ownWords = (words: OwnWords) => words as string as Fact;

function plural(count: number, one: 'presupuesto' | 'contacto', many: 'presupuestos' | 'contactos'): Fact {
  return (count === 1 ? one : many) as string as Fact;
}

import type { EffectsView } from '@app/kernel';
import type { Fact } from '../answers/answer.js';
import { currency, decimal, inOneText, says } from '../answers/answer.js';

export function effectsSentence({ netWorth, accounts, budgets, contacts, transactions }: EffectsView): Fact {
  const { created, updated, trashed, restored } = transactions;
  const parts = [
    counted(created, 'un movimiento nuevo', 'movimientos nuevos'),
    counted(updated, 'un movimiento cambiado', 'movimientos cambiados'),
    counted(trashed, 'un movimiento enviado a la papelera', 'movimientos enviados a la papelera'),
    counted(restored, 'un movimiento restaurado de la papelera', 'movimientos restaurados de la papelera'),
  ].filter((part) => part !== null);
  const [account] = accounts;
  return inOneText([
    parts.length === 0 ? says`No cambiaría ningún movimiento.` : says`Habría ${inOneText(parts, ', ')}.`,
    accounts.length === 1 && account!.balanceBefore !== null && account!.balanceAfter !== null
      ? says`El saldo de una cuenta pasaría de ${decimal(account!.balanceBefore)} a ${decimal(account!.balanceAfter)} ${currency(account!.currency)}.`
      : null,
    accounts.length > 1 ? says`Cambiaría el saldo de ${accounts.length} cuentas.` : null,
    budgets.length > 0
      ? says`Cambiaría lo disponible en ${budgets.length} ${plural(budgets.length, 'presupuesto', 'presupuestos')}.`
      : null,
    contacts.length > 0
      ? says`Cambiarían las deudas con ${contacts.length} ${plural(contacts.length, 'contacto', 'contactos')}.`
      : null,
    netWorth &&
      says`El patrimonio neto pasaría de ${decimal(netWorth.before)} a ${decimal(netWorth.after)} ${currency(netWorth.currency)}.`,
  ]);
}

function counted(count: number, singular: OwnWords, pluralWords: OwnWords): Fact | null {
  if (count === 0) return null;
  return count === 1 ? ownWords(singular) : says`${count} ${ownWords(pluralWords)}`;
}

/**
 * Accepts only texts that start with one of these nouns. A plain `string`, such as third-party text, does not compile.
 */
type OwnWords = `${'un movimiento' | 'movimientos'} ${string}`;
const ownWords = (words: OwnWords) => words as string as Fact;

function plural(count: number, singular: 'presupuesto' | 'contacto', many: 'presupuestos' | 'contactos'): Fact {
  return (count === 1 ? singular : many) as string as Fact;
}

import type { Money } from '@app/kernel/pure';

export type AccountKind = 'asset' | 'liability';

export interface AccountType {
  readonly id: string;
  /** Spanish name, shown to users. */
  readonly name: string;
  readonly systemKey: string;
  readonly kind: AccountKind;
}

export const ACCOUNT_TYPES: readonly AccountType[] = [
  { id: '019a9c3e-0000-7000-8000-000000000001', name: 'Efectivo', systemKey: 'cash', kind: 'asset' },
  { id: '019a9c3e-0000-7000-8000-000000000002', name: 'Cuenta de cheques', systemKey: 'checking', kind: 'asset' },
  { id: '019a9c3e-0000-7000-8000-000000000003', name: 'Cuenta de ahorro', systemKey: 'savings', kind: 'asset' },
  { id: '019a9c3e-0000-7000-8000-000000000004', name: 'Inversión', systemKey: 'investment', kind: 'asset' },
  { id: '019a9c3e-0000-7000-8000-000000000005', name: 'Retiro (AFORE)', systemKey: 'retirement', kind: 'asset' },
  { id: '019a9c3e-0000-7000-8000-000000000006', name: 'Inmueble', systemKey: 'property', kind: 'asset' },
  { id: '019a9c3e-0000-7000-8000-000000000007', name: 'Vehículo', systemKey: 'vehicle', kind: 'asset' },
  { id: '019a9c3e-0000-7000-8000-000000000008', name: 'Otro activo', systemKey: 'other_asset', kind: 'asset' },
  {
    id: '019a9c3e-0000-7000-8000-000000000009',
    name: 'Tarjeta de crédito',
    systemKey: 'credit_card',
    kind: 'liability',
  },
  { id: '019a9c3e-0000-7000-8000-00000000000a', name: 'Préstamo', systemKey: 'loan', kind: 'liability' },
  { id: '019a9c3e-0000-7000-8000-00000000000b', name: 'Hipoteca', systemKey: 'mortgage', kind: 'liability' },
  { id: '019a9c3e-0000-7000-8000-00000000000c', name: 'Otra deuda', systemKey: 'other_liability', kind: 'liability' },
];

export function accountTypeOf(idOrKey: string): AccountType | undefined {
  return ACCOUNT_TYPES.find(({ id, systemKey }) => id === idOrKey || systemKey === idOrKey);
}

/**
 * Converts between the position, which is negative for debts, and the balance that users see. A card with a debt of
 * 250.00 has the position -250.00 and the balance 250.00.
 */
export function shownBalance(kind: AccountKind, position: Money): Money {
  return kind === 'liability' ? position.negate() : position;
}

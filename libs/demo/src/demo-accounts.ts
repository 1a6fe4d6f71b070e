/** By these names the parts of the demo refer to its accounts. */
export type DemoAccountKey =
  'payroll' | 'savings' | 'cash' | 'card' | 'dollars' | 'cetes' | 'car' | 'euros' | 'household';

/** An account of the demo; the opening balance, in minor units, is what it held or owed when the year began. */
export interface DemoAccount {
  readonly key: DemoAccountKey;
  readonly name: string;
  readonly type: string;
  readonly bank: string | null;
  readonly currency: string;
  readonly opening: bigint;
  readonly apy?: string;
  readonly alertThreshold?: string;
}

export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  {
    key: 'payroll',
    name: 'Nómina BBVA',
    type: 'checking',
    bank: 'BBVA',
    currency: 'MXN',
    opening: 38_420_55n,
    alertThreshold: '5000.00',
  },
  {
    key: 'savings',
    name: 'Ahorro',
    type: 'savings',
    bank: 'Hey Banco',
    currency: 'MXN',
    opening: 64_000_00n,
    apy: '7.50',
  },
  { key: 'cash', name: 'Efectivo', type: 'cash', bank: null, currency: 'MXN', opening: 1_350_00n },
  { key: 'card', name: 'Tarjeta Nu', type: 'credit_card', bank: 'Nu México', currency: 'MXN', opening: 11_840_20n },
  { key: 'dollars', name: 'Cuenta en dólares', type: 'checking', bank: 'BBVA', currency: 'USD', opening: 1_850_00n },
  {
    key: 'cetes',
    name: 'CETES',
    type: 'investment',
    bank: 'cetesdirecto',
    currency: 'MXN',
    opening: 85_000_00n,
    apy: '8.90',
  },
  { key: 'car', name: 'Crédito automotriz', type: 'loan', bank: 'BBVA', currency: 'MXN', opening: 182_500_00n },
  { key: 'household', name: 'Cuenta Casa', type: 'checking', bank: 'Santander', currency: 'MXN', opening: 6_200_00n },
  { key: 'euros', name: 'Euros del viaje', type: 'cash', bank: null, currency: 'EUR', opening: 320_00n },
];

/** The account with this key. */
export function demoAccount(key: DemoAccountKey): DemoAccount {
  return DEMO_ACCOUNTS.find((account) => account.key === key)!;
}

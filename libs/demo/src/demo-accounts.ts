export type DemoAccountKey =
  'payroll' | 'savings' | 'cash' | 'card' | 'dollars' | 'cetes' | 'car' | 'euros' | 'household';

export const CARD_CUT_DATE = 8;

/** An account of the demo. `opening` is its balance or debt at the start of the year, in minor units. */
export interface DemoAccount {
  readonly key: DemoAccountKey;
  readonly name: string;
  readonly type: string;
  readonly bank: string | null;
  readonly currency: string;
  readonly opening: bigint;
  readonly apy?: string;
  readonly alertThreshold?: string;
  readonly card?: { readonly creditLimit: string; readonly cutOffDay: number; readonly payFrom: DemoAccountKey };
}

export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  account('payroll', 'Nómina BBVA', 'checking', 'BBVA', 'MXN', 38_420_55n, { alertThreshold: '5000.00' }),
  account('savings', 'Ahorro', 'savings', 'Hey Banco', 'MXN', 64_000_00n, { apy: '7.50' }),
  account('cash', 'Efectivo', 'cash', null, 'MXN', 1_350_00n),
  account('card', 'Tarjeta Nu', 'credit_card', 'Nu México', 'MXN', 11_840_20n, {
    card: { creditLimit: '90000.00', cutOffDay: CARD_CUT_DATE, payFrom: 'payroll' },
  }),
  account('dollars', 'Cuenta en dólares', 'checking', 'BBVA', 'USD', 1_850_00n),
  account('cetes', 'CETES', 'investment', 'cetesdirecto', 'MXN', 85_000_00n, { apy: '8.90' }),
  account('car', 'Crédito automotriz', 'loan', 'BBVA', 'MXN', 182_500_00n),
  account('household', 'Cuenta Casa', 'checking', 'Santander', 'MXN', 6_200_00n),
  account('euros', 'Euros del viaje', 'cash', null, 'EUR', 320_00n),
];

export function demoAccount(key: DemoAccountKey): DemoAccount {
  return DEMO_ACCOUNTS.find((account) => account.key === key)!;
}

function account(
  key: DemoAccountKey,
  name: string,
  type: string,
  bank: string | null,
  currency: string,
  opening: bigint,
  more: Pick<DemoAccount, 'apy' | 'alertThreshold' | 'card'> = {},
): DemoAccount {
  return { key, name, type, bank, currency, opening, ...more };
}

import { weekday } from '@app/kernel';
import type { DemoYear } from './demo-calendar.js';
import { dateOf, monthOf } from './demo-calendar.js';
import type { DemoTransaction } from './demo-transaction.js';

/** What does not repeat: refunds, presents, a correction of the cash, a trip, and entries that went to the trash. */
export function oddities(year: DemoYear): DemoTransaction[] {
  return [...once(year), ...trashed(year)];
}

/** On the first day of the year with this month and date. */
const ONCE: readonly (Omit<DemoTransaction, 'date'> & { readonly month: number; readonly on: number })[] = [
  {
    month: 1,
    on: 9,
    account: 'card',
    type: 'income',
    amount: 899_00n,
    description: 'DEVOLUCION LIVERPOOL INSURGENTES',
    category: 'Ropa y calzado',
    notes: 'Talla equivocada',
  },
  {
    month: 2,
    on: 20,
    account: 'card',
    type: 'income',
    amount: 412_50n,
    description: 'DEVOLUCION AMAZON MX',
    category: 'Hogar',
  },
  {
    month: 9,
    on: 18,
    account: 'card',
    type: 'income',
    amount: 249_00n,
    description: 'REEMBOLSO UBER EATS',
    category: 'Restaurantes',
  },
  {
    month: 11,
    on: 18,
    account: 'card',
    type: 'expense',
    amount: 8_499_00n,
    description: 'AMAZON MX BUEN FIN TELEVISION',
    category: 'Electrónica',
  },
  {
    month: 12,
    on: 21,
    account: 'card',
    type: 'expense',
    amount: 5_380_00n,
    description: 'PALACIO DE HIERRO REGALOS',
    category: 'Regalos',
  },
  {
    month: 1,
    on: 5,
    account: 'card',
    type: 'expense',
    amount: 2_160_00n,
    description: 'JUGUETRON REYES MAGOS',
    category: 'Regalos',
  },
  {
    month: 3,
    on: 28,
    account: 'card',
    type: 'expense',
    amount: 6_745_00n,
    description: 'VIVA AEROBUS OAXACA',
    category: 'Viajes',
  },
  {
    month: 4,
    on: 2,
    account: 'card',
    type: 'expense',
    amount: 4_310_00n,
    description: 'HOTEL CASA OAXACA',
    category: 'Viajes',
  },
  {
    month: 7,
    on: 19,
    account: 'euros',
    type: 'expense',
    amount: 86_40n,
    description: 'Cafetería del aeropuerto, Madrid',
    category: 'Viajes',
  },
  {
    month: 8,
    on: 14,
    account: 'payroll',
    type: 'income',
    amount: 1_500_00n,
    description: 'SPEI de la abuela',
    category: 'Regalos recibidos',
  },
  { month: 8, on: 30, account: 'cash', type: 'adjustment', amount: -35_00n, description: 'Efectivo contado' },
  {
    month: 10,
    on: 3,
    account: 'payroll',
    type: 'income',
    amount: 2_350_00n,
    description: 'DEPOSITO SPEI 7741902',
    notes: '¿De quién?',
  },
];

function once({ days }: DemoYear): DemoTransaction[] {
  return ONCE.map(({ month, on, ...what }) => ({
    date: days.find((day) => monthOf(day) === month && dateOf(day) === on)!,
    ...what,
  }));
}

/** The last days' slips, so that the trash holds something to restore. */
function trashed({ days }: DemoYear): DemoTransaction[] {
  const recent = days.slice(-12);
  const saturday = recent.find((day) => weekday(day) === 6)!;
  return [
    {
      date: saturday,
      account: 'card',
      type: 'expense',
      amount: 1_248_90n,
      description: 'SORIANA HIPER',
      category: 'Supermercado',
      notes: 'Capturado dos veces',
      trashed: true,
    },
    {
      date: recent[2]!,
      account: 'cash',
      type: 'expense',
      amount: 64_50n,
      description: 'OXXO NARVARTE',
      category: 'Tienda de la esquina',
      trashed: true,
    },
    {
      date: recent[4]!,
      account: 'card',
      type: 'expense',
      amount: 118_37n,
      description: 'UBER TRIP',
      category: 'Taxi y aplicaciones',
      notes: 'Era del trabajo',
      trashed: true,
    },
    {
      date: recent[6]!,
      account: 'payroll',
      type: 'transfer',
      amount: 3_000_00n,
      description: 'SPEI A AHORRO',
      to: 'savings',
      notes: 'Cancelado por el banco',
      trashed: true,
    },
    {
      date: recent[9]!,
      account: 'payroll',
      type: 'income',
      amount: 500_00n,
      description: 'DEPOSITO DE PRUEBA',
      trashed: true,
    },
  ];
}

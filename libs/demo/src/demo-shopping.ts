import { parseAmount } from '@app/kernel/pure';
import type { DemoAccountKey } from './demo-accounts.js';
import type { DemoYear } from './demo-calendar.js';
import { isWeekend } from './demo-calendar.js';
import { drawAmount, happens, pick } from './demo-draw.js';
import { rowsOf } from './demo-table.js';
import type { DemoTransaction } from './demo-transaction.js';

/** A shopping habit. `workday` and `weekend` are daily probabilities in percent. */
interface Habit {
  readonly shops: readonly string[];
  readonly account: DemoAccountKey;
  /** Null for an uncategorized transaction. */
  readonly category: string | null;
  readonly workday: number;
  readonly weekend: number;
  readonly low: bigint;
  readonly high: bigint;
  readonly step: bigint;
}

/** Columns: account, category, percent on workdays and weekends, minimum, maximum, step, shops. */
const HABITS = rowsOf(`
cash | Tienda de la esquina | 38 | 48 | 18 | 165 | 0.50 | OXXO NARVARTE/OXXO DIV DEL NORTE/7 ELEVEN EUGENIA
cash | Tienda de la esquina | 12 | 30 | 22 | 44 | 2 | Tortillería La Güera
cash | Supermercado | 0 | 40 | 220 | 480 | 5 | Tianguis de los domingos
cash | Restaurantes | 38 | 14 | 75 | 140 | 5 | Comida corrida Doña Mary/Tacos El Güero/Fonda Margarita
cash | Transporte público | 11 | 3 | 40 | 100 | 10 | Recarga Tarjeta de Movilidad Integrada
cash | Restaurantes | 4 | 30 | 30 | 110 | 5 | Helados y antojitos/Elotes y esquites
card | Cafeterías | 22 | 20 | 58 | 142 | 1 | STARBUCKS INSURGENTES/CIELITO QUERIDO CAFE/CAFE PUNTA DEL CIELO
card | Restaurantes | 13 | 42 | 190 | 640 | 1 | LA CASA DE TONO/VIPS UNIVERSIDAD/SUSHI ROLL/EL PORTON/TAQUERIA ORINOCO
card | Restaurantes | 12 | 20 | 165 | 390 | 0.50 | RAPPI MEXICO/UBER EATS/DIDI FOOD
card | Taxi y aplicaciones | 20 | 26 | 62 | 198 | 0.01 | UBER TRIP/DIDI RIDES/UBER *TRIP HELP.UBER.COM
card | Supermercado | 5 | 44 | 540 | 1890 | 0.10 | WALMART UNIVERSIDAD/SORIANA HIPER/CHEDRAUI SELECTO/LA COMER INSURGENTES
card | Gasolina | 14 | 14 | 520 | 860 | 10 | PEMEX 5421 NARVARTE/BP GASOLINERA/GASOLINERA G500 EUGENIA
card | Farmacia | 5 | 5 | 85 | 560 | 0.50 | FARMACIAS DEL AHORRO/FARMACIA SAN PABLO/FARMACIAS GUADALAJARA
card | Casetas y estacionamiento | 7 | 14 | 45 | 250 | 1 | PARCO ESTACIONAMIENTO/TELEVIA RECARGA/CAPUFE CASETA
card | Hogar | 5 | 7 | 149 | 980 | 1 | AMAZON MX MARKETPLACE/MERCADO LIBRE
card | Ropa y calzado | 1.5 | 5 | 399 | 1799 | 1 | LIVERPOOL INSURGENTES/ZARA ANTARA/C&A PARQUE DELTA
card | Cine y espectáculos | 0.5 | 9 | 168 | 470 | 1 | CINEPOLIS UNIVERSIDAD/CINEMEX PARQUE DELTA
card | Mascotas | 1 | 4 | 289 | 940 | 1 | PETCO DEL VALLE/+KOTA
card | Libros y útiles | 1 | 4 | 189 | 620 | 1 | LIBRERIAS GANDHI/FCE LIBRERIA
payroll | Médicos | 1.2 | 0.8 | 60 | 950 | 10 | DR SIMI CONSULTA/DENTAL COYOACAN
card | | 2 | 4 | 95 | 410 | 1 | COMPRA POS 004471/CLIP MX*COMERCIO
`).map(([account, category, workday, weekend, low, high, step, shops]): Habit => ({
  shops: shops!.split('/'),
  account: account as DemoAccountKey,
  category: category || null,
  workday: Number(workday),
  weekend: Number(weekend),
  low: parseAmount(low!),
  high: parseAmount(high!),
  step: parseAmount(step!),
}));

export function shopping({ days }: DemoYear): DemoTransaction[] {
  return HABITS.flatMap((habit) =>
    days
      .filter((day) => happens(`${habit.shops[0]} ${day}`, isWeekend(day) ? habit.weekend : habit.workday))
      .map((date) => purchase(habit, date)),
  );
}

function purchase({ shops, account, category, low, high, step }: Habit, date: string): DemoTransaction {
  const label = `${shops[0]} ${date}`;
  const amount = drawAmount(label, low, high, step);
  const bought = { date, account, type: 'expense' as const, amount, description: pick(label, shops) };
  if (category === 'Supermercado' && amount > 1_500_00n) return { ...bought, splits: bigBasket(amount) };
  return { ...bought, ...(category !== null && { category }) };
}

function bigBasket(amount: bigint) {
  const home = amount / 5n;
  const pharmacy = amount / 10n;
  return [
    { amount: amount - home - pharmacy, category: 'Supermercado' },
    { amount: home, category: 'Hogar', notes: 'Limpieza' },
    { amount: pharmacy, category: 'Farmacia' },
  ];
}

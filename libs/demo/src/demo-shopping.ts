import type { DemoAccountKey } from './demo-accounts.js';
import type { DemoYear } from './demo-calendar.js';
import { isWeekend } from './demo-calendar.js';
import { drawAmount, happens, pick } from './demo-draw.js';
import type { DemoTransaction } from './demo-transaction.js';

/** Something bought now and then: how likely on a workday and on a day of the weekend, in percent, and for how much. */
interface Habit {
  readonly shops: readonly string[];
  readonly account: DemoAccountKey;
  /** Null where nobody filed it. */
  readonly category: string | null;
  readonly workday: number;
  readonly weekend: number;
  readonly low: bigint;
  readonly high: bigint;
  readonly step: bigint;
}

const HABITS: readonly Habit[] = [
  habit(
    ['OXXO NARVARTE', 'OXXO DIV DEL NORTE', '7 ELEVEN EUGENIA'],
    'cash',
    'Tienda de la esquina',
    38,
    48,
    18_00n,
    165_00n,
    50n,
  ),
  habit(['Tortillería La Güera'], 'cash', 'Tienda de la esquina', 12, 30, 22_00n, 44_00n, 2_00n),
  habit(['Tianguis de los domingos'], 'cash', 'Supermercado', 0, 40, 220_00n, 480_00n, 5_00n),
  habit(
    ['Comida corrida Doña Mary', 'Tacos El Güero', 'Fonda Margarita'],
    'cash',
    'Restaurantes',
    38,
    14,
    75_00n,
    140_00n,
    5_00n,
  ),
  habit(['Recarga Tarjeta de Movilidad Integrada'], 'cash', 'Transporte público', 11, 3, 40_00n, 100_00n, 10_00n),
  habit(['Helados y antojitos', 'Elotes y esquites'], 'cash', 'Restaurantes', 4, 30, 30_00n, 110_00n, 5_00n),
  habit(
    ['STARBUCKS INSURGENTES', 'CIELITO QUERIDO CAFE', 'CAFE PUNTA DEL CIELO'],
    'card',
    'Cafeterías',
    22,
    20,
    58_00n,
    142_00n,
    1_00n,
  ),
  habit(
    ['LA CASA DE TONO', 'VIPS UNIVERSIDAD', 'SUSHI ROLL', 'EL PORTON', 'TAQUERIA ORINOCO'],
    'card',
    'Restaurantes',
    13,
    42,
    190_00n,
    640_00n,
    1_00n,
  ),
  habit(['RAPPI MEXICO', 'UBER EATS', 'DIDI FOOD'], 'card', 'Restaurantes', 12, 20, 165_00n, 390_00n, 50n),
  habit(
    ['UBER TRIP', 'DIDI RIDES', 'UBER *TRIP HELP.UBER.COM'],
    'card',
    'Taxi y aplicaciones',
    20,
    26,
    62_00n,
    198_00n,
    1n,
  ),
  habit(
    ['WALMART UNIVERSIDAD', 'SORIANA HIPER', 'CHEDRAUI SELECTO', 'LA COMER INSURGENTES'],
    'card',
    'Supermercado',
    5,
    44,
    540_00n,
    1_890_00n,
    10n,
  ),
  habit(['PEMEX 5421 NARVARTE', 'BP GASOLINERA', 'G500 EUGENIA'], 'card', 'Gasolina', 14, 14, 520_00n, 860_00n, 10_00n),
  habit(
    ['FARMACIAS DEL AHORRO', 'FARMACIA SAN PABLO', 'FARMACIAS GUADALAJARA'],
    'card',
    'Farmacia',
    5,
    5,
    85_00n,
    560_00n,
    50n,
  ),
  habit(
    ['PARCO ESTACIONAMIENTO', 'TELEVIA RECARGA', 'CAPUFE CASETA'],
    'card',
    'Casetas y estacionamiento',
    7,
    14,
    45_00n,
    250_00n,
    1_00n,
  ),
  habit(['AMAZON MX MARKETPLACE', 'MERCADO LIBRE'], 'card', 'Hogar', 5, 7, 149_00n, 980_00n, 1_00n),
  habit(
    ['LIVERPOOL INSURGENTES', 'ZARA ANTARA', 'C&A PARQUE DELTA'],
    'card',
    'Ropa y calzado',
    1.5,
    5,
    399_00n,
    1_799_00n,
    1_00n,
  ),
  habit(
    ['CINEPOLIS UNIVERSIDAD', 'CINEMEX PARQUE DELTA'],
    'card',
    'Cine y espectáculos',
    0.5,
    9,
    168_00n,
    470_00n,
    1_00n,
  ),
  habit(['PETCO DEL VALLE', '+KOTA'], 'card', 'Mascotas', 1, 4, 289_00n, 940_00n, 1_00n),
  habit(['LIBRERIAS GANDHI', 'FCE LIBRERIA'], 'card', 'Libros y útiles', 1, 4, 189_00n, 620_00n, 1_00n),
  habit(['DR SIMI CONSULTA', 'DENTAL COYOACAN'], 'payroll', 'Médicos', 1.2, 0.8, 60_00n, 950_00n, 10_00n),
  habit(['COMPRA POS 004471', 'CLIP MX*COMERCIO'], 'card', null, 2, 4, 95_00n, 410_00n, 1_00n),
];

/** What is bought from day to day. */
export function shopping({ days }: DemoYear): DemoTransaction[] {
  return HABITS.flatMap((one) =>
    days
      .filter((day) => happens(`${one.shops[0]} ${day}`, isWeekend(day) ? one.weekend : one.workday))
      .map((date) => purchase(one, date)),
  );
}

function purchase({ shops, account, category, low, high, step }: Habit, date: string): DemoTransaction {
  const label = `${shops[0]} ${date}`;
  const amount = drawAmount(label, low, high, step);
  const bought = { date, account, type: 'expense' as const, amount, description: pick(label, shops) };
  if (category === 'Supermercado' && amount > 1_500_00n) return { ...bought, splits: bigBasket(amount) };
  return { ...bought, ...(category !== null && { category }) };
}

/** A big visit to the supermarket is more than food. */
function bigBasket(amount: bigint) {
  const home = amount / 5n;
  const pharmacy = amount / 10n;
  return [
    { amount: amount - home - pharmacy, category: 'Supermercado' },
    { amount: home, category: 'Hogar', notes: 'Limpieza' },
    { amount: pharmacy, category: 'Farmacia' },
  ];
}

function habit(
  shops: readonly string[],
  account: DemoAccountKey,
  category: string | null,
  workday: number,
  weekend: number,
  low: bigint,
  high: bigint,
  step: bigint,
): Habit {
  return { shops, account, category, workday, weekend, low, high, step };
}

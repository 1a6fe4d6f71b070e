import type { DemoAccountKey } from './demo-accounts.js';
import type { DemoYear } from './demo-calendar.js';
import { monthly, monthOf } from './demo-calendar.js';
import { drawAmount } from './demo-draw.js';
import type { DemoTransaction } from './demo-transaction.js';

/**
 * Bill that is due on the same day of some months. `low` and `high` are the limits of its amount in minor units, and
 * are equal if the amount is fixed.
 */
interface Bill {
  readonly description: string;
  readonly account: DemoAccountKey;
  readonly category: string;
  readonly date: number;
  readonly low: bigint;
  readonly high: bigint;
  readonly months?: readonly number[];
}

const ODD_MONTHS = [1, 3, 5, 7, 9, 11];
const EVEN_MONTHS = [2, 4, 6, 8, 10, 12];

const BILLS: readonly Bill[] = [
  bill('RENTA DEPTO NARVARTE', 'payroll', 'Renta', 1, 13_800_00n),
  bill('MANTENIMIENTO EDIFICIO', 'payroll', 'Mantenimiento', 2, 1_150_00n),
  bill('CFE SUMINISTRADOR DE SERVICIOS', 'payroll', 'Luz', 14, 610_00n, 1_180_00n, ODD_MONTHS),
  bill('SACMEX AGUA CDMX', 'payroll', 'Agua', 19, 290_00n, 410_00n, EVEN_MONTHS),
  bill('NATURGY GAS NATURAL', 'payroll', 'Gas', 21, 310_00n, 590_00n),
  bill('TELMEX RECIBO', 'payroll', 'Internet y telefonía', 6, 599_00n),
  bill('TELCEL PLAN', 'card', 'Internet y telefonía', 17, 399_00n),
  bill('NETFLIX.COM', 'card', 'Streaming', 5, 299_00n),
  bill('SPOTIFY P2F4A9', 'card', 'Streaming', 10, 139_00n),
  bill('DISNEY PLUS MEXICO', 'card', 'Streaming', 22, 249_00n),
  bill('APPLE.COM/BILL ICLOUD', 'card', 'Streaming', 25, 49_00n),
  bill('SMART FIT DEL VALLE', 'card', 'Gimnasio', 3, 549_00n),
  bill('GNP SEGUROS AUTO', 'card', 'Seguros', 18, 9_740_00n, 9_740_00n, [2]),
  bill('GNP GASTOS MEDICOS', 'card', 'Seguro médico', 7, 1_865_00n),
  bill('FINANZAS CDMX TENENCIA', 'payroll', 'Tenencia y verificación', 24, 1_284_00n, 1_284_00n, [3]),
  bill('VERIFICENTRO 9012', 'payroll', 'Tenencia y verificación', 12, 738_00n, 738_00n, [1, 7]),
  bill('SERVICIO NISSAN AGENCIA', 'card', 'Taller', 23, 2_450_00n, 3_900_00n, [4, 10]),
  bill('Apoyo a mamá', 'payroll', 'Apoyo a familiares', 16, 2_000_00n),
  bill('Señora de la limpieza', 'cash', 'Hogar', 20, 450_00n),
  bill('GITHUB INC', 'dollars', 'Cursos', 8, 10_00n),
  bill('COURSERA', 'dollars', 'Cursos', 26, 49_00n, 49_00n, [2, 3, 8, 9]),
  bill('COMISION POR APERTURA', 'payroll', 'Comisiones', 28, 34_80n, 34_80n, [6]),
  bill('SAT DECLARACION ANUAL ISR', 'payroll', 'ISR', 29, 3_216_00n, 3_216_00n, [4]),
];

export function bills(year: DemoYear): DemoTransaction[] {
  return BILLS.flatMap(({ description, account, category, date, low, high, months }) =>
    monthly(year, date)
      .filter((day) => months === undefined || months.includes(monthOf(day)))
      .map((day) => ({
        date: day,
        account,
        type: 'expense' as const,
        amount: drawAmount(`${description} ${day}`, low, high),
        description,
        category,
      })),
  );
}

function bill(
  description: string,
  account: DemoAccountKey,
  category: string,
  date: number,
  low: bigint,
  high = low,
  months?: readonly number[],
): Bill {
  return { description, account, category, date, low, high, ...(months && { months }) };
}

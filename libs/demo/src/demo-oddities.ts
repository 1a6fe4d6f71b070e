import { parseAmount, weekday } from '@app/kernel/pure';
import type { DemoAccountKey } from './demo-accounts.js';
import type { DemoYear } from './demo-calendar.js';
import { rowsOf } from './demo-table.js';
import type { DemoTransaction } from './demo-transaction.js';

/** Columns: month and day, account, type, amount, description, category, notes. */
const ONCE = rowsOf(`
01-09 | card    | income     |    899 | DEVOLUCION LIVERPOOL INSURGENTES | Ropa y calzado    | Talla equivocada
02-20 | card    | income     | 412.50 | DEVOLUCION AMAZON MX             | Hogar
09-18 | card    | income     |    249 | REEMBOLSO UBER EATS              | Restaurantes
11-18 | card    | expense    |   8499 | AMAZON MX BUEN FIN TELEVISION    | Electrónica
12-21 | card    | expense    |   5380 | PALACIO DE HIERRO REGALOS        | Regalos
01-05 | card    | expense    |   2160 | JUGUETRON REYES MAGOS            | Regalos
03-28 | card    | expense    |   6745 | VIVA AEROBUS OAXACA              | Viajes
04-02 | card    | expense    |   4310 | HOTEL CASA OAXACA                | Viajes
07-19 | euros   | expense    |  86.40 | Cafetería del aeropuerto, Madrid | Viajes
08-14 | payroll | income     |   1500 | SPEI de la abuela                | Regalos recibidos
08-30 | cash    | adjustment |    -35 | Efectivo contado
10-03 | payroll | income     |   2350 | DEPOSITO SPEI 7741902            |                   | ¿De quién?`);

/** Trashed transactions. The first column is a day's index among the last twelve days, or `sat` for the Saturday. */
const TRASHED = rowsOf(`
sat | card              | expense  | 1248.90 | SORIANA HIPER      | Supermercado         | Capturado dos veces
2   | cash              | expense  |   64.50 | OXXO NARVARTE      | Tienda de la esquina
4   | card              | expense  |  118.37 | UBER TRIP          | Taxi y aplicaciones  | Era del trabajo
6   | payroll > savings | transfer |    3000 | SPEI A AHORRO      |                      | Cancelado por el banco
9   | payroll           | income   |     500 | DEPOSITO DE PRUEBA
`);

export function oddities({ days }: DemoYear): DemoTransaction[] {
  const recent = days.slice(-12);
  const saturday = recent.find((day) => weekday(day) === 6)!;
  return [
    ...ONCE.map(([when, ...cells]) =>
      entry(
        days.find((day) => day.endsWith(when!))!,
        cells,
      ),
    ),
    ...TRASHED.map(([when, ...cells]): DemoTransaction => {
      return { ...entry(when === 'sat' ? saturday : recent[Number(when)]!, cells), trashed: true };
    }),
  ];
}

function entry(date: string, [accounts, type, amount, description, category, notes]: string[]): DemoTransaction {
  const [account, to] = accounts!.split(' > ') as DemoAccountKey[];
  return {
    date,
    account: account!,
    type: type as DemoTransaction['type'],
    amount: parseAmount(amount!),
    description: description!,
    ...(to && { to }),
    ...(category && { category }),
    ...(notes && { notes }),
  };
}

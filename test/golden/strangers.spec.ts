import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { formatAmount } from '@app/kernel/pure';
import { readStatement } from '../../libs/statement-files/src/statement.js';
import { StatementUnreadable } from '../../libs/statement-files/src/limits/unreadable.js';

/** Row as `2026-03-14 -12.50 Kino`, followed by the codes of its errors and warnings. */
type Row = string;

interface Expected {
  readonly currency?: string;
  readonly account?: 'credit_card' | 'savings';
  readonly rows: readonly Row[];
  readonly warnings?: readonly string[];
  readonly skipped?: readonly string[];
}

/** Bank statements from many countries, grouped by the difficulty that they contain. */
const FILES: Readonly<Record<string, Readonly<Record<string, Expected>>>> = {
  'running balances': {
    'mes-primero-por-saldo.csv': {
      rows: [
        '2026-01-02 500.00 Opening deposit',
        '2026-01-05 -50.00 Grocer',
        '2026-01-11 -30.00 Book shop',
        '2026-02-03 900.00 Salary',
        '2026-02-04 -20.00 Tram',
      ],
    },
    'dia-primero-por-saldo.csv': {
      rows: [
        '2026-04-02 -20.00 Tranvia',
        '2026-03-02 900.00 Nomina',
        '2026-01-11 -30.00 Libreria',
        '2026-01-05 -50.00 Tienda',
        '2026-01-01 500.00 Deposito',
      ],
    },
    'saldos-sin-explicar.xml': { rows: ['2026-03-14 -120.00 Tienda'], warnings: ['BALANCE_BREAK'] },
  },
  'contradictory rows and rows of other accounts': {
    'abono-con-menos.csv': {
      rows: [
        '2026-03-14 -120.00 Tienda',
        '2026-03-15 9000.00 Nómina',
        '2026-03-16 300.00 Traspaso',
        '2026-03-17 -85.00 Farmacia',
      ],
      warnings: ['SIGN_UNLIKELY'],
    },
    'cargo-positivo.ofx': {
      rows: [
        '2026-03-14 -120.00 Tienda',
        '2026-03-15 900.00 Juan',
        '2026-03-16 -75.00 Cine',
        '2026-03-17 45.00 Farmacia',
      ],
      warnings: ['SIGN_UNLIKELY'],
    },
    'correcciones.ofx': {
      rows: ['2026-03-15 -102.00 Tienda', '2026-03-17 -45.00 Farmacia'],
      warnings: ['CORRECTION_ELSEWHERE'],
      skipped: ['corrected', 'corrected', 'corrected'],
    },
    'dos-cuentas.csv': {
      rows: [
        '2026-03-14 -120.00 Tienda',
        '2026-03-15 9000.00 Nómina',
        '2026-03-15 12.50 Intereses',
        '2026-03-16 -200.00 Retiro',
      ],
      warnings: ['SEVERAL_ACCOUNTS'],
    },
    'en-centavos.csv': {
      rows: ['2026-03-14 -1250.00 Grocer', '2026-03-15 900000.00 Salary', '2026-03-16 -150.00 Tram'],
      warnings: ['SCALE_UNLIKELY'],
    },
    'estado-de-la-republica.csv': {
      rows: ['2026-03-14 -120.00 Tienda', '2026-03-15 -310.00 Restaurante', '2026-03-16 9000.00 Nómina'],
    },
  },
  'gross, fee and net amounts': {
    'comision-en-lados.csv': {
      currency: 'ZAR',
      rows: [
        '2026-03-16 -45.90 Grocer',
        '2026-03-17 -110.00 Cash withdrawal FEE_TAKEN_OFF',
        '2026-03-18 -5.00 Monthly account FEE_TAKEN_OFF',
        '2026-03-19 1000.00 Employer',
      ],
    },
    'entre-brutas-y-netas.csv': {
      currency: 'USD',
      rows: ['2026-03-16 9.64 Tea', '2026-03-17 -5.00 Broken cup', '2026-03-18 6.75 Tea'],
    },
    'comision-con-saldo.csv': {
      rows: [
        '2026-03-02 235.50 Venta de taza FEE_TAKEN_OFF',
        '2026-03-14 379.80 Venta de plato FEE_TAKEN_OFF',
        '2026-03-16 -1000.00 Retiro a la cuenta',
      ],
    },
    'comision-positiva.csv': {
      rows: [
        '2026-03-02 -4.50 Panadería',
        '2026-03-04 -51.00 Efectivo FEE_TAKEN_OFF',
        '2026-03-05 100.00 Recarga',
        '2026-03-06 -3.00 Café',
      ],
    },
    'bruto-comision-neto.csv': {
      rows: [
        '2026-03-14 235.50 Venta de taza',
        '2026-03-15 379.80 Venta de plato',
        '2026-03-16 -1000.00 Retiro a la cuenta',
        '2026-03-17 -115.30 Compra de barro',
      ],
    },
    'comision-aparte.csv': {
      rows: ['2026-03-02 250.00 Venta de taza', '2026-03-14 -115.30 Compra de barro'],
      warnings: ['COLUMN_GUESSED'],
    },
    'brutto-gebuehr-netto.csv': {
      currency: 'EUR',
      rows: ['2026-03-14 23.80 Keramik Linde', '2026-03-15 -8.40 Café Morgenrot', '2026-03-16 57.56 Keramik Linde'],
    },
  },
  'booking statuses': {
    'contabilizzazione.csv': {
      currency: 'EUR',
      rows: [
        '2026-03-16 -23.45 Drogheria Po',
        '2026-03-15 500.00 Stipendio',
        '2026-03-17 -9.90 Bar Centrale NOT_BOOKED',
      ],
      warnings: ['ROWS_NOT_BOOKED'],
    },
    'etat.csv': {
      currency: 'EUR',
      rows: ['2026-03-14 -30.00 Boutique Rose', '2026-03-15 19.07 Librairie', '2026-03-16 19.07 Librairie NOT_BOOKED'],
      warnings: ['ROWS_NOT_BOOKED'],
    },
    'vorgemerkt.csv': {
      currency: 'EUR',
      rows: ['2026-03-16 -80.00 Strom', '2026-03-17 2500.00 Lohn', '2026-03-18 -15.10 Blumen NOT_BOOKED'],
      warnings: ['ROWS_NOT_BOOKED'],
    },
    'estados.csv': {
      rows: [
        '2026-03-02 -45.00 Panadería Luna',
        '2026-03-03 -900.00 Hotel Sierra NOT_BOOKED',
        '2026-03-04 500.00 Recarga',
        '2026-03-05 -120.50 Librería Sur',
        '2026-03-07 -60.00 Estacionamiento NOT_BOOKED',
      ],
      warnings: ['ROWS_NOT_BOOKED'],
    },
    'estado-cancelado.csv': {
      rows: [
        '2026-03-02 -210.00 Mercado',
        '2026-03-03 -1500.00 Boletos NOT_BOOKED',
        '2026-03-14 9000.00 Nómina',
        '2026-03-15 -700.00 Gasolina NOT_BOOKED',
      ],
      warnings: ['ROWS_NOT_BOOKED'],
    },
  },
  'unknown and yes/no booking statuses': {
    'estado-desconocido.csv': {
      currency: 'USD',
      rows: [
        '2026-03-13 -4.50 Teahouse',
        '2026-03-14 -90.00 Inn',
        '2026-03-15 -31.20 Ferry NOT_BOOKED',
        '2026-03-16 500.00 Wages',
      ],
      warnings: ['ROWS_NOT_BOOKED', 'STATE_UNKNOWN'],
    },
    'contabilizado-si-no.csv': {
      rows: ['2026-03-13 -45.00 Panadería', '2026-03-14 -900.00 Hotel NOT_BOOKED', '2026-03-15 9000.00 Nómina'],
      warnings: ['ROWS_NOT_BOOKED'],
    },
  },
  'debit and credit columns': {
    'ut-inn-konto.csv': { currency: 'NOK', rows: ['2026-03-14 -120.50 Varekjøp', '2026-03-15 10000.00 Lønn'] },
    'entrate-uscite.csv': {
      rows: [
        '2026-02-28 -19.90 Libreria Po',
        '2026-02-27 850.00 Bonifico stipendio',
        '2026-02-26 -45.00 Trattoria Verde',
      ],
    },
    'haber-debe-letras.csv': {
      rows: ['2026-03-02 9000.00 Nómina de marzo', '2026-03-14 -4500.00 Renta', '2026-03-15 -380.25 Luz'],
    },
    'recibido-enviado.csv': {
      rows: ['2026-03-02 300.00 De Ana', '2026-03-14 -120.00 A Luis', '2026-03-15 -80.50 A Marta'],
    },
    'positivo-negativo.tsv': { rows: ['2026-03-02 300.00 De Ana', '2026-03-14 -120.00 A Luis'] },
    'outflow-inflow.csv': {
      rows: ['2026-03-02 -12.30 Corner shop', '2026-03-03 1500.00 Employer', '2026-03-04 -2.80 Bus ticket'],
    },
    'par-sin-palabras.csv': {
      rows: ['2026-03-02 -100.00 Uno', '2026-03-14 250.00 Dos', '2026-03-15 -50.00 Tres', '2026-03-16 -10.00 Cuatro'],
    },
    'par-sin-pruebas.csv': {
      rows: ['2026-03-02 -100.00 Uno', '2026-03-14 250.00 Dos', '2026-03-15 -50.00 Tres'],
      warnings: ['COLUMN_GUESSED'],
    },
    'signos-al-reves.csv': {
      rows: [
        '2026-03-11 2500.00 ABONO TRANSFERENCIA',
        '2026-03-12 -850.50 PAGO LUZ',
        '2026-03-13 -2000.00 RETIRO CAJERO',
        '2026-03-15 500.00 DEPOSITO VENTANILLA',
      ],
    },
  },
  'direction columns and payment methods': {
    'dos-filas-con-signo.csv': { rows: ['2026-03-16 -23.45 COMPRA TIENDA', '2026-03-15 500.00 DEPOSITO'] },
    'spisanie.csv': {
      currency: 'RUB',
      rows: ['2026-03-16 -450.00 Книжный магазин', '2026-03-15 50000.00 Зарплата'],
    },
    'forma-de-pago.csv': {
      rows: ['2026-03-02 -450.00 Despensa', '2026-03-14 300.00 Reembolso de amigo', '2026-03-15 -120.00 Cine'],
    },
    'af-bij.csv': {
      currency: 'EUR',
      rows: ['2026-03-14 -4.25 Bakkerij Noord', '2026-03-15 2100.00 Werkgever BV', '2026-03-16 -18.90 Boekhandel'],
    },
    'd-k.csv': {
      currency: 'EUR',
      rows: ['2026-03-02 -4.50 Kepykla', '2026-03-03 900.00 Atlyginimas'],
      skipped: ['opening-balance', 'total', 'closing-balance'],
    },
    'cargos-sin-signo.csv': {
      rows: [
        '2026-03-17 -30.00 CAFÉ DEL PUERTO',
        '2026-03-18 -4.60 ESTACIONAMIENTO',
        '2026-03-19 500.00 PAGO RECIBIDO',
        '2026-03-26 -64.99 MÚSICA EN LÍNEA',
      ],
    },
    'direccion-en-clave.csv': {
      rows: ['2026-03-02 ? Uno AMOUNT_INVALID', '2026-03-14 ? Dos AMOUNT_INVALID', '2026-03-15 ? Tres AMOUNT_INVALID'],
      warnings: ['DIRECTION_UNKNOWN'],
    },
  },
  'amounts, prices and balances': {
    'yenes.csv': { currency: 'JPY', rows: ['2026-03-14 -1250.00 コンビニ', '2026-03-15 300000.00 給与'] },
    'sin-centavos.csv': {
      currency: 'CHF',
      rows: [
        '2026-03-13 -1500.00 Miete',
        '2026-03-14 4200.00 Lohn',
        '2026-03-15 -20.00 Markt',
        '2026-03-16 -3.50 Kiosk',
      ],
    },
    'sin-centavos-con-coma.csv': {
      currency: 'NOK',
      rows: ['2026-03-13 500.00 Lønn', '2026-03-14 -1500.00 Kiosk', '2026-03-15 -20.50 Kiosk'],
    },
    'coma-sin-comillas.csv': { rows: ['2026-11-13 -10.50 Cine', '2026-11-14 200.00 Recarga'] },
    'comas-sin-comillas-con-saldo.csv': { rows: ['2026-11-13 -10.50 Cine', '2026-11-14 200.00 Recarga'] },
    'miles-sin-comillas.csv': { rows: ['2026-11-13 -9200.00 Rent', '2026-11-14 21500.50 Salary'] },
    'comas-inciertas.csv': { rows: ['2026-11-13 ? Cine AMOUNT_INVALID', '2026-11-14 ? Recarga AMOUNT_INVALID'] },
    'saldo-sin-titulo.csv': {
      rows: ['2026-11-13 -10.00 Cine', '2026-11-14 -20.00 Pan', '2026-11-15 -15.00 Pan'],
    },
    'gasolina-total.csv': {
      rows: ['2026-11-13 -100.00 PEMEX', '2026-11-14 -450.00 TOTAL', '2026-11-15 -50.00 Cine'],
      skipped: ['opening-balance', 'total'],
    },
    'saldo-comprado.csv': {
      rows: ['2026-11-16 -50.00 Cine', '2026-11-15 -450.00 SALDO', '2026-11-14 -100.00 PEMEX'],
      skipped: ['opening-balance'],
    },
    'total-sin-saldo.csv': {
      rows: ['2026-11-13 -100.00 PEMEX', '2026-11-14 -450.00 TOTAL LINE_DOUBTFUL', '2026-11-15 -50.00 Cine'],
      warnings: ['LINE_DOUBTFUL'],
    },
    'subtotal-sumado.csv': {
      rows: ['2026-11-13 -100.00 PEMEX', '2026-11-14 -50.00 Pan', '2026-11-15 -50.00 Cine'],
      skipped: ['total'],
    },
    'segunda-tabla.csv': {
      rows: ['2026-11-13 -100.00 PEMEX', '2026-11-14 -50.00 Pan'],
      skipped: ['blank', 'note', 'other-table', 'other-table', 'other-table'],
      warnings: ['LINES_SKIPPED'],
    },
    'tabla-de-arriba.csv': {
      rows: ['2026-11-13 -100.00 PEMEX', '2026-11-14 -50.00 Pan', '2026-11-15 -50.00 Cine'],
      warnings: ['LINES_SKIPPED'],
    },
    'hungaro.csv': {
      currency: 'HUF',
      rows: ['2026-03-16 -450.00 Gyümölcs a zöldségestől', '2026-03-15 50000.00 Fizetés Kőszegről'],
    },
    'estonio.csv': {
      currency: 'EUR',
      rows: ['2026-03-16 -4.50 Nõmme pood', '2026-03-15 500.00 Palk tööandjalt'],
      warnings: ['ENCODING_UNSURE'],
    },
    'portugues.csv': {
      currency: 'EUR',
      rows: ['2026-03-16 -4.50 Doações e pensões', '2026-03-15 500.00 Salário do mês'],
    },
    'lakhs.csv': { currency: 'INR', rows: ['2026-03-14 -450.00 UPI/TEA HOUSE', '2026-03-15 150000.00 NEFT EMPLOYER'] },
    'saldo-separado.csv': {
      rows: ['2026-03-02 -12.50 Compra com cartão', '2026-03-13 300.00 Pix recebido'],
      skipped: ['opening-balance', 'balance'],
    },
    'tres-decimales.csv': {
      rows: [
        '2026-03-02 -29.00 Bäckerei',
        '2026-03-03 -12.90 Kiosk',
        '2026-03-04 580.45 Lohn',
        '2026-03-05 -105.70 Kino',
        '2026-03-06 -10.00 Markt',
      ],
      warnings: ['SCALE_UNLIKELY'],
    },
    'enteros-con-saldo.csv': {
      rows: [
        '2026-03-02 -120.00 Mercado',
        '2026-03-14 300.00 Depósito de Ana',
        '2026-03-15 -45.00 Farmacia',
        '2026-03-16 -15.00 Papelería',
      ],
    },
    'saldo-anterior-por-renglon.csv': {
      currency: 'EUR',
      rows: [
        '2026-03-17 223.77 Uitgeverij',
        '2026-03-18 -200.00 Kaartdiensten',
        '2026-03-25 -2.20 Kosten',
        '2026-03-27 503.15 Optiek',
      ],
    },
    'precio-y-monto.csv': {
      rows: [
        '2026-03-10 12.55 Dividendo',
        '2026-03-11 -81.57 Reinversión',
        '2026-03-12 600.00 Aportación',
        '2026-03-13 8222.05 Venta',
      ],
      warnings: ['COLUMN_GUESSED'],
    },
    'primera-linea-rota.csv': {
      rows: ['2026-03-15 ? Panadería AMOUNT_INVALID', '2026-03-12 375.00 Ana Ruiz', '2026-03-11 -257.50 Luz y Gas'],
    },
    'mes-primero-en-saldo.csv': {
      rows: [
        '2026-03-01 100.00 Transferência recebida',
        '2026-03-02 -10.00 Compra com cartão',
        '2026-03-03 -12.50 Compra com cartão',
      ],
      skipped: ['opening-balance'],
    },
  },
  'unknown currencies and DR/CR marks': {
    'moneda-desconocida.csv': {
      rows: ['2026-03-02 -120.00 Posada CURRENCY_MISMATCH', '2026-03-14 -80.00 Comida'],
      warnings: ['CURRENCY_UNKNOWN'],
    },
    'marcas-dr-cr.csv': {
      rows: ['2026-01-31 -0.80 TVA COLLECTEE', '2026-01-31 -5.00 FRAIS DE TENUE', '2026-02-02 15.00 VERSEMENT'],
    },
  },
  'uncommon formats': {
    'zona-horaria.csv': { rows: ['2026-03-14 -12.50 Tacos', '2026-03-15 40.00 Lunch'] },
    'columna-sin-titulo.csv': {
      currency: 'GBP',
      account: 'credit_card',
      rows: ['2026-03-13 -12.50 BOOKSHOP', '2026-03-14 -2.50 TEA HOUSE', '2026-03-15 20.00 TRANSFER'],
    },
    'encabezado-en-comentario.ofx': { rows: ['2026-03-02 -250.00 Cheque 2656', '2026-03-03 1.25 Intereses'] },
    'inversiones.ofx': {
      rows: ['2026-03-03 800.00 Aportación', '2026-03-04 -12.00 Comisión'],
      warnings: ['LINES_SKIPPED'],
      skipped: ['investment'],
    },
    'sin-tipo.qif': {
      rows: ['2026-03-02 -45.00 Panadería', '2026-03-14 900.00 Abono', '2026-03-15 -120.00 Cheque 301'],
    },
    'sin-texto.xml': { rows: ['2026-03-02 -120.00 Cargo', '2026-03-03 80.00 Abono'] },
    'puntos-al-final.csv': { currency: 'HUF', rows: ['2026-03-04 -350.00 Pékség', '2026-03-02 1290.00 Munkahely'] },
    'dos-puntos.csv': { rows: ['2026-03-01 -7.80 Oficina', '2026-03-02 889.81 Acme'] },
    'fechas-ofx.csv': {
      rows: ['2026-03-24 -85.00 Alojamiento web', '2026-03-23 3520.00 Cliente Uno', '2026-03-21 -12.23 Imprenta'],
    },
    'texto-en-otra-columna.csv': {
      rows: ['2026-03-01 1000.00 Depósito', '2026-03-14 -500.00 Fondo Uno', '2026-03-15 -5.00 Comisión anual'],
    },
    'europa-central.csv': {
      currency: 'PLN',
      rows: [
        '2026-03-02 -45.00 Zakup żywności w Łodzi',
        '2026-03-03 900.00 Wynagrodzenie za marzec, dziękujemy',
        '2026-03-04 -12.50 Książka',
      ],
    },
    'cirilico.csv': {
      currency: 'RUB',
      rows: [
        '2026-03-31 33123.56 Перечисление зарплаты за март',
        '2026-04-03 -50.00 Комиссия за переводы',
        '2026-04-03 -1500.00 Покупка в магазине',
      ],
    },
  },
  'cards with positive purchases': {
    'marca-cr.csv': {
      currency: 'INR',
      account: 'credit_card',
      rows: ['2026-03-14 -1250.00 BOOKSHOP', '2026-03-15 -450.00 TEA HOUSE', '2026-03-16 1700.00 NEFT'],
    },
    'pago-con-mas.csv': {
      currency: 'GBP',
      account: 'credit_card',
      rows: ['2026-03-14 -12.50 GROCER', '2026-03-15 -7.50 CHEMIST', '2026-03-16 20.00 TRANSFER'],
    },
    'tarjeta-positiva.csv': {
      account: 'credit_card',
      rows: [
        '2026-03-02 480.00 RESTAURANTE LA LAGUNA',
        '2026-03-14 3210.50 AEROLINEA DEL SUR',
        '2026-03-15 -3690.50 SU PAGO GRACIAS',
        '2026-03-16 250.00 LIBRERIA EL FARO',
      ],
      warnings: ['SIGN_UNLIKELY'],
    },
    'tarjeta-con-saldo.csv': {
      account: 'credit_card',
      rows: [
        '2026-03-02 -480.00 RESTAURANTE LA LAGUNA',
        '2026-03-14 -3210.50 AEROLINEA DEL SUR',
        '2026-03-15 3690.50 ABONO A LA TARJETA',
        '2026-03-16 -250.00 LIBRERIA EL FARO',
      ],
    },
  },
  'card statements in an asset account': {
    'adeudo-en-cuenta.csv': {
      rows: [
        '2026-03-02 480.00 RESTAURANTE LA LAGUNA',
        '2026-03-03 3210.50 AEROLINEA DEL SUR',
        '2026-03-14 250.00 LIBRERIA EL FARO',
        '2026-03-15 -3690.50 SU PAGO GRACIAS',
        '2026-03-16 810.00 SUPERMERCADO',
      ],
      warnings: ['SIGN_UNLIKELY'],
    },
    'adeudo-sin-palabras.csv': {
      rows: [
        '2026-03-02 480.00 RESTAURANTE LA LAGUNA',
        '2026-03-03 3210.50 AEROLINEA DEL SUR',
        '2026-03-14 250.00 LIBRERIA EL FARO',
        '2026-03-15 -3690.50 BANCO',
        '2026-03-16 810.00 SUPERMERCADO',
        '2026-03-17 700.00 GASOLINERA',
      ],
      warnings: ['SIGN_UNLIKELY'],
    },
    'adeudo-con-menos.csv': {
      rows: [
        '2026-03-02 480.00 RESTAURANTE LA LAGUNA',
        '2026-03-03 3210.50 AEROLINEA DEL SUR',
        '2026-03-14 250.00 LIBRERIA EL FARO',
        '2026-03-15 -3690.50 BANCO',
        '2026-03-16 810.00 SUPERMERCADO',
      ],
      warnings: ['SIGN_UNLIKELY'],
    },
    'cargos-positivos.ofx': {
      rows: ['2026-03-31 12.30 Librería', '2026-03-15 50.00 Café'],
      warnings: ['SIGN_UNLIKELY'],
    },
  },
  'statements with only deposits': {
    'rendimientos.csv': {
      account: 'savings',
      rows: ['2026-02-28 123.45 Caja uno', '2026-03-15 1000.00 Caja dos', '2026-03-31 130.01 Caja uno'],
    },
    'intereses.csv': {
      rows: [
        '2026-02-15 500.00 Deposit at branch',
        '2026-02-28 1.11 Interest payment',
        '2026-03-31 1.23 Interest payment',
      ],
    },
    'intereses.ofx': { rows: ['2026-03-31 1.23 Caja uno', '2026-03-15 500.00 Caja dos'] },
  },
  'uncertain encodings': {
    'codificacion-dudosa.csv': {
      rows: ['2026-03-13 -45.00 CAFìØ LA LUNA', '2026-03-14 -20.00 PANADERÉì', '2026-03-15 90.00 DEPüSITO'],
      warnings: ['ENCODING_UNSURE'],
    },
    'caracter-roto.csv': {
      rows: ['2026-03-13 -45.00 CAF\ufffd LA LUNA', '2026-03-14 -20.00 Renta'],
      warnings: ['ENCODING_UNSURE'],
    },
  },
  'Mexican statements': {
    'sin-anio.csv': {
      rows: [
        '2025-12-13 -450.00 SUPERMERCADO',
        '2025-12-24 9000.00 AGUINALDO',
        '2026-01-02 -4500.00 RENTA',
        '2026-01-11 1.50 INTERESES',
      ],
    },
    'spei-banorte.csv': {
      rows: [
        '2026-03-03 5127.17 SPEI RECIBIDO, BCO:0014 SANTANDER, DEL CLIENTE TALLERES DEL LAGO SA DE CV, CONCEPTO: FACTURA 8, REFERENCIA: 0693680',
        '2026-03-14 -4.00 COMISION CEP',
      ],
    },
  },
};

function sign(type: 'expense' | 'income' | null): string {
  return type === 'expense' ? '-' : '';
}

describe.each(Object.entries(FILES))('bank statements: %s', (_, files) => {
  it.each(Object.entries(files))('reads %s with the expected rows and warnings', (file, expected) => {
    const { currency = 'MXN', account } = expected;
    const statement = readStatement(readFileSync(new URL(`./strangers/${file}`, import.meta.url)), {
      accountCurrency: currency,
      accountKind: account === 'credit_card' ? 'liability' : 'asset',
      accountType: account ?? 'checking',
    });
    const rows = statement.rows.map(({ date, type, amountMinor, description, errors, warnings }) =>
      [
        date,
        amountMinor === null ? '?' : `${sign(type)}${formatAmount(amountMinor)}`,
        description,
        ...[...errors, ...warnings].map(({ code }) => code),
      ].join(' '),
    );
    expect(rows).toEqual(expected.rows);
    expect(statement.warnings.map(({ code }) => code)).toEqual(expected.warnings ?? []);
    expect(statement.detected.skippedLines.map(({ reason }) => reason)).toEqual(expected.skipped ?? []);
  });
});

describe('the warnings and details of a statement', () => {
  const read = (file: string) =>
    readStatement(readFileSync(new URL(`./strangers/${file}`, import.meta.url)), {
      accountCurrency: 'MXN',
      accountKind: 'asset',
    });

  it('writes the tracking key of a SPEI transfer to the notes', () => {
    expect(read('spei-banorte.csv').rows[0]!.notes).toBe('Clave de rastreo: 20260303400140ABC0000000000001');
  });

  it('inverts the signs if the balance increases with negative amounts', () => {
    expect(read('signos-al-reves.csv').mapping).toMatchObject({ amount: 2, balance: 3, invertSign: true });
  });

  it('detects dates without a year', () => {
    expect(read('sin-anio.csv').detected.dateFormat).toBe('dd/MMM');
  });

  it('warns about unlikely signs in a file that contains only deposits', () => {
    expect(read('rendimientos.csv').warnings.map(({ code }) => code)).toEqual(['SIGN_UNLIKELY']);
  });

  it('warns about a row whose description loses combining accents', () => {
    const text = `Fecha,Concepto,Importe\n13/03/2026,Caf\u00e9${'\u0301'.repeat(40)} Luna,-1.00\n14/03/2026,Café,-2.00\n`;
    const { rows } = readStatement(Buffer.from(text), { accountCurrency: 'MXN', accountKind: 'asset' });
    expect(rows.map(({ warnings }) => warnings.map(({ code }) => code))).toEqual([['DESCRIPTION_CUT'], []]);
  });

  it('reads an OFX correction that refers to itself as an ordinary transaction', () => {
    const text =
      'OFXHEADER:100\n\n<OFX><STMTRS><CURDEF>MXN<BANKACCTFROM><ACCTID>9</BANKACCTFROM><BANKTRANLIST><STMTTRN><TRNTYPE>DEBIT' +
      '<DTPOSTED>20260302<TRNAMT>-1.00<FITID>7<CORRECTFITID>7<CORRECTACTION>REPLACE<NAME>Uno</STMTTRN></BANKTRANLIST></STMTRS></OFX>';
    const { rows, warnings } = readStatement(Buffer.from(text), { accountCurrency: 'MXN', accountKind: 'asset' });
    expect(rows.map(({ description }) => description)).toEqual(['Uno']);
    expect(warnings).toEqual([]);
  });

  it('rejects an OFX file with one account number and two account types', () => {
    const account = (type: string, day: string) =>
      `<STMTRS><CURDEF>MXN<BANKACCTFROM><BANKID>1<ACCTID>9<ACCTTYPE>${type}</BANKACCTFROM><BANKTRANLIST><STMTTRN>` +
      `<TRNTYPE>DEBIT<DTPOSTED>${day}<TRNAMT>-1.00<NAME>Uno</STMTTRN></BANKTRANLIST></STMTRS>`;
    const file = (first: string, second: string) =>
      Buffer.from(`OFXHEADER:100\n\n<OFX>${account(first, '20260302')}${account(second, '20260303')}</OFX>`);
    const options = { accountCurrency: 'MXN', accountKind: 'asset' } as const;
    expect(() => readStatement(file('CHECKING', 'SAVINGS'), options)).toThrow(StatementUnreadable);
    expect(readStatement(file('CHECKING', 'CHECKING'), options).rows).toHaveLength(2);
  });

  const readText = (text: string) => readStatement(Buffer.from(text), { accountCurrency: 'MXN', accountKind: 'asset' });
  const warningsOf = (text: string) => readText(text).warnings.map(({ code }) => code);

  it('warns about guessed columns if only two rows match unnamed amount columns', () => {
    const lots = 'Open,Units,One,Two,Three\n08/31/2026,12,$10.00,$10.00,$120.00\n08/30/2026,8,$10.00,$20.00,$80.00\n';
    expect(warningsOf(lots)).toContain('COLUMN_GUESSED');
  });

  it('warns about several accounts if the rows name two accounts', () => {
    const rows = '13/03/2026,Café,-1.00,Tarjeta\n14/03/2026,Pan,-2.00,Tarjeta\n15/03/2026,Luz,-3.00,Nómina\n';
    expect(warningsOf(`Fecha,Concepto,Importe,Cuenta\n${rows}`)).toContain('SEVERAL_ACCOUNTS');
  });

  it('warns about unlikely signs if purchases have positive amounts', () => {
    const rows = '13/03/2026,Buy,FIBRA,300.00\n14/03/2026,Sell,FIBRA,-336.73\n15/03/2026,Buy,FIBRA,193.00\n';
    expect(warningsOf(`Date,Category,Description,Amount\n${rows}`)).toEqual(['SIGN_UNLIKELY']);
  });

  it('ignores totals that are repeated on each row if there is an amount column', () => {
    const rows = '1500.00,500.00,13/03/2026,Nómina,1500.00\n1500.00,500.00,14/03/2026,Renta,-500.00\n';
    const { mapping } = readText(`Ingresos,Gastos,Fecha,Concepto,Importe\n${rows}`);
    expect(mapping).toMatchObject({ amount: 4, debit: null, credit: null });
  });

  it('rejects a file whose lines have no dates or amounts', () => {
    const page = 'Date,Description,Amount of pages\nTotal,17 lines,many\nPage,1,of three\n';
    expect(() => readText(page)).toThrow('no table of transactions was found');
  });
});

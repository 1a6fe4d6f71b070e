import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isClabe, participant, participantNamed } from './clabe.js';
import { detailColumns, labelledDetails } from './detail-columns.js';
import { rowDetails, type RowDetails } from './spei-text.js';

const SEED = 20261121;

/** Computes the check digit without `isClabe`, so that the tests check `isClabe` independently. */
function clabeOf(bank: string, rest: string): string {
  const digits = `${bank}${rest}`;
  const sum = [...digits].reduce((total, digit, at) => total + ((Number(digit) * [3, 7, 1][at % 3]!) % 10), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

const BBVA = clabeOf('012', '18000123456789');
const BANORTE = clabeOf('072', '58000987654321');
const NOTHING: RowDetails = {
  ...{ counterparty: null, trackingKey: null, reference: null, clabe: null, bank: null, rfc: null },
  ...{ foreignAmount: null, foreignCurrency: null, foreignRate: null, cardLastFour: null },
};
const read = (description: string, notes: string | null = null, reference: string | null = null) =>
  rowDetails({ description, notes, reference });

describe('CLABE numbers', () => {
  it('accepts a CLABE with a valid check digit', () => {
    expect(isClabe('032180000118359719')).toBe(true);
    expect(isClabe('032180000118359718')).toBe(false);
    for (const text of ['', '03218000011835971', '0321800001183597190', '03218000011835971x']) {
      expect(isClabe(text)).toBe(false);
    }
  });

  it('rejects a CLABE with one changed digit', () => {
    fc.assert(
      fc.property(fc.nat({ max: 17 }), fc.integer({ min: 1, max: 9 }), fc.bigInt(0n, 10n ** 14n - 1n), (at, by, n) => {
        const right = clabeOf('014', String(n).padStart(14, '0'));
        const wrong = [...right].map((digit, each) => (each === at ? String((Number(digit) + by) % 10) : digit));
        expect([isClabe(right), isClabe(wrong.join(''))]).toEqual([true, false]);
      }),
      { seed: SEED },
    );
  });

  it('identifies the bank by the first three digits of a CLABE', () => {
    expect([participant('072'), participant('646'), participant('999'), participant('toString')]).toEqual([
      ...['BANORTE', 'STP', null, null],
    ]);
    expect(participantNamed(['bbva', 'mexico', 'sa'])).toBe('BBVA MEXICO');
    expect(participantNamed(['bajio'])).toBe('BAJIO');
    expect(participantNamed(['pago', 'de', 'renta'])).toBeNull();
  });
});

describe('rowDetails', () => {
  it.each<[string, string, string | null, Partial<RowDetails>]>([
    [
      'BBVA, sent',
      'SPEI ENVIADO BANORTE      / 0054907843  072 0906250renta',
      null,
      { bank: 'BANORTE', reference: '0054907843' },
    ],
    [
      'BBVA, sent, with the tracking key and the receiver',
      'SPEI ENVIADO BANAMEX 0097161491 002 1803260mueble pecera MBAN01002403180012345678 Persona de Ejemplo',
      null,
      {
        ...{ bank: 'BANAMEX', reference: '0097161491', trackingKey: 'MBAN01002403180012345678' },
        ...{ counterparty: 'Persona de Ejemplo' },
      },
    ],
    [
      'BBVA, received, without a space before the bank',
      'SPEI RECIBIDOBANCOPPEL    / 0141401703  137 9990008Yaris',
      null,
      { bank: 'BANCOPPEL', reference: '0141401703' },
    ],
    [
      'BBVA, in labeled fields',
      `SPEI Enviado: | Institucion Receptora: BANORTE | Beneficiario: COMERCIAL EJEMPLO SA DE CV (Dato no verificado) | Cuenta Beneficiario: ${BANORTE} | RFC Beneficiario: CEJ010203AB1`,
      null,
      { bank: 'BANORTE', counterparty: 'COMERCIAL EJEMPLO SA DE CV', clabe: BANORTE, rfc: 'CEJ010203AB1' },
    ],
    [
      'Banorte, sent',
      'COMPRA ORDEN DE PAGO SPEI',
      `0250611=REFERENCIA CTA/CLABE: ${BBVA}, BEM SPEI BCO:012 BENEF:INMOBILIARIA EJEMPLO (DATO NO VERIF POR ESTA INST), renta CVE RASTREO: 38432P06202506114147089611 RFC: ND IVA:. 0 BBVA MEXICO HORA LIQ: 15:20:19`,
      {
        ...{ clabe: BBVA, bank: 'BBVA MEXICO', counterparty: 'INMOBILIARIA EJEMPLO' },
        ...{ trackingKey: '38432P06202506114147089611' },
      },
    ],
    [
      'Banorte, without a name',
      'COMPRA ORDEN DE PAGO SPEI',
      'BEC SPEI BCO:012 BENEF:NO INGRESAD (DATO NO VERIF POR ESTA INST), CVE RASTREO: 38432P062025061141',
      { bank: 'BBVA MEXICO', trackingKey: '38432P062025061141' },
    ],
    [
      'Banorte, received',
      `SPEI RECIBIDO, BCO:0012 BBVA MEXICO HR LIQ: 11:22:33, DEL CLIENTE EJEMPLO, PERSONA, DE LA CLABE ${BBVA} CON RFC EEPE800101AB1, CONCEPTO: renta, REFERENCIA: 1234567 CVE RAST: BNET01002611200012345678`,
      null,
      {
        ...{ bank: 'BBVA MEXICO', counterparty: 'EJEMPLO', clabe: BBVA, rfc: 'EEPE800101AB1', reference: '1234567' },
        ...{ trackingKey: 'BNET01002611200012345678' },
      },
    ],
    [
      'Santander, received',
      `ABONO TRANSFERENCIA SPEI HORA 09:58:31 RECIBIDO DE BAJIO DE LA CUENTA ${clabeOf('030', '23190003992629')} DEL CLIENTE CUEROS EJEMPLO SA DE CV CLAVE DE RASTREO BB1029312020788 REF 1029312 CONCEPTO FACTURA 12`,
      null,
      {
        ...{ bank: 'BAJIO', counterparty: 'CUEROS EJEMPLO SA DE CV', trackingKey: 'BB1029312020788' },
        ...{ reference: '1029312', clabe: clabeOf('030', '23190003992629') },
      },
    ],
    [
      'Multiva, sent',
      `SPEI ENVIADO BANORTE ${BANORTE} FERRETERIA EJEMPLO IVA ACREDITABLE:0.80 REF:0000123 RASTREO:2026112040132DVJSK0000001 material`,
      null,
      {
        ...{ bank: 'BANORTE', clabe: BANORTE, counterparty: 'FERRETERIA EJEMPLO', reference: '0000123' },
        ...{ trackingKey: '2026112040132DVJSK0000001' },
      },
    ],
    [
      'Banregio',
      `A1B2C3 SPEI. BBVA MEXICO. ${BBVA}. EJEMPLO MARTINEZ ANA. MBAN01002611200087654321`,
      null,
      {
        ...{ bank: 'BBVA MEXICO', clabe: BBVA, counterparty: 'EJEMPLO MARTINEZ ANA' },
        ...{ trackingKey: 'MBAN01002611200087654321' },
      },
    ],
    [
      'a short SPEI line',
      'SPEI RECIBIDO BANORTE RASTREO 1234567890',
      null,
      { bank: 'BANORTE', trackingKey: '1234567890' },
    ],
    [
      'a card payment abroad',
      'OPENAI *CHATGPT SUBSCR US 20.0 USD /TC 18.94',
      null,
      { foreignAmount: '20.00', foreignCurrency: 'USD', foreignRate: '18.94000000' },
    ],
    [
      'a card payment abroad in another format',
      'HOTEL EJEMPLO 1,234.50 EUR TC 20.1234',
      null,
      { foreignAmount: '1234.50', foreignCurrency: 'EUR', foreignRate: '20.12340000' },
    ],
    [
      'a card payment abroad with the currency first',
      'SERVICIO EJEMPLO USD 17.40TC018.1568AUT: 155528',
      null,
      { foreignAmount: '17.40', foreignCurrency: 'USD', foreignRate: '18.15680000' },
    ],
    [
      'the last digits of a card',
      'RFC: EJE010203AB1 Referencia ******6043',
      null,
      { rfc: 'EJE010203AB1', cardLastFour: '6043' },
    ],
    ['a full card number', 'PAGO TARJETA 4111111111111234', null, { cardLastFour: '1234' }],
  ])('reads the transfer details of %s', (_, description, notes, expected) => {
    expect(read(description, notes)).toEqual({ ...NOTHING, ...expected });
  });

  it.each([
    'TACOS EL GUERO',
    'OXXO REFORMA 214',
    'PAGO TARJETA DE CREDITO',
    'TARJETA 12/26 ANUALIDAD',
    'CLAVE DE RASTREO PENDIENTE',
    `FOLIO ${BBVA.slice(0, 17)}${(Number(BBVA[17]) + 1) % 10}`,
    'COMPRA 20.00 QQQ TC 18.94',
    'COMPRA 0.00 USD TC 18.94',
    'COMPRA 20.00 USD TC 0.00',
    'Beneficio: algo',
    '',
  ])('finds no transfer details in %j', (description) => {
    expect(read(description)).toBeNull();
  });

  it('reads a reference column only together with other transfer details', () => {
    expect(read('TACOS', null, '7654321')).toBeNull();
    expect(read('SPEI ENVIADO STP RENTA', null, '7654321')).toEqual({ ...NOTHING, bank: 'STP', reference: '7654321' });
  });

  it('prefers labeled columns to the description and notes', () => {
    const columns = detailColumns([
      'Fecha',
      'Clave de Rastreo',
      'Nombre Ordenante',
      'Nombre Beneficiario',
      'Clabe Beneficiario',
    ]);
    const labelled = labelledDetails(['', "'mbank99112233", 'Quien Envía', '', BANORTE], columns);
    expect(rowDetails({ description: 'PAGO', notes: null, reference: null, labelled })).toEqual({
      ...NOTHING,
      ...{ trackingKey: 'MBANK99112233', counterparty: 'Quien Envía', clabe: BANORTE, bank: 'BANORTE' },
    });
  });

  it('the normalized tracking key is the same in both statements of a transfer', () => {
    const keys = fc.stringMatching(/^[A-Z]{2,6}[0-9]{8,20}$/);
    const forms = [
      (key: string) => `SPEI ENVIADO STP CVE RASTREO: ${key}`,
      (key: string) => `ABONO SPEI CLAVE DE RASTREO ${key.toLowerCase()} REF 1234567`,
      (key: string) => `RECIBIDO, CVE RAST: ${key}, CONCEPTO: x`,
      (key: string) => `SPEI\nRASTREO:${key}`,
    ];
    fc.assert(
      fc.property(keys, fc.constantFrom(...forms), fc.constantFrom(...forms), (key, first, second) => {
        expect([read(first(key))?.trackingKey, read(second(key))?.trackingKey]).toEqual([key, key]);
      }),
      { seed: SEED },
    );
  });

  it('returns well-formed details for any text', () => {
    const word = fc.oneof(
      fc.constantFrom(
        'SPEI',
        'RASTREO',
        'CVE',
        'CLABE',
        'BENEF:',
        'DEL CLIENTE',
        'REF',
        'TC',
        'USD',
        '/',
        '.',
        '*',
        BBVA,
      ),
      fc.string({ unit: 'grapheme', maxLength: 30 }),
      fc.stringMatching(/^[0-9]{1,30}$/),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 40 }), fc.constantFrom('', ' ', ': '), (words, glue) => {
        const details = read(words.join(glue));
        if (details === null) return;
        expect(details.trackingKey ?? 'AAAAAA').toMatch(/^[A-Z0-9-]{6,30}$/);
        expect(details.reference ?? '0000').toMatch(/^\d{4,20}$/);
        expect(details.clabe === null || isClabe(details.clabe)).toBe(true);
        expect(details.cardLastFour ?? '0000').toMatch(/^\d{4}$/);
        expect(details.foreignAmount ?? '0.00').toMatch(/^\d+\.\d{2}$/);
        expect((details.counterparty ?? '').length).toBeLessThanOrEqual(60);
      }),
      { seed: SEED, numRuns: 500 },
    );
  });
});

describe('parties and references in bank texts', () => {
  it.each<[string, Partial<RowDetails>]>([
    ['UBER *TRIP RFC: UBM-150101-AB2', { rfc: 'UBM150101AB2' }],
    ['SPEI ENVIADO BANAMEX BENEF JUAN PEREZ LOPEZ CONCEPTO RENTA', { counterparty: 'JUAN PEREZ LOPEZ' }],
    ['PAGO SPEI RECIBIDO DE EMPRESA SA RFC EDE010203AB1', { counterparty: 'EMPRESA SA', rfc: 'EDE010203AB1' }],
    ['SPEI RECIBIDO DE BANORTE CVE RASTREO: 085901234567890123', { counterparty: null, bank: 'BANORTE' }],
    ['Traspaso Referencia Numérica: 7431801 Autorización: 431920', { reference: '7431801' }],
  ])('finds the parties or the reference in "%s"', (description, details) =>
    expect(read(description)).toMatchObject(details),
  );
});

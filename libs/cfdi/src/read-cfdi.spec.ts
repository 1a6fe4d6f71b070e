import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { cfdi } from '../../../test/support/cfdi.js';
import { find, node } from '../../../test/support/xml-node.js';
import type { CfdiUnreadable } from './cfdi.js';
import { readCfdi } from './read-cfdi.js';

const UUID = '6D7434A6-E3F2-47AD-9E4C-08849946AFA0';
const VALID = { structure: 'valid', totals: 'valid', seal: 'valid', stamp: 'unchecked' };

function reasonOf(bytes: Buffer): string {
  try {
    readCfdi(bytes);
    return 'none';
  } catch (error) {
    return (error as CfdiUnreadable).reason;
  }
}

describe('the content of a CFDI', () => {
  it.each(['income', 'credit', 'transfer', 'payroll', 'payment'] as const)('reads a receipt of kind %s', (kind) => {
    expect(readCfdi(cfdi({ kind }))).toMatchObject({ kind, verification: VALID });
  });

  it('reads an invoice with all its fields', () => {
    const invoice = cfdi({
      uuid: UUID.toLowerCase(),
      issuer: { rfc: 'EKU9003173C9', name: 'ESCUELA KEMPER URGATE', regime: '601' },
      receiver: { rfc: 'XIQB891116QE4', name: 'BERENICE XIMO QUEZADA', regime: '605' },
      use: 'D10',
      series: 'A',
      folio: '0042',
      issuedAt: '2026-11-15T10:30:00',
      stampedAt: '2026-11-15T10:31:12',
      currency: 'USD',
      rate: '18.4321',
      lines: [
        {
          productCode: '86121503',
          description: 'Colegiatura',
          quantity: '1.500',
          unitPrice: '200.00',
          discount: '50.00',
        },
        { description: 'Libros', unitPrice: '100.00', vat: 'exempt', withheld: '0.100000' },
      ],
      related: [{ relation: '04', uuids: [UUID.toLowerCase()] }],
    });
    expect(readCfdi(invoice)).toEqual({
      uuid: UUID,
      kind: 'income',
      issuer: {
        rfc: 'EKU9003173C9',
        name: 'ESCUELA KEMPER URGATE',
        regime: { code: '601', label: 'General de Ley Personas Morales' },
      },
      receiver: {
        rfc: 'XIQB891116QE4',
        name: 'BERENICE XIMO QUEZADA',
        regime: { code: '605', label: 'Sueldos y Salarios e Ingresos Asimilados a Salarios' },
      },
      series: 'A',
      folio: '0042',
      issuedAt: '2026-11-15T10:30:00',
      stampedAt: '2026-11-15T10:31:12',
      currency: 'USD',
      rate: '18.4321',
      subtotal: '400.00',
      discount: '50.00',
      total: '380.00',
      paymentMethod: { code: 'PUE', label: 'Pago en una sola exhibición' },
      paymentForm: { code: '04', label: 'Tarjeta de crédito' },
      use: { code: 'D10', label: 'Pagos por servicios educativos (colegiaturas).' },
      lines: [
        {
          productCode: '86121503',
          description: 'Colegiatura',
          quantity: '1.500',
          unitPrice: '200.00',
          amount: '300.00',
          discount: '50.00',
        },
        {
          productCode: '01010101',
          description: 'Libros',
          quantity: '1',
          unitPrice: '100.00',
          amount: '100.00',
          discount: null,
        },
      ],
      taxes: {
        transferred: [
          { tax: { code: '002', label: 'IVA' }, rate: '0.160000', amount: '40.00' },
          { tax: { code: '002', label: 'IVA' }, rate: null, amount: null },
        ],
        withheld: [{ tax: { code: '001', label: 'ISR' }, rate: null, amount: '10.00' }],
      },
      payroll: null,
      payments: [],
      related: [{ relation: { code: '04', label: 'Sustitución de los CFDI previos' }, uuid: UUID }],
      verification: VALID,
    });
  });

  it('separates payments in kind from the net pay', () => {
    const { payroll } = readCfdi(
      cfdi({
        kind: 'payroll',
        payroll: {
          perceptions: [
            { type: '001', concept: 'Sueldo', taxed: '10000.00' },
            { type: '029', concept: 'Vales de despensa', taxed: '100.00', exempt: '900.00' },
            { type: '048', concept: 'Habitación', taxed: '250.50' },
          ],
          deductions: [
            { type: '002', concept: 'ISR', amount: '1200.00' },
            { type: '001', concept: 'IMSS', amount: '300.10' },
          ],
          otherPayments: [
            { type: '002', concept: 'Subsidio', amount: '50.00' },
            { type: '006', concept: 'Alimentos', amount: '75.25' },
          ],
        },
      }),
    );
    expect(payroll).toEqual({
      paidOn: '2026-11-15',
      from: '2026-11-01',
      to: '2026-11-15',
      frequency: { code: '04', label: 'Quincenal' },
      perceptions: [
        {
          type: '001',
          label: 'Sueldos, Salarios  Rayas y Jornales',
          concept: 'Sueldo',
          taxed: '10000.00',
          exempt: '0.00',
        },
        { type: '029', label: 'Vales de despensa', concept: 'Vales de despensa', taxed: '100.00', exempt: '900.00' },
        { type: '048', label: 'Habitación', concept: 'Habitación', taxed: '250.50', exempt: '0.00' },
      ],
      deductions: [
        { type: '002', label: 'ISR', concept: 'ISR', amount: '1200.00' },
        { type: '001', label: 'Seguridad social', concept: 'IMSS', amount: '300.10' },
      ],
      otherPayments: [
        {
          type: '002',
          label: expect.stringContaining('Subsidio para el empleo'),
          concept: 'Subsidio',
          amount: '50.00',
        },
        { type: '006', label: expect.stringContaining('Alimentos en bienes'), concept: 'Alimentos', amount: '75.25' },
      ],
      inKind: '1325.75',
      net: '8549.90',
    });
  });

  it.each(['030', '031', '032', '045', '047'])('counts perception %s as paid in kind', (type) => {
    const payroll = { perceptions: [{ type, taxed: '1.00', exempt: '2.00' }], deductions: [] };
    expect(readCfdi(cfdi({ kind: 'payroll', payroll })).payroll).toMatchObject({ inKind: '3.00', net: '0.00' });
  });

  it('reads the invoices that a payment receipt pays', () => {
    const payments = [
      { form: '03', documents: [{ uuid: UUID.toLowerCase(), installment: 2, before: '500.00', paid: '116.00' }] },
      {
        form: '01',
        paidAt: '2026-11-21T08:00:00',
        documents: [{ uuid: UUID, installment: 3, before: '384.00', paid: '384.00' }],
      },
    ];
    expect(readCfdi(cfdi({ kind: 'payment', payments })).payments).toEqual([
      {
        uuid: UUID,
        installment: 2,
        paid: '116.00',
        outstanding: '384.00',
        currency: 'MXN',
        form: { code: '03', label: 'Transferencia electrónica de fondos' },
        paidAt: '2026-11-20T12:00:00',
      },
      {
        uuid: UUID,
        installment: 3,
        paid: '384.00',
        outstanding: '0.00',
        currency: 'MXN',
        form: { code: '01', label: 'Efectivo' },
        paidAt: '2026-11-21T08:00:00',
      },
    ]);
  });

  it('returns unknown codes with a null label', () => {
    const invoice = readCfdi(cfdi({ use: 'Z99', paymentForm: '77', issuer: { regime: '999' } }));
    expect(invoice).toMatchObject({
      use: { code: 'Z99', label: null },
      paymentForm: { code: '77', label: null },
      issuer: { regime: { code: '999', label: null } },
    });
    expect(readCfdi(cfdi({ use: 'constructor'.slice(0, 10) })).use.label).toBeNull();
  });

  it('converts XML Schema numbers to plain notation and keeps their decimals', () => {
    const quantity = (text: string) =>
      readCfdi(cfdi({ change: (root) => (find(root, 'cfdi:Concepto').attributes['Cantidad'] = text) })).lines[0]!
        .quantity;
    expect(['.5', '2.', '+3', ' 1.500 ', '007'].map(quantity)).toEqual(['0.5', '2', '3', '1.500', '007']);
  });
});

describe('the form of the XML', () => {
  const other = (xml: string) => xml.replaceAll('cfdi:', 'f:').replaceAll(':cfdi=', ':f=');

  it.each([
    ['a byte order mark', (xml: string) => `\ufeff${xml}`],
    ['no XML declaration', (xml: string) => xml.replace(/^<\?xml.*?\?>\n/, '')],
    [
      'a declaration in single quotes and lower case',
      (xml: string) => xml.replace(/^<\?xml.*?\?>/, "<?xml version='1.0' encoding='utf-8' standalone='no'?>"),
    ],
    ['another prefix', other],
    ['a default namespace', (xml: string) => xml.replaceAll('cfdi:', '').replace('xmlns:cfdi=', 'xmlns=')],
    [
      'comments and processing instructions',
      (xml: string) => xml.replace('<cfdi:Emisor', '<!-- <a> --><?p <b> ?><cfdi:Emisor'),
    ],
    [
      'line breaks and tabs between and in tags',
      (xml: string) => xml.replaceAll('><', '>\r\n\t<').replaceAll(' Importe=', '\n\tImporte='),
    ],
    [
      'schema locations',
      (xml: string) =>
        xml.replace(
          '<cfdi:Emisor',
          '<cfdi:Emisor xmlns:s="http://www.w3.org/2001/XMLSchema-instance" s:schemaLocation="a b"',
        ),
    ],
    [
      'an addendum with text and CDATA',
      (xml: string) =>
        xml.replace(
          '</cfdi:Comprobante>',
          '<cfdi:Addenda><x:a xmlns:x="y" b="1">t<![CDATA[<c>]]></x:a></cfdi:Addenda></cfdi:Comprobante>',
        ),
    ],
    ['character references', (xml: string) => xml.replace('ESCUELA', '&#69;SCUE&#x4c;A')],
  ])('reads a file with %s', (_, edit) => {
    expect(readCfdi(cfdi({ edit })).verification).toEqual(VALID);
  });

  it('normalizes white space like the seal', () => {
    const invoice = cfdi({ lines: [{ description: '  Renta\n  de\tcasa ' }] });
    expect(readCfdi(invoice)).toMatchObject({ lines: [{ description: 'Renta de casa' }], verification: VALID });
  });
});

describe('rejected files', () => {
  const edited = (edit: (xml: string) => string) => cfdi({ edit });
  const manyRelations = (...counts: number[]) =>
    cfdi({ related: counts.map((length) => ({ relation: '01', uuids: Array.from({ length }, () => randomUUID()) })) });

  it.each([
    ['an empty file', Buffer.alloc(0), 'the file is not well-formed XML'],
    ['a text', Buffer.from('hello'), 'the file is not well-formed XML'],
    ['a cut-off file', cfdi().subarray(0, 500), 'the file is not well-formed XML'],
    ['a second root', Buffer.concat([cfdi(), Buffer.from('<a/>')]), 'the file is not well-formed XML'],
    ['a NUL', edited((xml) => xml.replace('KEMPER', '\0')), 'the file is not well-formed XML'],
    [
      'a control character by reference',
      edited((xml) => xml.replace('KEMPER', '&#1;')),
      'the file is not well-formed XML',
    ],
    [
      'half a surrogate pair by reference',
      edited((xml) => xml.replace('KEMPER', '&#xD800;')),
      'the file is not well-formed XML',
    ],
    ['a duplicate attribute', edited((xml) => xml.replace('Rfc=', 'Rfc="A" Rfc=')), 'the file is not well-formed XML'],
    [
      'an undeclared prefix',
      edited((xml) => xml.replaceAll('xmlns:cfdi', 'xmlns:other')),
      'the file is not well-formed XML',
    ],
    ['an undeclared entity', edited((xml) => xml.replace('KEMPER', '&lol;')), 'the file is not well-formed XML'],
    ['a DOCTYPE', edited((xml) => xml.replace('<cfdi', '<!DOCTYPE x><cfdi')), 'the file has a DOCTYPE'],
    [
      'an entity declaration',
      edited((xml) => xml.replace('<cfdi', '<!DOCTYPE x [<!ENTITY lol "lol">]><cfdi')),
      'the file has a DOCTYPE',
    ],
    ['bytes that are not UTF-8', Buffer.concat([cfdi(), Buffer.from([0xff])]), 'the file is not encoded in UTF-8'],
    ['UTF-16', Buffer.from(`\ufeff${cfdi().toString()}`, 'utf16le'), 'the file is not encoded in UTF-8'],
    [
      'a declaration of Latin-1',
      edited((xml) => xml.replace('UTF-8', 'ISO-8859-1')),
      'the file is not encoded in UTF-8',
    ],
    ['more than 5 MiB', Buffer.alloc(5 * 1024 * 1024 + 1, ' '), 'the file is larger than 5 MiB'],
    [
      'elements nested 101 levels deep',
      edited((xml) => xml.replace('<cfdi:Complemento>', `<cfdi:Complemento>${'<a>'.repeat(99)}${'</a>'.repeat(99)}`)),
      'the elements are nested deeper than 100',
    ],
    [
      'an addendum nested 101 levels deep',
      edited((xml) =>
        xml.replace(
          '</cfdi:Comprobante>',
          `<cfdi:Addenda>${'<a>'.repeat(99)}${'</a>'.repeat(99)}</cfdi:Addenda></cfdi:Comprobante>`,
        ),
      ),
      'the elements are nested deeper than 100',
    ],
    ['HTML', Buffer.from('<html><body/></html>'), 'the file is not a CFDI 4.0'],
    [
      'a prefix bound to another namespace',
      edited((xml) => xml.replace('"http://www.sat.gob.mx/cfd/4"', '"http://example.com"')),
      'the file is not a CFDI 4.0',
    ],
    [
      'CFDI 3.3',
      edited((xml) => xml.replace('cfd/4', 'cfd/3').replace('"4.0"', '"3.3"')),
      'the file is a CFDI 3.3 or older; only 4.0 is supported',
    ],
    [
      'retenciones',
      Buffer.from('<r:Retenciones xmlns:r="http://www.sat.gob.mx/esquemas/retencionpago/2" Version="2.0"/>'),
      'the file is a receipt of withheld taxes (retenciones)',
    ],
    ['the root of another document before its errors', Buffer.from('<html>&lol;'), 'the file is not a CFDI 4.0'],
    [
      'more than 120,000 attributes',
      edited((xml) => xml.replace('<tfd:', () => `${'<a b="" c="" d=""/>'.repeat(40_000)}<tfd:`)),
      'the file has too many attributes',
    ],
    [
      'a long attribute',
      edited((xml) => xml.replace('KEMPER', ' '.repeat(131_072))),
      'an attribute has more than 131,072 characters',
    ],
    ['more than 5,000 relations', manyRelations(2_500, 2_501), 'the CFDI has more than 5,000 relations'],
    ['another version', edited((xml) => xml.replace('"4.0"', '"4.1"')), 'the file is not a CFDI of version 4.0'],
    ['no stamp', edited((xml) => xml.replace(/<tfd:.*?\/>/, '')), 'the CFDI has no TimbreFiscalDigital'],
    [
      'two stamps',
      edited((xml) => xml.replace(/(<tfd:.*?\/>)/, '$1$1')),
      'the CFDI has more than one TimbreFiscalDigital',
    ],
  ])('rejects %s', (_, bytes, reason) => {
    expect(reasonOf(bytes)).toBe(reason);
  });

  it('accepts a long attribute in an addendum', () => {
    const addendum = `<cfdi:Addenda><a b="${' '.repeat(131_073)}"/></cfdi:Addenda></cfdi:Comprobante>`;
    expect(reasonOf(edited((xml) => xml.replace('</cfdi:Comprobante>', addendum)))).toBe('none');
  });

  it('accepts 5,000 relations', () => {
    expect(readCfdi(manyRelations(2_500, 2_500)).related).toHaveLength(5_000);
  });

  it('accepts elements nested 100 levels deep', () => {
    const nested = `<cfdi:Addenda>${'<a>'.repeat(98)}${'</a>'.repeat(98)}</cfdi:Addenda></cfdi:Comprobante>`;
    expect(reasonOf(edited((xml) => xml.replace('</cfdi:Comprobante>', nested)))).toBe('none');
  });

  it.each([
    [
      'a missing attribute',
      (xml: string) => xml.replace(/ LugarExpedicion="\d+"/, ''),
      'Comprobante has no LugarExpedicion',
    ],
    [
      'an unknown attribute',
      (xml: string) => xml.replace('<cfdi:Emisor ', '<cfdi:Emisor constructor="x" '),
      'Emisor has an unknown attribute',
    ],
    [
      'an attribute of another namespace',
      (xml: string) => xml.replace('<cfdi:Emisor ', '<cfdi:Emisor xml:lang="es" '),
      'Emisor has an unknown attribute',
    ],
    [
      'an unknown element',
      (xml: string) => xml.replace('<cfdi:Emisor', '<cfdi:toString/><cfdi:Emisor'),
      'Comprobante has an unknown child element',
    ],
    [
      'elements in another order',
      (xml: string) => xml.replace(/(<cfdi:Emisor.*?\/>)(<cfdi:Receptor.*?\/>)/, '$2$1'),
      'Emisor of Comprobante is in the wrong place',
    ],
    [
      'two receivers',
      (xml: string) => xml.replace(/(<cfdi:Receptor.*?\/>)/, '$1$1'),
      'Comprobante has more than one Receptor',
    ],
    ['no lines', (xml: string) => xml.replace(/<cfdi:Concepto .*?<\/cfdi:Concepto>/, ''), 'Conceptos has no Concepto'],
    [
      'text in an element',
      (xml: string) => xml.replace('<cfdi:Conceptos>', '<cfdi:Conceptos>x'),
      'Conceptos contains text',
    ],
    [
      'CDATA in an element',
      (xml: string) => xml.replace('<cfdi:Conceptos>', '<cfdi:Conceptos><![CDATA[x]]>'),
      'Conceptos contains text',
    ],
    [
      'an RFC in lower case',
      (xml: string) => xml.replace('XIQB891116QE4', 'xiqb891116qe4'),
      'Rfc of Receptor is not valid',
    ],
    [
      'a day that does not exist',
      (xml: string) => xml.replace('2026-11-15T10:30:00', '2026-02-30T10:30:00'),
      'Fecha of Comprobante is not valid',
    ],
    [
      'a time with a zone',
      (xml: string) => xml.replace('10:30:00"', '10:30:00Z"'),
      'Fecha of Comprobante is not valid',
    ],
    [
      'a negative total',
      (xml: string) => xml.replace('Total="116.00"', 'Total="-116.00"'),
      'Total of Comprobante is not valid',
    ],
    [
      'a total with seven decimals',
      (xml: string) => xml.replace('Total="116.00"', 'Total="116.0000001"'),
      'Total of Comprobante is not valid',
    ],
    [
      'a total with an exponent',
      (xml: string) => xml.replace('Total="116.00"', 'Total="1e3"'),
      'Total of Comprobante is not valid',
    ],
    [
      'a quantity of zero',
      (xml: string) => xml.replace('Cantidad="1"', 'Cantidad="0"'),
      'Cantidad of Concepto is not valid',
    ],
    [
      'a quantity of 40 digits',
      (xml: string) => xml.replace('Cantidad="1"', `Cantidad="${'9'.repeat(40)}"`),
      'Cantidad of Concepto is not valid',
    ],
    [
      'an unknown kind',
      (xml: string) => xml.replace('TipoDeComprobante="I"', 'TipoDeComprobante="X"'),
      'TipoDeComprobante of Comprobante is not valid',
    ],
    [
      'a name of 301 characters',
      (xml: string) => xml.replace('ESCUELA', 'E'.repeat(301)),
      'Nombre of Emisor is not valid',
    ],
    ['a bar in a name', (xml: string) => xml.replace('ESCUELA', 'A|B'), 'Nombre of Emisor is not valid'],
    [
      'a UUID that is too short',
      (xml: string) => xml.replace(/ UUID="./, ' UUID="'),
      'UUID of TimbreFiscalDigital is not valid',
    ],
    [
      'a stamp of another version',
      (xml: string) => xml.replace('Version="1.1"', 'Version="1.0"'),
      'Version of TimbreFiscalDigital is not valid',
    ],
    [
      'a CFDI element as a complement',
      (xml: string) => xml.replace('<tfd:', '<cfdi:Emisor/><tfd:'),
      'a complement has an unknown element',
    ],
  ])('rejects %s', (_, edit, reason) => {
    const bytes = edited(edit);
    expect(bytes.equals(cfdi())).toBe(false);
    expect(reasonOf(bytes)).toBe(reason);
  });

  it('checks the structure of known complements', () => {
    const broken = (name: string, attribute: string, value: string, kind: 'payroll' | 'payment') =>
      reasonOf(cfdi({ kind, change: (root) => (find(root, name).attributes[attribute] = value) }));
    expect(broken('nomina12:Percepcion', 'ImporteGravado', '1.234', 'payroll')).toBe(
      'ImporteGravado of Percepcion is not valid',
    );
    expect(broken('pago20:DoctoRelacionado', 'NumParcialidad', '0', 'payment')).toBe(
      'NumParcialidad of DoctoRelacionado is not valid',
    );
    expect(reasonOf(cfdi({ airline: { tua: '1.0000001' } }))).toBe('TUA of Aerolineas is not valid');
    const school = node('iedu:instEducativas', { version: '1.0' });
    const namespaces = { iedu: 'http://www.sat.gob.mx/iedu' };
    expect(reasonOf(cfdi({ lines: [{ complement: school }], namespaces }))).toBe('instEducativas has no nombreAlumno');
  });

  it('accepts a name of 300 characters outside the Basic Multilingual Plane, and rejects 301', () => {
    expect(reasonOf(cfdi({ issuer: { name: '😀'.repeat(300) } }))).toBe('none');
    expect(reasonOf(cfdi({ issuer: { name: '😀'.repeat(301) } }))).toBe('Nombre of Emisor is not valid');
  });
});

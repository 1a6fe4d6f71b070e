import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { cfdi } from '../../../../test/support/cfdi.js';
import type { CfdiOfTest } from '../../../../test/support/cfdi.js';
import { makeCertificate } from '../../../../test/support/seal-certificate.js';
import { find, node } from '../../../../test/support/xml-node.js';
import { readCfdi } from '../read-cfdi.js';
import { parseXml } from '../xml/parse-xml.js';
import { originalString } from './original-string.js';

const UUID = '6D7434A6-E3F2-47AD-9E4C-08849946AFA0';
const SCHOOL = node('iedu:instEducativas', {
  version: '1.0',
  nombreAlumno: 'Ana  López',
  CURP: 'XEXX010101HNEXXXA4',
  nivelEducativo: 'Primaria',
  autRVOE: 'ES4-1',
});

const sealOf = (given: CfdiOfTest) => readCfdi(cfdi(given)).verification.seal;
const original = (given: CfdiOfTest) =>
  originalString(parseXml(cfdi(given), { checkRoot: () => undefined, isOpaque: () => false }));

/** The expected strings are the output of the SAT's style sheet cadenaoriginal_4_0.xslt for the same files. */
describe('the original string', () => {
  it('matches the style sheet for an invoice with complements', () => {
    const invoice: CfdiOfTest = {
      series: 'A',
      folio: '42',
      currency: 'USD',
      rate: '18.4321',
      namespaces: { iedu: 'http://www.sat.gob.mx/iedu' },
      related: [{ relation: '04', uuids: [UUID] }],
      localTaxes: { transferred: '9.00', withheld: '1.50' },
      airline: { tua: '120.00', charges: '30.00' },
      lines: [
        {
          description: ' Colegiatura\n de  noviembre',
          quantity: '1.5',
          unitPrice: '200.00',
          discount: '50.00',
          withheld: '0.100000',
          complement: SCHOOL,
        },
        { unitPrice: '100.00', vat: 'exempt' },
      ],
      change: (root) => {
        const { children } = find(root, 'cfdi:Concepto');
        const customs = (NumeroPedimento: string) => node('cfdi:InformacionAduanera', { NumeroPedimento });
        const part = { ClaveProdServ: '25201513', Cantidad: '1', Descripcion: 'Parte' };
        children.splice(1, 0, customs('15  48  4567  6001234'), node('cfdi:CuentaPredial', { Numero: '51888' }));
        children.push(node('cfdi:Parte', part, customs('15  48  4567  6001235')));
      },
    };
    expect(original(invoice)).toBe(
      '||4.0|A|42|2026-11-15T10:30:00|04|30001000000500003416|400.00|50.00|USD|18.4321|522.50|I|01|PUE|06600|04|' +
        '6D7434A6-E3F2-47AD-9E4C-08849946AFA0|EKU9003173C9|ESCUELA KEMPER URGATE|601|XIQB891116QE4|' +
        'BERENICE XIMO QUEZADA|06600|605|G03|01010101|1.5|ACT|Colegiatura de noviembre|200.00|300.00|50.00|02|250.00|' +
        '002|Tasa|0.160000|40.00|250.00|001|Tasa|0.100000|25.00|15 48 4567 6001234|51888|1.0|Ana López|' +
        'XEXX010101HNEXXXA4|Primaria|ES4-1|25201513|1|Parte|15 48 4567 6001235|01010101|1|ACT|Servicio|100.00|100.00|' +
        '02|100.00|002|Exento|001|25.00|25.00|250.00|002|Tasa|0.160000|40.00|100.00|002|Exento|40.00|1.0|1.50|9.00|' +
        'Cinco al millar|0.50|1.50|ISH|3.00|9.00|1.0|120.00|30.00|XV|30.00||',
    );
    expect(readCfdi(cfdi(invoice)).verification).toMatchObject({ totals: 'valid', seal: 'valid' });
  });

  it('matches the style sheet for a payroll receipt', () => {
    const perceptions = [
      { type: '001', taxed: '10000.00' },
      { type: '029', concept: 'Vales', exempt: '900.00' },
    ];
    const otherPayments = [{ type: '002', concept: 'Subsidio', amount: '50.00' }];
    expect(original({ kind: 'payroll', payroll: { perceptions, otherPayments } })).toBe(
      '||4.0|2026-11-15T10:30:00|30001000000500003416|10950.00|1200.00|MXN|9750.00|N|01|PUE|06600|EKU9003173C9|' +
        'ESCUELA KEMPER URGATE|601|XIQB891116QE4|BERENICE XIMO QUEZADA|06600|605|CN01|84111505|1|ACT|Pago de nómina|' +
        '10950.00|10950.00|1200.00|01|1.2|O|2026-11-15|2026-11-01|2026-11-15|15.000|10900.00|1200.00|50.00|' +
        'B5510768108|XEXX010101HNEXXXA4|01|02|120|04|CMX|10900.00|10000.00|900.00|001|P001|Sueldo|10000.00|0.00|029|' +
        'P029|Vales|0.00|900.00|1200.00|002|D002|ISR|1200.00|002|O002|Subsidio|50.00||',
    );
  });

  it('matches the style sheet for a payment receipt', () => {
    const documents = [
      { uuid: UUID, before: '500.00', paid: '116.00' },
      { uuid: UUID, installment: 2, before: '384.00', paid: '84.00' },
    ];
    expect(original({ kind: 'payment', payments: [{ documents }] })).toBe(
      '||4.0|2026-11-15T10:30:00|30001000000500003416|0|XXX|0|P|01|06600|EKU9003173C9|ESCUELA KEMPER URGATE|601|' +
        'XIQB891116QE4|BERENICE XIMO QUEZADA|06600|605|CP01|84111506|1|ACT|Pago|0|0|01|2.0|200.00|' +
        '2026-11-20T12:00:00|03|MXN|1|200.00|6D7434A6-E3F2-47AD-9E4C-08849946AFA0|MXN|1|1|500.00|116.00|384.00|01|' +
        '6D7434A6-E3F2-47AD-9E4C-08849946AFA0|MXN|1|2|384.00|84.00|300.00|01||',
    );
  });
});

describe('the seal', () => {
  it('is valid for a certificate that contains only the RFC', () => {
    expect(sealOf({ certificate: makeCertificate('EKU9003173C9') })).toBe('valid');
  });

  it('is valid for an RFC with an ampersand', () => {
    expect(sealOf({ issuer: { rfc: 'H&E951128469' } })).toBe('valid');
  });

  it('is valid if the base64 is wrapped', () => {
    const wrap = (xml: string) =>
      xml.replace(/((?: Sello| SelloCFD| Certificado)=")([^"]{64})([^"]{64})/g, '$1$2\n$3  ');
    expect(sealOf({ edit: wrap })).toBe('valid');
  });

  it('is invalid if the stamp contains a different seal', () => {
    const tamper: CfdiOfTest['tamper'] = (root) => {
      find(root, 'tfd:TimbreFiscalDigital').attributes['SelloCFD'] = Buffer.alloc(256, 7).toString('base64');
    };
    expect(sealOf({ tamper })).toBe('invalid');
  });

  it('is invalid if both seals are replaced', () => {
    const tamper: CfdiOfTest['tamper'] = (root) => {
      const seal = Buffer.alloc(256, 7).toString('base64');
      root.attributes['Sello'] = seal;
      find(root, 'tfd:TimbreFiscalDigital').attributes['SelloCFD'] = seal;
    };
    expect(sealOf({ tamper })).toBe('invalid');
  });

  it('is invalid without a seal', () => {
    expect(sealOf({ edit: (xml) => xml.replace(/ (Sello|SelloCFD)="[^"]*"/g, ' $1=""') })).toBe('invalid');
  });

  it('is invalid if the certificate has a different serial number', () => {
    const certificate = { ...makeCertificate('EKU9003173C9'), serial: '30001000000500009999' };
    expect(sealOf({ certificate })).toBe('invalid');
  });

  it.each(['XIA190128J61', 'XIA190128J61 / EKU9003173C9', '', null])(
    'is invalid if the certificate belongs to %p instead of the issuer',
    (identifier) => {
      expect(sealOf({ certificate: makeCertificate(identifier) })).toBe('invalid');
    },
  );

  it('is invalid if another key sealed the CFDI', () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    expect(sealOf({ certificate: { ...makeCertificate('EKU9003173C9'), key: privateKey } })).toBe('invalid');
  });

  it.each(['', 'AAAA', 'not base64!', 'A'.repeat(100_000)])('is unsupported for an unreadable certificate', (text) => {
    expect(sealOf({ tamper: (root) => (root.attributes['Certificado'] = text) })).toBe('unsupported');
  });

  it('is unsupported for a certificate that is not RSA', () => {
    const certificate = makeCertificate('EKU9003173C9', undefined, generateKeyPairSync('ec', { namedCurve: 'P-256' }));
    expect(sealOf({ certificate })).toBe('unsupported');
  });

  it.each(['http://www.sat.gob.mx/detallista', 'http://example.com/other'])(
    'is unsupported for a complement with the namespace %s',
    (namespace) => {
      const complements = [node('x:thing', { version: '1' })];
      expect(sealOf({ complements, namespaces: { x: namespace } })).toBe('unsupported');
    },
  );

  it('is unsupported for an unknown complement of a line', () => {
    const lines = [{ complement: node('x:thing', {}) }];
    expect(sealOf({ lines, namespaces: { x: 'http://example.com/other' } })).toBe('unsupported');
  });

  it('does not cover addenda or the stamp', () => {
    const edit = (xml: string) =>
      xml
        .replace('</cfdi:Comprobante>', '<cfdi:Addenda><x a="1"/></cfdi:Addenda></cfdi:Comprobante>')
        .replace('2026-11-15T10:31:12', '2026-11-15T11:00:00');
    expect(sealOf({ edit })).toBe('valid');
  });
});

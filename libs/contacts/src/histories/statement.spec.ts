import { describe, expect, it } from '@jest/globals';
import { Money } from '@app/kernel/pure';
import type { DebtEntry } from '../debts/debts.service.js';
import { STATEMENT_HEADING, statementLines, statementName } from './statement.js';

const anEntry = (fields: Partial<DebtEntry> = {}): DebtEntry => ({
  transactionId: '019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04',
  splitIndex: null,
  date: '2026-11-20',
  description: 'Cena en Contramar',
  type: 'lent',
  status: 'open',
  delta: Money.parse('300.00', 'MXN'),
  runningBalance: Money.parse('300.00', 'MXN'),
  ...fields,
});

describe('debt statement', () => {
  it('writes a UTF-8 byte order mark and a Spanish header', () => {
    expect(STATEMENT_HEADING).toBe('\uFEFFFecha,Descripción,Tipo,Estado,Moneda,Importe,Saldo\r\n');
  });

  it('writes a line with a signed amount for each entry', () => {
    const repayment = anEntry({
      type: 'repayment_received',
      status: 'applied',
      delta: Money.ofMinor(-100_50n, 'MXN'),
      runningBalance: Money.ofMinor(-199_50n, 'MXN'),
    });

    expect(statementLines([anEntry(), repayment])).toBe(
      '2026-11-20,"Cena en Contramar",Préstamo otorgado,Pendiente,MXN,300.00,300.00\r\n' +
        '2026-11-20,"Cena en Contramar",Abono recibido,Aplicado,MXN,-100.50,-199.50\r\n',
    );
  });

  it('quotes cells with commas or quotes', () => {
    expect(statementLines([anEntry({ description: 'Pan, "dulce"' })])).toContain(',"Pan, ""dulce""",');
  });

  it('escapes descriptions that a spreadsheet would run as formulas', () => {
    expect(statementLines([anEntry({ description: '=1+1' })])).toContain(',"\'=1+1",');
  });
});

describe('file name of a debt statement', () => {
  it.each([
    ['María José Núñez', 'estado-de-cuenta-maria-jose-nunez.csv'],
    ['"; rm -rf / \\', 'estado-de-cuenta-rm-rf.csv'],
    ['../../etc/passwd', 'estado-de-cuenta-etc-passwd.csv'],
    ['李雷', 'estado-de-cuenta.csv'],
    ['a'.repeat(120), `estado-de-cuenta-${'a'.repeat(60)}.csv`],
  ])('for the contact %j, creates the safe file name %s', (contact, name) => {
    expect(statementName(contact)).toBe(name);
  });
});

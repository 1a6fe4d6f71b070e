import { describe, expect, it } from '@jest/globals';
import { parseRate } from '@app/kernel/pure';
import { ecbRates } from './ecb-rates.js';

const document = (days: string) => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
	<Cube>${days}</Cube>
</gesmes:Envelope>`;
const day = (time: string, rates: string) => `<Cube time="${time}">${rates}</Cube>`;
const cube = (currency: string, rate: string) => `<Cube currency='${currency}' rate='${rate}'/>`;

describe('European Central Bank documents', () => {
  it('reads the price of one euro in each currency', () => {
    expect(ecbRates(document(day('2026-11-20', cube('USD', '1.0850') + cube('MXN', '20.1234'))))).toEqual([
      { day: '2026-11-20', quote: 'EUR', base: 'USD', rate: parseRate('1.085') },
      { day: '2026-11-20', quote: 'EUR', base: 'MXN', rate: parseRate('20.1234') },
    ]);
  });

  it('reads the rates of several days from one document', () => {
    const days = ['2026-11-20', '2026-11-19', '1999-01-04'].map((time) => day(time, cube('JPY', '160.12'))).join('');
    expect(ecbRates(document(days)).map((rate) => rate.day)).toEqual(['2026-11-20', '2026-11-19', '1999-01-04']);
  });

  it('reads all digits of a rate', () => {
    const [rate] = ecbRates(document(day('2026-11-20', cube('IDR', '9007199254.74099301'))));
    expect(rate!.rate).toBe(900_719_925_474_099_301n);
  });

  it('skips unknown currencies', () => {
    const rates = ecbRates(document(day('2026-11-20', cube('QQQ', '1.5') + cube('USD', '1.0850'))));
    expect(rates.map(({ base }) => base)).toEqual(['USD']);
  });

  it.each([
    ['not well-formed', document(day('2026-11-20', cube('USD', '1.0850'))).slice(0, -30)],
    ['not well-formed', document(day('2026-11-20', '<Cube currency="USD" rate="1.0850">'))],
    ['not well-formed', ''],
    ['not well-formed', '{"rates":{}}'],
    ['no rates', '<html><body>Service unavailable</body></html>'],
    ['no rates', document('')],
    ['no rates', document(day('2026-11-20', ''))],
    ['not well-formed', `${document(day('2026-11-20', cube('USD', '1.0850')))}<Envelope/>`],
    ['not well-formed', `${document(day('2026-11-20', cube('USD', '1.0850')))} and more`],
    ['not well-formed', document(day('2026-11-20', cube('USD', '1.0850'))).slice(0, -1)],
    ['not well-formed', document(`${day('2026-11-20', cube('USD', '1.0850'))}<!-- `)],
    ['not well-formed', document(day('2026-11-20', `<b><i>${cube('USD', '1.0850')}</b></i>`))],
    ['no rates', document('<Cube time="2026-11-20" Cube="USD"/>')],
    ['no rates', '<Envelope>Reference rates</Envelope>'],
    ['for a date', document(day('2026-02-30', cube('USD', '1.0850')))],
    ['for a date', document('<Cube>' + cube('USD', '1.0850') + '</Cube>')],
    ['for a currency', document(day('2026-11-20', cube('usd', '1.0850')))],
    ['for a currency', document(day('2026-11-20', '<Cube rate="1.0850"/>'))],
    ['for a rate', document(day('2026-11-20', cube('USD', '0')))],
    ['for a rate', document(day('2026-11-20', cube('USD', '-1.0850')))],
    ['for a rate', document(day('2026-11-20', cube('USD', '1,0850')))],
    ['for a rate', document(day('2026-11-20', cube('USD', '1e3')))],
    ['for a rate', document(day('2026-11-20', cube('USD', '1.123456789')))],
    ['for a rate', document(day('2026-11-20', cube('USD', 'NaN')))],
    ['for a rate', document(day('2026-11-20', cube('USD', '1.0850') + '<Cube currency="MXN"/>'))],
  ])('rejects an invalid document with an error that contains "%s" (%#)', (reason, xml) => {
    expect(() => ecbRates(xml)).toThrow(new RegExp(`^ecb: the response .*${reason}`));
  });

  it('does not load external entities or expand internal ones', () => {
    const entity = `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>`;
    const xml = document(day('2026-11-20', cube('USD', '&e;'))).replace('?>', `?>${entity}`);
    expect(() => ecbRates(xml)).toThrow(/^ecb: the response .*(for a rate|well-formed)/);
    const bomb = `<!DOCTYPE x [<!ENTITY a "1"><!ENTITY b "&a;&a;"><!ENTITY c "&b;&b;">]>`;
    expect(() => ecbRates(document(day('2026-11-20', cube('USD', '&c;'))).replace('?>', `?>${bomb}`))).toThrow(
      /well-formed/,
    );
  });

  it('rejects elements that are nested too deeply', () => {
    expect(() => ecbRates('<a>'.repeat(1_000_000))).toThrow(/well-formed/);
  });
});

import { describe, expect, it } from '@jest/globals';
import { parseRate } from '@app/kernel/pure';
import { BANXICO_SERIES, banxicoRates, banxicoRefusal } from './banxico-rates.js';

type Figure = { fecha?: unknown; dato?: unknown };

/** Builds a response with rates only for the dollar. By default, the series are in reverse order. */
function answer(datos: Figure[] | undefined, ids = Object.keys(BANXICO_SERIES).reverse()): string {
  const series = ids.map((idSerie) => ({ idSerie, titulo: 'Tipo de cambio', ...(idSerie === 'SF43718' && { datos }) }));
  return JSON.stringify({ bmx: { series } });
}

describe('Banco de México responses', () => {
  it('reads the price of a foreign currency in pesos by date', () => {
    expect(banxicoRates(answer([{ fecha: '02/03/2026', dato: '17.3485' }]))).toEqual([
      { day: '2026-03-02', quote: 'USD', base: 'MXN', rate: parseRate('17.3485') },
    ]);
  });

  it('accepts the series of Banco de México in any order', () => {
    const series = Object.keys(BANXICO_SERIES).map((idSerie, index) => ({
      idSerie,
      datos: [{ fecha: '02/03/2026', dato: `${index + 1}.5` }],
    }));
    const shuffled = [3, 0, 4, 1, 2].map((at) => series[at]);
    const rates = banxicoRates(JSON.stringify({ bmx: { series: shuffled } }));
    expect(Object.fromEntries(rates.map(({ quote, rate }) => [quote, rate]))).toEqual({
      USD: parseRate('1.5'),
      EUR: parseRate('2.5'),
      GBP: parseRate('3.5'),
      JPY: parseRate('4.5'),
      CAD: parseRate('5.5'),
    });
  });

  it('returns no rate for a day whose value is N/E and for a range without business days', () => {
    expect(banxicoRates(answer([{ fecha: '02/03/2026', dato: 'N/E' }]))).toEqual([]);
    expect(banxicoRates(answer(undefined))).toEqual([]);
  });

  it('reads rates with thousands separators and all their digits', () => {
    const rates = banxicoRates(answer([{ fecha: '02/03/2026', dato: '1,234,567.12345678' }]));
    expect(rates[0]!.rate).toBe(123_456_712_345_678n);
  });

  it.each([
    ['not JSON', '<html>'],
    ['not JSON', ''],
    ['not JSON', answer([{ fecha: '02/03/2026', dato: '17.3485' }]).slice(0, -5)],
    ['no series', '{}'],
    ['no series', 'null'],
    ['no series', '{"bmx":{"series":{}}}'],
    ['lacks the series SF46410', answer([], ['SF43718', 'SF46407', 'SF46406', 'SF60632'])],
    ['unexpected series', answer([], [...Object.keys(BANXICO_SERIES), 'SP1'])],
    ['unexpected series', answer([], [...Object.keys(BANXICO_SERIES), 'SF43718'])],
    ['unexpected series', answer([], [...Object.keys(BANXICO_SERIES), '__proto__'])],
    ['for a date', answer([{ fecha: '2026-03-02', dato: '17.3485' }])],
    ['for a date', answer([{ fecha: '31/02/2026', dato: '17.3485' }])],
    ['for a date', answer([{ dato: '17.3485' }])],
    ['for a rate', answer([{ fecha: '02/03/2026', dato: 17.3485 }])],
    ['for a rate', answer([{ fecha: '02/03/2026', dato: '17,3485' }])],
    ['for a rate', answer([{ fecha: '02/03/2026', dato: '0' }])],
    ['for a rate', answer([{ fecha: '02/03/2026', dato: '' }])],
    ['for a rate', answer([{ fecha: '02/03/2026' }])],
    ['list of figures', answer([]).replace('"datos":[]', '"datos":"17.3485"')],
  ])('rejects an invalid response with an error that contains "%s" (%#)', (reason, json) => {
    expect(() => banxicoRates(json)).toThrow(new RegExp(`^banxico: .*${reason}`));
  });
});

describe('Banco de México errors', () => {
  it('the error contains the message of Banco de México', () => {
    const json = JSON.stringify({ error: { mensaje: 'Error de validación', detalle: 'El token es inválido.' } });
    expect(banxicoRefusal(400, json).message).toBe(
      'banxico: it responded with 400: "Error de validación" "El token es inválido."',
    );
  });

  it('reports the seconds until the rate limit resets', () => {
    const json = JSON.stringify({ error: { mensaje: 'Límite de consultas', detalle: '', secondsToReset: 42 } });
    expect(banxicoRefusal(429, json).message).toContain('it accepts requests again in 42 s');
  });

  it.each(['', '<html>', '[]', '{"error":null}', '{"error":{"mensaje":7,"secondsToReset":"soon"}}'])(
    'reports only the status of a response without an error message (%#)',
    (json) => {
      expect(banxicoRefusal(503, json).message).toBe('banxico: it responded with 503');
    },
  );

  it('truncates the error message to one short line', () => {
    const json = JSON.stringify({ error: { mensaje: 'x\n'.repeat(5_000) } });
    expect(banxicoRefusal(400, json).message).toMatch(/^.{1,160}$/);
  });
});

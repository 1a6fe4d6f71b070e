import { describe, expect, it } from '@jest/globals';
import { isAppName } from './app-name.js';

describe('isAppName', () => {
  it.each([
    ['equal to the name of the service', 'Centavo'],
    ['starting with the name of the service', 'CENTAVO Soporte oficial'],
    ['with Cyrillic letters', 'Сеntаvо'],
    ['with Greek letters', 'Cεnταvο'],
    ['with Armenian letters', 'Ceոtavօ'],
    ['with a lunate sigma', 'Ϲentavo'],
    ['with Greek capitals', 'CΕΝΤΑVΟ'],
    ['with one Greek capital', 'CEΝTAVO'],
    ['with Lisu capitals', 'ꓚꓰꓠꓔꓮꓦꓳ'],
    ['with Cherokee capitals', 'ᏟᎬNᎢᎪᏙO'],
    ['with mathematical Greek capitals', 'C𝚬𝚴𝚻𝚨V𝚶'],
    ['with letters in black circles', 'App 🅒🅔🅝🅣🅐🅥🅞'],
    ['of two scripts', 'Βanco'],
    ['of a script that no bank writes', 'ꓐꓮꓠꓚꓳ'],
    ['with Coptic letters', 'Ⲥentavⲟ'],
    ['with syllabics', 'ᑕentavo'],
    ['with a turned letter', 'Centɐvo'],
    ['with a doubled letter', 'Centtavo'],
    ['with small capitals', 'ᴄᴇɴᴛᴀᴠᴏ'],
    ['with full-width letters', 'Ｃｅｎｔａｖｏ'],
    ['with mathematical letters', '𝐂𝐞𝐧𝐭𝐚𝐯𝐨'],
    ['with letters in circles', 'Ⓒⓔⓝⓣⓐⓥⓞ'],
    ['with accents', 'Çéñtàvö'],
    ['with digits', 'c3n74v0'],
    ['with signs', '¢ent@vo'],
    ...['Centaʋo', 'CENTɅVO', 'CENTAƲO', 'Ȼentavo', 'Centⱥvo', 'Ceƞtaꝟo', 'Centav◯', 'Cent∀vo', 'CENT∆VO'].map(
      (name) => [`such as ${name}`, name] as const,
    ),
    ...[
      'centa\\/o',
      'ce|\\|tavo',
      'cent/\\vo',
      'centav()',
      '(entavo',
      'Cent^vo',
      'Centav〇',
      'Centavㅇ',
      'Ȼ-e-ƞ-ꞇ-avo',
    ].map((name) => [`such as ${name}`, name] as const),
    ['with spaces between letters', 'C e n t a v o'],
    ['with signs between letters', 'c.e-n_t·avo'],
    ['that is empty', ''],
    ['of spaces', '\u00a0\u2003 '],
    ['of a blank Braille cell', '\u2800'],
    ['of a Hangul filler', '\u3164'],
    ['of signs alone', '—··—'],
    ['with a soft hyphen', 'App\u00ad segura'],
    ['with a zero-width joiner', 'App\u200d'],
    ['with a variation selector', 'App\ufe0f'],
    ['with a tag character', 'App\u{e0041}'],
    ['from right to left', 'a\u202eb'],
    ['on two lines', 'a\u2028b'],
    ['with a lone surrogate', 'a\ud800'],
    ['that is too long', 'a'.repeat(101)],
    ['that is not a string', 7],
  ])('rejects an app name %s', (_, name) => {
    expect(isAppName(name)).toBe(false);
  });

  it.each([
    ...['Agente de gastos', 'Mi contador', 'Hogar 2.0', '家計簿', 'Κουμπαράς', 'Бюджет', 'Cuentas & pesos'],
    ...[
      'Café Ñandú',
      'Percent 家計簿',
      'Cent €',
      'Cent…',
      'Cuentas a la vista',
      'Céntimo',
      'Centro Ávila',
      'Łódź Ørsted',
    ],
    ...['Cent. (a) v2', 'Incentivo', 'Centauro', 'Türkçe ığdır', 'Đồng Việt'],
    ...['MoneyForward 家計簿', '가계부 Plus', 'Año Nº 1 µ', 'מעקב הוצאות', 'CΟΒΑΛΤ'.replace('C', 'Κ')],
  ])('accepts the app name %s', (name) => {
    expect(isAppName(name)).toBe(true);
  });
});

import { describe, expect, it } from '@jest/globals';
import { passwordFault } from './weak-password.js';

const OWN = ['guadalupe.rios@example.mx', 'Casa Jacaranda'];

describe('the strength of a password', () => {
  it.each([
    'once letras',
    'password1234',
    'PassWord1234',
    'qwertyuiop123',
    '1234567890123',
    '210987654321',
    'abcdefghijklm',
    'aaaaaaaaaaaa',
    'abababababab',
    'Contraseña2026',
    'contraseña2026!',
    'México123456',
    'Te quiero mucho 1',
    'ChivasRayadas2026',
    'vivamexico!!!',
    'Virgen de Guadalupe',
    '123princesa123',
    'dragondragon',
    'hunter2hunter2',
    'guadalupe.rios',
    'Guadalupe2026!',
    'casa jacaranda 1',
    'centavo centavo',
    'example.mx1234',
  ])('rejects the weak password %j', (text) => {
    expect(passwordFault(text, OWN)).not.toBeNull();
  });

  it.each([
    'una frase larga de prueba',
    'caballo grapa correcta',
    'T9#kfm2pQx!e',
    'guadalupe baila cumbia los jueves',
    'princesa de los montes azules',
    'las chivas no ganan en domingo',
    '8f3k-29dk-x7wq',
    'el centavo que falta en mi cuenta',
  ])('accepts the strong password %j', (text) => {
    expect(passwordFault(text, OWN)).toBeNull();
  });

  it('returns the reason for a rejected password', () => {
    expect(['corta', 'password1234', 'guadalupe.rios'].map((text) => passwordFault(text, OWN))).toEqual([
      ...['length', 'common', 'own-name'],
    ]);
  });
});

/** ISO 4217 currencies by their number of decimals. All other currencies have two. */
const EXPONENTS: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

/** Returns the number of decimals of a currency. It is 2 for MXN, 0 for JPY and 3 for KWD. Source: ISO 4217. */
export function currencyExponent(currency: string): number {
  if (!/^[A-Z]{3}$/.test(currency)) throw new RangeError(`${currency} is not a currency code such as MXN.`);
  const [exponent] = Object.entries(EXPONENTS).find(([, codes]) => codes.split(' ').includes(currency)) ?? ['2'];
  return Number(exponent);
}

/**
 * Converts an API amount to minor units. `toMinorUnits('1250.00', 'MXN')` returns `125000n`, and
 * `toMinorUnits('1250.00', 'JPY')` returns `1250n`.
 * @throws RangeError if the string is not an amount or has more decimals than the currency
 */
export function toMinorUnits(amount: string, currency: string): bigint {
  const [, sign, whole, decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? [];
  if (whole === undefined) throw new RangeError(`${amount} is not a decimal amount such as 12.50.`);
  const exponent = currencyExponent(currency);
  const spare = decimals.slice(exponent);
  if (/[1-9]/.test(spare)) throw new RangeError(`${amount} has more than the ${exponent} decimals of ${currency}.`);
  const minor = BigInt(whole + decimals.slice(0, exponent).padEnd(exponent, '0'));
  return sign ? -minor : minor;
}

/**
 * Converts minor units to an API amount, which has two decimals in every currency. `fromMinorUnits(125000n, 'MXN')` and
 * `fromMinorUnits(1250n, 'JPY')` return `'1250.00'`.
 * @throws RangeError if the value needs more than two decimals, such as 1255 thousandths of a dinar
 */
export function fromMinorUnits(minor: bigint, currency: string): string {
  const exponent = currencyExponent(currency);
  const digits = String(minor < 0n ? -minor : minor).padStart(exponent + 1, '0');
  const whole = digits.slice(0, digits.length - exponent);
  const decimals = digits.slice(digits.length - exponent);
  if (/[1-9]/.test(decimals.slice(2)))
    throw new RangeError(`${minor} minor units of ${currency} need more than two decimals.`);
  return `${minor < 0n ? '-' : ''}${whole}.${decimals.slice(0, 2).padEnd(2, '0')}`;
}

export function hundredths(amount: string): bigint {
  return BigInt(amount.replace('.', ''));
}

/** Formats cents as an API amount, such as -1250 as `-12.50`. */
export function written(amount: bigint): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(3, '0');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

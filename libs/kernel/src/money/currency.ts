const KNOWN = new Set(Intl.supportedValuesOf('currency'));

/** Whether the text is an ISO 4217 currency code, in capitals: `MXN`. */
export function isCurrency(text: unknown): text is string {
  return typeof text === 'string' && /^[A-Z]{3}$/.test(text) && KNOWN.has(text);
}

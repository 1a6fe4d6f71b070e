const KNOWN = new Set(Intl.supportedValuesOf('currency'));

export function isCurrency(text: unknown): text is string {
  return typeof text === 'string' && /^[A-Z]{3}$/.test(text) && KNOWN.has(text);
}

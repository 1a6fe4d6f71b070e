/**
 * What a page may load and where its forms may lead: nothing from elsewhere, nothing written into the page itself.
 * Browsers hold the redirects after a form to the same rule, so that the question of consent names where they end.
 */
export function pagePolicy(formTarget?: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    `form-action 'self'${formTarget === undefined ? '' : ` ${formTarget}`}`,
    "frame-ancestors 'none'",
  ].join('; ');
}

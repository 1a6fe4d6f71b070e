/**
 * Returns the content security policy of a page. Browsers also apply `form-action` to redirects after a form, so the
 * policy of the consent page names the redirect target.
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

/** Browsers apply `form-action` to redirects after a form as well, so the consent page names its redirect target. */
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

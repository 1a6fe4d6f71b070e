/**
 * The content security policy of a page: nothing from other origins, and nothing inline. Browsers apply `form-action` to
 * the redirects after a form as well, so the consent page names the target of its redirect.
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

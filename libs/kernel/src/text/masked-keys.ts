/** What is shaped like an API key. Source: contract section 3. */
const API_KEY = /\bsvc_[0-9A-Za-z]{49}/g;

/**
 * A text in which API keys are no longer to be read, for logs and answers that repeat what a caller sent: a client that puts a key
 * into an address by mistake should not find it kept there.
 * @example maskedKeys(`There is no account ${key}.`) // 'There is no account svc_….'
 */
export function maskedKeys(text: string): string {
  return text.includes('svc_') ? text.replaceAll(API_KEY, 'svc_…') : text;
}

const API_KEY = /\bsvc_[0-9A-Za-z]{49}/g;

/**
 * Masks API keys in logs and in responses that repeat input, because a client may put a key into a URL by mistake.
 * @example maskedKeys(`There is no account ${key}.`) // 'There is no account svc_….'
 */
export function maskedKeys(text: string): string {
  return text.includes('svc_') ? text.replaceAll(API_KEY, 'svc_…') : text;
}

const TYPE = /^\s*application\/json\s*(?=;|$)/i;
/** Matches one parameter: a name, and a token or a quoted string. Also matches a semicolon without a parameter. */
const PARAMETER = /\s*;\s*(?:([!#$%&'*+.^_`|~\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([!#$%&'*+.^_`|~\w-]+))\s*)?/y;

/**
 * True if a Content-Type is JSON in UTF-8. Ignores all parameters except charset. Source: RFC 8259 section 11, RFC 9110
 * section 8.3.
 */
export function isJsonType(contentType: string): boolean {
  const type = TYPE.exec(contentType)?.[0];
  if (type === undefined) return false;
  let at = type.length;
  while (at < contentType.length) {
    PARAMETER.lastIndex = at;
    const parameter = PARAMETER.exec(contentType);
    if (parameter === null) return false;
    const [whole, name = '', quoted, token] = parameter;
    if (name.toLowerCase() === 'charset' && !/^utf-?8$/i.test(quoted ?? token ?? '')) return false;
    at += whole.length;
  }
  return true;
}

import type { FieldRule } from '@app/kernel/pure';
import { text } from '@app/kernel/pure';

/** Characters that change the direction of text and can disguise a file extension. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const MAX_LENGTH = 120;

const line = text(1, MAX_LENGTH);

/** Rule for the name of a file, which may contain slashes because it is never used as a path. */
export const fileName = (): FieldRule => ({
  ...line,
  detail: `${line.detail}, and without characters that change the text direction`,
  check: (value) => line.check(value) && (value as string).search(DIRECTION) < 0,
});

/** Removes the path from the file name of a form part. */
export const withoutPath = (name: string): string => name.split(/[\\/]/).at(-1)!;

/** Converts the name of an imported or invoice file to a valid name. */
export function keptName(name: string): string {
  const usable = [...name.replaceAll(DIRECTION, '')].slice(0, MAX_LENGTH).join('').trim();
  return fileName().check(usable) ? usable : 'statement';
}

/**
 * Returns the Content-Disposition of a download. Clients without support for `filename*` get underscores in place of
 * non-ASCII characters. Source: RFC 6266, RFC 8187.
 */
export function attachment(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]/gu, '_').replaceAll(/["\\%]/g, '_');
  const coded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"${plain === name ? '' : `; filename*=UTF-8''${coded}`}`;
}

import type { FieldRule } from '@app/kernel/pure';
import { text } from '@app/kernel/pure';

/** Characters that change the direction of text, so that `exe.pdf` could hide another ending. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const MAX_LENGTH = 120;

const line = text(1, MAX_LENGTH);

/** Rule for the name of a file, which may contain slashes because it is never used as a path. */
export const fileName = (): FieldRule => ({
  ...line,
  detail: `${line.detail}, and without characters that change its direction`,
  check: (value) => line.check(value) && (value as string).search(DIRECTION) < 0,
});

/** Returns the name of a part of a form without its path. */
export const withoutPath = (name: string): string => name.split(/[\\/]/).at(-1)!;

/** Returns a valid name for a file that an import keeps. */
export function keptName(name: string): string {
  const usable = [...name.replaceAll(DIRECTION, '')].slice(0, MAX_LENGTH).join('').trim();
  return fileName().check(usable) ? usable : 'statement';
}

/**
 * Returns the Content-Disposition of a download. Clients without `filename*` get a name with underscores instead of
 * other characters than ASCII. Source: RFC 6266, RFC 8187.
 */
export function attachment(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]/gu, '_').replaceAll(/["\\%]/g, '_');
  const coded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"${plain === name ? '' : `; filename*=UTF-8''${coded}`}`;
}

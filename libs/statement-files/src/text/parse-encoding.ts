/** Supported encodings. ISO-8859-1 is reported as windows-1252. */
export type StatementEncoding =
  'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'windows-1250' | 'windows-1251' | 'macintosh' | 'cp850';

const SPELLINGS: Readonly<Record<StatementEncoding, readonly string[]>> = {
  'utf-8': ['utf8', 'utf8sig', 'utf8bom', 'unicode11utf8', 'cp65001', 'ascii', 'usascii', 'ansix341968'],
  'utf-16le': ['utf16le', 'utf16', 'ucs2', 'ucs2le', 'unicode', 'iso10646ucs2'],
  'utf-16be': ['utf16be', 'ucs2be', 'unicodefffe'],
  'windows-1252': [
    ...['windows1252', 'win1252', 'cp1252', 'xcp1252', '1252', 'ansi', 'iso88591', 'iso885915', '88591', 'latin1'],
    ...['isolatin1', 'latin', 'l1', 'isoir100', 'cp819', 'ibm819'],
  ],
  'windows-1250': ['windows1250', 'win1250', 'cp1250', 'xcp1250', '1250', 'iso88592', '88592', 'latin2'],
  'windows-1251': ['windows1251', 'win1251', 'cp1251', 'xcp1251', '1251', 'cyrillic'],
  macintosh: ['macintosh', 'macroman', 'mac', 'xmacroman', 'xmac', 'cp10000', 'applemacroman'],
  cp850: ['cp850', 'ibm850', 'dos850', '850', 'oem850', 'msdos850', 'cspc850multilingual'],
};

const BY_SPELLING = new Map(
  Object.entries(SPELLINGS).flatMap(([encoding, spellings]) =>
    spellings.map((spelling) => [spelling, encoding as StatementEncoding] as const),
  ),
);

/**
 * Recognizes common spellings such as `UTF8`, `latin1`, `ISO-8859-1`, `cp1252` and `MacRoman`. Returns null if the name
 * is unknown.
 */
export function parseEncoding(name: string): StatementEncoding | null {
  return BY_SPELLING.get(name.toLowerCase().replace(/[^a-z0-9]/g, '')) ?? null;
}

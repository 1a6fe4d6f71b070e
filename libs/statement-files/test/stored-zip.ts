import { crc32, deflateRawSync } from 'node:zlib';

/** Part of a test archive. `declaredSize` replaces the size in the directory entry. */
export interface ZipPart {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly declaredSize?: number;
  /** True to compress the content. `already` if the content is already compressed. */
  readonly packed?: boolean | 'already';
  readonly encrypted?: boolean;
}

export function zipOf(...parts: ZipPart[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, declaredSize, packed = false, encrypted = false } of parts) {
    const plain = Buffer.from(content as string);
    const body = packed === true ? deflateRawSync(plain) : plain;
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(encrypted ? 1 : 0, 2);
    shared.writeUInt16LE(packed ? 8 : 0, 4);
    shared.writeUInt32LE(crc32(plain), 10);
    shared.writeUInt32LE(body.length, 14);
    shared.writeUInt32LE(declaredSize ?? plain.length, 18);
    shared.writeUInt16LE(Buffer.byteLength(name), 22);
    const header = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), shared, Buffer.from(name)]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), shared, place, Buffer.from(name));
    bodies.push(header, body);
    offset += header.length + body.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, entries, end]);
}

export interface WorkbookParts {
  readonly strings?: string;
  readonly styles?: string;
  readonly book?: string;
  readonly more?: readonly ZipPart[];
}

export function workbookOf(
  rows: string,
  { strings = '', styles = '', book = '', more = [] }: WorkbookParts = {},
): Buffer {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;
  const main = book || '<workbook><sheets><sheet name="Hoja1" sheetId="1" r:id="rId1"/></sheets></workbook>';
  const relations = [
    relation('rId1', 'worksheet', 'worksheets/sheet1.xml'),
    relation('rId2', 'sharedStrings', 'sharedStrings.xml'),
    relation('rId3', 'styles', 'styles.xml'),
    relation('rId4', 'worksheet', 'worksheets/sheet2.xml'),
  ];
  return zipOf(
    { name: '[Content_Types].xml', content: '<Types/>' },
    {
      name: '_rels/.rels',
      content: `<Relationships>${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    },
    { name: 'xl/workbook.xml', content: main },
    { name: 'xl/_rels/workbook.xml.rels', content: `<Relationships>${relations.join('')}</Relationships>` },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
      packed: true,
    },
    { name: 'xl/sharedStrings.xml', content: `<sst>${strings}</sst>` },
    { name: 'xl/styles.xml', content: `<styleSheet>${styles}</styleSheet>` },
    ...more,
  );
}

export function rowOf(...cells: (string | number)[]): string {
  const cell = (value: string | number) =>
    typeof value === 'number' ? `<c><v>${value}</v></c>` : `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  return `<row>${cells.map(cell).join('')}</row>`;
}

import { describe, expect, it } from '@jest/globals';
import { MarkupScanner } from './markup-scanner.js';

function tokens(source: string, kind: 'xml' | 'html' | 'ofx'): string[] {
  const scanner = new MarkupScanner(source, kind);
  const seen: string[] = [];
  for (let token = scanner.next(); token !== null; token = scanner.next()) {
    seen.push(
      token === 'text' ? scanner.text : `${token === 'open' ? '<' : '</'}${scanner.name}${scanner.isEmpty ? '/' : ''}`,
    );
  }
  return seen;
}

describe('MarkupScanner', () => {
  it('tokenizes XML with prefixes, empty elements, comments, processing instructions and CDATA', () => {
    const source = '<?xml version="1.0"?><!-- <no> --><n:A><B x="a>b"/>1 &lt; 2<![CDATA[<&amp;]]></n:A>';
    expect(tokens(source, 'xml')).toEqual(['<A', '<B/', '1 < 2', '<&amp;', '</A']);
  });

  it('ignores the case of HTML tags and reads a lone < as text', () => {
    expect(tokens('<!DOCTYPE html><TD>a < b &ntilde;&nbsp;&#xF3;&nope;</td>', 'html')).toEqual([
      '<td',
      'a ',
      '< b ñ\u00a0ó&nope;',
      '</td',
    ]);
  });

  it('reads apostrophes in OFX SGML as text', () => {
    expect(tokens("<name>L'OREAL\n<Memo>x", 'ofx')).toEqual(['<NAME', "L'OREAL\n", '<MEMO', 'x']);
  });

  it('reads an OFX tag that contains another tag as text, in linear time', () => {
    expect(tokens('<memo>a<b c<fitid>x', 'ofx')).toEqual(['<MEMO', 'a', '<b c', '<FITID', 'x']);
    expect(tokens('<a'.repeat(200_000), 'ofx')).toHaveLength(200_000);
  });

  it('finds quoted and unquoted attributes by name', () => {
    const scanner = new MarkupScanner(`<td ss:Index="3" COLSPAN=2 title='a "b" &amp; c>'>`, 'html');
    scanner.next();
    expect(['Index', 'colspan', 'title', 'span'].map((name) => scanner.attribute(name))).toEqual([
      '3',
      '2',
      'a "b" & c>',
      null,
    ]);
  });

  it.each(['\n', '\r\n', '\r'])('counts markup lines that end in %j', (end) => {
    const scanner = new MarkupScanner(`<a>${end}${end}<b>${end}<c>`, 'xml');
    const lines: Record<string, number> = {};
    for (let token = scanner.next(); token !== null; token = scanner.next())
      if (token === 'open') lines[scanner.name] = scanner.line;
    expect(lines).toEqual({ a: 1, b: 3, c: 4 });
  });

  it('does not let an unclosed quote hide the rest of the file', () => {
    expect(tokens('<a b="1><c>', 'xml')).toEqual(['<a', '<c']);
  });
});

import { describe, expect, it } from '@jest/globals';
import { formatOf } from './file-signature.js';
import { StatementUnreadable } from './limits/unreadable.js';

const bytes = (text: string) => Buffer.from(text, 'latin1');

describe('file format detection', () => {
  it.each([
    ['Fecha,Concepto\n', 'csv'],
    ['\xef\xbb\xbfFecha', 'csv'],
    ['PK\x03\x04....xl/workbook.xml', 'xlsx'],
    ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'xls'],
    ['OFXHEADER:100\nDATA:OFXSGML', 'ofx'],
    ['<?xml version="1.0"?>\n<?OFX OFXHEADER="200"?><OFX>', 'ofx'],
    ['!Type:Bank\nD1/1/2026', 'qif'],
    ['  <html><body><table>', 'html'],
    ['<!DOCTYPE html>', 'html'],
    ['<table border=1>', 'html'],
    ['<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">', 'camt053'],
  ])('detects the format from the first bytes %j', (beginning, format) => {
    expect(formatOf(bytes(beginning))).toBe(format);
  });

  it.each([
    ['\x89PNG\r\n', /image/],
    ['\xff\xd8\xff\xe0', /image/],
    ['PK\x03\x04 a.txt', /zip/],
    ['\x1f\x8b\x08', /gzip/],
  ])('the error names the type of the unsupported file %j', (beginning, what) => {
    expect(() => formatOf(bytes(beginning))).toThrow(StatementUnreadable);
    expect(() => formatOf(bytes(beginning))).toThrow(what);
  });
});

import { describe, expect, it } from '@jest/globals';
import { attachment, keptName, withoutPath } from './file-name.js';

describe('file names', () => {
  it('removes the path from a file name', () => {
    expect(['a/b.jpg', 'C:\\x\\b.jpg', '../b.jpg', 'b.jpg'].map(withoutPath)).toEqual(Array(4).fill('b.jpg'));
  });

  it('makes the file name of an import valid, or replaces it with "statement"', () => {
    expect(keptName('mar\u202ezo.csv')).toBe('marzo.csv');
    expect(keptName('😀'.repeat(255))).toBe('😀'.repeat(120));
    expect(keptName('\u200f')).toBe('statement');
  });

  it('quotes and encodes file names in Content-Disposition', () => {
    expect(attachment('a b.jpg')).toBe('attachment; filename="a b.jpg"');
    expect(attachment(`"'*();\r\n.jpg`)).toBe(
      `attachment; filename="_'*();__.jpg"; filename*=UTF-8''%22%27%2A%28%29%3B%0D%0A.jpg`,
    );
    expect(attachment('año.jpg')).toBe(`attachment; filename="a_o.jpg"; filename*=UTF-8''a%C3%B1o.jpg`);
  });
});

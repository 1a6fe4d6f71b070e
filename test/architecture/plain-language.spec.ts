import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from '@jest/globals';

interface Rule {
  readonly bad: string;
  readonly good: string;
}

const { brokenRule, RULES, sentencesOf } = (await import(
  pathToFileURL(resolve('scripts/plain-language.mjs')).href
)) as {
  brokenRule: (sentence: string) => Rule | undefined;
  RULES: readonly Rule[];
  sentencesOf: (text: string) => string[];
};

describe('the plain language check', () => {
  it.each(RULES)('reports "$bad" and accepts "$good"', (rule) => {
    expect(brokenRule(rule.bad)).toBe(rule);
    expect(brokenRule(rule.good)).toBeUndefined();
  });

  it('accepts questions, and skips code and short sentences', () => {
    const sentences = sentencesOf('Returns the rows of `what is left`. Where is the account? Rows.');
    expect(sentences).toEqual(['Returns the rows of X.', 'Where is the account?']);
    expect(sentences.map(brokenRule)).toEqual([undefined, undefined]);
  });
});

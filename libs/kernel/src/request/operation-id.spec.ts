import { describe, expect, it } from '@jest/globals';
import { operationIdOf } from './operation-id.js';

describe('the name of an operation', () => {
  it.each([
    ['get', '/v1/transactions', true, 'listTransactions'],
    ['get', '/v1/categories/{id}', false, 'getCategory'],
    ['get', '/v1/net-worth', false, 'getNetWorth'],
    ['get', '/v1/account-types', true, 'listAccountTypes'],
    ['get', '/v1/contacts/{id}/iou-history', true, 'listContactIouHistory'],
    ['get', '/v1/rules/{id}/matches', true, 'listRuleMatches'],
    ['post', '/v1/accounts', false, 'createAccount'],
    ['post', '/v1/accounts/{id}/archive', false, 'archiveAccount'],
    ['post', '/v1/rules/preview', true, 'previewRule'],
    ['patch', '/v1/workspace', false, 'updateWorkspace'],
    ['patch', '/v1/imports/{id}/rows/{index}', false, 'updateImportRow'],
    ['put', '/v1/exchange-rates/{quote}/{base}/{date}', false, 'setExchangeRate'],
    ['delete', '/v1/categories/{id}', false, 'deleteCategory'],
    ['delete', '/v1/transactions/{id}/permanently', false, 'deleteTransactionPermanently'],
  ])('derives the operation ID of %s %s from method and path', (method, path, answersList, name) => {
    expect(operationIdOf(method, path, answersList)).toBe(name);
  });
});

import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Service } from '../../../test/e2e/support/api-process.js';
import { sharedApi } from '../../../test/e2e/support/api-process.js';
import { expectGolden } from '../../../test/sql/golden-file.js';
import type { Document } from '../generator/document.js';
import { generatedFiles } from '../generator/generate.js';

let service: Service;

beforeAll(async () => {
  service = await sharedApi();
});
afterAll(() => service.stop());

/** To update the generated files, run `UPDATE_GOLDEN=1 npm test -- packages/sdk`. */
it('the types, operations and problems of the SDK match the OpenAPI document', async () => {
  const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as Document;
  for (const [name, text] of Object.entries(generatedFiles(document))) {
    expectGolden(new URL(`../src/generated/${name}`, import.meta.url), text);
  }
  expect(Object.keys(document.paths).length).toBeGreaterThan(20);
});

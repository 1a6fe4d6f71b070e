import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { debitPdf, NOVEMBER } from '../../libs/importing/test/pdf-statements.js';
import { aDraft, commit, multipart, statuses, undo, upload } from '../../libs/importing/test/statements.js';
import { randomOf, statementPdf } from '../../libs/statement-files/test/generated-pdf.js';
import { LAYOUTS } from '../../libs/statement-files/test/pdf-layouts.js';
import { buildPdf } from '../../libs/statement-files/test/pdf-builder.js';
import type { Service } from './support/api-process.js';
import { sharedApi } from './support/api-process.js';
import type { AccountView } from './support/answers.js';
import type { Client } from './support/client.js';
import { aHousehold, anAccount, balanceOf, ok } from './support/household.js';

let service: Service;
let api: Client;
let account: AccountView;

beforeAll(async () => {
  service = await sharedApi();
});
afterAll(() => service.stop());
beforeEach(async () => {
  api = (await aHousehold(service)).api;
  account = await anAccount(api, { openingBalance: '10000.00' });
});

const card = { typeId: 'credit_card', openingBalance: '0.00', card: { creditLimit: '50000.00', cutOffDay: 30 } };
const cardLayout = LAYOUTS.find(({ isCard }) => isCard)!;
const wrong = { ...NOVEMBER, closing: '13,650.50' };

describe('a PDF statement', () => {
  it('reads, proves, commits and undoes a PDF statement', async () => {
    const draft = await aDraft(api, account.id, await debitPdf([NOVEMBER]), { filename: 'noviembre.csv' });
    expect(draft.detected).toMatchObject({
      ...{ format: 'pdf', encoding: null, delimiter: null, bank: 'BBVA' },
      sections: [{ id: '4821', label: expect.any(String), accountTail: '4821', currency: 'MXN' }],
      period: { start: '2026-11-01', end: '2026-11-30' },
    });
    expect(draft.proof).toEqual({
      ...{ status: 'proven', openingBalance: '10000.00', closingBalance: '13649.50', difference: '0.00' },
      ...{ chargesPrinted: null, chargesRead: '1350.50', creditsPrinted: null, creditsRead: '5000.00', failing: [] },
    });
    expect(draft.rows.map(({ page, date, amount, type, status }) => ({ page, date, amount, type, status }))).toEqual([
      { page: 1, date: '2026-11-05', amount: '1250.50', type: 'expense', status: 'ready' },
      { page: 1, date: '2026-11-06', amount: '100.00', type: 'expense', status: 'ready' },
      { page: 1, date: '2026-11-15', amount: '5000.00', type: 'income', status: 'ready' },
    ]);
    expect(await commit(api, draft)).toMatchObject({ status: 'committed', proof: { status: 'proven' } });
    expect(await balanceOf(api, account.id)).toBe('13649.50');
    expect(await undo(api, draft)).toMatchObject({ status: 'undone' });
    expect(await balanceOf(api, account.id)).toBe('10000.00');
  });

  it('the PDF fields are null or empty for a statement in another format', async () => {
    const draft = await aDraft(api, account.id, 'Fecha,Concepto,Monto\n2026-11-05,OXXO,-1.00\n');
    expect(draft).toMatchObject({ proof: null, cardStatement: null });
    expect(draft.detected).toMatchObject({ bank: null, sections: [], period: null });
    expect(draft.rows[0]).toMatchObject({ page: null });
  });

  it('rejects the commit of an unproven statement unless acceptUnproven is true', async () => {
    const draft = await aDraft(api, account.id, await debitPdf([wrong]));
    expect(draft.proof).toMatchObject({ status: 'unproven', difference: '1.00', failing: [{ page: 1 }] });
    const refused = await api.post(`/v1/imports/${draft.id}/commit`);
    expect([refused.status, refused.body.code]).toEqual([409, 'IMPORT_UNPROVEN']);
    expect(await balanceOf(api, account.id)).toBe('10000.00');
    expect(await commit(api, draft, { acceptUnproven: true })).toMatchObject({ proof: { status: 'unproven' } });
  });

  it('updates the proof when a row is edited', async () => {
    const draft = await aDraft(api, account.id, await debitPdf([NOVEMBER]));
    const edited = ok(await api.patch(`/v1/imports/${draft.id}/rows/1`, { amount: '101.00' }));
    expect(edited.proof).toMatchObject({ status: 'unproven', difference: '1.00' });
    expect(edited.proof!.failing[0]).toMatchObject({ page: 1, line: draft.rows[1]!.line });
    const corrected = ok(await api.patch(`/v1/imports/${draft.id}/rows/1`, { amount: '100.00' }));
    expect(corrected.proof).toMatchObject({ status: 'proven', failing: [] });
  });

  it('requires a section if the PDF contains several accounts', async () => {
    const file = await debitPdf([NOVEMBER, { ...NOVEMBER, number: '9876549034' }]);
    for (const section of [undefined, 'unknown']) {
      const refused = await upload(api, account.id, file, { ...(section && { section }) });
      expect([refused.status, refused.body]).toEqual([
        422,
        expect.objectContaining({
          code: 'IMPORT_SECTION_REQUIRED',
          sections: [
            expect.objectContaining({ accountTail: '4821' }),
            expect.objectContaining({ accountTail: '9034' }),
          ],
        }),
      ]);
    }
    const draft = await aDraft(api, account.id, file, { section: '9034' });
    expect(draft).toMatchObject({ stats: { total: 3 }, proof: { status: 'proven' } });
    const edited = ok(await api.patch(`/v1/imports/${draft.id}`, { mapping: { reference: null } }));
    expect(edited).toMatchObject({ stats: { total: 3 }, detected: { sections: [{}, {}] } });
  });

  it('raises ACCOUNT_UNLIKELY if the digits in the account’s name differ from those in the PDF', async () => {
    const other = await anAccount(api, { name: 'Nómina 1111' });
    const draft = await aDraft(api, other.id, await debitPdf([NOVEMBER]));
    expect(draft.warnings.map(({ code }) => code)).toContain('ACCOUNT_UNLIKELY');
    const same = await anAccount(api, { name: 'Nómina', bank: 'BBVA 4821' });
    expect((await aDraft(api, same.id, await debitPdf([NOVEMBER]))).warnings).toEqual([]);
  });

  it('reads an encrypted PDF only with its password, and does not return the password', async () => {
    const file = await debitPdf([NOVEMBER], { password: 'XAXX010101' });
    const answers = [await upload(api, account.id, file), await upload(api, account.id, file, { password: 'other' })];
    expect(answers.map(({ status, body }) => [status, body.code, body.detail])).toEqual([
      [422, 'IMPORT_PASSWORD_REQUIRED', expect.any(String)],
      [422, 'IMPORT_PASSWORD_REQUIRED', answers[0]!.body.detail],
    ]);
    const draft = await aDraft(api, account.id, file, { password: 'XAXX010101' });
    expect(draft.proof).toMatchObject({ status: 'proven' });
    expect(JSON.stringify(draft)).not.toContain('XAXX010101');
    const without = await api.patch(`/v1/imports/${draft.id}`, { mapping: { reference: null } });
    expect(without.body.code).toBe('IMPORT_PASSWORD_REQUIRED');
    ok(await api.patch(`/v1/imports/${draft.id}`, { mapping: { reference: null }, password: 'XAXX010101' }));
    const restricted = await debitPdf([NOVEMBER], { ownerPassword: 'owner' });
    expect((await aDraft(api, account.id, restricted)).proof).toMatchObject({ status: 'proven' });
  });

  it('replays the upload of an encrypted PDF only with the same password', async () => {
    const file = await debitPdf([NOVEMBER], { password: 'XAXX010101' });
    const send = (password: string) => {
      const parts = [
        { name: 'accountId', content: account.id },
        { name: 'password', content: password },
      ];
      const { raw, headers } = multipart(...parts, { name: 'file', filename: 'a.pdf', content: file });
      return api.post('/v1/imports', undefined, { raw: raw!, headers: { ...headers, 'Idempotency-Key': 'pdf-1' } });
    };
    const first = await send('XAXX010101');
    expect(first.status).toBe(200);
    const again = await send('XAXX010101');
    expect([again.body.id, again.headers['idempotency-replayed']]).toEqual([first.body.id, 'true']);
    expect((await send('other')).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it('returns and records the printed figures of a card statement, and an undo removes them', async () => {
    const into = await anAccount(api, card);
    const file = await buildPdf(statementPdf(cardLayout, randomOf(3), 20).pages);
    const draft = await aDraft(api, into.id, file);
    expect(draft.cardStatement).toMatchObject({
      cutOff: '2026-11-30',
      dueDate: '2026-12-20',
      minimumPayment: '450.00',
    });
    const refused = await api.post(`/v1/imports/${(await aDraft(api, account.id, file)).id}/commit`, {
      recordStatement: true,
    });
    expect([refused.status, refused.body.errors?.[0]?.pointer]).toEqual([400, '#/recordStatement']);
    await commit(api, draft, { recordStatement: true });
    const recorded = async () =>
      ok(await api.get(`/v1/accounts/${into.id}/card-statements`)).items.find(
        ({ cutOff }: { cutOff: string }) => cutOff === '2026-11-30',
      );
    expect(await recorded()).toMatchObject({ dueDate: '2026-12-20', bank: { minimumPayment: '450.00' } });
    await undo(api, draft);
    expect((await recorded())?.bank ?? null).toBeNull();
  });

  it('finds the rows of a PDF to be duplicates of a CSV file of the same month, and vice versa', async () => {
    const table =
      'Fecha,Concepto,Cargo,Abono\n2026-11-05,SPEI ENVIADO SANTANDER,1250.50,\n2026-11-06,Oxxo Insurgentes Sur,100.00,\n2026-11-15,NOMINA,,5000.00\n';
    const pdf = await debitPdf([NOVEMBER]);
    const first = await aDraft(api, account.id, table);
    await commit(api, first);
    expect(statuses(await aDraft(api, account.id, pdf))).toEqual(['duplicate', 'duplicate', 'duplicate']);
    await undo(api, first);
    await commit(api, await aDraft(api, account.id, pdf));
    expect(statuses(await aDraft(api, account.id, table))).toEqual(['duplicate', 'duplicate', 'duplicate']);
  });

  it('rejects a PDF that is a scan, truncated or damaged', async () => {
    const whole = await debitPdf([NOVEMBER]);
    const files = [
      await buildPdf([[]]),
      whole.subarray(0, whole.length - 500),
      Buffer.from('%PDF-1.7\ngarbage\n%%EOF'),
    ];
    for (const file of files) {
      const refused = await upload(api, account.id, file);
      expect([refused.status, refused.body.code]).toEqual([422, 'IMPORT_UNREADABLE']);
    }
  });

  it('rejects a PDF that takes too long to read, and imports a file of another workspace meanwhile', async () => {
    const hostile = upload(api, account.id, manyInstructions());
    const other = (await aHousehold(service)).api;
    const table = 'Fecha,Concepto,Monto\n2026-11-05,OXXO,-1.00\n';
    let isRefused = false;
    const refused = hostile.finally(() => (isRefused = true));
    await aDraft(other, (await anAccount(other)).id, table);
    expect(isRefused).toBe(false);
    expect(await refused).toMatchObject({ status: 422, body: { detail: expect.stringMatching(/too long/) } });
  });

  it('accepts a PDF without transactions only if its balances are equal', async () => {
    const still = { ...NOVEMBER, movements: [], closing: '10,000.00' };
    expect(await aDraft(api, account.id, await debitPdf([still]))).toMatchObject({
      ...{ rows: [], proof: { status: 'proven' } },
    });
    const refused = await upload(api, account.id, await debitPdf([{ ...still, closing: '9,000.00' }]));
    expect(refused.body.code).toBe('IMPORT_UNREADABLE');
  });
});

/** A small PDF whose only page has two million instructions. */
function manyInstructions(): Buffer {
  const content = deflateSync(Buffer.from('q '.repeat(2_000_000))).toString('latin1');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R >>',
    `<< /Filter /FlateDecode /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ].map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`);
  return Buffer.from(`%PDF-1.7\n${objects.join('')}trailer\n<< /Root 1 0 R >>\nstartxref\n0\n%%EOF\n`, 'latin1');
}

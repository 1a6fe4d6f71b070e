/** Cap of personal deductions by year: five annual UMA. Source: INEGI, values of the UMA, in force from 1 February. */
export const FIVE_UMA: ReadonlyMap<number, string> = new Map([
  [2024, '198031.80'],
  [2025, '206367.60'],
  [2026, '213973.20'],
]);

/** Share of the total income that caps personal deductions, in percent. Source: LISR, article 151, last paragraph. */
export const INCOME_PERCENT = 15;

/** Uses of invoices for personal deductions. Source: catalog c_UsoCFDI of the SAT; caps: LISR, article 151. */
export const USES: Readonly<Record<string, { label: string; insideCap: boolean; needsForm: boolean }>> = {
  D01: { label: 'Honorarios médicos, dentales y gastos hospitalarios', insideCap: true, needsForm: true },
  D02: { label: 'Gastos médicos por incapacidad o discapacidad', insideCap: false, needsForm: true },
  D03: { label: 'Gastos funerales', insideCap: true, needsForm: false },
  D04: { label: 'Donativos', insideCap: true, needsForm: false },
  D05: { label: 'Intereses reales efectivamente pagados por créditos hipotecarios', insideCap: true, needsForm: false },
  D06: { label: 'Aportaciones voluntarias al SAR', insideCap: false, needsForm: false },
  D07: { label: 'Primas por seguros de gastos médicos', insideCap: true, needsForm: false },
  D08: { label: 'Gastos de transportación escolar obligatoria', insideCap: true, needsForm: true },
  D09: { label: 'Depósitos en cuentas para el ahorro y planes de pensiones', insideCap: false, needsForm: true },
  D10: { label: 'Pagos por servicios educativos (colegiaturas)', insideCap: false, needsForm: true },
};

/** Check, transfer, credit card, wallet, electronic money, debit and service cards. Source: LISR, article 151, I. */
export const TRACEABLE_FORMS: ReadonlySet<string> = new Set(['02', '03', '04', '05', '06', '28', '29']);

export const SOURCES = [
  'Ley del Impuesto sobre la Renta, artículo 151',
  'INEGI: valor anual de la UMA del año',
  'SAT: catálogos c_UsoCFDI y c_FormaPago del CFDI 4.0',
];

export const NOTES = [
  'This report is an aid for the annual return, not tax advice. Only the tax authority decides which amounts it accepts.',
  'Amounts are totals of invoices with taxes. Insurance refunds and other recoveries are not subtracted.',
  'The report does not apply the limits of single uses, such as D02, D04, D06, D09 and D10.',
  'The report does not check with the tax authority whether an invoice was canceled. An unsupported seal does not exclude an invoice.',
];

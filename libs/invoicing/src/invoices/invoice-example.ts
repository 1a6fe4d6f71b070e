const issuer = {
  rfc: 'EKU9003173C9',
  name: 'ESCUELA KEMPER URGATE',
  regime: { code: '601', label: 'General de Ley Personas Morales' },
};
const receiver = {
  rfc: 'XIQB891116QE4',
  name: 'BERENICE XIMO QUEZADA',
  regime: { code: '605', label: 'Sueldos y Salarios e Ingresos Asimilados a Salarios' },
};

export const invoiceExample = {
  uuid: '6F1C2B3A-0D4E-4F5A-8B6C-7D8E9F0A1B2C',
  kind: 'income',
  direction: 'received',
  issuer,
  receiver,
  currency: 'MXN',
  total: '928.00',
  paymentForm: { code: '04', label: 'Tarjeta de crédito' },
  use: { code: 'D01', label: 'Honorarios médicos, dentales y gastos hospitalarios.' },
  payroll: null,
  payments: [],
  related: [],
  match: 'suggested',
  transactionIds: [],
  deletedAt: null,
};

export const linkedExample = {
  ...invoiceExample,
  match: 'linked',
  transactionIds: ['019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04'],
};

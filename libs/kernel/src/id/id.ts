import { v7 } from 'uuid';

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** UUID that no resource has. It replaces malformed IDs in bodies and filters, so that they match nothing. */
export const NOTHING_ID = '00000000-0000-0000-0000-000000000000';

export const EXAMPLE_ID = '019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04';

export const EXAMPLE_IDS = {
  account: '019aa0c2-7d1e-7c43-9a57-3f1c8e2b0a01',
  accountType: '019aa0c2-7d1e-7c43-9a57-3f1c8e2b0b02',
  category: '019aa0c2-7d1e-7c43-9a57-3f1c8e2b0c03',
  contact: '019aa0c2-7d1e-7c43-9a57-3f1c8e2b0d04',
  import: '019aa0c2-7d1e-7c43-9a57-3f1c8e2b0e05',
  toAccount: '019aa0c2-7d1e-7c43-9a57-3f1c8e2b0f06',
  transaction: '019aa0c2-7d1e-7c43-9a57-3f1c8e2b1007',
  file: '019aa0c2-7d1e-7c43-9a57-3f1c8e2b1108',
  invoice: '019aa0c2-7d1e-7c43-9a57-3f1c8e2b1119',
} as const;

/** Returns a new UUIDv7. The IDs of a process are ordered by time, even within a millisecond. */
export function newId(): string {
  return v7();
}

export function isId(text: unknown): text is string {
  return typeof text === 'string' && UUID_V7.test(text);
}

/** True for a decimal number of up to nine digits without leading zeros. */
export function isIndex(text: unknown): text is string {
  return typeof text === 'string' && /^(0|[1-9]\d{0,8})$/.test(text);
}

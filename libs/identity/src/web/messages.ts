import type { Language } from './language.js';
import { ENGLISH } from './messages-en.js';
import type { Messages } from './messages-es.js';
import { SPANISH } from './messages-es.js';

export type { Messages } from './messages-es.js';

export type ErrorKey = keyof Messages['errors'];

export function messagesFor(language: Language): Messages {
  return language === 'en' ? ENGLISH : SPANISH;
}

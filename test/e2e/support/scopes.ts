const TOPICS = [
  'accounts',
  'transactions',
  'budgets',
  'contacts',
  'goals',
  'books',
  'files',
  'rules',
  'imports',
  'rates',
  'reports',
  'webhooks',
  'members',
  'workspace',
];
export const READING_SCOPES = TOPICS.map((topic) => `${topic}:read`);
export const CHANGING_SCOPES = TOPICS.filter((topic) => topic !== 'reports').map((topic) => `${topic}:write`);
export const FINE_SCOPES = [...READING_SCOPES, ...CHANGING_SCOPES];

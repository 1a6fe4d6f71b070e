export const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  'migrate up': ['migrate up'],
  'migrate down': ['migrate down'],
  'migrate status': ['migrate status --json'],
  'workspace create': [
    'workspace create --name Casa --owner-email yo@example.com',
    'workspace create --name Taller --owner-email yo@example.com --base-currency USD --plan pro --json',
  ],
  'workspace list': ['workspace list'],
  'workspace export': [
    'workspace export --workspace 019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04 --output casa.json',
    'workspace export --workspace 019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04 --format hledger --output casa.journal',
  ],
  'workspace import': ['workspace import casa.json --workspace 019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04'],
  'user create': ['user create --email yo@example.com'],
  'user reset-password': [
    'user reset-password --email yo@example.com',
    'user reset-password --email yo@example.com --end-access',
  ],
  'user reset-second-factor': ['user reset-second-factor --email yo@example.com'],
  'user address-code': ['user address-code --email yo@example.com'],
  'member list': ['member list --workspace 019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04'],
  'member invite': [
    'member invite --workspace 019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04 --email sofia@example.com --role editor',
  ],
  'member remove': [
    'member remove 019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d11 --workspace 019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04',
  ],
  'key create': [
    'key create --workspace 019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04 --name laptop --scope read_only',
    'key create --workspace 019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04 --name backup --scope read_write --json',
  ],
  'key list': ['key list --workspace 019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04'],
  'key revoke': ['key revoke 019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04'],
  'client list': ['client list'],
  'client revoke': ['client revoke 019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04'],
  'signing-key rotate': ['signing-key rotate', 'signing-key rotate --at-once'],
  'rates import': ['rates import rates.csv'],
  'rates fetch': ['rates fetch', 'rates fetch --feed ecb --from 2026-01-01 --to 2026-01-31'],
  'trash purge': [
    'trash purge',
    'trash purge --workspace 019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04 --as-of 2026-11-20T10:32:27Z',
  ],
  'ledger verify': ['ledger verify --json', 'ledger verify --workspace 019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04 --repair'],
  'report spending': [
    'report spending --workspace 019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04 --from 2026-01-01 --group-by month',
    'report spending --workspace 019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04 --tag viaje --compare previous',
  ],
  'report cash-flow': [
    'report cash-flow --workspace 019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04 --from 2026-01-01 --interval quincena',
  ],
  'demo seed': ['demo seed --json'],
};

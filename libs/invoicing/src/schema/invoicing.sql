-- People and companies whose invoices the workspace keeps. Events and the audit log identify them by id, because an RFC
-- is personal.
create table invoicing_taxpayers (
  workspace_id uuid not null,
  rfc text not null check (rfc ~ '^[A-ZÑ&]{3,4}\d{6}[A-Z0-9]{3}$'),
  id uuid not null,
  name text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, rfc),
  constraint invoicing_taxpayers_id unique (workspace_id, id)
);
call kernel_secure_by_workspace('invoicing_taxpayers');

-- Invoices (CFDI 4.0). document has the contents of the XML. amount is the paid amount in hundredths, null if none is
-- paid or it has fractions of a cent.
create table invoicing_invoices (
  workspace_id uuid not null,
  id uuid not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  document jsonb not null,
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  uuid uuid generated always as ((document->>'uuid')::uuid) stored not null,
  kind text generated always as (document->>'kind') stored not null
    check (kind in ('income', 'credit', 'transfer', 'payroll', 'payment')),
  issuer_rfc text generated always as (document->'issuer'->>'rfc') stored not null,
  receiver_rfc text generated always as (document->'receiver'->>'rfc') stored not null,
  use_code text generated always as (document->'use'->>'code') stored not null,
  issued_at text collate "C" generated always as (document->>'issuedAt') stored not null,
  currency text generated always as (document->>'currency') stored not null,
  amount bigint generated always as (case
    when document->>'kind' in ('income', 'credit', 'payroll')
      and coalesce(document->'payroll'->>'net', document->>'total')::numeric between 0.01 and 9999999999999.99
      and coalesce(document->'payroll'->>'net', document->>'total')::numeric * 100
        = trunc(coalesce(document->'payroll'->>'net', document->>'total')::numeric * 100)
    then (coalesce(document->'payroll'->>'net', document->>'total')::numeric * 100)::bigint end) stored,
  size integer generated always as (octet_length(document::text)) stored not null,
  primary key (workspace_id, id),
  constraint invoicing_invoices_uuid unique (workspace_id, uuid)
);
create index invoicing_invoices_live on invoicing_invoices (workspace_id, issued_at desc, id desc) where deleted_at is null;
create index invoicing_invoices_trash
  on invoicing_invoices (workspace_id, issued_at desc, id desc) where deleted_at is not null;
create index invoicing_invoices_by_amount on invoicing_invoices (workspace_id, amount) where deleted_at is null;
call kernel_secure_by_workspace('invoicing_invoices');

-- Transactions that pay an invoice. A link is hidden while its transaction or its invoice is in the trash.
create table invoicing_links (
  workspace_id uuid not null,
  invoice_id uuid not null,
  transaction_id uuid not null,
  primary key (workspace_id, invoice_id, transaction_id),
  constraint invoicing_links_invoice foreign key (workspace_id, invoice_id)
    references invoicing_invoices (workspace_id, id) on delete cascade
);
create index invoicing_links_by_transaction on invoicing_links (workspace_id, transaction_id);
call kernel_secure_by_workspace('invoicing_links');

import { Migration } from '@mikro-orm/migrations';

/** A migration with its place in the one order of all contexts. */
export interface NamedMigration {
  readonly name: string;
  readonly class: new (...args: ConstructorParameters<typeof Migration>) => Migration;
}

/**
 * Row-level security of a table that belongs to workspaces: the application sees the workspace of its transaction and
 * nothing without one; administrators see all. Forced, so that the owner of the table is bound by it too.
 */
export function secureByWorkspace(table: string, column = 'workspace_id'): string {
  const current = `nullif(current_setting('app.workspace_id', true), '')::uuid`;
  return `
    alter table ${table} enable row level security;
    alter table ${table} force row level security;
    create policy ${table}_workspace on ${table} to centavo_app
      using (${column} = ${current}) with check (${column} = ${current});
    create policy ${table}_operator on ${table} to centavo_operator using (true) with check (true);
    grant select, insert, update, delete on ${table} to centavo_app, centavo_operator;`;
}

class Foundations extends Migration {
  override up(): void {
    for (const role of ['centavo_app', 'centavo_operator']) {
      this.addSql(`
        do $$ begin create role ${role} nologin; exception when duplicate_object or unique_violation then null; end $$;
        do $$ begin
          if not pg_has_role(session_user, '${role}', 'member') then execute format('grant ${role} to %I', session_user); end if;
        end $$;
        grant usage on schema public to ${role};`);
    }
    this.addSql(TEXT_FUNCTIONS);
    this.addSql(MONEY_FUNCTIONS);
  }

  override down(): void {
    this.addSql(`drop function fold_text, money_text, rate_text, instant_text, divide_half_even, convert_money;`);
  }
}

const TEXT_FUNCTIONS = `
  -- The form in which text is compared: without case and accents (ñ counts as n), runs of spaces as one.
  create function fold_text(value text) returns text language sql immutable strict parallel safe as $$
    select trim(regexp_replace(
      lower(regexp_replace(normalize(value, NFD), '[\\u0300-\\u036f]', '', 'g') collate "pg_c_utf8"), '\\s+', ' ', 'g'))
  $$;
  create function instant_text(value timestamptz) returns text language sql stable strict parallel safe as $$
    select to_char(value at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  $$;`;

const MONEY_FUNCTIONS = `
  create function money_text(minor bigint) returns text language sql immutable strict parallel safe as $$
    select (minor * 0.01)::text
  $$;
  create function rate_text(rate bigint) returns text language sql immutable strict parallel safe as $$
    select (rate * 0.00000001)::text
  $$;
  -- Integer quotient rounded half-even; the divisor is positive.
  create function divide_half_even(dividend numeric, divisor numeric) returns numeric
  language sql immutable strict parallel safe as $$
    select sign(dividend) * (div(abs(dividend), divisor) + case
      when 2 * mod(abs(dividend), divisor) > divisor then 1
      when 2 * mod(abs(dividend), divisor) = divisor then mod(div(abs(dividend), divisor), 2)
      else 0 end)
  $$;
  -- Minor units at a rate of 10^-8, rounded half-even to minor units.
  create function convert_money(minor bigint, rate bigint) returns bigint
  language sql immutable strict parallel safe as $$
    select divide_half_even(minor::numeric * rate, 100000000)::bigint
  $$;`;

export const kernelMigrations: NamedMigration[] = [{ name: '0001-kernel-foundations', class: Foundations }];

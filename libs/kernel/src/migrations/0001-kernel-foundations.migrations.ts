import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '../database/named-migration.migrations.js';

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
    // Whether the schema is current is asked for every readiness answer.
    this.addSql('grant select on centavo_migrations to centavo_operator');
    // Which collation knows the case of all letters depends on the server; PostgreSQL 17 brings its own.
    this.addSql(`
      do $$
      declare
        unicode text := (
          select collname from pg_collation where collname in ('pg_c_utf8', 'und-x-icu', 'C.utf8', 'C.UTF-8')
          order by array_position(array['pg_c_utf8', 'und-x-icu', 'C.utf8', 'C.UTF-8'], collname::text) limit 1);
      begin
        execute replace($functions$${TEXT_FUNCTIONS}$functions$, 'UNICODE_COLLATION', coalesce(quote_ident(unicode), '"C"'));
      end $$;`);
    this.addSql(IDENTIFIER_FUNCTION);
    this.addSql(MONEY_FUNCTIONS);
  }

  override down(): void {
    this.addSql(
      `drop function ordered_id, fold_text, money_text, rate_text, instant_text, divide_half_even, convert_money, usable_rate;`,
    );
  }
}

const TEXT_FUNCTIONS = `
  -- The form in which text is compared: without case and accents (ñ counts as n), runs of spaces as one.
  create function fold_text(value text) returns text language sql immutable strict parallel safe as $body$
    select trim(regexp_replace(
      lower(regexp_replace(normalize(value, NFD), '[\\u0300-\\u036f]', '', 'g') collate UNICODE_COLLATION), '\\s+', ' ', 'g'))
  $body$;
  create function instant_text(value timestamptz) returns text language sql stable strict parallel safe as $body$
    select to_char(value at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  $body$;`;

const IDENTIFIER_FUNCTION = `
  -- The n-th of many ids made at once: UUIDv7s (RFC 9562) that sort in this order, 4096 to each millisecond.
  create function ordered_id(milliseconds bigint, n bigint) returns uuid language sql volatile parallel safe as $$
    select encode(
      substring(int8send(milliseconds + n / 4096) from 3)
        || substring(int8send(28672 + n % 4096) from 7)
        || set_byte(substring(uuid_send(gen_random_uuid()) from 9), 0,
             128 | (get_byte(uuid_send(gen_random_uuid()), 8) & 63)), 'hex')::uuid
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
  $$;
  -- The rate, or null where the amount at this rate would need more than fifteen integer digits.
  create function usable_rate(minor bigint, rate bigint) returns bigint
  language sql immutable strict parallel safe as $$
    select case when abs(minor::numeric * rate) <= 9999999999999999900000000 then rate end
  $$;`;

export const foundations: NamedMigration = { name: '0001-kernel-foundations', class: Foundations };

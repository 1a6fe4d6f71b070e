import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '../database/named-migration.migrations.js';

/** Each function takes its own short way where there is one; none of them is strict, which would keep it from being inlined. */
class PlainCasesFirst extends Migration {
  override up(): void {
    // The collation was chosen when the function was created.
    this.addSql(`
      do $do$
      declare body text := (select regexp_replace(prosrc, '^\\s*select\\s', '') from pg_proc where oid = 'fold_text(text)'::regprocedure);
      begin
        execute format($function$
          create or replace function fold_text(value text) returns text language sql immutable parallel safe as $body$
            -- Nothing to fold but letters: printable ASCII without two spaces in a row.
            select case when value !~ '[^ -~]|  ' then trim(lower(value collate %s)) else %s end
          $body$
        $function$, substring(body from 'collate ([^,)]+)'), body);
      end $do$;
      create or replace function ordered_id(milliseconds bigint, n bigint) returns uuid language sql volatile parallel safe as $$
        select encode(overlay(uuid_send(gen_random_uuid()) placing substring(int8send(milliseconds + n / 4096) from 3)
          || substring(int8send(28672 + n % 4096) from 7) from 1), 'hex')::uuid
      $$;
      create or replace function convert_money(minor bigint, rate bigint) returns bigint language sql immutable parallel safe as $$
        select case when rate = 100000000 then minor else divide_half_even(minor::numeric * rate, 100000000)::bigint end
      $$;
      create or replace function usable_rate(minor bigint, rate bigint) returns bigint language sql immutable parallel safe as $$
        select case when rate = 100000000 and abs(minor) <= 99999999999999999
          or abs(minor::numeric * rate) <= 9999999999999999900000000 then rate end
      $$;`);
  }

  override down(): void {
    this.addSql(`
      do $do$
      begin
        execute format('create or replace function fold_text(value text) returns text language sql immutable strict parallel safe as $body$ select %s $body$',
          (select substring(prosrc from ' else (.*) end') from pg_proc where oid = 'fold_text(text)'::regprocedure));
      end $do$;
      create or replace function ordered_id(milliseconds bigint, n bigint) returns uuid language sql volatile parallel safe as $$
        select encode(
          substring(int8send(milliseconds + n / 4096) from 3)
            || substring(int8send(28672 + n % 4096) from 7)
            || set_byte(substring(uuid_send(gen_random_uuid()) from 9), 0,
                 128 | (get_byte(uuid_send(gen_random_uuid()), 8) & 63)), 'hex')::uuid
      $$;
      create or replace function convert_money(minor bigint, rate bigint) returns bigint
      language sql immutable strict parallel safe as $$
        select divide_half_even(minor::numeric * rate, 100000000)::bigint
      $$;
      create or replace function usable_rate(minor bigint, rate bigint) returns bigint
      language sql immutable strict parallel safe as $$
        select case when abs(minor::numeric * rate) <= 9999999999999999900000000 then rate end
      $$;`);
  }
}

/** Plain text is folded, and money converted at par, without the work that only other text and other rates need. */
export const plainCasesFirst: NamedMigration = { name: '0075-kernel-plain-cases-first', class: PlainCasesFirst };

import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '../database/named-migration.migrations.js';

/** Small letters that share their capital with another small letter, and that other letter (Unicode CaseFolding.txt). */
const VARIANTS = 'µıſςϐϑϕϖϰϱϵᲀᲁᲂᲃᲄᲅᲆᲇᲈ';
const FOLDED = 'μisσβθφπκρεвдосттъѣꙋ';

class FoldCaseVariants extends Migration {
  override up(): void {
    this.addSql(foldText((letters) => `replace(translate(${letters}, '${VARIANTS}', '${FOLDED}'), 'ß', 'ss')`));
    this.addSql(
      foldAgain(`and not exists (
        select from pg_index i where i.indrelid = a.attrelid and i.indisunique and a.attnum = any(i.indkey))`),
    );
  }

  override down(): void {
    this.addSql(foldText((letters) => letters));
    this.addSql(foldAgain(''));
  }
}

/** The collation was chosen when the function was created. */
function foldText(variants: (letters: string) => string): string {
  const letters = `lower(regexp_replace(normalize(value, NFD), '[\\u0300-\\u036f]', '', 'g') collate %1$s)`;
  return `
    do $do$
    begin
      execute format($function$
        create or replace function fold_text(value text) returns text language sql immutable parallel safe as $body$
          -- The form in which text is compared: without case and accents (ñ is n, ς is σ, ß is ss), runs of spaces as one.
          -- Nothing to fold but letters: printable ASCII without two spaces in a row.
          select case when value !~ '[^ -~]|  ' then trim(lower(value collate %1$s))
            else trim(regexp_replace(${variants(letters)}, '\\s+', ' ', 'g')) end
        $body$
      $function$, (select substring(prosrc from 'collate ([^,)]+)') from pg_proc where oid = 'fold_text(text)'::regprocedure));
    end $do$;`;
}

/** Recomputes stored columns that fold text. The context of unique names handles those that become equal. */
function foldAgain(unless: string): string {
  return `
    set local role centavo_operator;
    do $do$
    declare stored record;
    begin
      perform set_config('app.keeps_stamps', 'on', true);
      for stored in
        select a.attrelid::regclass as relation, a.attname as name, pg_get_expr(d.adbin, d.adrelid) as expression, (
          select string_agg(format('%1$I = %1$I', base.attname), ', ') from pg_depend p
          join pg_attribute base on base.attrelid = p.refobjid and base.attnum = p.refobjsubid
          where p.classid = 'pg_attrdef'::regclass and p.objid = d.oid and base.attnum <> a.attnum) as bases
        from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
        where a.attgenerated = 's' and pg_get_expr(d.adbin, d.adrelid) like '%fold_text(%' ${unless}
      loop
        execute format('update %s set %s where %I is distinct from %s',
          stored.relation, stored.bases, stored.name, stored.expression);
      end loop;
      perform set_config('app.keeps_stamps', '', true);
    end $do$;
    reset role;`;
}

/** Small letters with one capital are equal, such as σ and ς; ß is ss. */
export const foldCaseVariants: NamedMigration = { name: '0214-kernel-fold-case-variants', class: FoldCaseVariants };

const SUMS = ['lent', 'borrowed', 'repayment_received', 'repayment_made']
  .map((kind) => `coalesce(sum(amount) filter (where type = '${kind}'), 0) as ${kind}`)
  .join(', ');
const KINDS = ['lent', 'borrowed', 'repayment_received', 'repayment_made']
  .map((kind) => `('${kind}', n.${kind})`)
  .join(', ');
/** The key of a row that may be missing; then one before all others. */
const KEY_OR_START = (row: string) => `(coalesce(${row}.date, '-infinity'),
            coalesce(${row}.transaction_id, '00000000-0000-0000-0000-000000000000'), coalesce(${row}.ordinal, -2))`;

export const BEFORE = `
  -- What the debts of a contact in a currency add up to that come before an entry: the subtotals of the second level, those
  -- of the first since then, and the entries since then. Each is a short stretch of its key, but the planner cannot know
  -- that and would read the tables from end to end.
  create function ledger_debts_before(workspace uuid, contact uuid, quoted text, day date, entry uuid, part smallint)
  returns table (lent numeric, borrowed numeric, repayment_received numeric, repayment_made numeric)
  language plpgsql stable set enable_seqscan = off as $$
  #variable_conflict use_column
  declare
    wide ledger_debt_subtotals;
    narrow ledger_debt_subtotals;
  begin
    select s.* into wide from ledger_debt_subtotals s
    where s.workspace_id = workspace and s.contact_id = contact and s.currency = quoted and s.level = 2
      and (s.date, s.transaction_id, s.ordinal) <= (day, entry, part)
    order by s.date desc, s.transaction_id desc, s.ordinal desc limit 1;
    select s.* into narrow from ledger_debt_subtotals s
    where s.workspace_id = workspace and s.contact_id = contact and s.currency = quoted and s.level = 1
      and (s.date, s.transaction_id, s.ordinal) <= (day, entry, part)
    order by s.date desc, s.transaction_id desc, s.ordinal desc limit 1;
    return query
      select coalesce(sum(sums.lent), 0), coalesce(sum(sums.borrowed), 0), coalesce(sum(sums.repayment_received), 0),
        coalesce(sum(sums.repayment_made), 0)
      from (
        select s.lent, s.borrowed, s.repayment_received, s.repayment_made from ledger_debt_subtotals s
        where s.workspace_id = workspace and s.contact_id = contact and s.currency = quoted and s.level = 2
          and (s.date, s.transaction_id, s.ordinal) <= (day, entry, part)
        union all
        select s.lent, s.borrowed, s.repayment_received, s.repayment_made from ledger_debt_subtotals s
        where s.workspace_id = workspace and s.contact_id = contact and s.currency = quoted and s.level = 1
          and (s.date, s.transaction_id, s.ordinal) > ${KEY_OR_START('wide')}
          and (s.date, s.transaction_id, s.ordinal) <= (day, entry, part)
        union all
        select case d.type when 'lent' then d.amount end, case d.type when 'borrowed' then d.amount end,
          case d.type when 'repayment_received' then d.amount end, case d.type when 'repayment_made' then d.amount end
        from ledger_debts d
        where d.workspace_id = workspace and d.contact_id = contact and d.currency = quoted
          and (d.date, d.transaction_id, d.ordinal) >= ${KEY_OR_START('narrow')}
          and (d.date, d.transaction_id, d.ordinal) < (day, entry, part)) sums;
  end $$;`;

export const SUBTOTALS = `
  -- Brings the subtotals to entries that went and came. The second level adds up the first. What comes last in its
  -- history, as most does, has no subtotal behind it.
  create function ledger_follow_debt_subtotals(workspace uuid, gone ledger_debts[], come ledger_debts[]) returns void
  language plpgsql as $$
  begin
    for step in 1..2 loop
      delete from ledger_debt_subtotals s using unnest(gone) d
      where d.rank >= step and s.level = step
        and (s.workspace_id, s.contact_id, s.currency, s.date, s.transaction_id, s.ordinal)
          = (workspace, d.contact_id, d.currency, d.date, d.transaction_id, d.ordinal);
      insert into ledger_debt_subtotals
      select workspace, d.contact_id, d.currency, step, d.date, d.transaction_id, d.ordinal, 0, 0, 0, 0
      from unnest(come) d where d.rank >= step;
      -- Those that stand at the entries or next behind them.
      with due as materialized (
        select distinct n.contact_id, n.currency, n.date, n.transaction_id, n.ordinal
        from unnest(gone || come) d cross join lateral (
          select n.contact_id, n.currency, n.date, n.transaction_id, n.ordinal from ledger_debt_subtotals n
          where n.workspace_id = workspace and n.contact_id = d.contact_id and n.currency = d.currency
            and n.level = step
            and (n.date, n.transaction_id, n.ordinal) >= (d.date, d.transaction_id, d.ordinal)
          order by n.date, n.transaction_id, n.ordinal limit case when d.rank >= step then 2 else 1 end) n
      ), part as materialized (
        select due.*, sums.* from due
        left join lateral (
          select p.date, p.transaction_id, p.ordinal from ledger_debt_subtotals p
          where p.workspace_id = workspace and p.contact_id = due.contact_id and p.currency = due.currency
            and p.level = step
            and (p.date, p.transaction_id, p.ordinal) < (due.date, due.transaction_id, due.ordinal)
          order by p.date desc, p.transaction_id desc, p.ordinal desc limit 1) since on true
        cross join lateral (
          select ${SUMS} from (
            select d.type, d.amount from ledger_debts d
            where step = 1 and d.workspace_id = workspace and d.contact_id = due.contact_id and d.currency = due.currency
              and (d.date, d.transaction_id, d.ordinal) >= ${KEY_OR_START('since')}
              and (d.date, d.transaction_id, d.ordinal) < (due.date, due.transaction_id, due.ordinal)
            union all
            select kind.type, kind.amount
            from ledger_debt_subtotals n cross join lateral (values ${KINDS}) kind (type, amount)
            where step = 2 and n.workspace_id = workspace and n.contact_id = due.contact_id and n.currency = due.currency
              and n.level = 1
              and (n.date, n.transaction_id, n.ordinal) > ${KEY_OR_START('since')}
              and (n.date, n.transaction_id, n.ordinal) <= (due.date, due.transaction_id, due.ordinal)) entry) sums
      )
      update ledger_debt_subtotals s
      set lent = part.lent, borrowed = part.borrowed, repayment_received = part.repayment_received,
        repayment_made = part.repayment_made
      from part
      where s.workspace_id = workspace and s.contact_id = part.contact_id and s.currency = part.currency
        and s.level = step
        and (s.date, s.transaction_id, s.ordinal) = (part.date, part.transaction_id, part.ordinal);
    end loop;
  end $$;`;

// Whoever has written a contact's total in a currency is alone with the subtotals there until the end, and each statement
// sees what those before it in line have committed. Totals are taken in the order of their keys.
export const FOLLOW = `
  -- Brings entries, totals and subtotals to what transactions are now, whatever they were before.
  create function ledger_follow_debts(workspace uuid, changed uuid[]) returns void language plpgsql as $$
  declare
    gone ledger_debts[];
    come ledger_debts[];
  begin
    with entry as (
      delete from ledger_debts d where d.workspace_id = workspace and d.transaction_id = any(changed) and not exists (
        select from ledger_debts_of(workspace, d.transaction_id) w
        where (w.contact_id, w.currency, w.date, w.ordinal, w.type, w.amount)
          = (d.contact_id, d.currency, d.date, d.ordinal, d.type, d.amount))
      returning d)
    select array_agg(entry.d) into gone from entry;
    with entry as (
      insert into ledger_debts as d (workspace_id, contact_id, currency, date, transaction_id, ordinal, type, amount)
      select workspace, w.contact_id, w.currency, w.date, c.id, w.ordinal, w.type, w.amount
      from unnest(changed) c (id) cross join lateral ledger_debts_of(workspace, c.id) w
      on conflict do nothing
      returning d)
    select array_agg(entry.d) into come from entry;
    if gone is null and come is null then
      return;
    end if;

    insert into ledger_debt_totals as kept
      (workspace_id, contact_id, currency, lent, borrowed, repayment_received, repayment_made)
    select workspace, contact_id, currency, ${SUMS}
    from (
      select contact_id, currency, type, amount from unnest(come)
      union all
      select contact_id, currency, type, -amount from unnest(gone)) change
    group by contact_id, currency order by contact_id, currency
    on conflict (workspace_id, contact_id, currency) do update set
      lent = kept.lent + excluded.lent, borrowed = kept.borrowed + excluded.borrowed,
      repayment_received = kept.repayment_received + excluded.repayment_received,
      repayment_made = kept.repayment_made + excluded.repayment_made;
    if gone is not null then
      delete from ledger_debt_totals kept using unnest(gone) d
      where (kept.workspace_id, kept.contact_id, kept.currency) = (workspace, d.contact_id, d.currency)
        and (kept.lent, kept.borrowed, kept.repayment_received, kept.repayment_made) = (0, 0, 0, 0);
    end if;

    perform ledger_follow_debt_subtotals(workspace, gone, come);
  end $$;`;

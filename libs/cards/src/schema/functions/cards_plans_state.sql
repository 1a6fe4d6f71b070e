create or replace function cards_plans_state(workspace uuid)
returns text
language sql stable parallel safe as $$
  select concat_ws('/', max(i.id::text), count(*), count(i.ended_on)) from cards_installments i where i.workspace_id = workspace
$$;

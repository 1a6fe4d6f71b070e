create or replace function kernel_outbox_events()
returns setof kernel_outbox
language sql stable as $$
  select * from kernel_outbox
$$;

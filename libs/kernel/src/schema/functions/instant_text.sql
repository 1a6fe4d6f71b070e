-- Formats an instant as ISO 8601 in UTC with milliseconds.
create or replace function instant_text(value timestamptz)
returns text
language sql stable parallel safe strict as $$
  select to_char(value at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

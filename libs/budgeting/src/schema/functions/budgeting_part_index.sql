-- Returns the index, from 1, of a day or month in the part_amounts of the month or year that starts on first_day.
create or replace function budgeting_part_index(of_span text, day date, first_day date)
returns integer
language sql immutable parallel safe as $$
  select case of_span when 'day' then day - first_day + 1
    else (12 * (extract(year from day) - extract(year from first_day)) + extract(month from day))::int end
$$;

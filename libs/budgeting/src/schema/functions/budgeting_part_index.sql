-- Returns the index of a day or month in part_amounts, starting at 1. first_day is the first day of the month or year.
create or replace function budgeting_part_index(of_span text, day date, first_day date)
returns integer
language sql immutable parallel safe as $$
  select case of_span when 'day' then day - first_day + 1
    else (12 * (extract(year from day) - extract(year from first_day)) + extract(month from day))::int end
$$;

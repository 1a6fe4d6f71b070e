-- Returns the rate, or null if the converted amount would have more than fifteen integer digits.
create or replace function usable_rate(minor bigint, rate bigint)
returns bigint
language sql immutable parallel safe as $$
  select case when rate = 100000000 and abs(minor) <= 99999999999999999
    or abs(minor::numeric * rate) <= 9999999999999999900000000 then rate end
$$;

-- Converts minor units at a rate that is scaled by 10^8. Rounds half to even.
create or replace function convert_money(minor bigint, rate bigint)
returns bigint
language sql immutable parallel safe as $$
  select case when rate = 100000000 then minor else divide_half_even(minor::numeric * rate, 100000000)::bigint end
$$;

-- Divides integers and rounds half to even. The divisor must be positive.
create or replace function divide_half_even(dividend numeric, divisor numeric)
returns numeric
language sql immutable parallel safe strict as $$
  select sign(dividend) * (div(abs(dividend), divisor) + case
    when 2 * mod(abs(dividend), divisor) > divisor then 1
    when 2 * mod(abs(dividend), divisor) = divisor then mod(div(abs(dividend), divisor), 2)
    else 0 end)
$$;

-- Returns the nth UUIDv7 (RFC 9562) of an ascending sequence with 4,096 IDs per millisecond.
create or replace function ordered_id(milliseconds bigint, n bigint)
returns uuid
language sql parallel safe as $$
  select encode(overlay(uuid_send(gen_random_uuid()) placing substring(int8send(milliseconds + n / 4096) from 3)
    || substring(int8send(28672 + n % 4096) from 7) from 1), 'hex')::uuid
$$;

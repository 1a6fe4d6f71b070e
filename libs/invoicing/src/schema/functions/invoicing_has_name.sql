-- True if a text contains one of these words. It searches each word, because splitting a long text would take longer.
create or replace function invoicing_has_name(folded_text text, words text[])
returns boolean
language sql immutable parallel safe as $$
  select exists (select from unnest(words) as part (word)
    where position(' ' || part.word || ' ' in ' ' || translate(folded_text, e'\n\r\t', '   ') || ' ') > 0)
$$;

-- Rates from feeds and files, which all workspaces share, scaled by 10^8.
create table fx_feed_rates (
  quote text not null,
  base text not null,
  day date not null,
  source text not null check (source in ('banxico', 'ecb', 'file')),
  rate bigint not null check (rate > 0),
  fetched_at timestamptz(3) not null,
  primary key (quote, base, day, source) include (rate)
);
create index fx_feed_rates_by_base on fx_feed_rates (base, quote);
create index fx_feed_rates_latest on fx_feed_rates (source, day);
grant select on fx_feed_rates to centavo_app;
grant select, insert, update, delete on fx_feed_rates to centavo_operator;

-- Custom rates of a workspace, scaled by 10^8. They take precedence over feed rates of the same day.
create table fx_own_rates (
  workspace_id uuid not null,
  quote text not null,
  base text not null,
  day date not null,
  rate bigint not null check (rate > 0),
  set_at timestamptz(3) not null,
  primary key (workspace_id, quote, base, day) include (rate),
  check (base <> quote)
);
create index fx_own_rates_by_base on fx_own_rates (workspace_id, base, quote);
call kernel_secure_by_workspace('fx_own_rates');

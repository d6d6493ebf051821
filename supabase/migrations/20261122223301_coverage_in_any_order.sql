-- Which account is counted next is left to chance: one that cannot be counted would keep the same others waiting each hour.

create or replace function public.keep_coverage(at_most integer default 20) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  this_week constant date := date_trunc('week', now() at time zone 'utc');
  due constant uuid[] := array(
    select a.id
    from public.accounts a
    left join private.coverage_accounts c on c.account_id = a.id
    where c.week is distinct from this_week
    order by random()
    limit at_most
  );
begin
  -- Of two servers that count the same the first one's figures stay.
  perform private.keep_coverage(d.account, null) from unnest(due) as d (account);
  insert into private.coverage_accounts as c (account_id, week)
  select d.account, this_week from unnest(due) as d (account)
  on conflict (account_id) do update set week = excluded.week;
  return cardinality(due);
end
$$;

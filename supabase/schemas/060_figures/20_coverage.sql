-- Coverage over time: the weekly share of records that had an owner, and a second person who knew them.
--
-- It is computed out of the history, backwards from the present. A week that has begun does not change any more, so
-- it is written down once: by the server's job, or for the first caller who asks. The present is the sums of the
-- counted gaps.

create table private.coverage_weeks (
  account_id uuid not null references public.accounts (id) on delete cascade,
  week date not null,
  kind text not null,
  records bigint not null,
  with_owner bigint not null,
  with_second bigint not null,
  primary key (account_id, week, kind)
);
comment on table private.coverage_weeks is
  'How many records an account had when a week began, Monday at midnight UTC, and how many of them had an owner and a second person who knew them.';
comment on column private.coverage_weeks.kind is 'system, solution, agent or automation.';
comment on column private.coverage_weeks.with_owner is 'With an owner, or with a person whose invitation was open.';
comment on column private.coverage_weeks.with_second is 'With an expert who was not the owner.';

-- A caller who asks may have written down the newest weeks only.
create table private.coverage_accounts (
  account_id uuid primary key references public.accounts (id) on delete cascade,
  week date not null
);
comment on table private.coverage_accounts is 'Up to which week the server has written down the coverage of an account.';

create function private.missing_weeks(account uuid, most_changes integer) returns date[]
language sql stable security definer set search_path = ''
as $$
  with bounds as (
    select
      date_trunc('week', now() at time zone 'utc')::date as this_week,
      (select min(h.changed_at) from public.record_history h where h.account_id = account) as oldest,
      coalesce(
        (
          select h.changed_at
          from public.record_history h
          where h.account_id = account and most_changes is not null
          order by h.changed_at desc
          limit 1 offset most_changes
        ),
        '-infinity'
      ) as reach
  )
  select array(
    select w.week::date
    from bounds b
    cross join generate_series(
      greatest(
        b.this_week - 364,
        least(b.this_week, coalesce(date_trunc('week', b.oldest at time zone 'utc')::date + 7, b.this_week))
      ),
      b.this_week, interval '7 days'
    ) as w (week)
    where private.utc_midnight(w.week::date) > b.reach
      and not exists (
        select from private.coverage_weeks c where c.account_id = account and c.week = w.week::date
      )
    order by w.week
  )
$$;
comment on function private.missing_weeks(uuid, integer) is
  'The weeks of the last year that have begun and are not written down yet; those alone that at most so many changes lie behind, where a number is given.';

create function private.store_coverage(account uuid, most_changes integer default 50000) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  this_week constant date := date_trunc('week', now() at time zone 'utc');
  missing constant date[] := private.missing_weeks(account, most_changes);
begin
  if current_setting('transaction_read_only') = 'on' then
    return;
  end if;
  if missing = '{}' then
    return;
  end if;
  insert into private.coverage_weeks (account_id, week, kind, records, with_owner, with_second)
  select
    account, missing[s.place], n.kind,
    n.records - sum(s.records), n.with_owner - sum(s.with_owner), n.with_second - sum(s.with_second)
  from private.current_coverage(account) n
  cross join lateral private.id_ranges((
    select count(*)
    from public.record_history h
    where h.account_id = account and h.changed_at >= private.utc_midnight(missing[1])
  )) p
  cross join lateral private.coverage_since(
    account, n.kind, array(select private.utc_midnight(w.week) from unnest(missing) as w (week) order by w.week),
    p.first_id, p.last_id
  ) s
  group by s.place, n.kind, n.records, n.with_owner, n.with_second
  -- Two who write down the same wait for each other in the same order.
  order by s.place, n.kind
  on conflict do nothing;
  delete from private.coverage_weeks c where c.account_id = account and c.week < this_week - 728;
end
$$;
comment on function private.store_coverage(uuid, integer) is
  'Writes down the weeks of the last year that have begun and are not written down yet; those alone that at most so many changes lie behind. Two years are kept.';

create function private.accounts_without_coverage() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select a.id
  from public.accounts a
  left join private.coverage_accounts c on c.account_id = a.id
  where c.week is distinct from date_trunc('week', now() at time zone 'utc')::date
$$;
comment on function private.accounts_without_coverage() is 'The accounts whose coverage at the beginning of this week is not written down yet.';

-- Of two who count the same the first one's figures stay.
create function private.store_all_coverage(account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.store_coverage(account, null);
  insert into private.coverage_accounts as c (account_id, week)
  values (account, date_trunc('week', now() at time zone 'utc'))
  on conflict (account_id) do update set week = excluded.week;
end
$$;
comment on function private.store_all_coverage(uuid) is
  'Writes down the coverage of an account at the beginning of each week that is not written down yet, however much has changed since.';
grant execute on function private.accounts_without_coverage() to supabase_auth_admin;
grant execute on function private.store_all_coverage(uuid) to supabase_auth_admin;

create function public.keep_coverage(at_most integer default 20) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  due constant uuid[] := array(select a from private.accounts_without_coverage() as a order by random() limit at_most);
begin
  perform private.store_all_coverage(d.account) from unnest(due) as d (account);
  return cardinality(due);
end
$$;
comment on function public.keep_coverage(integer) is
  'For the server: writes down the coverage of so many accounts at the beginning of each week that is not written down yet. Returns of how many; zero says that all is done.';
grant execute on function public.keep_coverage(integer) to service_role, supabase_auth_admin;

-- An invitation and a record in the bin say what was. Before they are gone, weeks that have begun are written down.
create function private.store_coverage_once(account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if account::text is distinct from nullif(current_setting('cairn.coverage_kept', true), '') then
    perform private.store_coverage(account);
    perform set_config('cairn.coverage_kept', account::text, true);
  end if;
end
$$;
comment on function private.store_coverage_once(uuid) is 'Calls store_coverage once for a transaction and account.';

create function private.store_coverage_before_invitation_ends() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.store_coverage_once(old.account_id);
  return old;
end
$$;
comment on function private.store_coverage_before_invitation_ends() is
  'Trigger: stores the coverage of past weeks before an invitation that counts in it is deleted.';

create function public.get_coverage() returns json
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  this_week constant date := date_trunc('week', now() at time zone 'utc');
  kinds constant text[] := array(select private.kinds_in_use());
begin
  if account is null then
    return null;
  end if;
  perform private.count_marked_before_reading(account);
  perform private.store_coverage(account);
  return json_build_object(
    'weeks', (
      select coalesce(json_agg(w order by w.week), '[]')
      from (
        select
          c.week, sum(c.records) as records, sum(c.with_owner) as with_owner, sum(c.with_second) as with_second
        from private.coverage_weeks c
        where c.account_id = account and c.week >= this_week - 364 and c.kind = any (kinds)
        group by c.week
        having sum(c.records) > 0
      ) w
    ),
    'now', (
      select json_build_object(
        'records', coalesce(sum(n.records), 0),
        'with_owner', coalesce(sum(n.with_owner), 0),
        'with_second', coalesce(sum(n.with_second), 0)
      )
      from private.current_coverage(account) n
      where n.kind = any (kinds)
    ),
    'kinds', (
      select coalesce(
        json_object_agg(
          n.kind,
          json_build_object(
            'now', n.records,
            'weeks', (
              select coalesce(json_agg(c.records order by c.week), '[]')
              from private.coverage_weeks c
              where c.account_id = account and c.kind = n.kind and c.week > this_week - 84
            )
          )
        ),
        '{}'
      )
      from private.current_coverage(account) n
      where n.kind = any (kinds)
    )
  );
end
$$;
comment on function public.get_coverage() is
  'How many records of the caller''s account have an owner (invited ones included), and a second person who knows them, now and when each week of the last year began. {"weeks": [{"week", "records", "with_owner", "with_second"}], "now": {…}, "kinds": {"system": {"now", "weeks": [records]}}}: kinds have the records alone, of the last twelve weeks. Of the catalogues that are switched on; weeks without a record are left out.';
grant execute on function public.get_coverage() to authenticated;

create function private.current_coverage(account uuid)
returns table (kind text, records bigint, with_owner bigint, with_second bigint)
language sql stable security definer set search_path = ''
as $$
  select
    k.kind,
    coalesce(sum(c.records), 0)::bigint,
    coalesce(sum(c.records) filter (where not c.unowned), 0)::bigint,
    coalesce(sum(c.records) filter (where not c.nobody_else), 0)::bigint
  from private.kinds_of_catalogues() as k (kind)
  left join private.current_counts(account) c using (kind)
  group by k.kind
$$;
comment on function private.current_coverage(uuid) is
  'How many records of each catalogue have an owner, invited ones included, and a second person who knows them, now.';

create trigger pending_invitations_coverage before delete on public.pending_invitations
  for each row when (current_user <> 'cairn_owner') execute function private.store_coverage_before_invitation_ends();

alter table private.coverage_weeks enable row level security;
alter table private.coverage_weeks force row level security;

alter table private.coverage_accounts enable row level security;
alter table private.coverage_accounts force row level security;

grant select, insert, delete on private.coverage_weeks to cairn_definer;
grant select, insert, update, delete on private.coverage_accounts to cairn_definer;

-- Coverage over time: which share of an account's records had an owner, and a second person who knows them, at the
-- beginning of each week.
--
-- Out of the history, backwards from what is there now. A week that has ended does not change any more, so it is written
-- down once: by the server's job, or by whoever asks first. The present is the beginning of this week and what the history
-- tells since.

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
  'How many records an account had when a week began, Monday at midnight UTC, and how many of them had an owner and somebody else who knew them.';
comment on column private.coverage_weeks.kind is 'system, solution, agent or automation.';
comment on column private.coverage_weeks.with_owner is 'With an owner, or with somebody whose invitation was open.';
comment on column private.coverage_weeks.with_second is 'With an expert who was not the owner.';

-- Whoever asks may have written down the newest weeks only.
create table private.coverage_accounts (
  account_id uuid primary key references public.accounts (id) on delete cascade,
  week date not null
);
comment on table private.coverage_accounts is 'Up to which week the server has written down the coverage of an account.';

alter table private.coverage_weeks owner to cairn_owner;
alter table private.coverage_weeks enable row level security;
alter table private.coverage_weeks force row level security;
alter table private.coverage_accounts owner to cairn_owner;
alter table private.coverage_accounts enable row level security;
alter table private.coverage_accounts force row level security;
revoke all on private.coverage_weeks, private.coverage_accounts from public, anon, authenticated, service_role;
grant select, insert, delete on private.coverage_weeks to cairn_definer;
grant select, insert, update on private.coverage_accounts to cairn_definer;

-- What the history did not tell

create function private.note_lost_experts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- The account itself goes.
  if not exists (select from public.accounts a where a.id = old.account_id) then
    return old;
  end if;
  insert into public.record_history (account_id, kind, record_id, record_name, action, field, before, changed_by)
  select
    old.account_id, known.kind, known.id, known.name, 'updated', 'experts',
    jsonb_build_object('id', old.user_id, 'name', coalesce(
      (select p.name from public.profiles p where p.id = old.user_id), 'Former Member'
    )),
    private.caller_id()
  from (
    select 'system' as kind, r.id, r.name
    from public.system_experts e
    join public.systems r on r.id = e.system_id
    where e.account_id = old.account_id and e.expert_id = old.user_id
    union all
    select 'solution', r.id, r.name
    from public.solution_experts e
    join public.solutions r on r.id = e.solution_id
    where e.account_id = old.account_id and e.expert_id = old.user_id
    union all
    select 'agent', r.id, r.name
    from public.agent_experts e
    join public.agents r on r.id = e.agent_id
    where e.account_id = old.account_id and e.expert_id = old.user_id
    union all
    select 'automation', r.id, r.name
    from public.automation_experts e
    join public.automations r on r.id = e.automation_id
    where e.account_id = old.account_id and e.expert_id = old.user_id
  ) as known;
  return old;
end
$$;
comment on function private.note_lost_experts() is
  'Trigger: writes into the history of what a member knew that they leave, are removed or that their user is deleted. Nobody is notified.';
alter function private.note_lost_experts() owner to cairn_definer;
create trigger account_members_note_lost_experts before delete on public.account_members
  for each row execute function private.note_lost_experts();

-- A record comes back without those who left while it was in the bin, and with whoever was invited and joined.
create function private.note_lost_in_bin(binned public.binned_records) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  execute format(
    'insert into public.record_history (
      account_id, kind, record_id, record_name, action, field, before, after, changed_by
    )
    select r.account_id, $2, r.id, r.name, ''updated'', lost.field, lost.before, lost.after, private.caller_id()
    from public.%1$I r
    cross join lateral (
      select ''owner_id'' as field, o.before, o.after
      from (select private.owner_in_history($4) as before, private.owner_in_history(to_jsonb(r)) as after) o
      where not private.same_owner(o.before, o.after)
      union all
      select
        ''experts'',
        jsonb_build_object(''id'', e.value ->> ''expert_id'', ''name'', coalesce(
          (select p.name from public.profiles p where p.id = (e.value ->> ''expert_id'')::uuid), ''Former Member''
        )),
        null
      from jsonb_array_elements($5) as e (value)
      where not exists (
        select from public.%2$I x
        where x.account_id = $1 and x.%3$I = r.id and x.expert_id = (e.value ->> ''expert_id'')::uuid
      )
    ) lost
    where r.account_id = $1 and r.id = $3',
    binned.kind || 's', binned.kind || '_experts', binned.kind || '_id'
  ) using binned.account_id, binned.kind, binned.record_id, binned.record, binned.links -> 'experts';
end
$$;
comment on function private.note_lost_in_bin(public.binned_records) is
  'Writes into the history of a record that comes back which people it has lost meanwhile.';

-- Counting

create function private.invitation_was_open(account uuid, invitation uuid, moment timestamptz) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select
    from public.pending_invitations last
    join public.pending_invitations i on i.account_id = last.account_id and i.email = last.email
    where last.account_id = account and last.id = invitation
      -- Renewed ones before it are of the same person.
      and (i.id = last.id or i.created_at < last.created_at)
      and i.created_at <= moment and i.expires_at > moment
      and (i.accepted_at is null or i.accepted_at >= moment)
      and (i.declined_at is null or i.declined_at >= moment)
  )
$$;
comment on function private.invitation_was_open(uuid, uuid, timestamptz) is
  'Whether the person of an invitation could join at a moment, by this one or an earlier one.';

create function private.coverage_now(account uuid, kind text)
returns table (records bigint, with_owner bigint, with_second bigint)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query execute format(
    'select
      (select count(*) from public.%1$I t where t.account_id = $1),
      (
        select count(*)
        from public.%1$I t
        where t.account_id = $1 and (t.owner_id is not null or t.invited_owner_id = any ($2))
      ),
      (
        select count(*)
        from public.%1$I t
        where t.account_id = $1 and exists (
          select from public.%2$I e
          where e.account_id = $1 and e.%3$I = t.id and e.expert_id is distinct from t.owner_id
        )
      )',
    kind || 's', kind || '_experts', kind || '_id'
  ) using account, array(
    select i.id
    from public.pending_invitations i
    where i.account_id = account and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
  );
end
$$;
comment on function private.coverage_now(uuid, text) is 'The coverage of a catalogue, counted record by record.';

-- Whatever the planner thinks of the history, nothing here is joined row by row.
create function private.coverage_since(
  account uuid, kind text, moments timestamptz[],
  first_id uuid default '00000000-0000-0000-0000-000000000000',
  last_id uuid default 'ffffffff-ffff-ffff-ffff-ffffffffffff'
) returns table (place integer, records bigint, with_owner bigint, with_second bigint)
language plpgsql stable security definer
set search_path = '' set enable_nestloop = off
as $$
declare
  touched uuid[];
begin
  execute format(
    'select array(
      select h.record_id
      from public.record_history h
      where h.account_id = $1 and h.record_id between $4 and $5 and h.kind = $2 and h.changed_at >= $3
        and (h.action <> ''updated'' or h.field in (''owner_id'', ''experts''))
      union
      -- An invitation ends by itself.
      select r.id
      from public.%I r
      where r.account_id = $1 and r.invited_owner_id is not null and r.id between $4 and $5
    )',
    kind || 's'
  ) into touched using account, kind, moments[1], first_id, last_id;
  return query execute format(
    $query$
    with happened as materialized (
      select
        h.record_id, h.changed_at, h.action, h.field,
        nullif(h.before, 'null') as before, nullif(h.after, 'null') as after,
        width_bucket(h.changed_at, $3) as place
      from public.record_history h
      where h.account_id = $1 and h.record_id between $5 and $6 and h.kind = $2 and h.changed_at >= $3[1]
        and (h.action <> 'updated' or h.field in ('owner_id', 'experts'))
    ),
    -- What is there, and what lies in the bin as it was.
    known as materialized (
      select r.id as record_id, true as present, r.owner_id, r.invited_owner_id
      from public.%1$I r
      where r.account_id = $1 and r.id = any ($4)
      union all
      select b.record_id, false, (b.record ->> 'owner_id')::uuid, (b.record ->> 'invited_owner_id')::uuid
      from public.binned_records b
      where b.account_id = $1 and b.kind = $2 and b.record_id = any ($4) and not exists (
        select from public.%1$I r where r.account_id = $1 and r.id = b.record_id
      )
    ),
    -- From when until when what was so: each change tells what was before it, and what is there what was after the last.
    presence as (
      select e.record_id, e.until, e.present, coalesce(lag(e.until) over of_record, '-infinity') as since
      from (
        select h.record_id, h.changed_at as until, h.action = 'deleted' as present
        from happened h
        where h.field is null
        union all
        select k.record_id, 'infinity', k.present from known k
      ) e
      window of_record as (partition by e.record_id order by e.until)
    ),
    ownership as materialized (
      select
        e.record_id, e.until, e.owner_id, e.invited_id,
        coalesce(lag(e.until) over of_record, '-infinity') as since
      from (
        select
          h.record_id, h.changed_at as until,
          case when jsonb_typeof(h.before) = 'string' then (h.before #>> '{}')::uuid end as owner_id,
          (h.before ->> 'id')::uuid as invited_id
        from happened h
        where h.field = 'owner_id'
        union all
        select k.record_id, 'infinity', k.owner_id, k.invited_owner_id from known k
      ) e
      window of_record as (partition by e.record_id order by e.until)
    ),
    knowledge as (
      select
        e.record_id, e.expert_id, e.until, e.knew,
        coalesce(lag(e.until) over of_person, '-infinity') as since
      from (
        select
          h.record_id, (coalesce(h.before, h.after) ->> 'id')::uuid as expert_id, h.changed_at as until,
          h.before is not null as knew
        from happened h
        where h.field = 'experts'
        union all
        select n.record_id, n.expert_id, 'infinity', bool_or(n.knows)
        from (
          select e.%3$I as record_id, e.expert_id, true as knows
          from public.%2$I e
          where e.account_id = $1 and e.%3$I = any ($4)
          union all
          select b.record_id, (x.value ->> 'expert_id')::uuid, true
          from public.binned_records b
          cross join lateral jsonb_array_elements(b.links -> 'experts') as x (value)
          where b.account_id = $1 and b.kind = $2 and b.record_id in (select k.record_id from known k where not k.present)
          union all
          select h.record_id, (coalesce(h.before, h.after) ->> 'id')::uuid, false
          from happened h
          where h.field = 'experts'
        ) n
        group by n.record_id, n.expert_id
      ) e
      window of_person as (partition by e.record_id, e.expert_id order by e.until)
    ),
    -- A record is looked at only where something of it changed afterwards, and now.
    looks as materialized (
      select l.record_id, l.place, coalesce($3[l.place], 'infinity') as moment
      from (
        select h.record_id, h.place from happened h
        union
        select o.record_id, m.place
        from ownership o
        cross join generate_series(1, cardinality($3)) as m (place)
        where o.invited_id is not null
        union
        select k.record_id, cardinality($3) + 1 from known k
      ) l
    ),
    second as (
      select distinct l.record_id, l.place
      from looks l
      join ownership o on o.record_id = l.record_id and o.since < l.moment and l.moment <= o.until
      join knowledge n on n.record_id = l.record_id and n.since < l.moment and l.moment <= n.until
      where n.knew and n.expert_id is distinct from o.owner_id
    ),
    seen as (
      select
        l.record_id, l.place,
        p.present::integer as records,
        (p.present and (
          o.owner_id is not null
          or o.invited_id is not null and private.invitation_was_open($1, o.invited_id, least(l.moment, now()))
        ))::integer as with_owner,
        (p.present and s.record_id is not null)::integer as with_second
      from looks l
      join presence p on p.record_id = l.record_id and p.since < l.moment and l.moment <= p.until
      join ownership o on o.record_id = l.record_id and o.since < l.moment and l.moment <= o.until
      left join second s on s.record_id = l.record_id and s.place = l.place
    ),
    changes as (
      select
        s.place,
        lead(s.records) over of_record - s.records as records,
        lead(s.with_owner) over of_record - s.with_owner as with_owner,
        lead(s.with_second) over of_record - s.with_second as with_second
      from seen s
      window of_record as (partition by s.record_id order by s.place)
    ),
    summed as (
      select
        c.place,
        sum(c.records)::bigint as records,
        sum(c.with_owner)::bigint as with_owner,
        sum(c.with_second)::bigint as with_second
      from changes c
      group by c.place
    )
    select
      m.place,
      coalesce(sum(s.records) over later, 0)::bigint,
      coalesce(sum(s.with_owner) over later, 0)::bigint,
      coalesce(sum(s.with_second) over later, 0)::bigint
    from generate_series(1, cardinality($3)) as m (place)
    left join summed s on s.place = m.place
    window later as (order by m.place desc)
    $query$,
    kind || 's', kind || '_experts', kind || '_id'
  ) using account, kind, moments, touched, first_id, last_id;
end
$$;
comment on function private.coverage_since(uuid, text, timestamptz[], uuid, uuid) is
  'By how much the coverage of a catalogue has grown since each of these moments, which are in order: what changed after them is undone, what lies in the bin counted. Records that were purged are left out. Of the records whose ids lie between these.';

-- Writing down

-- Ids are random: where much has changed, each part of them is counted by itself, and fits into memory.
create function private.parts_of_ids(changes bigint) returns table (first_id uuid, last_id uuid)
language sql immutable set search_path = ''
as $$
  select rpad(p.digits, 32, '0')::uuid, rpad(p.digits, 32, 'f')::uuid
  from (
    select case
      when changes <= 50000 then ''
      when changes <= 1000000 then to_hex(n)
      else lpad(to_hex(n), 2, '0')
    end as digits
    from generate_series(0, case when changes <= 50000 then 0 when changes <= 1000000 then 15 else 255 end) as n
  ) p
$$;
comment on function private.parts_of_ids(bigint) is 'All ids, in one part or many.';

create function private.beginning_of(week date) returns timestamptz
language sql immutable set search_path = ''
as $$
  select week::timestamp at time zone 'utc'
$$;
comment on function private.beginning_of(date) is 'Midnight UTC.';

create function private.keep_coverage(account uuid, most_changes integer default 50000) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  this_week constant date := date_trunc('week', now() at time zone 'utc');
  oldest constant timestamptz := (select min(h.changed_at) from public.record_history h where h.account_id = account);
  missing date[] := array(
    select w.week::date
    from generate_series(
      greatest(
        this_week - 364,
        least(this_week, coalesce(date_trunc('week', oldest at time zone 'utc')::date + 7, this_week))
      ),
      this_week, interval '7 days'
    ) as w (week)
    where not exists (
      select from private.coverage_weeks c where c.account_id = account and c.week = w.week::date
    )
    order by w.week
  );
begin
  if missing <> '{}' and most_changes is not null then
    missing := array(
      select w.week
      from unnest(missing) as w (week)
      where private.beginning_of(w.week) > coalesce(
        (
          select h.changed_at
          from public.record_history h
          where h.account_id = account
          order by h.changed_at desc
          limit 1 offset most_changes
        ),
        '-infinity'
      )
      order by w.week
    );
  end if;
  if missing = '{}' then
    return;
  end if;
  insert into private.coverage_weeks (account_id, week, kind, records, with_owner, with_second)
  select
    account, missing[s.place], k.kind,
    n.records - sum(s.records), n.with_owner - sum(s.with_owner), n.with_second - sum(s.with_second)
  from unnest(array['system', 'solution', 'agent', 'automation']) as k (kind)
  cross join lateral private.coverage_now(account, k.kind) n
  cross join lateral private.parts_of_ids((
    select count(*)
    from public.record_history h
    where h.account_id = account and h.changed_at >= private.beginning_of(missing[1])
  )) p
  cross join lateral private.coverage_since(
    account, k.kind, array(select private.beginning_of(w.week) from unnest(missing) as w (week) order by w.week),
    p.first_id, p.last_id
  ) s
  group by s.place, k.kind, n.records, n.with_owner, n.with_second
  on conflict do nothing;
  delete from private.coverage_weeks c where c.account_id = account and c.week < this_week - 728;
end
$$;
comment on function private.keep_coverage(uuid, integer) is
  'Writes down the weeks of the last year that have begun and are not written down yet; those alone that at most so many changes lie behind. Two years are kept.';

create function public.keep_coverage(at_most integer default 20) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  this_week constant date := date_trunc('week', now() at time zone 'utc');
  due constant uuid[] := array(
    select a.id
    from public.accounts a
    left join private.coverage_accounts c on c.account_id = a.id
    where c.week is distinct from this_week
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
comment on function public.keep_coverage(integer) is
  'For the server: writes down the coverage of so many accounts at the beginning of each week that is not written down yet. Returns of how many; zero says that all is done.';

-- An invitation and a record in the bin say what was: before they are gone, weeks that have begun are written down.
create function private.keep_coverage_once(account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if account::text is distinct from nullif(current_setting('cairn.coverage_kept', true), '') then
    perform private.keep_coverage(account);
    perform set_config('cairn.coverage_kept', account::text, true);
  end if;
end
$$;
comment on function private.keep_coverage_once(uuid) is 'keep_coverage, once a transaction and account.';

create function private.leave_bin() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_record(old.account_id, old.kind, old.record_id) then
    perform private.note_lost_in_bin(old);
  else
    perform private.keep_coverage_once(old.account_id);
  end if;
  return old;
end
$$;
comment on function private.leave_bin() is
  'Trigger: of a record that comes back notes whom it has lost; before one is purged, writes down what it counts for.';

create function private.leave_invitations() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.keep_coverage_once(old.account_id);
  return old;
end
$$;
comment on function private.leave_invitations() is 'Trigger: before an invitation is deleted, writes down what it counts for.';

-- As cairn_owner the whole account goes.
create trigger binned_records_leave before delete on public.binned_records
  for each row when (current_user <> 'cairn_owner') execute function private.leave_bin();
create trigger pending_invitations_coverage before delete on public.pending_invitations
  for each row when (current_user <> 'cairn_owner') execute function private.leave_invitations();

-- Reading

create function public.get_coverage() returns json
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  this_week constant date := date_trunc('week', now() at time zone 'utc');
  kinds constant text[] := array(
    select k.kind
    from unnest(array['system', 'solution', 'agent', 'automation']) as k (kind)
    where private.feature_enabled(k.kind || 's')
  );
  few boolean;
begin
  if account is null then
    return null;
  end if;
  perform private.keep_coverage(account);
  few := (
    select count(*)
    from (
      select
      from public.record_history h
      where h.account_id = account and h.changed_at >= private.beginning_of(this_week)
      limit 20001
    ) h
  ) <= 20000;
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
      from unnest(kinds) as k (kind)
      left join private.coverage_weeks c
        on c.account_id = account and c.week = this_week and c.kind = k.kind and few
      cross join lateral (
        select c.records + s.records as records, c.with_owner + s.with_owner as with_owner,
          c.with_second + s.with_second as with_second
        from private.coverage_since(account, k.kind, array[private.beginning_of(this_week)]) s
        where c.week is not null
        union all
        select l.records, l.with_owner, l.with_second
        from private.coverage_now(account, k.kind) l
        where c.week is null
      ) n
    )
  );
end
$$;
comment on function public.get_coverage() is
  'How many records of the caller''s account have an owner (invited ones included), and a second person who knows them, now and when each week of the last year began: {"weeks": [{"week", "records", "with_owner", "with_second"}], "now": {…}}. Of the catalogues that are switched on; weeks without a record are left out.';

alter function private.note_lost_in_bin(public.binned_records) owner to cairn_definer;
alter function private.invitation_was_open(uuid, uuid, timestamptz) owner to cairn_definer;
alter function private.coverage_now(uuid, text) owner to cairn_definer;
alter function private.coverage_since(uuid, text, timestamptz[], uuid, uuid) owner to cairn_definer;
alter function private.parts_of_ids(bigint) owner to cairn_definer;
alter function private.beginning_of(date) owner to cairn_definer;
alter function private.keep_coverage(uuid, integer) owner to cairn_definer;
alter function public.keep_coverage(integer) owner to cairn_definer;
alter function private.keep_coverage_once(uuid) owner to cairn_definer;
alter function private.leave_bin() owner to cairn_definer;
alter function private.leave_invitations() owner to cairn_definer;
alter function public.get_coverage() owner to cairn_definer;
revoke all on function public.keep_coverage(integer), public.get_coverage()
  from public, anon, authenticated, service_role;
grant execute on function public.keep_coverage(integer) to service_role, supabase_auth_admin;
grant execute on function public.get_coverage() to authenticated;

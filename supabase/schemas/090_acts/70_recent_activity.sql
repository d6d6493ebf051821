-- Recent activity: the latest changes of records, a bulk change as one line.
--
-- The changes are read from the history, which has them in order: an index on the time of change of the records
-- themselves would have to follow every change of them. A restored record keeps its place, with the last change that it
-- had. Records whose history has expired come after those that have one.
-- All runs as the caller, so row security decides what it sees. It names the account all the same, for a service role
-- sees everything. A token sees no acts, so it sees the records of a bulk change one by one.

create function private.shown_act(id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.act_json_with_undone(a)
  from public.acts a
  where a.id = shown_act.id and a.account_id = (select private.my_account()) and (select private.is_unscoped())
$$;
comment on function private.shown_act(uuid) is
  'A bulk change of the caller''s account, as act_json says it; null for a token and for a change that is none.';
grant execute on function private.shown_act(uuid) to authenticated, service_role;

create function private.fields_beside_records() returns text[]
language sql immutable set search_path = ''
as $$
  select array['experts', 'automations', 'agents', 'relations', 'maintenance', 'handover']
$$;
comment on function private.fields_beside_records() is
  'The fields whose lines in the history change something beside the record, which is no activity of the record.';
grant execute on function private.fields_beside_records() to authenticated, service_role;

-- A change counts as long as its record is there and nothing later happened to it.
create function private.change_before(moment timestamptz, change uuid, shown uuid[])
returns table (
  change_id uuid, changed_at timestamptz, act uuid, id uuid, kind text, name text, action text, person uuid,
  updated_at timestamptz
)
language sql stable set search_path = ''
as $$
  select
    h.id, h.changed_at, (select a.id from public.acts a where a.id = h.act and a.account_id = h.account_id and a.records > 1),
    r.id, h.kind, r.name, h.action,
    coalesce(h.changed_by, case h.action when 'created' then r.created_by else r.updated_by end),
    r.updated_at
  from public.record_history h
  -- Looked up line by line, so that the walk through the history ends with the first record.
  cross join lateral (
    select r.id, r.name, r.created_by, r.updated_by, r.updated_at
    from private.records r
    where r.account_id = h.account_id and r.kind = h.kind and r.id = h.record_id
      and not exists (
        select from public.record_history later
        where later.account_id = h.account_id and later.record_id = h.record_id
          and later.changed_at >= h.changed_at and (later.changed_at, later.id) > (h.changed_at, h.id)
          and later.action in ('created', 'updated')
          and (later.field is null or later.field <> all (private.fields_beside_records()))
      )
    offset 0
  ) r
  where h.account_id = (select private.my_account())
    and h.kind = any (array(select k.kind from private.kinds_in_use() as k (kind)))
    and h.action in ('created', 'updated')
    and (h.field is null or h.field <> all (private.fields_beside_records()))
    and h.act <> all (shown)
    and h.changed_at <= moment and (h.changed_at, h.id) < (moment, change)
  order by h.changed_at desc, h.id desc
  limit 1
$$;
comment on function private.change_before(timestamptz, uuid, uuid[]) is
  'The latest change of a record of the caller''s account before another one, of none of the acts shown; with the act where it was a bulk change.';
grant execute on function private.change_before(timestamptz, uuid, uuid[]) to authenticated, service_role;

create function public.get_recent_activity()
returns table (id uuid, kind text, resource text, action text, user_name text, occurred_at timestamptz, act jsonb)
language sql stable set search_path = ''
as $$
  with recursive latest as (
    select 1 as place, array_remove(array[c.act], null) as shown, c.*
    from private.change_before('infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff', '{}') as c
    union all
    select l.place + 1, l.shown || array_remove(array[c.act], null), c.*
    from latest l
    cross join lateral private.change_before(l.changed_at, l.change_id, l.shown) as c
    where l.place < 8
  ),
  older as (
    select
      r.id,
      r.kind,
      r.name,
      case when r.created_at = r.updated_at then 'created' else 'updated' end as action,
      case when r.created_at = r.updated_at then r.created_by else r.updated_by end as person,
      r.updated_at
    from private.records r
    where (select count(*) from latest) < 8
      and r.account_id = (select private.my_account())
      and r.kind = any (array(select k.kind from private.kinds_in_use() as k (kind)))
      and not exists (
        select from public.record_history h
        where h.account_id = r.account_id and h.record_id = r.id and h.action in ('created', 'updated')
          and (h.field is null or h.field <> all (private.fields_beside_records()))
      )
    order by r.updated_at desc
    limit 8
  ),
  shown as (
    select l.id, l.kind, l.name, l.action, l.person, l.updated_at, l.changed_at, l.act from latest l
    union all
    select o.*, o.updated_at, null from older o
    order by updated_at desc, changed_at desc
    limit 8
  )
  select s.id, s.kind, s.name, s.action, coalesce(p.name, 'Unknown User'), s.updated_at, private.shown_act(s.act)
  from shown s
  left join public.profiles p on p.id = s.person
  order by s.updated_at desc, s.changed_at desc
$$;
comment on function public.get_recent_activity() is
  'The 8 records of the account that were created or changed last, of all kinds that it uses. A bulk change is one of them, with its last record, and act says it as get_acts does.';
grant execute on function public.get_recent_activity() to authenticated, service_role;

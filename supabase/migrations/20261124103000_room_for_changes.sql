-- Rows that change often get room on their page, and records lose the index on when they changed last: every change of
-- one made an entry in each of its indexes. Recent activity asks the history instead.

drop index public.systems_by_change_idx;
drop index public.solutions_by_change_idx;
drop index public.agents_by_change_idx;
drop index public.automations_by_change_idx;

alter table public.account_members set (fillfactor = 20);
alter table public.systems set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
alter table public.solutions set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
alter table public.agents set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
alter table public.automations set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
alter table private.record_counts set (fillfactor = 50);
alter table private.turns set (fillfactor = 50);
alter table private.jobs set (fillfactor = 20);

-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
create or replace function public.get_recent_activity()
returns table (id uuid, kind text, resource text, action text, user_name text, occurred_at timestamptz)
language sql stable set search_path = ''
as $$
  with latest as (
    select
      r.id,
      h.kind,
      r.name,
      h.action,
      coalesce(h.changed_by, case h.action when 'created' then r.created_by else r.updated_by end) as person,
      r.updated_at,
      h.changed_at
    from public.record_history h
    -- Looked up line by line, so that the walk through the history ends with the eighth record.
    cross join lateral (
      select r.id, r.name, r.created_by, r.updated_by, r.updated_at
      from private.records r
      where r.account_id = h.account_id and r.kind = h.kind and r.id = h.record_id
        and not exists (
          select from public.record_history later
          where later.account_id = h.account_id and later.record_id = h.record_id
            and later.changed_at >= h.changed_at and (later.changed_at, later.id) > (h.changed_at, h.id)
            and later.action in ('created', 'updated')
            and (later.field is null or later.field <> all (array['experts', 'automations', 'agents', 'handover']))
        )
      offset 0
    ) r
    where h.account_id = (select private.my_account())
      and h.kind = any (array(select k.kind from private.kinds_in_use() as k (kind)))
      and h.action in ('created', 'updated')
      and (h.field is null or h.field <> all (array['experts', 'automations', 'agents', 'handover']))
    order by h.changed_at desc
    limit 8
  ),
  older as (
    select
      r.id,
      r.kind,
      r.name,
      case when r.created_at = r.updated_at then 'created' else 'updated' end as action,
      case when r.created_at = r.updated_at then r.created_by else r.updated_by end as person,
      r.updated_at,
      r.updated_at as changed_at
    from private.records r
    where (select count(*) from latest) < 8
      and r.account_id = (select private.my_account())
      and r.kind = any (array(select k.kind from private.kinds_in_use() as k (kind)))
      and not exists (
        select from latest l
        where l.id = r.id
      )
    order by r.updated_at desc
    limit 8
  ),
  shown as (
    select * from latest
    union all
    select * from older
    order by updated_at desc, changed_at desc
    limit 8
  )
  select s.id, s.kind, s.name, s.action, coalesce(p.name, 'Unknown User'), s.updated_at
  from shown s
  left join public.profiles p on p.id = s.person
  order by s.updated_at desc, s.changed_at desc
$$;
comment on function public.get_recent_activity() is 'The 8 records of the account that were created or changed last, of all kinds that it uses.';

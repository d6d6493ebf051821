-- Whose a dependent is, also where it is somebody invited; and all that fit a filter but some, in bulk.

create or replace function public.get_deletion_impact(kind_param text, ids uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
begin
  if kind_param is null or kind_param <> all (array['system', 'solution', 'agent', 'automation']) then
    raise exception 'Kind must be system, solution, agent or automation.' using errcode = '22023';
  end if;
  if ids is null or cardinality(ids) > 10000 then
    raise exception 'Ask for at most 10,000 records at once.' using errcode = '22023', hint = 'Choose fewer.';
  end if;
  return (
    with dependent as (
      select 'solution' as kind, s.id, s.name, s.status, s.owner_id, s.invited_owner_id, s.status = 'active' as counts
      from public.solutions s
      where s.account_id = account and (
        kind_param = 'system' and s.related_systems && ids
        or kind_param = 'automation' and s.id in (
          select l.solution_id from public.solution_automations l where l.account_id = account and l.automation_id = any (ids)
        )
        or kind_param = 'agent' and s.id in (
          select l.solution_id from public.solution_agents l where l.account_id = account and l.agent_id = any (ids)
        )
      )
      union all
      select 'automation', a.id, a.name, a.status, a.owner_id, a.invited_owner_id, false
      from public.automations a
      where kind_param = 'solution' and a.account_id = account and a.id in (
        select l.automation_id from public.solution_automations l where l.account_id = account and l.solution_id = any (ids)
      )
      union all
      select 'agent', a.id, a.name, a.status, a.owner_id, a.invited_owner_id, false
      from public.agents a
      where kind_param = 'solution' and a.account_id = account and a.id in (
        select l.agent_id from public.solution_agents l where l.account_id = account and l.solution_id = any (ids)
      )
      union all
      select 'article', a.id, a.title, '', a.author_id, null, false
      from public.knowledge_articles a
      where kind_param = 'system' and a.account_id = account and a.system_id = any (ids)
    ),
    placed as (
      select d.*, p.name as owner_name, row_number() over (partition by d.kind order by lower(d.name), d.id) as place
      from dependent d
      left join public.account_members m on m.account_id = account and m.user_id = d.owner_id
      left join public.profiles p on p.id = m.user_id
    ),
    grouped as (
      select
        p.kind,
        count(*) as total,
        count(*) filter (where p.counts) as active,
        jsonb_agg(jsonb_build_object(
          'id', p.id, 'name', p.name, 'status', p.status, 'owner_id', p.owner_id, 'owner_name', p.owner_name,
          'invited_owner_id', p.invited_owner_id
        ) order by p.place) filter (where p.place <= 50) as items
      from placed p
      group by p.kind
    )
    select coalesce(jsonb_agg(to_jsonb(g) order by g.kind desc), '[]') from grouped g
  );
end
$$;
comment on function public.get_deletion_impact(text, uuid[]) is
  'What points to any of these records, or belongs to these solutions, each once: [{"kind", "total", "active", "items": [{"id", "name", "status", "owner_id", "owner_name", "invited_owner_id"}]}], the first 50 of each kind by name. Active are solutions in use that rest on them; the owner of an article is its author.';

-- Whoever takes some out of a selection of all means the others, however many these are.

drop function public.preview_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[]);
drop function public.change_in_bulk(
  text, text, text, uuid[], text, text[], uuid[], boolean, text[], timestamptz, text, uuid, boolean
);
drop function private.records_in_bulk(text, uuid[], text, text[], uuid[], boolean, text[]);

create function private.records_in_bulk(
  kind text, ids uuid[], query text, statuses text[], owners uuid[], without_owner boolean, gaps text[],
  excepted uuid[]
) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  meant uuid[];
begin
  if kind is null or kind not in ('system', 'solution', 'agent', 'automation') then
    raise exception 'There is no such catalogue, or it has no such order.' using errcode = '22023';
  end if;
  if cardinality(ids) > 10000 or cardinality(excepted) > 10000 then
    raise exception 'At most 10,000 records are changed at once.' using errcode = '22023', hint = 'Choose fewer.';
  end if;
  execute format(
    'select array(select t.id from public.%I t where (%s) and t.id <> all ($2) limit 10001)',
    kind || 's',
    case
      when ids is not null then format('t.account_id = %L and t.id = any ($1)', account)
      else private.records_condition(account, kind, query, statuses, owners, coalesce(without_owner, false), gaps)
    end
  )
    into meant using ids, coalesce(excepted, '{}');
  if cardinality(meant) > 10000 then
    raise exception 'At most 10,000 records are changed at once.' using errcode = '22023', hint = 'Choose fewer.';
  end if;
  return meant;
end
$$;
comment on function private.records_in_bulk(text, uuid[], text, text[], uuid[], boolean, text[], uuid[]) is
  'The records of the caller''s account that are meant: those of the ids, or all that fit a filter, without the excepted.';
alter function private.records_in_bulk(text, uuid[], text, text[], uuid[], boolean, text[], uuid[]) owner to cairn_definer;
grant execute on function private.records_in_bulk(text, uuid[], text, text[], uuid[], boolean, text[], uuid[])
  to authenticated;

create function public.preview_bulk(
  kind text, action text, value text default null, ids uuid[] default null, query text default '',
  statuses text[] default null, owners uuid[] default null, without_owner boolean default false, gaps text[] default null,
  excepted uuid[] default null
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  meant constant uuid[] := private.records_in_bulk(kind, ids, query, statuses, owners, without_owner, gaps, excepted);
  gone uuid[] := '{}';
begin
  perform private.refuse_bulk(action, value);
  if action = 'delete' then
    perform private.refuse_many_deletions(cardinality(meant));
    gone := private.deletable(kind, meant, 'infinity');
  end if;
  return private.count_in_bulk(kind, action, value, meant, null) || jsonb_build_object(
    'seen_at', now(),
    'deletes', gone,
    'impact', public.get_deletion_impact(kind, gone)
  );
end
$$;
comment on function public.preview_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[], uuid[]) is
  'What a change in bulk would do: {"total", "changes", "no_right", "already", "left_out": the first 20 with their reason, "seen_at", "deletes": the ids that a deletion would delete, "impact": what depends on these, as get_deletion_impact says it}. action is owner (value: a member, an open invitation, or null), status (value), expert (value: a member) or delete; the records are those of the ids, or those that fit a filter as that of find_records, without the excepted.';

create function public.change_in_bulk(
  kind text, action text, value text default null, ids uuid[] default null, query text default '',
  statuses text[] default null, owners uuid[] default null, without_owner boolean default false,
  gaps text[] default null, seen_at timestamptz default null, reason text default '', move_to uuid default null,
  told boolean default false, excepted uuid[] default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  meant constant uuid[] := private.records_in_bulk(kind, ids, query, statuses, owners, without_owner, gaps, excepted);
  until constant timestamptz := coalesce(seen_at, 'infinity');
  invited constant boolean := private.is_invited_in_bulk(action, value);
  counted jsonb;
  departed jsonb;
  changed uuid[];
  act uuid;
begin
  perform private.refuse_bulk(action, value);
  if action = 'delete' then
    perform private.refuse_many_deletions(cardinality(meant));
  end if;
  counted := private.count_in_bulk(kind, action, value, meant, seen_at);
  if action = 'owner' then
    select jsonb_agg(to_jsonb(d) - 'person_name') into departed
    from public.departed_owners d
    where d.account_id = private.my_account() and d.kind = change_in_bulk.kind and d.record_id = any (meant);
  end if;
  if action = 'delete' then
    changed := private.hold_deletable(kind, meant, until);
    if cardinality(changed) > 0 then
      perform public.delete_records(kind, changed, left(reason, 500), move_to, told);
    end if;
  else
    execute format(
      case action
        when 'owner' then
          'with done as (
            update public.%1$I t
            set owner_id = case when not $4 then $2::uuid end, invited_owner_id = case when $4 then $2::uuid end
            where t.id = any ($1) and t.updated_at <= $3
              and coalesce(t.owner_id, t.invited_owner_id) is distinct from $2::uuid
            returning t.id
          )'
        when 'status' then
          'with done as (
            update public.%1$I t set status = $2
            where t.id = any ($1) and t.updated_at <= $3 and t.status is distinct from $2
            returning t.id
          )'
        else
          'with done as (
            insert into public.%2$I (%3$I, expert_id)
            select t.id, $2::uuid from public.%1$I t where t.id = any ($1) and (select private.my_rank()) >= 1
            on conflict do nothing
            returning %3$I as id
          )'
      end || ' select array(select d.id from done d)',
      kind || 's', kind || '_experts', kind || '_id'
    )
      into changed using meant, value, until, invited;
  end if;
  if cardinality(changed) > 0 then
    act := private.note_bulk_act(kind, action, value, changed, departed);
  end if;
  return counted || jsonb_build_object(
    'act', act,
    'changes', cardinality(changed),
    'changed_meanwhile', (counted ->> 'total')::integer - (counted ->> 'no_right')::integer
      - (counted ->> 'already')::integer - cardinality(changed)
  );
end
$$;
comment on function
  public.change_in_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[], timestamptz, text, uuid, boolean, uuid[]) is
  'Changes records in bulk, as preview_bulk says it; those that changed after seen_at are left out. {"act", "total", "changes", "no_right", "already", "changed_meanwhile", "left_out"}; act is null where nothing changed. At most 10,000 records, of deletions 2,000. reason, move_to and told are those of delete_records.';

alter function public.preview_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[], uuid[]) owner to cairn_definer;
alter function
  public.change_in_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[], timestamptz, text, uuid, boolean, uuid[])
  owner to cairn_definer;
revoke all on function
  public.preview_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[], uuid[]),
  public.change_in_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[], timestamptz, text, uuid, boolean, uuid[])
  from public, anon, authenticated, service_role;
grant execute on function
  public.preview_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[], uuid[]),
  public.change_in_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[], timestamptz, text, uuid, boolean, uuid[])
  to authenticated;

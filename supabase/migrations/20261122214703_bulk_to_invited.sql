-- Bulk names owners who are invited too, by their invitation, as the filter of a list does.

create function private.is_invited_in_bulk(action text, value text) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  -- What other actions have as value is nobody's id.
  if action = 'owner' and value is not null then
    return exists (select from public.get_invited_people() i where i.id = value::uuid);
  end if;
  return false;
end
$$;
comment on function private.is_invited_in_bulk(text, text) is
  'Whether the owner that a change in bulk names is somebody with an open invitation.';
alter function private.is_invited_in_bulk(text, text) owner to cairn_definer;
grant execute on function private.is_invited_in_bulk(text, text) to authenticated;

create or replace function private.refuse_bulk(action text, value text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if action is null or action not in ('owner', 'status', 'expert', 'delete') then
    raise exception 'Records are changed in bulk by owner, expert, status or deletion.' using errcode = '22023';
  end if;
  if action = 'expert' or action = 'owner' and value is not null and not private.is_invited_in_bulk(action, value) then
    perform private.refuse_stranger(value::uuid);
  end if;
end
$$;
comment on function private.refuse_bulk(text, text) is
  'Refuses what is no change in bulk, and people who are neither members nor, as owners, invited.';

create or replace function private.count_in_bulk(kind text, action text, value text, ids uuid[], seen_at timestamptz) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  answer jsonb;
begin
  execute format(
    'select jsonb_build_object(
      ''total'', count(*),
      ''changes'', count(*) filter (where r.reason is null),
      ''no_right'', count(*) filter (where r.reason = ''no_right''),
      ''already'', count(*) filter (where r.reason = ''already''),
      ''changed_meanwhile'', count(*) filter (where r.reason = ''changed_meanwhile''),
      ''left_out'', coalesce(
        jsonb_agg(jsonb_build_object(''id'', r.id, ''name'', r.name, ''reason'', r.reason) order by r.place)
          filter (where r.place <= 20 and r.reason is not null),
        ''[]''
      )
    )
    from (
      select c.*, row_number() over (partition by c.reason is null order by lower(c.name), c.id) as place
      from (
        select t.id, t.name, case
          when not %2$s then ''no_right''
          when %3$s then ''already''
          when t.updated_at > $3 and $4 then ''changed_meanwhile''
        end as reason
        from public.%1$I t
        where t.id = any ($1)
      ) c
    ) r',
    kind || 's',
    -- The policies, once more, to say why; they themselves decide when it is done.
    case
      when action = 'expert' then '(select private.my_rank()) >= 1'
      else '(
        (select private.my_rank()) >= 2
        or (select private.my_rank()) = 1 and (select private.caller_id()) in (t.created_by, t.owner_id) is true
      )'
    end,
    case action
      when 'owner' then 'coalesce(t.owner_id, t.invited_owner_id) is not distinct from $2::uuid'
      when 'status' then 't.status = $2'
      when 'expert' then format(
        'exists (select from public.%I e where e.%I = t.id and e.expert_id = $2::uuid)', kind || '_experts', kind || '_id'
      )
      else 'false'
    end
  )
    into answer using ids, value, coalesce(seen_at, 'infinity'), action <> 'expert';
  return answer;
end
$$;

create or replace function public.change_in_bulk(
  kind text, action text, value text default null, ids uuid[] default null, query text default '',
  statuses text[] default null, owners uuid[] default null, without_owner boolean default false,
  gaps text[] default null, seen_at timestamptz default null, reason text default ''
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  meant constant uuid[] := private.records_in_bulk(kind, ids, query, statuses, owners, without_owner, gaps);
  until constant timestamptz := coalesce(seen_at, 'infinity');
  invited constant boolean := private.is_invited_in_bulk(action, value);
  counted jsonb;
  changed uuid[];
  act uuid;
begin
  perform private.refuse_bulk(action, value);
  if action = 'delete' then
    perform private.refuse_many_deletions(cardinality(meant));
    perform set_config('cairn.reason', left(coalesce(reason, ''), 500), true);
  end if;
  counted := private.count_in_bulk(kind, action, value, meant, seen_at);
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
      when 'expert' then
        'with done as (
          insert into public.%2$I (%3$I, expert_id)
          select t.id, $2::uuid from public.%1$I t where t.id = any ($1) and (select private.my_rank()) >= 1
          on conflict do nothing
          returning %3$I as id
        )'
      else
        'with done as (
          delete from public.%1$I t where t.id = any ($1) and t.updated_at <= $3 returning t.id
        )'
    end || ' select array(select d.id from done d)',
    kind || 's', kind || '_experts', kind || '_id'
  )
    into changed using meant, value, until, invited;
  if cardinality(changed) > 0 then
    act := private.note_bulk_act(kind, action, value, changed);
  end if;
  return counted || jsonb_build_object(
    'act', act,
    'changes', cardinality(changed),
    'changed_meanwhile', (counted ->> 'total')::integer - (counted ->> 'no_right')::integer
      - (counted ->> 'already')::integer - cardinality(changed)
  );
end
$$;

create or replace function public.undo_bulk(act_param uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  -- Looked up once: joined with the records directly, it would be sought anew for each of them.
  before_act constant text := 'with was as materialized (
    select h.record_id, h.before
    from public.record_history h
    where h.account_id = $1 and h.record_id = any ($2) and h.act = $4 and h.field = $6
  )
  ';
  done private.bulk_acts;
  undone integer;
begin
  delete from private.bulk_acts b
  where b.act = act_param and b.account_id = private.my_account() and b.person_id = private.caller_id()
    and b.done_at > now() - interval '1 hour' and private.my_rank() >= 1
  returning * into done;
  if not found then
    raise exception 'This cannot be taken back any more.'
      using errcode = 'PT404', hint = 'Whoever changed it takes it back, once and within an hour.';
  end if;
  if not private.feature_enabled(done.kind || 's') and private.my_rank() < 3 then
    raise exception 'The % feature is currently disabled.', initcap(done.kind || 's') using errcode = '42501';
  end if;
  if done.action = 'delete' then
    return (
      select count(*)
      from private.restore_records(array(
        select b.record_id
        from public.binned_records b
        where b.account_id = done.account_id and b.act = done.act and b.record_id = any (done.ids)
      )) r
      where r.problem is null
    );
  end if;
  execute format(
    case done.action
      when 'expert' then
        'delete from public.%2$I e
        where e.account_id = $1 and e.%3$I = any ($2) and e.expert_id = $3::uuid and e.created_at = $5'
      -- Whom the owner was taken from may have left since; somebody else may have changed it.
      when 'owner' then
        before_act || 'update public.%1$I t
        set owner_id = case when jsonb_typeof(h.before) = ''string'' then (h.before #>> ''{}'')::uuid end,
          invited_owner_id = case when jsonb_typeof(h.before) = ''object'' then (h.before ->> ''id'')::uuid end
        from was h
        where t.account_id = $1 and t.id = h.record_id
          and coalesce(t.owner_id, t.invited_owner_id) is not distinct from $3::uuid
          and (
            (select private.my_rank()) >= 2 or (select private.caller_id()) = t.created_by
            or to_jsonb((select private.caller_id())) = h.before
          )
          and (
            jsonb_typeof(h.before) is distinct from ''string''
            or exists (
              select from public.account_members m
              where m.account_id = $1 and m.user_id = (h.before #>> ''{}'')::uuid
            )
          )
          and (
            jsonb_typeof(h.before) is distinct from ''object''
            or exists (
              select from public.pending_invitations i
              where i.account_id = $1 and i.id = (h.before ->> ''id'')::uuid
                and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
            )
          )'
      else
        before_act || 'update public.%1$I t
        set status = h.before #>> ''{}''
        from was h
        where t.account_id = $1 and t.id = h.record_id and t.status = $3
          and ((select private.my_rank()) >= 2 or (select private.caller_id()) in (t.created_by, t.owner_id))'
    end,
    done.kind || 's', done.kind || '_experts', done.kind || '_id'
  ) using done.account_id, done.ids, done.value, done.act, done.done_at,
    case done.action when 'owner' then 'owner_id' else 'status' end;
  get diagnostics undone = row_count;
  return undone;
end
$$;

comment on function public.preview_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[]) is
  'What a change in bulk would do: {"total", "changes", "no_right", "already", "left_out": the first 20 with their reason, "seen_at"}. action is owner (value: a member, an open invitation, or null), status (value), expert (value: a member) or delete; the records are those of the ids, or those that fit a filter as that of find_records.';

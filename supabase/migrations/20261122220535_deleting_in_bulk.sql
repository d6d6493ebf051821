-- Deleting many records is deleting one: what depends on them is shown before, its links can be moved, its owners told why.
-- And a change of owners in bulk that is taken back says again whose owner had left.

-- One sentence for a feature that is switched off, wherever it is refused.

create function private.refuse_feature_off(feature text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not private.feature_enabled(feature) and private.my_rank() is distinct from 3 then
    raise exception 'The % feature is currently disabled.', initcap(feature)
      using errcode = '42501', hint = 'Please contact your administrator.';
  end if;
end
$$;
comment on function private.refuse_feature_off(text) is 'Refuses what only admins do while a feature is switched off.';
alter function private.refuse_feature_off(text) owner to cairn_definer;
grant execute on function private.refuse_feature_off(text) to authenticated;

create or replace function private.refuse_switched_off() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform private.refuse_feature_off(tg_argv[0]);
  return null;
end
$$;

-- Which of many records the caller may delete, and nobody has changed since they looked.

create function private.deletable(kind text, ids uuid[], until timestamptz) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  found uuid[];
begin
  execute format(
    'select array(
      select t.id
      from public.%I t
      where t.account_id = private.my_account() and t.id = any ($1) and t.updated_at <= $2 and private.may_delete(to_jsonb(t))
    )',
    kind || 's'
  ) into found using ids, until;
  return found;
end
$$;
comment on function private.deletable(text, uuid[], timestamptz) is
  'Those of the records that the caller may delete and nobody has changed since a moment.';

-- Of two who delete the same at once the second waits, and leaves out what is gone.
create function private.hold_deletable(kind text, ids uuid[], until timestamptz) returns uuid[]
language plpgsql volatile security definer set search_path = ''
as $$
begin
  execute format('select from public.%I t where t.id = any ($1) order by t.id for update', kind || 's')
    using private.deletable(kind, ids, until);
  return private.deletable(kind, ids, until);
end
$$;
comment on function private.hold_deletable(text, uuid[], timestamptz) is
  'The same, and holds them until the transaction ends.';

alter function private.deletable(text, uuid[], timestamptz) owner to cairn_definer;
alter function private.hold_deletable(text, uuid[], timestamptz) owner to cairn_definer;
-- Called by the procedures that run as their caller.
grant execute on function
  private.deletable(text, uuid[], timestamptz), private.hold_deletable(text, uuid[], timestamptz)
  to authenticated;

create or replace function public.preview_bulk(
  kind text, action text, value text default null, ids uuid[] default null, query text default '',
  statuses text[] default null, owners uuid[] default null, without_owner boolean default false, gaps text[] default null
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  meant constant uuid[] := private.records_in_bulk(kind, ids, query, statuses, owners, without_owner, gaps);
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
comment on function public.preview_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[]) is
  'What a change in bulk would do: {"total", "changes", "no_right", "already", "left_out": the first 20 with their reason, "seen_at", "deletes": the ids that a deletion would delete, "impact": what depends on these, as get_deletion_impact says it}. action is owner (value: a member, an open invitation, or null), status (value), expert (value: a member) or delete; the records are those of the ids, or those that fit a filter as that of find_records.';

-- What is needed to take it back

alter table private.bulk_acts add column departed jsonb not null default '[]';
comment on column private.bulk_acts.departed is
  'Whose owner had left before the records got another one, as in departed_owners, without the names.';

drop function private.note_bulk_act(text, text, text, uuid[]);
create function private.note_bulk_act(kind text, action text, value text, ids uuid[], departed jsonb) returns uuid
language sql volatile security definer set search_path = ''
as $$
  delete from private.bulk_acts b
  where b.account_id = private.my_account() and b.person_id = private.caller_id()
    and b.done_at < now() - interval '1 hour';
  insert into private.bulk_acts (act, account_id, person_id, kind, action, value, ids, departed)
  values (
    private.current_act(), private.my_account(), private.caller_id(), kind, action, value, ids, coalesce(departed, '[]')
  )
  returning act;
$$;
comment on function private.note_bulk_act(text, text, text, uuid[], jsonb) is
  'Notes what the caller has just changed in bulk; gives the act.';
alter function private.note_bulk_act(text, text, text, uuid[], jsonb) owner to cairn_definer;
grant execute on function private.note_bulk_act(text, text, text, uuid[], jsonb) to authenticated;

drop function public.change_in_bulk(
  text, text, text, uuid[], text, text[], uuid[], boolean, text[], timestamptz, text
);
create function public.change_in_bulk(
  kind text, action text, value text default null, ids uuid[] default null, query text default '',
  statuses text[] default null, owners uuid[] default null, without_owner boolean default false,
  gaps text[] default null, seen_at timestamptz default null, reason text default '', move_to uuid default null,
  told boolean default false
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  meant constant uuid[] := private.records_in_bulk(kind, ids, query, statuses, owners, without_owner, gaps);
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
  public.change_in_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[], timestamptz, text, uuid, boolean) is
  'Changes records in bulk, as preview_bulk says it; those that changed after seen_at are left out. {"act", "total", "changes", "no_right", "already", "changed_meanwhile", "left_out"}; act is null where nothing changed. At most 10,000 records, of deletions 2,000. reason, move_to and told are those of delete_records.';
alter function
  public.change_in_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[], timestamptz, text, uuid, boolean)
  owner to cairn_definer;
revoke all on function
  public.change_in_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[], timestamptz, text, uuid, boolean)
  from public, anon, authenticated, service_role;
grant execute on function
  public.change_in_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[], timestamptz, text, uuid, boolean)
  to authenticated;

create or replace function public.undo_bulk(act_param uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  -- Looked up once: joined with the records directly, it would be sought anew for each of them.
  before_act constant text := 'with was as materialized (
    select h.record_id, h.before
    from public.record_history h
    where h.account_id = $1 and h.record_id = any ($2) and h.act = $4 and h.field = $6
  ), ';
  done private.bulk_acts;
  undone uuid[];
begin
  delete from private.bulk_acts b
  where b.act = act_param and b.account_id = private.my_account() and b.person_id = private.caller_id()
    and b.done_at > now() - interval '1 hour' and private.my_rank() >= 1
  returning * into done;
  if not found then
    raise exception 'This cannot be taken back any more.'
      using errcode = 'PT404', hint = 'Whoever changed it takes it back, once and within an hour.';
  end if;
  perform private.refuse_feature_off(done.kind || 's');
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
        'with undone as (
          delete from public.%2$I e
          where e.account_id = $1 and e.%3$I = any ($2) and e.expert_id = $3::uuid and e.created_at = $5
          returning e.%3$I as id
        )'
      -- Whom the owner was taken from may have left since; somebody else may have changed it.
      when 'owner' then
        before_act || 'undone as (
          update public.%1$I t
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
            )
          returning t.id
        )'
      else
        before_act || 'undone as (
          update public.%1$I t
          set status = h.before #>> ''{}''
          from was h
          where t.account_id = $1 and t.id = h.record_id and t.status = $3
            and ((select private.my_rank()) >= 2 or (select private.caller_id()) in (t.created_by, t.owner_id))
          returning t.id
        )'
    end || ' select array(select u.id from undone u)',
    done.kind || 's', done.kind || '_experts', done.kind || '_id'
  ) into undone using done.account_id, done.ids, done.value, done.act, done.done_at,
    case done.action when 'owner' then 'owner_id' else 'status' end;
  perform private.depart_again(done.departed, undone);
  return cardinality(undone);
end
$$;

create function private.depart_again(departed jsonb, ids uuid[]) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.departed_owners (account_id, kind, record_id, person_id, person_name, left_at)
  select
    d.account_id, d.kind, d.record_id, d.person_id, (select p.name from public.profiles p where p.id = d.person_id),
    d.left_at
  from jsonb_to_recordset(departed)
    as d (account_id uuid, kind text, record_id uuid, person_id uuid, left_at timestamptz)
  join unnest(ids) as back (id) on back.id = d.record_id
  on conflict do nothing
$$;
comment on function private.depart_again(jsonb, uuid[]) is
  'Notes once more whose owner left, of records that are again as they were.';
alter function private.depart_again(jsonb, uuid[]) owner to cairn_definer;

-- Whoever owns many dependents is told of twenty, and only these are looked at one by one.
create or replace function private.tell_owners(account uuid, kind text, ids uuid[], target uuid, reason text) returns void
language sql security definer set search_path = ''
as $$
  select private.notify(
    account, told.person, 'dependency_deleted', kind, told.record_id, told.record_name,
    jsonb_strip_nulls(jsonb_build_object(
      'dependents', told.dependents,
      'reason', nullif(reason, ''),
      'moved_to', (select r.name from private.catalogue_records r where r.account_id = account and r.kind = tell_owners.kind and r.id = target)
    ))
  )
  from (
    select
      d.person, l.record_id, b.name as record_name, to_jsonb((array_agg(distinct l.name))[1:5]) as dependents,
      row_number() over (partition by d.person order by lower(b.name), l.record_id) as place
    from private.binned_links(account, ids) l
    join public.binned_records b on b.account_id = account and b.kind = tell_owners.kind and b.record_id = l.record_id
    cross join lateral (
      select r.owner_id as person
      from private.catalogue_records r
      where r.account_id = account and r.kind = l.kind and r.id = l.id and l.part <> 'systems'
      union all
      select a.author_id
      from public.knowledge_articles a
      where l.kind = 'article' and a.account_id = account and a.id = l.id
    ) d
    where d.person is not null
    group by d.person, l.record_id, b.name
  ) told
  where told.place <= 20
$$;

create or replace function public.delete_records(
  kind_param text, ids uuid[], reason_param text default '', move_to uuid default null, told boolean default false
) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  reason constant text := private.display_text(coalesce(reason_param, ''));
  known integer;
  allowed integer;
begin
  if kind_param is null or kind_param <> all (array['system', 'solution', 'agent', 'automation']) then
    raise exception 'Kind must be system, solution, agent or automation.' using errcode = '22023';
  end if;
  if ids is null or cardinality(ids) = 0 or char_length(reason) > 500 then
    raise exception 'Delete 1 to 2,000 records, with a reason of at most 500 characters.' using errcode = '22023';
  end if;
  perform private.refuse_many_deletions(cardinality(ids));
  perform private.refuse_feature_off(kind_param || 's');
  execute format(
    'with locked as (
      select r.* from public.%I r where r.account_id = $1 and r.id = any ($2) order by r.id for update
    )
    select count(*), count(*) filter (where private.may_delete(to_jsonb(l))) from locked l',
    kind_param || 's'
  ) into known, allowed using account, ids;
  if known < (select count(distinct i.id) from unnest(ids) as i (id)) then
    raise exception 'This record does not exist any more.' using errcode = 'PT404';
  end if;
  if allowed < known then
    raise exception 'You may not delete this record.'
      using errcode = '42501', hint = 'Users delete what they made or own, managers all.';
  end if;
  if move_to is not null and (move_to = any (ids) or not private.is_record(account, kind_param, move_to)) then
    raise exception 'The links cannot be moved to this record.'
      using errcode = '23503', hint = 'Choose another record of the same kind.';
  end if;
  perform set_config('cairn.reason', reason, true);
  perform private.put_into_bin(account, kind_param, ids);
  if move_to is not null then
    perform private.move_links(account, kind_param, ids, move_to);
  end if;
  if told then
    perform private.tell_owners(account, kind_param, ids, move_to, reason);
  end if;
  execute format('delete from public.%I r where r.account_id = $1 and r.id = any ($2)', kind_param || 's')
    using account, ids;
  perform set_config('cairn.reason', '', true);
  return known;
end
$$;

-- A restoration writes as much as a deletion: as many at once, and no more.
create or replace function public.restore_from_bin(ids uuid[], new_names jsonb default '{}') returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  answer jsonb;
  worst jsonb;
begin
  if ids is null or jsonb_typeof(new_names) is distinct from 'object' then
    raise exception 'Records are restored by their ids.' using errcode = '22023', hint = 'Send a list of ids.';
  end if;
  if cardinality(ids) > 2000 then
    raise exception 'At most 2,000 records are restored at once.' using errcode = '22023', hint = 'Choose fewer.';
  end if;
  select coalesce(jsonb_agg(to_jsonb(r)), '[]') into answer from private.restore_records(ids, new_names) r;
  select p into worst
  from jsonb_array_elements(answer) as p
  where p ->> 'problem' is not null
  order by array_position(array['not_in_bin', 'not_allowed', 'switched_off', 'name_taken'], p ->> 'problem')
  limit 1;
  case worst ->> 'problem'
    when 'not_in_bin' then
      raise exception 'This record is not in the bin any more.'
        using errcode = 'PT404', hint = 'Somebody else may have restored or purged it.';
    when 'not_allowed' then
      raise exception 'You may not restore this record.'
        using errcode = '42501', hint = 'Whoever may delete a record restores it.';
    when 'switched_off' then
      perform private.refuse_feature_off((worst ->> 'kind') || 's');
    when 'name_taken' then
      raise exception '% with this name already exists.',
        case when worst ->> 'kind' in ('agent', 'automation') then 'An ' else 'A ' end || (worst ->> 'kind')
        using errcode = '23505', detail = worst ->> 'record_id', hint = 'Choose another name. Capitals make no difference.';
    else
      return (
        select jsonb_build_object(
          'restored', coalesce(jsonb_agg(jsonb_build_object(
            'kind', p ->> 'kind', 'id', p ->> 'record_id', 'name', p ->> 'name', 'missing', p -> 'missing'
          )), '[]')
        )
        from jsonb_array_elements(answer) as p
      );
  end case;
end
$$;

-- Writing the history: the triggers for records that come, go or change, and for links that are made or ended.
--
-- Each function serves all kinds of records and runs once for a statement: its arguments name kind, field and tables.
-- A change of ten thousand records waits for one insert.

create function private.keep_history() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_restoring_archive() then
    return null;
  end if;
  insert into public.record_history (
    account_id, kind, record_id, record_name, action, before, after, changed_by, changed_at, concerned
  )
  select
    (r.record ->> 'account_id')::uuid,
    coalesce(r.record ->> 'kind', tg_argv[0]),
    (r.record ->> 'id')::uuid,
    coalesce(r.record ->> 'name', r.record ->> 'title'),
    case
      when r.name_before is not null then 'restored'
      when tg_op = 'INSERT' then 'created'
      else 'deleted'
    end,
    to_jsonb(r.name_before),
    case when r.name_before is not null then r.record -> 'name' end,
    private.caller_id(),
    clock_timestamp(),
    array(
      select distinct person::uuid
      from unnest(array[r.record ->> 'owner_id', r.record ->> 'created_by', r.record ->> 'author_id']) as person
      where person is not null
      union
      select unnest(private.people_of_team((r.record ->> 'team_id')::uuid))
    )
  from (
    select
      to_jsonb(m) as record,
      case tg_op when 'INSERT' then private.name_in_bin(m.account_id, m.id) end as name_before
    from moved m
  ) r;
  return null;
end
$$;
comment on function private.keep_history() is
  'Statement trigger (kind, where the rows have none): writes created, deleted or restored records into the history, by the caller and now. One that is restored has the name in the bin before, and its name after.';

-- Links that went with a record end without an entry, and come back without an entry.
create function private.keep_link_history() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_restoring_archive() then
    return null;
  end if;
  -- Planned each time: a plan made for one link would look ten thousand of them up one by one.
  execute format(
    'insert into public.record_history (
      account_id, kind, record_id, record_name, action, field, before, after, changed_by, act, concerned
    )
    select
      r.account_id, ''solution'', r.id, r.name, ''updated'', $1,
      case when $2 then linked.value end, case when not $2 then linked.value end,
      $3, $4,
      array(select distinct person from unnest(array[r.owner_id, r.created_by]) as person where person is not null)
    from links l
    join private.records r on r.id = l.solution_id
    join private.records t on t.id = l.%1$I
    cross join lateral (select jsonb_build_object(''id'', t.id, ''name'', t.name) as value) linked
    -- Links that went with a record came to an end without a word, and come back without one.
    where $2 or not exists (
      select from public.binned_records b
      where b.account_id = l.account_id and b.record_id in (l.solution_id, l.%1$I)
    )',
    tg_argv[1]
  ) using tg_argv[0], tg_op = 'DELETE', private.caller_id(), private.current_act();
  return null;
end
$$;
comment on function private.keep_link_history() is
  'Statement trigger (field, and the column of what is linked to a solution): writes links that were made or ended into the history of the solution, as {"id", "name"}.';

create function private.keep_expert_history() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_restoring_archive() then
    return null;
  end if;
  -- Planned each time, as above.
  execute
    'insert into public.record_history (
      account_id, kind, record_id, record_name, action, field, before, after, changed_by, act, concerned
    )
    select
      r.account_id, r.kind, r.id, r.name, ''updated'', ''experts'',
      case when $1 then expert.value end, case when not $1 then expert.value end,
      $2, $3,
      array(select distinct person from unnest(array[r.owner_id, r.created_by]) as person where person is not null)
    from links l
    join private.records r on r.id = l.record_id and r.kind = l.kind
    join public.profiles p on p.id = l.expert_id
    cross join lateral (select jsonb_build_object(''id'', p.id, ''name'', p.name) as value) expert
    where $1 or not exists (
      select from public.binned_records b where b.account_id = l.account_id and b.record_id = l.record_id
    )'
    using tg_op = 'DELETE', private.caller_id(), private.current_act();
  return null;
end
$$;
comment on function private.keep_expert_history() is
  'Statement trigger: writes experts who were named or removed into the history of the record, as {"id", "name"}.';

-- Both records tell of it, and each names the other one.
create function private.keep_relation_history() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_restoring_archive() then
    return null;
  end if;
  -- Planned each time, as above.
  execute
    'insert into public.record_history (
      account_id, kind, record_id, record_name, action, field, before, after, changed_by, act, concerned
    )
    select
      r.account_id, r.kind, r.id, r.name, ''updated'', ''relations'',
      case when $1 then related.value end, case when not $1 then related.value end,
      $2, $3,
      array(select distinct person from unnest(array[r.owner_id, r.created_by]) as person where person is not null)
    from links l
    cross join lateral (values (l.from_id, l.to_id, true), (l.to_id, l.from_id, false)) as e (id, other, outgoing)
    join private.records r on r.account_id = l.account_id and r.id = e.id
    join private.records t on t.account_id = l.account_id and t.id = e.other
    cross join lateral (
      select jsonb_build_object(
        ''id'', t.id, ''name'', t.name, ''kind'', t.kind, ''type'', l.type, ''outgoing'', e.outgoing
      ) as value
    ) related
    where $1 or not exists (
      select from public.binned_records b where b.account_id = l.account_id and b.record_id in (l.from_id, l.to_id)
    )'
    using tg_op = 'DELETE', private.caller_id(), private.current_act();
  return null;
end
$$;
comment on function private.keep_relation_history() is
  'Statement trigger: writes relations that were added or removed into the history of both records, as {"id", "name", "kind", "type", "outgoing"} of the other one.';

-- A single, long insert: a change of ten thousand records waits for one statement.
create function private.keep_history_of_changes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_purging() then
    return null;
  end if;
  -- Planned each time: a plan made for one record would compare each of ten thousand with every other.
  execute $insert$
    insert into public.record_history (
      account_id, kind, record_id, record_name, action, field, before, after, changed_by, changed_at, act, concerned
    )
    select
      (changed.is_now ->> 'account_id')::uuid,
      coalesce(changed.is_now ->> 'kind', $1),
      (changed.is_now ->> 'id')::uuid,
      coalesce(changed.is_now ->> 'name', changed.is_now ->> 'title'),
      'updated',
      change.field,
      -- Own values are never that long, and an undo needs them whole.
      case when change.field like 'own.%' then change.before else private.history_value(change.before) end,
      case when change.field like 'own.%' then change.after else private.history_value(change.after) end,
      $2,
      changed.moment,
      $3,
      array(
        select distinct person::uuid
        from unnest(array[
          changed.was ->> 'owner_id', changed.is_now ->> 'owner_id', changed.was ->> 'created_by',
          changed.is_now ->> 'created_by', changed.was ->> 'author_id', changed.is_now ->> 'author_id'
        ]) as person
        where person is not null
        union
        select person
        from unnest(array[changed.was ->> 'team_id', changed.is_now ->> 'team_id']) as team
        cross join lateral unnest(private.people_of_team(team::uuid)) as person
      )
    from (
      select to_jsonb(o) as was, to_jsonb(n) as is_now, clock_timestamp() as moment
      from before_change o
      join after_change n using (id)
      where o is distinct from n
    ) changed
    cross join lateral (
      select n.key as field, changed.was -> n.key as before, n.value as after
      from jsonb_each(changed.is_now - $4) n
      where n.value is distinct from changed.was -> n.key
      union all
      select 'own.' || own.key, changed.was -> 'own' -> own.key, changed.is_now -> 'own' -> own.key
      from jsonb_object_keys((changed.was -> 'own') || (changed.is_now -> 'own')) as own (key)
      where changed.was -> 'own' is distinct from changed.is_now -> 'own'
        and changed.was -> 'own' -> own.key is distinct from changed.is_now -> 'own' -> own.key
      union all
      select 'tags', private.tags_in_history(changed.was -> 'tags'), private.tags_in_history(changed.is_now -> 'tags')
      where changed.was -> 'tags' is distinct from changed.is_now -> 'tags'
      union all
      select 'owner_id', owner.before, owner.after
      from (
        select
          case
            when coalesce(changed.was ->> 'invited_owner_id', changed.was ->> 'team_id') is null
              then coalesce(changed.was -> 'owner_id', 'null')
            else private.owner_in_history(changed.was)
          end as before,
          case
            when coalesce(changed.is_now ->> 'invited_owner_id', changed.is_now ->> 'team_id') is null
              then coalesce(changed.is_now -> 'owner_id', 'null')
            else private.owner_in_history(changed.is_now)
          end as after
        where (changed.was -> 'owner_id', changed.was -> 'invited_owner_id', changed.was -> 'team_id')
          is distinct from (changed.is_now -> 'owner_id', changed.is_now -> 'invited_owner_id', changed.is_now -> 'team_id')
      ) owner
      where case
        when jsonb_typeof(owner.before) = 'object' or jsonb_typeof(owner.after) = 'object'
        then not private.same_owner(owner.before, owner.after)
        else owner.before <> owner.after
      end
    ) change
  $insert$ using tg_argv[0], private.caller_id(), private.current_act(), array[
    'id', 'account_id', 'created_at', 'created_by', 'updated_at', 'updated_by',
    -- A run of an automation or a use of an agent is no change of it.
    'last_used', 'last_run',
    -- Three columns, and one owner.
    'owner_id', 'invited_owner_id', 'team_id',
    -- Each own field has a line, and tags have their names in it.
    'own', 'tags'
  ];
  return null;
end
$$;
comment on function private.keep_history_of_changes() is
  'Statement trigger (kind, where the rows have none): writes each changed field of each changed record into the history, by the caller and now.';

-- The history of changes is written for the whole statement, and told for it: who changes ten thousand records in one act
-- waits for one insert, not for ten thousand.
--
-- Rows, their moments and what is told stay as they were: each record has a moment of its own, in the order in which the
-- records were changed, and who is told of many is told of the first twenty.

create function private.keep_history_of_changes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Planned each time: a plan made for one record would compare each of ten thousand with every other.
  execute $insert$
    insert into public.record_history (
      account_id, kind, record_id, record_name, action, field, before, after, changed_by, changed_at, act, concerned
    )
    select
      (changed.is_now ->> 'account_id')::uuid,
      $1,
      (changed.is_now ->> 'id')::uuid,
      coalesce(changed.is_now ->> 'name', changed.is_now ->> 'title'),
      'updated',
      change.field,
      private.history_value(change.before),
      private.history_value(change.after),
      $2,
      changed.moment,
      $3,
      array(
        select distinct person::uuid
        from unnest(array['owner_id', 'created_by', 'author_id']) as role,
          unnest(array[changed.was ->> role, changed.is_now ->> role]) as person
        where person is not null
      )
    from (
      select to_jsonb(o) as was, to_jsonb(n) as is_now, clock_timestamp() as moment
      from before_change o
      join after_change n using (id)
      where o is distinct from n
    ) changed
    cross join lateral (
      select n.key as field, changed.was -> n.key as before, n.value as after
      from jsonb_each(changed.is_now) n
      where n.key <> all ($4) and n.value is distinct from changed.was -> n.key
      union all
      select 'owner_id', owner.before, owner.after
      from (
        select
          case
            when changed.was ->> 'invited_owner_id' is null then coalesce(changed.was -> 'owner_id', 'null')
            else private.owner_in_history(changed.was)
          end as before,
          case
            when changed.is_now ->> 'invited_owner_id' is null then coalesce(changed.is_now -> 'owner_id', 'null')
            else private.owner_in_history(changed.is_now)
          end as after
        where (changed.was -> 'owner_id', changed.was -> 'invited_owner_id')
          is distinct from (changed.is_now -> 'owner_id', changed.is_now -> 'invited_owner_id')
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
    -- Two columns, and one owner.
    'owner_id', 'invited_owner_id'
  ];
  return null;
end
$$;
comment on function private.keep_history_of_changes() is
  'Statement trigger (kind): writes each changed field of each changed record into the history, by the caller and now.';
alter function private.keep_history_of_changes() owner to cairn_definer;

create or replace function private.keep_history() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  was constant jsonb := to_jsonb(old);
  is_now constant jsonb := to_jsonb(new);
  record constant jsonb := coalesce(is_now, was);
  name_before text;
begin
  if tg_op = 'INSERT' then
    name_before := private.name_in_bin(new.account_id, new.id);
  end if;
  insert into public.record_history (
    account_id, kind, record_id, record_name, action, before, after, changed_by, changed_at, concerned
  )
  values (
    (record ->> 'account_id')::uuid,
    tg_argv[0],
    (record ->> 'id')::uuid,
    coalesce(record ->> 'name', record ->> 'title'),
    case
      when name_before is not null then 'restored'
      when tg_op = 'INSERT' then 'created'
      else 'deleted'
    end,
    to_jsonb(name_before),
    case when name_before is not null then is_now -> 'name' end,
    private.caller_id(),
    clock_timestamp(),
    array(
      select distinct person::uuid
      from unnest(array['owner_id', 'created_by', 'author_id']) as role, unnest(array[was ->> role, is_now ->> role]) as person
      where person is not null
    )
  );
  return null;
end
$$;
comment on function private.keep_history() is
  'Trigger (kind): writes a created, deleted or restored record into the history, by the caller and now. One that is restored has the name in the bin before, and its name after.';

-- Whatever the number of records: of each kind the first twenty reach private.notify, which tells of twenty in all.
create or replace function private.notify_of_changes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- What the server itself does is nobody's doing.
  if private.caller_id() is null then
    return null;
  end if;
  perform private.notify(t.account_id, t.person, t.told, t.kind, t.record_id, t.record_name, t.payload)
  from (
    select
      d.*,
      row_number() over (partition by d.account_id, d.person, d.told order by d.moment, d.record_id) as place
    from (
      select
        c.account_id, person, c.kind, c.record_id, c.record_name, min(c.changed_at) as moment,
        case
          when c.action = 'deleted' then 'record_deleted'
          when c.action = 'restored' then 'record_restored'
          -- Whoever a new record concerns beside its creator was made its owner.
          when c.action = 'created' or bool_or(c.field = 'owner_id' and c.after = to_jsonb(person)) then 'owner_assigned'
          else 'record_changed'
        end as told,
        case when c.action = 'updated' then jsonb_build_object('fields', jsonb_agg(distinct c.field)) else '{}' end as payload
      from changes c, unnest(c.concerned) as person
      where person <> private.caller_id()
      group by c.account_id, person, c.kind, c.record_id, c.record_name, c.action
    ) d
    order by d.moment, d.record_id, d.person
  ) t
  where t.place <= 20;
  return null;
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
        where t.account_id = $1 and t.id = h.record_id and t.owner_id is not distinct from $3::uuid
          and t.invited_owner_id is null
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

drop trigger systems_history on public.systems;
drop trigger solutions_history on public.solutions;
drop trigger agents_history on public.agents;
drop trigger automations_history on public.automations;
drop trigger knowledge_articles_history on public.knowledge_articles;

-- As cairn_owner run only foreign keys: somebody left or the whole account goes, which is no change of the record.
-- By their names the changes are told before what becomes of a handover.
create trigger systems_history after insert or delete on public.systems
  for each row when (current_user <> 'cairn_owner') execute function private.keep_history('system');
create trigger systems_changes after update on public.systems
  referencing old table as before_change new table as after_change
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_history_of_changes('system');
create trigger solutions_history after insert or delete on public.solutions
  for each row when (current_user <> 'cairn_owner') execute function private.keep_history('solution');
create trigger solutions_changes after update on public.solutions
  referencing old table as before_change new table as after_change
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_history_of_changes('solution');
create trigger agents_history after insert or delete on public.agents
  for each row when (current_user <> 'cairn_owner') execute function private.keep_history('agent');
create trigger agents_changes after update on public.agents
  referencing old table as before_change new table as after_change
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_history_of_changes('agent');
create trigger automations_history after insert or delete on public.automations
  for each row when (current_user <> 'cairn_owner') execute function private.keep_history('automation');
create trigger automations_changes after update on public.automations
  referencing old table as before_change new table as after_change
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_history_of_changes('automation');
create trigger knowledge_articles_history after insert or delete on public.knowledge_articles
  for each row when (current_user <> 'cairn_owner') execute function private.keep_history('article');
create trigger knowledge_articles_changes after update on public.knowledge_articles
  referencing old table as before_change new table as after_change
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_history_of_changes('article');

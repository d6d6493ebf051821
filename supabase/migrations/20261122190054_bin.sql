-- The bin: a deleted system, solution, agent or automation waits here before it is gone for good.
--
-- The record leaves its table, so that no list gets longer and its name is free. What is kept is the row as it was and
-- what pointed to it or from it; a record comes back under its id, and its history goes on. A record that is there has no
-- row here, but for the moments in which it goes or comes back: by that, triggers know a record that comes back.

create table public.binned_records (
  account_id uuid not null references public.accounts (id) on delete cascade,
  kind text not null,
  record_id uuid not null,
  name text not null,
  record jsonb not null,
  links jsonb not null default '{}',
  deleted_by uuid,
  deleted_at timestamptz not null default now(),
  reason text not null default '',
  act uuid not null default private.current_act(),
  primary key (account_id, kind, record_id),
  constraint binned_records_kind_known check (private.holds(
    kind in ('system', 'solution', 'agent', 'automation'),
    'Kind must be system, solution, agent or automation.'
  )),
  constraint binned_records_reason_length check (private.holds(
    char_length(reason) <= 500,
    'A reason must have at most 500 characters.'
  ))
);
create index binned_records_by_time_idx on public.binned_records (account_id, deleted_at desc, record_id);
create index binned_records_by_act_idx on public.binned_records (account_id, act);
create index binned_records_by_id_idx on public.binned_records (account_id, record_id);
create index binned_records_deleted_at_idx on public.binned_records (deleted_at);

comment on table public.binned_records is
  'Deleted systems, solutions, agents and automations, until they are restored or purged.';
comment on column public.binned_records.kind is 'system, solution, agent or automation.';
comment on column public.binned_records.record is 'The row as it was.';
comment on column public.binned_records.links is 'What pointed to the record or from it, with the names of then.';
comment on column public.binned_records.deleted_by is 'The person; empty when the server did it. Stays when the person leaves.';
comment on column public.binned_records.reason is 'Why, in the words of whoever deleted it.';
comment on column public.binned_records.act is 'The same for everything that went in one transaction, and for its lines in the history.';

alter table public.binned_records owner to cairn_owner;
alter table public.binned_records enable row level security;
alter table public.binned_records force row level security;
revoke all on public.binned_records from public, anon, authenticated, service_role;
grant select on public.binned_records to service_role;
grant select, insert, update, delete on public.binned_records to cairn_definer;

-- How long a record stays, as the server that purges last said it: the screen counts the days.
create table private.bin_time (
  only_row boolean primary key default true check (only_row),
  days integer not null
);
comment on table private.bin_time is 'For how many days records stay in bins, as whoever purges them last said it.';
alter table private.bin_time owner to cairn_owner;
alter table private.bin_time enable row level security;
alter table private.bin_time force row level security;
revoke all on private.bin_time from public, anon, authenticated, service_role;
grant select, insert, update on private.bin_time to cairn_definer;

create function private.bin_days() returns integer
language sql stable security definer set search_path = ''
as $$
  select coalesce((select t.days from private.bin_time t), 30)
$$;
comment on function private.bin_days() is 'For how many days records stay in bins.';

-- Going into the bin

create function private.links_to_keep(account uuid, kind text, id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  experts jsonb;
begin
  execute format(
    'select jsonb_agg(to_jsonb(e)) from public.%I e where e.account_id = $1 and e.%I = $2',
    kind || '_experts', kind || '_id'
  ) into experts using account, id;
  return jsonb_strip_nulls(jsonb_build_object(
    'experts', experts,
    'departed', (
      select jsonb_agg(to_jsonb(d))
      from public.departed_owners d
      where d.account_id = account and d.kind = links_to_keep.kind and d.record_id = links_to_keep.id
    ),
    'rows', (
      select jsonb_agg(jsonb_build_object('table', l.name, 'kind', l.kind, 'id', l.id, 'name', l.called, 'row', l.link))
      from (
        select 'solution_automations' as name, 'automation' as kind, a.id, a.name as called, to_jsonb(l) as link
        from public.solution_automations l
        join public.automations a on a.id = l.automation_id
        where links_to_keep.kind = 'solution' and l.account_id = account and l.solution_id = links_to_keep.id
        union all
        select 'solution_agents', 'agent', a.id, a.name, to_jsonb(l)
        from public.solution_agents l
        join public.agents a on a.id = l.agent_id
        where links_to_keep.kind = 'solution' and l.account_id = account and l.solution_id = links_to_keep.id
        union all
        select 'solution_automations', 'solution', s.id, s.name, to_jsonb(l)
        from public.solution_automations l
        join public.solutions s on s.id = l.solution_id
        where links_to_keep.kind = 'automation' and l.account_id = account and l.automation_id = links_to_keep.id
        union all
        select 'solution_agents', 'solution', s.id, s.name, to_jsonb(l)
        from public.solution_agents l
        join public.solutions s on s.id = l.solution_id
        where links_to_keep.kind = 'agent' and l.account_id = account and l.agent_id = links_to_keep.id
      ) l
    ),
    'systems', (
      select jsonb_agg(jsonb_build_object('id', y.id, 'name', y.name))
      from public.solutions s
      join public.systems y on y.account_id = account and y.id = any (s.related_systems)
      where links_to_keep.kind = 'solution' and s.account_id = account and s.id = links_to_keep.id
    ),
    'solutions', (
      select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'before', to_jsonb(s.related_systems)))
      from public.solutions s
      where links_to_keep.kind = 'system' and s.account_id = account
        and s.related_systems @> array[links_to_keep.id]
    ),
    'articles', (
      select jsonb_agg(jsonb_build_object('id', a.id, 'name', a.title))
      from public.knowledge_articles a
      where links_to_keep.kind = 'system' and a.account_id = account and a.system_id = links_to_keep.id
    )
  ));
end
$$;
comment on function private.links_to_keep(uuid, text, uuid) is
  'What goes into the bin with a record: its experts, the owner who left, rows of links with the other end''s kind, id and name, the systems of a solution, and the solutions and articles that point to a system.';

create function private.put_into_bin(account uuid, kind text, ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  execute format(
    'insert into public.binned_records (account_id, kind, record_id, name, record, links, deleted_by, reason)
    select
      r.account_id, $2, r.id, r.name, to_jsonb(r),
      private.links_to_keep(r.account_id, $2, r.id),
      private.caller_id(), left(coalesce(current_setting(''cairn.reason'', true), ''''), 500)
    from public.%I r
    where r.account_id = $1 and r.id = any ($3)
    on conflict do nothing',
    kind || 's'
  ) using account, kind, ids;
end
$$;
comment on function private.put_into_bin(uuid, text, uuid[]) is
  'Notes records in the bin that are about to be deleted, with the reason in the setting cairn.reason; those that are noted already stay as they are.';

create function private.bin_record() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.put_into_bin(old.account_id, tg_argv[0], array[old.id]);
  return old;
end
$$;
comment on function private.bin_record() is 'Trigger (kind): puts a record that is being deleted into the bin.';

-- As cairn_owner run only foreign keys: the whole account goes, and its bin with it.
create trigger systems_into_bin before delete on public.systems
  for each row when (current_user <> 'cairn_owner') execute function private.bin_record('system');
create trigger solutions_into_bin before delete on public.solutions
  for each row when (current_user <> 'cairn_owner') execute function private.bin_record('solution');
create trigger agents_into_bin before delete on public.agents
  for each row when (current_user <> 'cairn_owner') execute function private.bin_record('agent');
create trigger automations_into_bin before delete on public.automations
  for each row when (current_user <> 'cairn_owner') execute function private.bin_record('automation');

-- What others tell of a record that comes back

create function private.name_in_bin(account uuid, id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select b.name from public.binned_records b where b.account_id = account and b.record_id = id
$$;
comment on function private.name_in_bin(uuid, uuid) is
  'What a record was called when it was deleted; null unless it is in the bin, or just coming back.';

alter table public.record_history drop constraint record_history_action_known;
alter table public.record_history add constraint record_history_action_known check (private.holds(
  action in ('created', 'updated', 'deleted', 'restored'),
  'Action must be created, updated, deleted or restored.'
));
comment on table public.record_history is
  'What happened to a record: one row for a creation, deletion or restoration, one for each changed field.';

create or replace function private.keep_history() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- A run of an automation or a use of an agent is no change of it.
  unnoted constant text[] := array[
    'id', 'account_id', 'created_at', 'created_by', 'updated_at', 'updated_by', 'last_used', 'last_run'
  ];
  -- Two columns, and one owner.
  of_owner constant text[] := array['owner_id', 'invited_owner_id'];
  was constant jsonb := to_jsonb(old);
  is_now constant jsonb := to_jsonb(new);
  record constant jsonb := coalesce(is_now, was);
  moment constant timestamptz := clock_timestamp();
  name_before text;
begin
  if tg_op = 'INSERT' then
    name_before := private.name_in_bin(new.account_id, new.id);
  end if;
  insert into public.record_history (
    account_id, kind, record_id, record_name, action, field, before, after, changed_by, changed_at, concerned
  )
  select
    (record ->> 'account_id')::uuid,
    tg_argv[0],
    (record ->> 'id')::uuid,
    coalesce(record ->> 'name', record ->> 'title'),
    case
      when name_before is not null then 'restored'
      when tg_op = 'INSERT' then 'created'
      when tg_op = 'DELETE' then 'deleted'
      else 'updated'
    end,
    change.field,
    private.history_value(change.before),
    private.history_value(change.after),
    private.caller_id(),
    moment,
    array(
      select distinct person::uuid
      from unnest(array['owner_id', 'created_by', 'author_id']) as role, unnest(array[was ->> role, is_now ->> role]) as person
      where person is not null
    )
  from (
    select
      null as field,
      to_jsonb(name_before) as before,
      case when name_before is not null then is_now -> 'name' end as after
    where tg_op <> 'UPDATE'
    union all
    select n.key, was -> n.key, n.value
    from jsonb_each(is_now) n
    where tg_op = 'UPDATE' and n.key <> all (unnoted || of_owner) and n.value is distinct from was -> n.key
    union all
    select 'owner_id', owner.before, owner.after
    from (select private.owner_in_history(was) as before, private.owner_in_history(is_now) as after) owner
    where tg_op = 'UPDATE' and tg_argv[0] <> 'article'
      and (was -> 'owner_id', was -> 'invited_owner_id')
        is distinct from (is_now -> 'owner_id', is_now -> 'invited_owner_id')
      -- A renewed invitation is another one of the same person.
      and coalesce(owner.before ->> 'name', owner.before #>> '{}')
        is distinct from coalesce(owner.after ->> 'name', owner.after #>> '{}')
  ) change;
  return null;
end
$$;
comment on function private.keep_history() is
  'Trigger (kind): writes a created, changed, deleted or restored record into the history, by the caller and now. One that is restored has the name in the bin before, and its name after.';

-- Links that went with a record came to an end without a word, and come back without one.
create or replace function private.keep_link_history() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  link constant jsonb := coalesce(to_jsonb(new), to_jsonb(old));
  record_id constant uuid := (link ->> tg_argv[3])::uuid;
  linked_id constant uuid := (link ->> tg_argv[5])::uuid;
begin
  if tg_op = 'INSERT' and coalesce(
    private.name_in_bin(new.account_id, record_id), private.name_in_bin(new.account_id, linked_id)
  ) is not null then
    return null;
  end if;
  execute format(
    'insert into public.record_history (
      account_id, kind, record_id, record_name, action, field, before, after, changed_by, concerned
    )
    select
      r.account_id, $1, r.id, r.name, ''updated'', $2,
      case when $3 then linked.value end, case when not $3 then linked.value end,
      private.caller_id(),
      array(select distinct person from unnest(array[r.owner_id, r.created_by]) as person where person is not null)
    from
      public.%I r,
      (select jsonb_build_object(''id'', t.id, ''name'', t.name) as value from public.%I t where t.id = $4) linked
    where r.id = $5',
    tg_argv[2], tg_argv[4]
  ) using tg_argv[0], tg_argv[1], tg_op = 'DELETE', linked_id, record_id;
  return null;
end
$$;

-- Whoever knew it before is not told that they are expert of it.
create or replace function private.notify_expert() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.notify(new.account_id, new.expert_id, 'expert_assigned', r.kind, r.id, r.name)
  from private.catalogue_records r
  where r.account_id = new.account_id and r.kind = tg_argv[0] and r.id = (to_jsonb(new) ->> (tg_argv[0] || '_id'))::uuid
    and private.name_in_bin(r.account_id, r.id) is null;
  return null;
end
$$;

create or replace function private.notify_of_changes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- What the server itself does is nobody's doing.
  if private.caller_id() is null then
    return null;
  end if;
  perform private.notify(
    c.account_id, person,
    case
      when c.action = 'deleted' then 'record_deleted'
      when c.action = 'restored' then 'record_restored'
      -- Whoever a new record concerns beside its creator was made its owner.
      when c.action = 'created' or bool_or(c.field = 'owner_id' and c.after = to_jsonb(person)) then 'owner_assigned'
      else 'record_changed'
    end,
    c.kind, c.record_id, c.record_name,
    case when c.action = 'updated' then jsonb_build_object('fields', jsonb_agg(distinct c.field)) else '{}' end
  )
  from changes c, unnest(c.concerned) as person
  group by c.account_id, person, c.kind, c.record_id, c.record_name, c.action;
  return null;
end
$$;

alter table public.notifications drop constraint notifications_kind_known;
alter table public.notifications add constraint notifications_kind_known check (private.holds(
  kind in (
    'invitation_accepted', 'member_joined', 'newcomer_waiting', 'expert_assigned', 'owner_assigned', 'level_changed',
    'record_changed', 'record_deleted', 'record_restored', 'second_factor_wanted'
  ),
  'Kind must be one of the known kinds of notifications.'
));

-- A record that is back stands where it stood, with the change that it had last.
create or replace function public.get_recent_activity()
returns table (id uuid, kind text, resource text, action text, user_name text, occurred_at timestamptz)
language sql stable set search_path = ''
as $$
  with latest as (
    (
      select s.id, 'system' as kind, s.name, s.created_by, s.updated_by, s.updated_at
      from public.systems s
      where s.account_id = (select private.my_account()) and (select private.feature_enabled('systems'))
      order by s.updated_at desc
      limit 10
    )
    union all
    (
      select s.id, 'solution', s.name, s.created_by, s.updated_by, s.updated_at
      from public.solutions s
      where s.account_id = (select private.my_account()) and (select private.feature_enabled('solutions'))
      order by s.updated_at desc
      limit 10
    )
    union all
    (
      select a.id, 'agent', a.name, a.created_by, a.updated_by, a.updated_at
      from public.agents a
      where a.account_id = (select private.my_account()) and (select private.feature_enabled('agents'))
      order by a.updated_at desc
      limit 10
    )
    union all
    (
      select a.id, 'automation', a.name, a.created_by, a.updated_by, a.updated_at
      from public.automations a
      where a.account_id = (select private.my_account()) and (select private.feature_enabled('automations'))
      order by a.updated_at desc
      limit 10
    )
  ),
  told as (
    select
      l.id,
      l.kind,
      l.name,
      h.action,
      coalesce(h.changed_by, case h.action when 'created' then l.created_by else l.updated_by end) as person,
      l.updated_at,
      h.changed_at
    from latest l
    cross join lateral (
      select r.action, r.changed_by, r.changed_at
      from public.record_history r
      where r.account_id = (select private.my_account()) and r.record_id = l.id and r.action <> 'restored'
        and (r.field is null or r.field <> all (array['experts', 'automations', 'agents']))
      order by r.changed_at desc
      limit 1
    ) h
  )
  select t.id, t.kind, t.name, t.action, coalesce(p.name, 'Unknown User'), t.updated_at
  from told t
  left join public.profiles p on p.id = t.person
  order by t.updated_at desc, t.changed_at desc
  limit 8
$$;

create or replace function private.audit_deletion() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.write_audit(
    new.account_id, new.changed_by, new.kind || '_' || new.action, new.kind, new.record_id::text,
    jsonb_build_object('name', new.record_name)
  );
  return null;
end
$$;
comment on function private.audit_deletion() is 'Trigger: enters the deletion or restoration of a record, out of its history.';
create or replace trigger record_history_audit after insert on public.record_history
  for each row when (new.action in ('deleted', 'restored')) execute function private.audit_deletion();

-- Purged records cannot be had back: that is worth as much attention as a log that was cleaned.
create or replace function private.audit_severity(action text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when action is null then null
    when action in (
      'login_rate_limit_check', 'password_changed', 'password_change_failed', 'permission_updated', 'member_removed',
      'audit_log_cleaned', 'team_data_access_failed', 'member_second_factor_removed', 'member_sessions_ended',
      'bin_purged'
    ) then 'high'
    when action in (
      'failed_login', 'lock_out_released', 'password_change_attempted', 'session_ended', 'member_joined', 'member_left',
      'invitation_created', 'invitation_accepted', 'invitation_revoked', 'newcomer_admitted', 'newcomer_refused',
      'newcomer_admission_updated', 'second_factor_reminder_sent', 'feature_updated', 'appearance_updated',
      'bin_expired'
    ) or action like '%\_deleted' then 'medium'
    else 'low'
  end
$$;

-- Coming back

create function private.may_delete(record jsonb) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    private.my_rank() >= 2
    or private.my_rank() = 1 and private.caller_id()::text in (record ->> 'created_by', record ->> 'owner_id'),
    false
  )
$$;
comment on function private.may_delete(jsonb) is
  'Whether the caller may delete a record of their account, as the policies of all catalogues say it.';

create function private.is_member(account uuid, person uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.account_members m where m.account_id = account and m.user_id = person)
$$;
comment on function private.is_member(uuid, uuid) is 'Whether a person belongs to an account.';

create function private.is_record(account uuid, kind text, id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  case kind
    when 'system' then return exists (select from public.systems r where r.account_id = account and r.id = is_record.id);
    when 'solution' then
      return exists (select from public.solutions r where r.account_id = account and r.id = is_record.id);
    when 'agent' then return exists (select from public.agents r where r.account_id = account and r.id = is_record.id);
    when 'automation' then
      return exists (select from public.automations r where r.account_id = account and r.id = is_record.id);
    when 'article' then
      return exists (select from public.knowledge_articles r where r.account_id = account and r.id = is_record.id);
  end case;
end
$$;
comment on function private.is_record(uuid, text, uuid) is 'Whether an account has a record.';

create function private.name_is_taken(account uuid, kind text, wanted text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  taken boolean;
begin
  execute format(
    'select exists (select from public.%I r where r.account_id = $1 and lower(r.name) = lower($2))', kind || 's'
  ) into taken using account, wanted;
  return taken;
end
$$;
comment on function private.name_is_taken(uuid, text, text) is 'Whether a record of the kind has a name already.';

-- Columns that a table got meanwhile have their defaults; those that it lost are forgotten.
create function private.put_back(table_name text, given jsonb, on_conflict text default '') returns void
language plpgsql security definer set search_path = ''
as $$
declare
  columns text;
  defaults text;
begin
  select
    string_agg(quote_ident(a.attname), ', ' order by a.attnum),
    string_agg(format('%L, %s', a.attname, pg_get_expr(d.adbin, d.adrelid)), ', ') filter (where d.adbin is not null)
  into columns, defaults
  from pg_catalog.pg_attribute a
  left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = format('public.%I', table_name)::regclass
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = '';
  execute format(
    'insert into public.%1$I (%2$s)
    select %2$s
    from jsonb_populate_recordset(
      null::public.%1$I,
      (select jsonb_agg(jsonb_build_object(%3$s) || given.value) from jsonb_array_elements($1) as given)
    )
    %4$s',
    table_name, columns, defaults, on_conflict
  ) using given;
end
$$;
comment on function private.put_back(text, jsonb, text) is
  'Inserts rows that were deleted, as they were; on_conflict is a clause of the statement.';

create function private.put_records_back(account uuid, ids uuid[], new_names jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  one record;
begin
  for one in
    select b.kind, jsonb_agg(
      b.record
      || jsonb_build_object('name', coalesce(new_names ->> b.record_id::text, b.name))
      -- Whoever left has let go of what they owned and made.
      || (
        select coalesce(jsonb_object_agg(role, null::text), '{}')
        from unnest(array['owner_id', 'created_by', 'updated_by']) as role
        where not private.is_member(account, (b.record ->> role)::uuid)
      )
      -- Who was invited to own it may have joined.
      || coalesce(
        (
          select case when i.accepted_at is not null then jsonb_build_object('invited_owner_id', null, 'owner_id', (
            select p.id
            from public.profiles p
            where p.account_id = account and lower(p.email) = i.email
          )) else '{}' end
          from public.pending_invitations i
          where i.account_id = account and i.id = (b.record ->> 'invited_owner_id')::uuid
        ),
        '{"invited_owner_id": null}'
      )
      || case when b.kind = 'solution' then jsonb_build_object('related_systems', (
        select coalesce(jsonb_agg(listed.id order by listed.place), '[]')
        from jsonb_array_elements_text(b.record -> 'related_systems') with ordinality as listed (id, place)
        where private.is_record(account, 'system', listed.id::uuid)
      )) else '{}' end
    ) as records
    from public.binned_records b
    where b.account_id = account and b.record_id = any (ids)
    group by b.kind
    -- Solutions last: they ask whether their systems are there.
    order by b.kind = 'solution'
  loop
    perform private.put_back(one.kind || 's', one.records);
  end loop;
end
$$;
comment on function private.put_records_back(uuid, uuid[], jsonb) is
  'Inserts records out of the bin, without people who left and systems that are gone; new_names has a name by id.';

-- A record, and one link of it that is in the bin with it.
create type private.binned_link as (record_id uuid, part text, kind text, id uuid, name text, link jsonb);
alter type private.binned_link owner to cairn_definer;

create function private.binned_links(account uuid, ids uuid[]) returns setof private.binned_link
language sql stable security definer set search_path = ''
as $$
  select b.record_id, part.name, coalesce(part.kind, l.value ->> 'kind'), (l.value ->> 'id')::uuid, l.value ->> 'name', l.value
  from public.binned_records b
  cross join (
    values ('rows', null), ('systems', 'system'), ('solutions', 'solution'), ('articles', 'article')
  ) as part (name, kind)
  cross join lateral jsonb_array_elements(b.links -> part.name) as l (value)
  where b.account_id = account and b.record_id = any (ids)
$$;
comment on function private.binned_links(uuid, uuid[]) is 'The links to other records that are in the bin with these.';

-- The oldest list that is known says in which order.
create function private.put_into_lists(account uuid, ids uuid[]) returns void
language sql security definer set search_path = ''
as $$
  with back as (
    select
      l.id as solution_id,
      l.record_id as system_id,
      b.deleted_at,
      array(select jsonb_array_elements_text(l.link -> 'before'))::uuid[] as before,
      case when b.links -> 'moved' -> 'solutions' ? l.id::text then (b.links -> 'moved' ->> 'to')::uuid end as instead
    from private.binned_links(account, ids) l
    join public.binned_records b on b.account_id = account and b.record_id = l.record_id
    where l.part = 'solutions'
  ),
  merged as (
    select s.id, array(
      select entry.id
      from (
        select listed.id, listed.place
        from unnest(s.related_systems) with ordinality as listed (id, place)
        where listed.id not in (select k.instead from back k where k.solution_id = s.id and k.instead is not null)
        union
        select k.system_id, 1000
        from back k
        where k.solution_id = s.id and k.system_id <> all (s.related_systems)
      ) entry
      order by array_position(oldest.before, entry.id), entry.place
    ) as list
    from public.solutions s
    cross join lateral (
      select k.before from back k where k.solution_id = s.id order by k.deleted_at, cardinality(k.before) desc limit 1
    ) oldest
    where s.account_id = account and s.id in (select k.solution_id from back k)
  )
  update public.solutions s
  set related_systems = m.list
  from merged m
  where s.account_id = account and s.id = m.id and s.related_systems <> m.list and cardinality(m.list) <= 100
$$;
comment on function private.put_into_lists(uuid, uuid[]) is
  'Puts systems that come back into the lists of the solutions that rested on them, where those have room.';

-- What a record is linked to may be in the bin too: then the link waits there, and comes with the other one.
create function private.hand_links_on(account uuid, ids uuid[]) returns void
language sql security definer set search_path = ''
as $$
  with waiting as (
    select l.*, b.name as record_name, b.kind as record_kind, b.record
    from private.binned_links(account, ids) l
    join public.binned_records b on b.account_id = account and b.record_id = l.record_id
    where l.part <> 'articles' and l.id <> all (ids) and private.name_in_bin(account, l.id) is not null
  ),
  added as (
    select
      w.id,
      jsonb_agg(w.link || jsonb_build_object('kind', w.record_kind, 'id', w.record_id, 'name', w.record_name))
        filter (where w.part = 'rows') as links,
      jsonb_agg(jsonb_build_object('id', w.record_id, 'name', w.record_name, 'before', w.record -> 'related_systems'))
        filter (where w.part = 'systems') as solutions,
      jsonb_agg(jsonb_build_object('id', w.record_id, 'name', w.record_name))
        filter (where w.part = 'solutions') as systems,
      jsonb_agg(w.record_id) filter (where w.part = 'solutions') as listed
    from waiting w
    group by w.id
  )
  update public.binned_records b
  set
    links = b.links || jsonb_strip_nulls(jsonb_build_object(
      'rows', coalesce(b.links -> 'rows', '[]') || a.links,
      'solutions', coalesce(b.links -> 'solutions', '[]') || a.solutions,
      'systems', coalesce(b.links -> 'systems', '[]') || a.systems
    )),
    record = case
      when a.listed is null then b.record
      else jsonb_set(b.record, '{related_systems}', b.record -> 'related_systems' || a.listed)
    end
  from added a
  where b.account_id = account and b.record_id = a.id
$$;
comment on function private.hand_links_on(uuid, uuid[]) is
  'Gives the links of records that come back to what is still in the bin.';

create function private.put_links_back(account uuid, ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  one record;
begin
  -- What took the place of a record gives it back.
  delete from public.solution_automations l
  using public.binned_records b, jsonb_array_elements(b.links -> 'moved' -> 'rows') as m
  where b.account_id = account and b.record_id = any (ids) and m ->> 'table' = 'solution_automations'
    and l.account_id = account and l.solution_id = (m ->> 'solution')::uuid and l.automation_id = (m ->> 'other')::uuid;
  delete from public.solution_agents l
  using public.binned_records b, jsonb_array_elements(b.links -> 'moved' -> 'rows') as m
  where b.account_id = account and b.record_id = any (ids) and m ->> 'table' = 'solution_agents'
    and l.account_id = account and l.solution_id = (m ->> 'solution')::uuid and l.agent_id = (m ->> 'other')::uuid;
  for one in
    select link.table_name, jsonb_agg(
      link.kept || case
        when private.is_member(account, (link.kept ->> 'assigned_by')::uuid) then '{}'
        else '{"assigned_by": null}'::jsonb
      end
    ) as kept
    from (
      select l.link ->> 'table' as table_name, l.link -> 'row' as kept
      from private.binned_links(account, ids) l
      where l.part = 'rows' and private.is_record(account, l.kind, l.id)
      union
      select b.kind || '_experts', e.value
      from public.binned_records b
      cross join lateral jsonb_array_elements(b.links -> 'experts') as e (value)
      where b.account_id = account and b.record_id = any (ids)
        and private.is_member(account, (e.value ->> 'expert_id')::uuid)
      union
      select 'departed_owners', d.value
      from public.binned_records b
      cross join lateral jsonb_array_elements(b.links -> 'departed') as d (value)
      where b.account_id = account and b.record_id = any (ids)
      union
      select 'departed_owners', jsonb_build_object(
        'account_id', account, 'kind', b.kind, 'record_id', b.record_id, 'person_id', b.record ->> 'owner_id',
        'person_name', (select p.name from public.profiles p where p.id = (b.record ->> 'owner_id')::uuid)
      )
      from public.binned_records b
      where b.account_id = account and b.record_id = any (ids) and b.record ->> 'owner_id' is not null
        and not private.is_member(account, (b.record ->> 'owner_id')::uuid)
    ) link
    group by link.table_name
  loop
    perform private.put_back(one.table_name, one.kept, 'on conflict do nothing');
  end loop;
  perform private.put_into_lists(account, ids);
  update public.knowledge_articles a
  set system_id = l.record_id
  from private.binned_links(account, ids) l
  join public.binned_records b on b.account_id = account and b.record_id = l.record_id
  where l.part = 'articles' and a.account_id = account and a.id = l.id
    and (a.system_id is null or a.system_id = (b.links -> 'moved' ->> 'to')::uuid);
end
$$;
comment on function private.put_links_back(uuid, uuid[]) is
  'Makes the links of records that come back, to whatever is there; those that were moved elsewhere leave that place.';

create function private.missing_links(account uuid, ids uuid[]) returns table (record_id uuid, missing jsonb)
language sql stable security definer set search_path = ''
as $$
  select m.record_id, jsonb_agg(jsonb_build_object('part', m.part, 'name', m.name, 'why', m.why) order by m.part, m.name)
  from (
    select
      l.record_id, l.kind as part, coalesce(l.name, '') as name,
      case
        when private.name_in_bin(account, l.id) is not null and l.id <> all (ids) then 'bin'
        when not private.is_record(account, l.kind, l.id) then 'gone'
        when l.part = 'solutions' and not exists (
          select from public.solutions s
          where s.account_id = account and s.id = l.id and s.related_systems @> array[l.record_id]
        ) then 'full'
        when l.part = 'articles' and not exists (
          select from public.knowledge_articles a
          where a.account_id = account and a.id = l.id and a.system_id = l.record_id
        ) then 'elsewhere'
      end as why
    from private.binned_links(account, ids) l
    union all
    select b.record_id, 'expert', coalesce(p.name, ''), 'left'
    from public.binned_records b
    cross join lateral jsonb_array_elements(b.links -> 'experts') as e (value)
    left join public.profiles p on p.id = (e.value ->> 'expert_id')::uuid
    where b.account_id = account and b.record_id = any (ids)
      and not private.is_member(account, (e.value ->> 'expert_id')::uuid)
    union all
    select b.record_id, 'owner', coalesce(p.name, ''), 'left'
    from public.binned_records b
    left join public.profiles p on p.id = (b.record ->> 'owner_id')::uuid
    where b.account_id = account and b.record_id = any (ids) and b.record ->> 'owner_id' is not null
      and not private.is_member(account, (b.record ->> 'owner_id')::uuid)
  ) m
  where m.why is not null
  group by m.record_id
$$;
comment on function private.missing_links(uuid, uuid[]) is
  'What does not come back with records: [{"part": owner, expert or a kind, "name", "why": left, gone, bin (it waits there), full or elsewhere}].';

create function private.problems_of_restoring(account uuid, ids uuid[], new_names jsonb)
returns table (kind text, record_id uuid, name text, problem text)
language sql stable security definer set search_path = ''
as $$
  select
    b.kind, wanted.id, called.name,
    case
      when b.record_id is null then 'not_in_bin'
      when not private.may_delete(b.record) then 'not_allowed'
      when not private.feature_enabled(b.kind || 's') and private.my_rank() is distinct from 3 then 'switched_off'
      when private.name_is_taken(account, b.kind, called.name)
        or row_number() over (partition by b.kind, lower(called.name) order by b.deleted_at desc, wanted.id) > 1
        then 'name_taken'
    end
  from (select distinct given.id from unnest(ids) as given (id)) wanted
  left join public.binned_records b on b.account_id = account and b.record_id = wanted.id
  cross join lateral (select private.display_text(coalesce(new_names ->> wanted.id::text, b.name)) as name) called
$$;
comment on function private.problems_of_restoring(uuid, uuid[], jsonb) is
  'Of each record its kind, the name that it would get, and what speaks against it: not_in_bin, not_allowed, switched_off, name_taken, or nothing.';

create function private.restore_records(ids uuid[], new_names jsonb default '{}')
returns table (kind text, record_id uuid, name text, problem text, missing jsonb)
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  asked jsonb;
  free uuid[];
  lost jsonb;
begin
  -- Of two who restore the same at once the second waits, and finds nothing.
  perform from public.binned_records b
  where b.account_id = account and b.record_id = any (ids)
  order by b.record_id
  for update;
  select
    coalesce(jsonb_agg(to_jsonb(p)), '[]'),
    coalesce(array_agg(p.record_id) filter (where p.problem is null), '{}')
  into asked, free
  from private.problems_of_restoring(account, ids, new_names) p;
  perform private.put_records_back(account, free, (
    select coalesce(jsonb_object_agg(p ->> 'record_id', p ->> 'name'), '{}') from jsonb_array_elements(asked) as p
  ));
  perform private.put_links_back(account, free);
  perform private.hand_links_on(account, free);
  select coalesce(jsonb_object_agg(m.record_id, m.missing), '{}') into lost
  from private.missing_links(account, free) m;
  delete from public.binned_records b where b.account_id = account and b.record_id = any (free);
  return query
  select
    p ->> 'kind', (p ->> 'record_id')::uuid, p ->> 'name', p ->> 'problem', coalesce(lost -> (p ->> 'record_id'), '[]')
  from jsonb_array_elements(asked) as p;
end
$$;
comment on function private.restore_records(uuid[], jsonb) is
  'Restores those of the given records that the caller may restore, in one go, and says of each what speaks against it (see problems_of_restoring) and what did not come back with it (see missing_links).';

create function public.restore_from_bin(ids uuid[], new_names jsonb default '{}') returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  answer jsonb;
  worst jsonb;
begin
  if ids is null or cardinality(ids) > 10000 or jsonb_typeof(new_names) is distinct from 'object' then
    raise exception 'Restore at most 10,000 records at once.' using errcode = '22023', hint = 'Send a list of ids.';
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
      raise exception 'The %s feature is currently disabled.', initcap(worst ->> 'kind')
        using errcode = '42501', hint = 'Please contact your administrator.';
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
comment on function public.restore_from_bin(uuid[], jsonb) is
  'Restores records with the ids, people, links and times that they had: all or none. For whoever may delete them. new_names has a name by id where the old one is taken (23505). Answers {"restored": [{"kind", "id", "name", "missing": [{"part", "name", "why"}]}]}.';

-- Looking, and clearing away

create function public.get_bin(of_kind text default null, skip integer default 0) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with mine as (
    select b.kind, b.record_id, b.name, b.record, b.deleted_by, b.deleted_at, b.reason, b.act
    from public.binned_records b
    where b.account_id = (select private.my_account()) and (of_kind is null or b.kind = of_kind)
  )
  select jsonb_build_object(
    'total', (select count(*) from mine),
    'days', private.bin_days(),
    'items', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'kind', page.kind,
          'id', page.record_id,
          'name', page.name,
          'deleted_by', page.deleted_by,
          'deleted_by_name', p.name,
          'deleted_at', page.deleted_at,
          'expires_at', page.deleted_at + make_interval(days => private.bin_days()),
          'reason', page.reason,
          'act', page.act,
          'may_restore', private.may_delete(page.record)
        )
        order by page.deleted_at desc, page.record_id
      ), '[]')
      from (
        select * from mine
        order by mine.deleted_at desc, mine.record_id
        limit 100 offset greatest(coalesce(skip, 0), 0)
      ) page
      left join public.account_members m on m.account_id = (select private.my_account()) and m.user_id = page.deleted_by
      left join public.profiles p on p.id = m.user_id
    )
  )
$$;
comment on function public.get_bin(text, integer) is
  'A page of 100 of the account''s bin, what was deleted last first: {"total", "days", "items": [{"kind", "id", "name", "deleted_by", "deleted_by_name", "deleted_at", "expires_at", "reason", "act", "may_restore"}]}.';

create function public.purge_bin(ids uuid[] default null) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  names jsonb;
  purged integer;
begin
  perform private.refuse_non_admin('Only administrators empty the bin.');
  with gone as (
    delete from public.binned_records b
    where b.account_id = account and (ids is null or b.record_id = any (ids))
    returning b.kind, b.name
  ),
  counted as (
    select g.kind, g.name, row_number() over (order by g.name) as place from gone g
  )
  select count(*), jsonb_agg(jsonb_build_object('kind', c.kind, 'name', c.name) order by c.place) filter (where c.place <= 20)
  into purged, names
  from counted c;
  if purged > 0 then
    perform private.write_audit(
      account, private.caller_id(), 'bin_purged', 'bin', null, jsonb_build_object('records', purged, 'first', names)
    );
  end if;
  return purged;
end
$$;
comment on function public.purge_bin(uuid[]) is
  'For admins: deletes records in the bin for good, the given ones or all, and says how many that were.';

create function private.empty_bins(keep_days integer, at_most integer) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  emptied jsonb;
begin
  insert into private.bin_time as t (days) values (keep_days)
  on conflict (only_row) do update set days = excluded.days where t.days <> excluded.days;
  with gone as (
    delete from public.binned_records b
    where (b.account_id, b.kind, b.record_id) in (
      select o.account_id, o.kind, o.record_id
      from public.binned_records o
      where o.deleted_at < now() - make_interval(days => keep_days)
      order by o.deleted_at
      limit at_most
      for update skip locked
    )
    returning b.account_id
  ),
  by_account as (
    select g.account_id, count(*) as records from gone g group by g.account_id
  )
  select coalesce(jsonb_object_agg(a.account_id, a.records), '{}') into emptied from by_account a;
  perform private.write_audit(
    account.key::uuid, null, 'bin_expired', 'bin', null,
    jsonb_build_object('records', account.value, 'days', keep_days)
  )
  from jsonb_each(emptied) as account;
  return (select coalesce(sum(account.value::integer), 0) from jsonb_each(emptied) as account);
end
$$;
comment on function private.empty_bins(integer, integer) is
  'Deletes the oldest records in bins that are older than so many days, and tells the audit log of each account.';

create or replace function public.delete_expired(what text, keep_days integer, at_most integer default 1000)
returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  shortest constant integer := case what when 'audit' then 90 else 1 end;
  oldest constant timestamptz := now() - make_interval(days => greatest(keep_days, shortest));
  deleted integer;
begin
  case what
    when 'sign-ins' then
      delete from public.login_attempts where id in (
        select a.id from public.login_attempts a where a.attempted_at < oldest
        order by a.attempted_at limit at_most
      );
    when 'audit' then
      delete from public.security_audit_log where id in (
        select l.id from public.security_audit_log l where l.created_at < oldest
        order by l.created_at limit at_most
      );
    when 'history' then
      delete from public.record_history where id in (
        select h.id from public.record_history h where h.changed_at < oldest
        order by h.changed_at limit at_most
      );
    when 'bin' then
      return private.empty_bins(greatest(keep_days, shortest), at_most);
    else
      raise exception 'There is nothing called % that expires.', what
        using errcode = '22023', hint = 'Name sign-ins, audit, history or bin.';
  end case;
  get diagnostics deleted = row_count;
  return deleted;
end
$$;
comment on function public.delete_expired(text, integer, integer) is
  'For the server: deletes the oldest sign-ins, audit entries, changes of the history or records in bins that are older than so many days; of the audit log nothing of the last 90. Returns how many.';

alter function private.bin_days() owner to cairn_definer;
alter function private.links_to_keep(uuid, text, uuid) owner to cairn_definer;
alter function private.put_into_bin(uuid, text, uuid[]) owner to cairn_definer;
alter function private.bin_record() owner to cairn_definer;
alter function private.name_in_bin(uuid, uuid) owner to cairn_definer;
alter function private.may_delete(jsonb) owner to cairn_definer;
alter function private.is_member(uuid, uuid) owner to cairn_definer;
alter function private.is_record(uuid, text, uuid) owner to cairn_definer;
alter function private.name_is_taken(uuid, text, text) owner to cairn_definer;
alter function private.put_back(text, jsonb, text) owner to cairn_definer;
alter function private.put_records_back(uuid, uuid[], jsonb) owner to cairn_definer;
alter function private.binned_links(uuid, uuid[]) owner to cairn_definer;
alter function private.put_into_lists(uuid, uuid[]) owner to cairn_definer;
alter function private.hand_links_on(uuid, uuid[]) owner to cairn_definer;
alter function private.put_links_back(uuid, uuid[]) owner to cairn_definer;
alter function private.missing_links(uuid, uuid[]) owner to cairn_definer;
alter function private.problems_of_restoring(uuid, uuid[], jsonb) owner to cairn_definer;
alter function private.restore_records(uuid[], jsonb) owner to cairn_definer;
alter function public.restore_from_bin(uuid[], jsonb) owner to cairn_definer;
alter function public.get_bin(text, integer) owner to cairn_definer;
alter function public.purge_bin(uuid[]) owner to cairn_definer;
alter function private.empty_bins(integer, integer) owner to cairn_definer;
revoke all on function public.restore_from_bin(uuid[], jsonb), public.get_bin(text, integer), public.purge_bin(uuid[])
  from public, anon, authenticated, service_role;
grant execute on function public.restore_from_bin(uuid[], jsonb), public.get_bin(text, integer), public.purge_bin(uuid[])
  to authenticated, service_role;

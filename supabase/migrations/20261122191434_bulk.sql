-- Bulk: one act changes the owner or the status of many records, names somebody an expert of them, or deletes them.
--
-- Records are named by their ids, or by the filter of a list. What is done runs as the caller: row security decides, record
-- by record, and triggers write the history, all of it as one act. What was changed since the user looked is left out.
-- Undo puts back what nobody has changed since; it looks past row security, for who gives a record away may not touch it
-- any more, and so it knows by itself whose act it was.

create table private.bulk_acts (
  act uuid primary key,
  account_id uuid not null references public.accounts (id) on delete cascade,
  person_id uuid not null,
  kind text not null,
  action text not null,
  value text,
  ids uuid[] not null,
  done_at timestamptz not null default now(),
  constraint bulk_acts_person_id_fkey foreign key (account_id, person_id)
    references public.account_members (account_id, user_id) on delete cascade
);
create index bulk_acts_person_idx on private.bulk_acts (account_id, person_id, done_at desc);
comment on table private.bulk_acts is 'What somebody changed in bulk, for as long as they may take it back: an hour.';
comment on column private.bulk_acts.ids is 'The records that were changed.';

alter table private.bulk_acts owner to cairn_owner;
alter table private.bulk_acts enable row level security;
alter table private.bulk_acts force row level security;
revoke all on private.bulk_acts from public, anon, authenticated, service_role;
grant select, insert, delete on private.bulk_acts to cairn_definer;

create function private.records_in_bulk(
  kind text, ids uuid[], query text, statuses text[], owners uuid[], without_owner boolean, gaps text[]
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
  if cardinality(ids) > 10000 then
    raise exception 'At most 10,000 records are changed at once.' using errcode = '22023', hint = 'Choose fewer.';
  end if;
  execute format(
    'select array(select t.id from public.%I t where %s limit 10001)',
    kind || 's',
    case
      when ids is not null then format('t.account_id = %L and t.id = any ($1)', account)
      else private.records_condition(account, kind, query, statuses, owners, coalesce(without_owner, false), gaps)
    end
  )
    into meant using ids;
  if cardinality(meant) > 10000 then
    raise exception 'At most 10,000 records are changed at once.' using errcode = '22023', hint = 'Choose fewer.';
  end if;
  return meant;
end
$$;
comment on function private.records_in_bulk(text, uuid[], text, text[], uuid[], boolean, text[]) is
  'The records of the caller''s account that are meant: those of the ids, or all that fit a filter.';

-- What would come of it, as the caller may see and change it.
create function private.count_in_bulk(kind text, action text, value text, ids uuid[], seen_at timestamptz) returns jsonb
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
      when 'owner' then 't.owner_id is not distinct from $2::uuid and t.invited_owner_id is null'
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
comment on function private.count_in_bulk(text, text, text, uuid[], timestamptz) is
  'How many records a change in bulk would change, and why it would leave others out; the first 20 of these by name.';

create function private.refuse_bulk(action text, value text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if action is null or action not in ('owner', 'status', 'expert', 'delete') then
    raise exception 'Records are changed in bulk by owner, expert, status or deletion.' using errcode = '22023';
  end if;
  if action = 'expert' or action = 'owner' and value is not null then
    perform private.refuse_stranger(value::uuid);
  end if;
end
$$;
comment on function private.refuse_bulk(text, text) is 'Refuses what is no change in bulk, and people who are no members.';

create function public.preview_bulk(
  kind text, action text, value text default null, ids uuid[] default null, query text default '',
  statuses text[] default null, owners uuid[] default null, without_owner boolean default false, gaps text[] default null
) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  perform private.refuse_bulk(action, value);
  return private.count_in_bulk(
    kind, action, value, private.records_in_bulk(kind, ids, query, statuses, owners, without_owner, gaps), null
  ) || jsonb_build_object('seen_at', now());
end
$$;
comment on function public.preview_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[]) is
  'What a change in bulk would do: {"total", "changes", "no_right", "already", "left_out": the first 20 with their reason, "seen_at"}. action is owner (value: a member, or null), status (value), expert (value: a member) or delete; the records are those of the ids, or those that fit a filter as that of find_records.';

create function private.note_bulk_act(kind text, action text, value text, ids uuid[]) returns uuid
language sql volatile security definer set search_path = ''
as $$
  delete from private.bulk_acts b
  where b.account_id = private.my_account() and b.person_id = private.caller_id()
    and b.done_at < now() - interval '1 hour';
  insert into private.bulk_acts (act, account_id, person_id, kind, action, value, ids)
  values (private.current_act(), private.my_account(), private.caller_id(), kind, action, value, ids)
  returning act;
$$;
comment on function private.note_bulk_act(text, text, text, uuid[]) is 'Notes what the caller has just changed in bulk; gives the act.';

create function public.change_in_bulk(
  kind text, action text, value text default null, ids uuid[] default null, query text default '',
  statuses text[] default null, owners uuid[] default null, without_owner boolean default false,
  gaps text[] default null, seen_at timestamptz default null, reason text default ''
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  meant constant uuid[] := private.records_in_bulk(kind, ids, query, statuses, owners, without_owner, gaps);
  until constant timestamptz := coalesce(seen_at, 'infinity');
  counted jsonb;
  changed uuid[];
  act uuid;
begin
  perform private.refuse_bulk(action, value);
  if action = 'delete' then
    perform set_config('cairn.reason', left(coalesce(reason, ''), 500), true);
  end if;
  counted := private.count_in_bulk(kind, action, value, meant, seen_at);
  execute format(
    case action
      when 'owner' then
        'with done as (
          update public.%1$I t set owner_id = $2::uuid, invited_owner_id = null
          where t.id = any ($1) and t.updated_at <= $3
            and (t.owner_id is distinct from $2::uuid or t.invited_owner_id is not null)
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
    into changed using meant, value, until;
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
comment on function public.change_in_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[], timestamptz, text) is
  'Changes records in bulk, as preview_bulk says it; those that changed after seen_at are left out. {"act", "total", "changes", "no_right", "already", "changed_meanwhile", "left_out"}; act is null where nothing changed. At most 10,000 records. reason goes with what is deleted.';

create function public.undo_bulk(act_param uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
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
    return jsonb_array_length(public.restore_from_bin(done.ids) -> 'restored');
  end if;
  execute format(
    case done.action
      when 'expert' then
        'delete from public.%2$I e
        where e.account_id = $1 and e.%3$I = any ($2) and e.expert_id = $3::uuid and e.created_at = $5'
      -- Whom the owner was taken from may have left since; somebody else may have changed it.
      when 'owner' then
        'update public.%1$I t
        set owner_id = case when jsonb_typeof(h.before) = ''string'' then (h.before #>> ''{}'')::uuid end,
          invited_owner_id = case when jsonb_typeof(h.before) = ''object'' then (h.before ->> ''id'')::uuid end
        from public.record_history h
        where t.account_id = $1 and t.id = any ($2) and t.owner_id is not distinct from $3::uuid
          and t.invited_owner_id is null
          and h.account_id = $1 and h.record_id = t.id and h.act = $4 and h.field = ''owner_id''
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
        'update public.%1$I t
        set status = h.before #>> ''{}''
        from public.record_history h
        where t.account_id = $1 and t.id = any ($2) and t.status = $3
          and h.account_id = $1 and h.record_id = t.id and h.act = $4 and h.field = ''status'''
    end,
    done.kind || 's', done.kind || '_experts', done.kind || '_id'
  ) using done.account_id, done.ids, done.value, done.act, done.done_at;
  get diagnostics undone = row_count;
  return undone;
end
$$;
comment on function public.undo_bulk(uuid) is
  'Takes back what the caller changed in bulk, once and within an hour: each record that nobody has changed since. Returns how many.';

alter function private.records_in_bulk(text, uuid[], text, text[], uuid[], boolean, text[]) owner to cairn_definer;
alter function private.count_in_bulk(text, text, text, uuid[], timestamptz) owner to cairn_definer;
alter function private.refuse_bulk(text, text) owner to cairn_definer;
alter function private.note_bulk_act(text, text, text, uuid[]) owner to cairn_definer;
alter function public.preview_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[]) owner to cairn_definer;
alter function public.change_in_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[], timestamptz, text)
  owner to cairn_definer;
alter function public.undo_bulk(uuid) owner to cairn_definer;
-- Called by the procedures that run as their caller.
grant execute on function
  private.records_in_bulk(text, uuid[], text, text[], uuid[], boolean, text[]),
  private.count_in_bulk(text, text, text, uuid[], timestamptz), private.refuse_bulk(text, text),
  private.note_bulk_act(text, text, text, uuid[])
  to authenticated;
revoke all on function
  public.preview_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[]),
  public.change_in_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[], timestamptz, text),
  public.undo_bulk(uuid)
  from public, anon, authenticated, service_role;
grant execute on function
  public.preview_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[]),
  public.change_in_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[], timestamptz, text),
  public.undo_bulk(uuid)
  to authenticated;

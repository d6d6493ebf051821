-- Bulk: one act changes the owner, the status or a field of many records, names a member an expert of them, adds a tag
-- to them or removes one, or deletes them.
--
-- A caller names records by their ids, or by the filter of a list, with or without exceptions; an owner may be a
-- member or an invited person. What is done runs as the caller: row security decides, record by record, and triggers
-- write the history as one act.
-- Records that changed since the user looked are left out. What was changed is remembered as an act.

create function private.records_in_bulk(
  kind text, ids uuid[], query text, statuses text[], owners uuid[], without_owner boolean, gaps text[],
  excepted uuid[], tags uuid[], all_tags boolean, conditions jsonb
) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  meant uuid[];
begin
  if private.catalogue_of(kind) is null then
    raise exception 'There is no such catalogue, or it has no such order.'
      using errcode = '22023', detail = 'list.unknown_order';
  end if;
  if cardinality(ids) > 10000 or cardinality(excepted) > 10000 then
    raise exception 'You can change at most 10,000 records at once.'
      using errcode = '22023', detail = 'bulk.size', hint = 'Choose fewer.';
  end if;
  execute format(
    'select array(select t.id from public.%I t where (%s) and t.id <> all ($2) limit 10001)',
    private.catalogue_of(kind),
    case
      when ids is not null then format('t.account_id = %L and t.id = any ($1)', account)
      else private.records_condition(
        account, kind, query, statuses, owners, coalesce(without_owner, false), gaps, tags, all_tags, conditions
      )
    end
  )
    into meant using ids, coalesce(excepted, '{}');
  if cardinality(meant) > 10000 then
    raise exception 'You can change at most 10,000 records at once.'
      using errcode = '22023', detail = 'bulk.size', hint = 'Choose fewer.';
  end if;
  return meant;
end
$$;
comment on function private.records_in_bulk(text, uuid[], text, text[], uuid[], boolean, text[], uuid[], uuid[], boolean, jsonb) is
  'The records of the caller''s account that are meant: those of the ids, or all that fit a filter, without the excepted.';
grant execute on function private.records_in_bulk(text, uuid[], text, text[], uuid[], boolean, text[], uuid[], uuid[], boolean, jsonb) to authenticated;

-- Counts the effects of the change, as far as the caller may see and change the records. A single, long statement: its
-- figures belong to one moment.
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
      ''full'', count(*) filter (where r.reason = ''full''),
      ''changed_meanwhile'', count(*) filter (where r.reason = ''changed_meanwhile''),
      ''left_out'', coalesce(
        jsonb_agg(jsonb_build_object(''id'', r.id, ''name'', r.name, ''reason'', r.reason) order by r.place)
          filter (where r.place <= 20 and r.reason is not null),
        ''[]''
      ),
      ''first'', coalesce(
        jsonb_agg(jsonb_build_object(
          ''id'', r.id, ''name'', r.name, ''before'', r.before, ''fields'', r.fields
        ) order by r.place) filter (where r.place <= 50 and r.reason is null),
        ''[]''
      ),
      ''before'', coalesce(
        jsonb_object_agg(coalesce(r.before, ''''), r.alike) filter (where r.reason is null),
        ''{}''
      )
    )
    from (
      select
        c.*,
        row_number() over (partition by c.reason is null order by lower(c.name), c.id) as place,
        count(*) over (partition by c.reason is null, c.before) as alike
      from (
        select t.id, t.name, %4$s as before, %5$s as fields, case
          when not %2$s then ''no_right''
          when %3$s then ''already''
          when $5 and cardinality(t.tags) >= 50 then ''full''
          when t.updated_at > $3 and $4 then ''changed_meanwhile''
        end as reason
        from public.%1$I t
        where t.id = any ($1)
      ) c
    ) r',
    private.catalogue_of(kind),
    -- The policies, once more, to say why; they themselves decide when it is done.
    case
      when action = 'expert' then '(select private.my_rank()) >= 1'
      else '(
        (select private.my_rank()) >= 2
        or (select private.my_rank()) = 1 and (
          (select private.caller_id()) in (t.created_by, t.owner_id)
          or t.team_id = any ((select private.my_teams())::uuid[])
        ) is true
      )'
    end,
    case action
      when 'owner' then 'coalesce(t.owner_id, t.invited_owner_id, t.team_id) is not distinct from $2::uuid'
      when 'status' then 't.status = $2'
      when 'expert' then 'exists (
        select from public.record_experts e
        where e.account_id = t.account_id and e.record_id = t.id and e.expert_id = $2::uuid
      )'
      when 'add_tag' then '$2::uuid = any (t.tags)'
      when 'remove_tag' then '$2::uuid <> all (t.tags)'
      when 'field' then private.has_fields(value::jsonb)
      else 'false'
    end,
    case action
      when 'owner' then 'coalesce(t.owner_id::text, ''invited:'' || t.invited_owner_id, ''team:'' || t.team_id)'
      when 'status' then 't.status'
      -- Texts would be as many as records: how many have one is enough.
      when 'field' then format('case when %s <> ''{}'' then ''filled'' end', private.fields_before(value::jsonb))
      else 'null::text'
    end,
    case action when 'field' then private.fields_before(value::jsonb) else '''{}''::jsonb' end
  )
    into answer using ids, value, coalesce(seen_at, 'infinity'), action <> 'expert', action = 'add_tag';
  return answer;
end
$$;
comment on function private.count_in_bulk(text, text, text, uuid[], timestamptz) is
  'How many records a change in bulk would change, and why it would leave others out (full: a tag more than a record can have); the first 20 of these by name. Of those that change, how many there are of each owner or status that goes (before; empty for none; of a field only whether it is filled), and the first 50, with what they have in the fields that change. The value of a field is that of private.fields_in_bulk.';
grant execute on function private.count_in_bulk(text, text, text, uuid[], timestamptz) to authenticated;

create function private.team_in_bulk(action text, value text) returns uuid
language sql stable set search_path = ''
as $$
  select t.id from public.teams t where action = 'owner' and t.account_id = private.my_account() and t.id::text = value
$$;
comment on function private.team_in_bulk(text, text) is 'The team that becomes the owner of records in bulk; null for any other owner.';
grant execute on function private.team_in_bulk(text, text) to authenticated;

create function private.refuse_bulk(action text, value text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if action is null or action not in ('owner', 'status', 'expert', 'add_tag', 'remove_tag', 'field', 'delete') then
    raise exception 'You can change the owner, an expert, a tag, the status or a field of many records, or delete them.'
      using errcode = '22023', detail = 'bulk.unknown_action';
  end if;
  if action in ('add_tag', 'remove_tag')
    and not exists (select from public.tags t where t.account_id = private.my_account() and t.id = value::uuid)
  then
    raise exception 'There is no such tag.'
      using errcode = '23503', detail = 'tag.unknown', hint = 'It may have been deleted. Choose another tag.';
  end if;
  if action = 'expert' or action = 'owner' and value is not null and not private.is_invited_in_bulk(action, value)
    and private.team_in_bulk(action, value) is null
  then
    perform private.refuse_non_member(value::uuid);
  end if;
end
$$;
comment on function private.refuse_bulk(text, text) is
  'Refuses what is no change in bulk, tags that are not there, and people who are neither members nor, as owners, invited.';
grant execute on function private.refuse_bulk(text, text) to authenticated;

create function public.preview_bulk(
  kind text, action text, value text default null, ids uuid[] default null, query text default '',
  statuses text[] default null, owners uuid[] default null, without_owner boolean default false, gaps text[] default null,
  excepted uuid[] default null, tags uuid[] default null, all_tags boolean default false,
  conditions jsonb default null
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  meant constant uuid[] := private.records_in_bulk(
    kind, ids, query, statuses, owners, without_owner, gaps, excepted, tags, coalesce(all_tags, false),
    conditions
  );
  wanted constant text := case action when 'field' then private.fields_in_bulk(kind, value)::text else value end;
  gone uuid[] := '{}';
begin
  perform private.refuse_out_of_scope(preview_bulk.kind, 'write');
  perform private.refuse_bulk(action, value);
  if action = 'delete' then
    perform private.refuse_many_deletions(cardinality(meant));
    gone := private.deletable_records(kind, meant, 'infinity');
  end if;
  return private.count_in_bulk(kind, action, wanted, meant, null) || jsonb_build_object(
    'seen_at', now(),
    'deletes', gone,
    'impact', public.get_deletion_impact(kind, gone)
  );
end
$$;
comment on function public.preview_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[], uuid[], uuid[], boolean, jsonb) is
  'Previews a bulk change: {"total", "changes", "no_right", "already", "full", "left_out", "before", "first", "seen_at", "deletes", "impact"}. It says from which owners or statuses (before) with the first 50 records (first: {"id", "name", "before", "fields"}). Of left_out it gives the first 20 with their reason, of deletes the ids that a deletion would delete. The impact is what depends on these, as get_deletion_impact says it. The action is owner (value: a member, an open invitation, or null), status (value), expert (value: a member), add_tag or remove_tag (value: a tag), field, or delete. The value of field is a text such as {"own.seats": 12}, null for none, a cost with its currency; before then says how many are "filled" or empty. The records are those of the ids, or those that fit a filter as that of find_records, without the excepted.';
grant execute on function public.preview_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[], uuid[], uuid[], boolean, jsonb) to authenticated;

create function public.change_in_bulk(
  kind text, action text, value text default null, ids uuid[] default null, query text default '',
  statuses text[] default null, owners uuid[] default null, without_owner boolean default false,
  gaps text[] default null, seen_at timestamptz default null, reason text default '', move_to uuid default null,
  told boolean default false, excepted uuid[] default null, tags uuid[] default null, all_tags boolean default false,
  conditions jsonb default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  meant constant uuid[] := private.records_in_bulk(
    kind, ids, query, statuses, owners, without_owner, gaps, excepted, tags, coalesce(all_tags, false),
    conditions
  );
  until constant timestamptz := coalesce(seen_at, 'infinity');
  invited constant boolean := private.is_invited_in_bulk(action, value);
  fields constant jsonb := case action when 'field' then private.fields_in_bulk(kind, value) end;
  counted jsonb;
  departed jsonb;
  changed uuid[];
  act uuid;
begin
  perform private.refuse_out_of_scope(change_in_bulk.kind, 'write');
  perform private.refuse_bulk(action, value);
  if action = 'delete' then
    perform private.refuse_many_deletions(cardinality(meant));
  end if;
  counted := private.count_in_bulk(kind, action, coalesce(fields::text, value), meant, seen_at);
  if action = 'owner' then
    departed := private.departed_owners_of(meant);
  end if;
  if action = 'delete' then
    changed := private.lock_deletable_records(kind, meant, until);
    if cardinality(changed) > 0 then
      perform public.delete_records(kind, changed, left(reason, 500), move_to, told);
    end if;
  elsif action = 'field' then
    execute private.field_statement(private.catalogue_of(kind), fields) into changed using meant, fields, until;
  else
    execute private.bulk_statement(action, private.catalogue_of(kind))
      into changed using meant, value, until, invited, kind, private.team_in_bulk(action, value);
  end if;
  if cardinality(changed) > 0 then
    act := private.note_act(
      private.my_account(), action,
      case action when 'field' then private.name_of_fields(fields) else value end,
      coalesce(private.part_of_act(action), array(select jsonb_object_keys(fields))), departed
    );
  end if;
  return counted || jsonb_build_object(
    'act', act,
    'changes', cardinality(changed),
    'changed_meanwhile', (counted ->> 'total')::integer - (counted ->> 'no_right')::integer
      - (counted ->> 'already')::integer - (counted ->> 'full')::integer - cardinality(changed)
  );
end
$$;
comment on function public.change_in_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[], timestamptz, text, uuid, boolean, uuid[], uuid[], boolean, jsonb) is
  'Changes records in bulk, as preview_bulk says it; those that changed after seen_at are left out. {"act", "total", "changes", "no_right", "already", "full", "changed_meanwhile", "left_out"}; act is null where nothing changed. At most 10,000 records, of deletions 2,000. reason, move_to and told are those of delete_records.';
grant execute on function public.change_in_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[], timestamptz, text, uuid, boolean, uuid[], uuid[], boolean, jsonb) to authenticated;

create function private.bulk_statement(action text, catalogue text) returns text
language sql immutable set search_path = ''
as $$
  select format(
    case action
      when 'owner' then
        'with done as (
          update public.%1$I t
          set owner_id = case when not $4 and $6 is null then $2::uuid end,
            invited_owner_id = case when $4 then $2::uuid end, team_id = $6
          where t.id = any ($1) and t.updated_at <= $3
            and coalesce(t.owner_id, t.invited_owner_id, t.team_id) is distinct from $2::uuid
          returning t.id
        )'
      when 'status' then
        'with done as (
          update public.%1$I t set status = $2
          where t.id = any ($1) and t.updated_at <= $3 and t.status is distinct from $2
          returning t.id
        )'
      when 'add_tag' then
        'with done as (
          update public.%1$I t set tags = t.tags || $2::uuid
          where t.id = any ($1) and t.updated_at <= $3 and $2::uuid <> all (t.tags) and cardinality(t.tags) < 50
          returning t.id
        )'
      when 'remove_tag' then
        'with done as (
          update public.%1$I t set tags = array_remove(t.tags, $2::uuid)
          where t.id = any ($1) and t.updated_at <= $3 and $2::uuid = any (t.tags)
          returning t.id
        )'
      else
        'with done as (
          insert into public.record_experts (kind, record_id, expert_id)
          select $5, t.id, $2::uuid from public.%1$I t where t.id = any ($1) and (select private.my_rank()) >= 1
          on conflict do nothing
          returning record_id as id
        )'
    end || ' select array(select d.id from done d)',
    catalogue
  )
$$;
comment on function private.bulk_statement(text, text) is
  'The SQL statement that changes records in bulk and returns the ids: $1 ids, $2 value, $3 until when they are unchanged, $4 whether the owner is invited, $5 kind, $6 the team that is the owner.';
grant execute on function private.bulk_statement(text, text) to authenticated;

create function private.is_invited_in_bulk(action text, value text) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  -- The value of other actions is not the id of a person.
  if action = 'owner' and value is not null then
    return exists (select from public.get_invited_people() i where i.id = value::uuid);
  end if;
  return false;
end
$$;
comment on function private.is_invited_in_bulk(text, text) is
  'Whether the owner that a change in bulk names is a person with an open invitation.';
grant execute on function private.is_invited_in_bulk(text, text) to authenticated;

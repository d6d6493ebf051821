-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
drop function public.get_recent_activity();
create or replace function private.filter_field(
  account uuid, kind text, field text, out type text, out value text, out own_id uuid
) returns setof record
language sql stable security definer set search_path = ''
as $$
  select f.type, coalesce(f.value, format('t.%I', f.key)), null::uuid
  from private.fields f
  where f.key = filter_field.field and 'filter' = any (f.uses)
  union all
  select f.type, format('nullif(nullif(t.own ->> %L, ''''), ''[]'')', f.key), f.id
  from public.own_fields f
  where f.account_id = account and f.kind = filter_field.kind and f.deleted_at is null and f.retired_at is null
    and filter_field.field = 'own.' || f.key
  union all
  -- Beyond the columns: see private.heartbeat_condition, private.relation_condition,
  -- private.expert_condition and private.link_condition.
  select asked.type, asked.value, null
  from (
    values
      ('heartbeat', 'choice', null), ('depends_on', 'choice', null), ('used_by', 'choice', null),
      ('expert', 'member', null), ('links', 'address', null), ('imported_from', 'text', 't.imported_from')
  ) as asked (field, type, value)
  where asked.field = filter_field.field and (asked.field <> 'heartbeat' or filter_field.kind in ('agent', 'automation'))
$$;
create or replace function private.condition_of_field(
  account uuid, kind text, field text, operator text, wanted text[], by_record boolean
) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  type text;
  value text;
  own_id uuid;
  wrong text;
  positive constant text := case operator when 'is_not' then 'is' else operator end;
  found text;
begin
  select f.type, f.value, f.own_id into type, value, own_id from private.filter_field(account, kind, field) f;
  if type is null then
    raise exception 'There is no field "%" to filter by.', left(field, 100)
      using errcode = '22023', detail = format('filter.unknown_field %s', jsonb_build_object('field', left(field, 100)));
  end if;
  if type in ('member', 'record') then
    wanted := array(select lower(w) from unnest(wanted) as w);
  end if;
  if operator <> all (private.operators_of(type)) then
    raise exception 'The field "%" cannot be filtered by "%".', field, left(operator, 100)
      using errcode = '22023',
        detail = format('filter.unknown_operator %s', jsonb_build_object('field', field, 'operator', left(operator, 100)));
  end if;
  if cardinality(wanted) > 100 then
    raise exception 'A filter has at most 100 values.'
      using errcode = '22023', detail = 'filter.too_many_values', hint = 'Use fewer values.';
  end if;
  if not (case
    when operator in ('empty', 'filled') then cardinality(wanted) = 0
    when operator in ('before', 'after') then cardinality(wanted) = 1
    when operator = 'between' then cardinality(wanted) = 2
    else cardinality(wanted) > 0
  end) then
    raise exception 'The filter by the field "%" has too few or too many values.', field
      using errcode = '22023', detail = format('filter.number_of_values %s', jsonb_build_object('field', field));
  end if;
  wrong := (select w from unnest(wanted) as w where not private.is_valid_filter_value(type, field, w) limit 1);
  if wrong is not null then
    raise exception 'The field "%" cannot be filtered by the value "%".', field, left(wrong, 100)
      using errcode = '22023', detail = format('filter.value %s', jsonb_build_object('field', field, 'value', left(wrong, 100)));
  end if;
  found := case
    when field = 'heartbeat' then private.heartbeat_condition(
      account, kind, case when operator not in ('empty', 'filled') then wanted end
    )
    when field in ('depends_on', 'used_by') then private.relation_condition(
      account, field, case when operator not in ('empty', 'filled') then wanted end
    )
    when field = 'expert' then private.expert_condition(account, case when operator not in ('empty', 'filled') then wanted end)
    when field = 'links' then private.link_condition(positive, wanted)
    when operator in ('empty', 'filled') then case field
      when 'owner' then private.gap_condition(kind, 'no_owner', null)
      when 'tags' then 't.tags = ''{}'''
      else format(case when type in ('text', 'long_text') then 'coalesce(%s, '''') = ''''' else '%s is null' end, value)
    end
    when field = 'owner' then format(
      '(t.owner_id = any (%1$L::uuid[]) or t.invited_owner_id = any (%1$L::uuid[]))', wanted
    )
    -- The index leaves records without tags out.
    when field = 'tags' then format(
      '(t.tags <> ''{}'' and t.tags %s %L::uuid[])', case operator when 'all_of' then '@>' else '&&' end, wanted
    )
    when own_id is not null and type <> 'long_text' then private.own_condition(
      account, own_id,
      case
        when type in ('text', 'address') then private.own_value_text_condition(kind, type, substr(field, 5), positive, wanted)
        when type = 'number' then private.comparison(type, positive, 'v.number_value', wanted)
        when type = 'date' then private.comparison(type, positive, 'v.day_value', wanted)
        else private.comparison(type, positive, 'v.text_value', wanted)
      end,
      case operator when 'all_of' then (select count(distinct w)::integer from unnest(wanted) as w) else 1 end,
      by_record or operator = 'is_not'
    )
    -- As the indexes have it, which leave records without a text out.
    when type in ('text', 'long_text') then format(
      '(%1$s <> '''' and %2$s)', value,
      private.comparison(
        type, positive,
        format(case operator when 'contains' then 'private.folded(%s)' else 'nullif(private.folded(%s), '''') collate pg_catalog."C"' end, value),
        wanted
      )
    )
    else private.comparison(type, positive, value, wanted)
  end;
  return case
    when field in ('heartbeat', 'depends_on', 'used_by', 'expert', 'links') then case when operator in ('is_not', 'empty') then 'not ' || found else found end
    when operator = 'is_not' and found like 'exists %' then 'not ' || found
    when operator in ('is_not', 'filled') then format('(%s) is not true', found)
    else found
  end;
end
$$;
create function private.expert_condition(account uuid, wanted text[]) returns text
language sql immutable set search_path = ''
as $$
  select format(
    'exists (select from public.record_experts e where e.account_id = %L and e.record_id = t.id%s)',
    account, ' and e.expert_id = any (' || quote_literal(wanted::text) || '::uuid[])'
  )
$$;
comment on function private.expert_condition(uuid, text[]) is
  'Which records t of an account have one of the wanted members as an expert, as a condition; any expert where none is named.';
alter function private.expert_condition(uuid,text[]) owner to cairn_definer;
revoke all on function private.expert_condition(uuid,text[]) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.link_condition(operator text, wanted text[]) returns text
language sql immutable set search_path = ''
as $$
  select case
    when operator in ('empty', 'filled') then '(t.links <> ''[]'')'
    else format(
      'exists (
        select
        from jsonb_array_elements(t.links) as l (link)
        cross join lateral (values (l.link ->> ''title''), (l.link ->> ''url'')) as v (value)
        where %s
      )',
      private.comparison('address', operator, 'private.folded(v.value)', wanted)
    )
  end
$$;
comment on function private.link_condition(text, text[]) is
  'Which records t have a link whose title or address is one of the wanted texts, or contains one, as a condition; any link where none is named.';
alter function private.link_condition(text,text[]) owner to cairn_definer;
revoke all on function private.link_condition(text,text[]) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.shown_act(id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.act_json_with_undone(a)
  from public.acts a
  where a.id = shown_act.id and a.account_id = (select private.my_account()) and (select private.is_unscoped())
$$;
comment on function private.shown_act(uuid) is
  'A bulk change of the caller''s account, as act_json says it; null for a token and for a change that is none.';
alter function private.shown_act(uuid) owner to cairn_definer;
revoke all on function private.shown_act(uuid) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function private.shown_act(uuid) to authenticated, service_role;
create function private.fields_beside_records() returns text[]
language sql immutable set search_path = ''
as $$
  select array['experts', 'automations', 'agents', 'relations', 'handover']
$$;
comment on function private.fields_beside_records() is
  'The fields whose lines in the history change something beside the record, which is no activity of the record.';
alter function private.fields_beside_records() owner to cairn_definer;
revoke all on function private.fields_beside_records() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function private.fields_beside_records() to authenticated, service_role;
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
alter function private.change_before(timestamp with time zone,uuid,uuid[]) owner to cairn_definer;
revoke all on function private.change_before(timestamp with time zone,uuid,uuid[]) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
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
alter function public.get_recent_activity() owner to cairn_definer;
revoke all on function public.get_recent_activity() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.get_recent_activity() to authenticated, service_role;
create or replace function private.refuse_account_with_rows(account uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_empty_account(account) then
    raise exception 'Only an empty account can restore an archive.'
      using errcode = 'PT409', detail = 'archive.account_not_empty',
        hint = 'Records, articles, tags, fields, views and the bin have to be empty.';
  end if;
end
$$;
create or replace function public.start_archive_import() returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  made uuid;
begin
  perform private.refuse_non_admin('archive.taken_in_by_admins', 'Only administrators can restore an archive.');
  perform from public.accounts a where a.id = account for no key update;
  perform private.refuse_account_with_rows(account);
  if exists (
    select from public.archive_imports i where i.account_id = account and i.state in ('waiting', 'working')
  ) then
    raise exception 'An archive is being restored already.'
      using errcode = 'PT409', detail = 'archive.already_being_taken_in', hint = 'Wait until it is done.';
  end if;
  delete from public.archive_imports i where i.account_id = account;
  perform private.refuse_without_archive_room(account, 1);
  insert into public.archive_imports (account_id, made_by) values (account, private.caller_id()) returning id into made;
  return made;
end
$$;
create or replace function public.add_archive_import_part(import uuid, place integer, content text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  most_bytes constant bigint := 4294967295;
  part bytea;
begin
  perform private.refuse_non_admin('archive.taken_in_by_admins', 'Only administrators can restore an archive.');
  if content is null or octet_length(content) not between 1 and 1000000 then
    raise exception 'A part of an archive has at most 750,000 bytes.'
      using errcode = '22023', detail = 'archive.part_size';
  end if;
  part := decode(content, 'base64');
  perform private.refuse_without_archive_room(private.my_account(), octet_length(part));
  update public.archive_imports i
  set parts = add_archive_import_part.place, bytes = i.bytes + octet_length(part)
  where i.account_id = private.my_account() and i.id = import and i.state = 'uploading'
    and i.parts = add_archive_import_part.place - 1 and i.bytes + octet_length(part) <= most_bytes
    -- All parts but the last have one size, so that each byte is found.
    and (add_archive_import_part.place = 1 or exists (
      select from private.archive_import_parts p
      where p.account_id = i.account_id and p.import_id = i.id and p.place = 1
        and octet_length(p.bytes) >= octet_length(part)
        and i.bytes = octet_length(p.bytes)::bigint * (add_archive_import_part.place - 1)
    ));
  if not found then
    raise exception 'This part of the archive cannot be taken.'
      using errcode = 'PT409', detail = 'archive.part_refused', hint = 'Begin anew with the whole file.';
  end if;
  insert into private.archive_import_parts (account_id, import_id, place, bytes)
  values (private.my_account(), import, add_archive_import_part.place, part);
end
$$;
create or replace function public.submit_archive_import(import uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.refuse_non_admin('archive.taken_in_by_admins', 'Only administrators can restore an archive.');
  update public.archive_imports i
  set state = 'waiting'
  where i.account_id = private.my_account() and i.id = import and i.state = 'uploading';
  if not found then
    raise exception 'This archive is gone.'
      using errcode = 'PT404', detail = 'archive.gone', hint = 'Begin anew with the whole file.';
  end if;
  perform private.write_audit(
    private.my_account(), private.caller_id(), 'archive_import_requested', 'archive', import::text
  );
end
$$;

-- Adds how people are reached, and own fields that are made of additional details.

alter table public.profiles
  add column chat_url text not null default '',
  add column shows_email boolean not null default false,
  add constraint profiles_chat_url_is_web_address check (private.holds(
    chat_url = '' or private.is_web_address(chat_url),
    'profile.chat_link',
    'A chat link must begin with https:// or http://, with at most 2,000 characters.'
  ));

-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
create function public.get_contact(target_user_id uuid) returns json
language sql stable security definer set search_path = ''
as $$
  select json_build_object('chat_url', p.chat_url, 'email', case when p.shows_email then p.email end)
  from public.account_members m
  join public.profiles p on p.id = m.user_id
  where m.account_id = private.my_account() and m.user_id = target_user_id and (select private.is_unscoped())
$$;
comment on function public.get_contact(uuid) is
  'How a member of the caller''s account is reached, as far as they say: {"chat_url", "email"}. Null for anybody else.';
alter function public.get_contact(uuid) owner to cairn_definer;
revoke all on function public.get_contact(uuid) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.get_contact(uuid) to authenticated;
create function public.set_my_contact(chat_url text default '', shows_email boolean default false) returns void
language sql security definer set search_path = ''
as $$
  update public.profiles p
  set chat_url = coalesce(btrim(set_my_contact.chat_url), ''), shows_email = coalesce(set_my_contact.shows_email, false)
  where p.id = private.caller_id() and private.is_unscoped()
$$;
comment on function public.set_my_contact(text, boolean) is
  'Says how members of the account reach the caller: by a chat link, by their e-mail address, by both or by neither.';
alter function public.set_my_contact(text,boolean) owner to cairn_definer;
revoke all on function public.set_my_contact(text,boolean) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.set_my_contact(text, boolean) to authenticated;
create or replace function private.restore_former_values(lines jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  one record;
begin
  for one in
    select distinct l.kind, l.part
    from jsonb_to_recordset(lines) as l (kind text, part text)
    where l.part in ('owner_id', 'status', 'details')
  loop
    execute format(
      'with was as materialized (
        select distinct on (l.record_id) l.record_id, l.before
        from jsonb_to_recordset($2) as l (kind text, record_id uuid, part text, before jsonb, changed_at timestamptz)
        where l.kind = $3 and l.part = $4
        order by l.record_id, l.changed_at
      )
      update public.%1$I t
      set ' || case one.part
        when 'owner_id' then
          'owner_id = case when jsonb_typeof(h.before) = ''string'' then (h.before #>> ''{}'')::uuid end,
          invited_owner_id = case
            when jsonb_typeof(h.before) = ''object'' and not h.before ? ''team'' then (h.before ->> ''id'')::uuid
          end,
          team_id = case when h.before ? ''team'' then (
            select e.id from public.teams e where e.account_id = t.account_id and e.id = (h.before ->> ''id'')::uuid
          ) end'
        when 'details' then 'details = h.before'
        else 'status = h.before #>> ''{}'''
      end || '
      from was h
      where t.account_id = $1 and t.id = h.record_id',
      private.catalogue_of(one.kind)
    ) using private.my_account(), lines, one.kind, one.part;
  end loop;
end
$$;
comment on function private.restore_former_values(jsonb) is 'Restores the owner, the status or the details of records before an act.';
create or replace function private.checked_lines(of_act uuid, skip integer default 0, at_most integer default null)
returns table (
  place bigint, kind text, record_id uuid, record_name text, part text, before jsonb, after jsonb, changed_at timestamptz,
  is_there boolean, problem text, problem_by uuid
)
language sql stable security definer set search_path = ''
as $$
  with act as materialized (
    select a.* from public.acts a where a.id = of_act and a.account_id = (select private.my_account())
  ),
  caller as materialized (
    select private.caller_id() as id, coalesce(private.my_rank(), -1) as rank, array(select private.kinds_in_use()) as kinds
  ),
  line as materialized (
    select
      h.kind, h.record_id, h.record_name, coalesce(h.field, h.action) as part, h.before, h.after, h.changed_at,
      row_number() over (order by lower(h.record_name), h.record_id, h.changed_at, h.id) as place
    from act a
    join public.record_history h on h.account_id = a.account_id and h.act = a.id
    where coalesce(h.field, h.action) = any (a.parts)
    order by place
    limit at_most offset greatest(coalesce(skip, 0), 0)
  )
  select
    l.place, l.kind, l.record_id, l.record_name, l.part, l.before, l.after, l.changed_at, r.id is not null,
    case
      when newer.id is not null and newer.action in ('deleted', 'restored') then newer.action
      when newer.id is not null then 'changed'
      when l.part = 'deleted' and b.record_id is null or l.part <> 'deleted' and r.id is null then 'gone'
      when l.part = 'relations' and l.after is null and not exists (
        select from private.records o where o.account_id = a.account_id and o.id = (l.before ->> 'id')::uuid
      ) then 'gone'
      when not case l.part
        when 'deleted' then private.may_restore(a.account_id, b.record, b.deleted_at)
        when 'experts' then c.rank >= 1
        when 'relations' then c.rank >= 1
        else c.rank >= 2 or c.rank = 1 and (
          c.id in (r.created_by, r.owner_id) is true
          -- A caller who gave a record away may have it back.
          or l.part = 'owner_id' and a.done_by = c.id and l.before = to_jsonb(c.id)
        )
      end then 'not_allowed'
      when c.rank < 3 and l.kind <> all (c.kinds) then 'switched_off'
      when l.part = 'deleted' and private.name_is_taken(a.account_id, l.kind, b.name) then 'name_taken'
      when former.left_since then 'left'
      when former.tag_gone then 'tag_gone'
      when l.part = 'name' and lower(l.before #>> '{}') <> lower(r.name)
        and private.name_is_taken(a.account_id, l.kind, l.before #>> '{}') then 'name_taken'
      when private.is_truncated(l.part, l.before) then 'value_gone'
      when l.part like 'own.%' then private.problem_of_former_value(a.account_id, l.kind, substr(l.part, 5), l.before)
      when former.is_full then 'full'
    end,
    newer.changed_by
  from line l
  cross join act a
  cross join caller c
  left join private.records r on l.part <> 'deleted' and r.account_id = a.account_id and r.kind = l.kind and r.id = l.record_id
  left join public.binned_records b
    on l.part = 'deleted' and b.account_id = a.account_id and b.kind = l.kind and b.record_id = l.record_id and b.act = a.id
  left join lateral (
    select n.id, n.action, n.changed_by
    from public.record_history n
    where n.account_id = a.account_id and n.record_id = l.record_id and n.changed_at > l.changed_at and n.act <> a.id
      and case
        when l.part = 'deleted' then n.action <> 'updated'
        when r.id is null then n.action = 'deleted'
        -- A page of this undo may have removed relations of the record already.
        when l.part in ('restored', 'created') then coalesce(n.field, '') <> 'relations' or not exists (
          select from public.acts u where u.account_id = a.account_id and u.id = n.act and u.undoes = a.id
        )
        when l.part = 'relations' then n.field = 'relations'
          and coalesce(n.after, n.before) - 'name' = coalesce(l.after, l.before) - 'name'
        when l.part = 'experts'
          then n.field = 'experts' and coalesce(n.after, n.before) -> 'id' = coalesce(l.after, l.before) -> 'id'
        when l.part = 'tags' then n.field = 'tags' and (
          n.changed_by is distinct from c.id
          or private.changed_tags(n.before, n.after) && private.changed_tags(l.before, l.after)
        )
        -- A value that has moved from the details into a field moves back, or stays.
        when 'details' = any (a.parts) then n.field = any (a.parts)
        -- An amount and its currency are one.
        when l.part in ('cost_per_month', 'cost_currency') then n.field in ('cost_per_month', 'cost_currency')
        else n.field = l.part
      end
    order by n.changed_at desc, n.id
    limit 1
  ) newer on true
  cross join lateral (
    select case
      when l.part = 'experts' and l.after is null or l.part = 'owner_id' and jsonb_typeof(l.before) = 'string' then not exists (
        select from public.account_members m
        where m.account_id = a.account_id
          and m.user_id = (case l.part when 'experts' then l.before ->> 'id' else l.before #>> '{}' end)::uuid
      )
      when l.part = 'owner_id' and l.before ? 'team' then not exists (
        select from public.teams t where t.account_id = a.account_id and t.id = (l.before ->> 'id')::uuid
        -- The undo of its end brings it back.
      ) and l.before ->> 'id' is distinct from a.ended_team ->> 'id'
      when l.part = 'owner_id' and jsonb_typeof(l.before) = 'object' then not exists (
        select from public.pending_invitations i
        where i.account_id = a.account_id and i.id = (l.before ->> 'id')::uuid
          and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
      )
      else false
    end as left_since,
    l.part = 'tags' and exists (
      select from unnest(private.lost_tags(l.before, l.after)) as lost (id)
      where not exists (select from public.tags t where t.account_id = a.account_id and t.id = lost.id)
    ) as tag_gone,
    l.part = 'tags' and cardinality(r.tags) + cardinality(private.lost_tags(l.before, l.after))
      - cardinality(private.lost_tags(l.after, l.before)) > 50 as is_full
  ) former
  order by l.place
$$;
create function private.values_of_detail(kind text, label text)
returns table (record_id uuid, name text, shown text, value text)
language sql stable security definer set search_path = ''
as $$
  select r.id, r.name, r.details ->> label, case
    when octet_length(r.details::text) <= 10000 and jsonb_typeof(r.details -> label) in ('string', 'number', 'boolean')
      then r.details ->> label
  end
  from private.records r
  where r.account_id = private.my_account() and r.kind = values_of_detail.kind
    and btrim(r.details ->> label) <> ''
$$;
comment on function private.values_of_detail(text, text) is
  'The values that records of the caller''s account have under a label of their details; value is empty where no field can have it.';
alter function private.values_of_detail(text,text) owner to cairn_definer;
revoke all on function private.values_of_detail(text,text) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.detail_as_value(field public.own_fields, value text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  was public.own_fields;
begin
  -- A number would lose the zeros at the beginning of what is a name, such as 0042.
  if field.type = 'number' and value ~ '^\s*-?0[0-9]' then
    return null;
  end if;
  -- Another type than the wanted one, so that the value is converted and judged.
  was.type := case field.type when 'long_text' then 'text' else 'long_text' end;
  return private.converted_own_value(was, field, to_jsonb(value));
end
$$;
comment on function private.detail_as_value(public.own_fields, text) is
  'A value of the details as one of a field; null where the field cannot have it.';
alter function private.detail_as_value(public.own_fields,text) owner to cairn_definer;
revoke all on function private.detail_as_value(public.own_fields,text) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.field_of_detail(kind text, label text) returns public.own_fields
language plpgsql security definer set search_path = ''
as $$
declare
  field public.own_fields;
  one text;
begin
  perform private.refuse_non_admin('field.admins_only', 'Only administrators can change fields.');
  perform private.refuse_other_kind(kind);
  field.id := gen_random_uuid();
  field.account_id := private.my_account();
  field.kind := kind;
  field.name := private.display_text(left(coalesce(label, ''), 60));
  perform private.refuse_own_field_name(field);
  foreach one in array array['number', 'date', 'address', 'yes_no', 'text', 'long_text'] loop
    field.type := one;
    exit when not exists (
      select from private.values_of_detail(kind, label) v
      where v.value is not null and private.detail_as_value(field, v.value) is null
    );
  end loop;
  return field;
end
$$;
comment on function private.field_of_detail(text, text) is
  'The own field that a label of details would become; refuses everybody but admins, and a name that is taken.';
alter function private.field_of_detail(text,text) owner to cairn_definer;
revoke all on function private.field_of_detail(text,text) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function public.preview_field_of_detail(kind text, label text) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  wanted constant public.own_fields := private.field_of_detail(kind, label);
begin
  return (
    with given as materialized (
      select v.*, v.value is not null and private.detail_as_value(wanted, v.value) is not null as moves
      from private.values_of_detail(preview_field_of_detail.kind, preview_field_of_detail.label) v
    )
    select json_build_object(
      'name', wanted.name,
      'type', wanted.type,
      'moves', count(*) filter (where g.moves),
      'stays', count(*) filter (where not g.moves),
      'first', (
        select coalesce(json_agg(json_build_object(
          'id', f.record_id, 'name', f.name, 'value', left(f.shown, 200)
        ) order by lower(f.name), f.record_id), '[]')
        from (
          select n.* from given n where not n.moves order by lower(n.name), n.record_id limit 10
        ) f
      )
    )
    from given g
  );
end
$$;
comment on function public.preview_field_of_detail(text, text) is
  'For admins: what make_field_of_detail would do. {"name", "type", "moves", "stays", "first": [{"id", "name", "value"}]}: the field, how many records would have their value in it and how many would keep it in their details, and the first 10 of these.';
alter function public.preview_field_of_detail(text,text) owner to cairn_definer;
revoke all on function public.preview_field_of_detail(text,text) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.preview_field_of_detail(text, text) to authenticated;
create function public.make_field_of_detail(kind text, label text) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  made public.own_fields;
  moving uuid[];
  moved integer;
begin
  -- From here on no user writes a value, until this is over.
  perform pg_advisory_xact_lock(private.lock_of_own_fields(private.my_account()));
  made := private.field_of_detail(kind, label);
  moving := array(
    select v.record_id
    from private.values_of_detail(kind, label) v
    where v.value is not null and private.detail_as_value(made, v.value) is not null
    order by v.record_id
    limit 10001
  );
  if cardinality(moving) > 10000 then
    raise exception 'You can change at most 10,000 records at once.'
      using errcode = '22023', detail = 'bulk.size', hint = 'Choose fewer.';
  elsif cardinality(moving) = 0 then
    raise exception 'No record has a value that can become that of a field.'
      using errcode = '22023', detail = 'detail.no_values';
  end if;
  insert into public.own_fields (account_id, kind, name, type, place)
  select made.account_id, made.kind, made.name, made.type, coalesce(max(f.place) + 1, 0)
  from public.own_fields f
  where f.account_id = made.account_id and f.kind = made.kind
  returning * into made;
  execute format(
    'update public.%I r
    set details = r.details - $1,
      own = r.own || jsonb_build_object(($2).key, private.detail_as_value($2, r.details ->> $1))
    where r.account_id = ($2).account_id and r.id = any ($3)',
    private.catalogue_of(kind)
  ) using label, made, moving;
  get diagnostics moved = row_count;
  return json_build_object(
    'field', made.id,
    'moved', moved,
    'act', private.note_act(
      made.account_id, 'field', 'own.' || made.key, array['own.' || made.key, 'details']
    )
  );
end
$$;
comment on function public.make_field_of_detail(text, text) is
  'For admins: makes an own field of a label of the additional details of the records of a kind, and moves their values into it, as preview_field_of_detail says. {"field", "moved", "act"}: the field, how many records have changed, and the act, whose undo brings the values back into the details.';
alter function public.make_field_of_detail(text,text) owner to cairn_definer;
revoke all on function public.make_field_of_detail(text,text) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.make_field_of_detail(text, text) to authenticated;
comment on table public.profiles is 'A person whose e-mail address is confirmed.';
comment on column public.profiles.account_id is 'Mirror of account_members, kept by a trigger.';
comment on column public.profiles.permission_level is 'Mirror of account_members, kept by a trigger.';
comment on column public.profiles.department is 'The same as in account_members: a change to either changes both.';
comment on column public.profiles.email is 'The confirmed address; follows auth.users.';
comment on column public.profiles.privacy_email_visible is 'Whether teammates may see the address, masked.';
comment on column public.profiles.chat_url is 'Where the person is asked by chat; empty for nowhere.';
comment on column public.profiles.shows_email is 'Whether members of the account may write to the address, and so see all of it.';

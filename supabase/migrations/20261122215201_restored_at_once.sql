-- Restoring while others restore, delete or leave: links are not lost between two who restore their ends, and who or what
-- goes at this moment is found gone instead of failing the whole. What applies to records that come back applies to the
-- right to bring them back, too: whoever left and joined again has what living records would give them.

create function private.may_restore(account uuid, record jsonb, deleted_at timestamptz) returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.may_delete(record)
    and (private.my_rank() >= 2 or private.stayed_member(account, private.caller_id(), may_restore.deleted_at))
$$;
comment on function private.may_restore(uuid, jsonb, timestamptz) is
  'Whether the caller may restore a record of their account: whoever might delete it, and has been a member ever since.';
alter function private.may_restore(uuid, jsonb, timestamptz) owner to cairn_definer;

create or replace function private.problems_of_restoring(account uuid, ids uuid[], new_names jsonb)
returns table (kind text, record_id uuid, name text, problem text)
language sql stable security definer set search_path = ''
as $$
  select
    b.kind, wanted.id, called.name,
    case
      when b.record_id is null then 'not_in_bin'
      when not private.may_restore(account, b.record, b.deleted_at) then 'not_allowed'
      when not private.feature_enabled(b.kind || 's') and private.my_rank() is distinct from 3 then 'switched_off'
      when private.name_is_taken(account, b.kind, called.name)
        or row_number() over (partition by b.kind, lower(called.name) order by b.deleted_at desc, wanted.id) > 1
        then 'name_taken'
    end
  from (select distinct given.id from unnest(ids) as given (id)) wanted
  left join public.binned_records b on b.account_id = account and b.record_id = wanted.id
  cross join lateral (select private.display_text(coalesce(new_names ->> wanted.id::text, b.name)) as name) called
$$;

create or replace function public.get_bin(of_kind text default null, skip integer default 0) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with mine as (
    select b.kind, b.record_id, b.name, b.deleted_by, b.deleted_at, b.reason, b.act
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
          'may_restore', private.may_restore(b.account_id, b.record, b.deleted_at)
        )
        order by page.deleted_at desc, page.record_id
      ), '[]')
      from (
        select * from mine
        order by mine.deleted_at desc, mine.record_id
        limit 100 offset greatest(coalesce(skip, 0), 0)
      ) page
      join public.binned_records b
        on b.account_id = (select private.my_account()) and b.kind = page.kind and b.record_id = page.record_id
      left join public.account_members m on m.account_id = (select private.my_account()) and m.user_id = page.deleted_by
      left join public.profiles p on p.id = m.user_id
    )
  )
$$;

create or replace function private.put_records_back(account uuid, ids uuid[], new_names jsonb) returns void
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
        where not private.stayed_member(account, (b.record ->> role)::uuid, b.deleted_at)
      )
      -- Who was invited to own it may have joined. Users of single sign-on may share an address.
      || coalesce(
        (
          select case when i.accepted_at is not null then jsonb_build_object('invited_owner_id', null, 'owner_id', (
            select p.id
            from public.profiles p
            where p.account_id = account and lower(p.email) = i.email
            order by p.id
            limit 1
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

create or replace function private.put_links_back(account uuid, ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  one record;
begin
  perform private.clear_places(account, ids);
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
        and private.stayed_member(account, (e.value ->> 'expert_id')::uuid, b.deleted_at)
      union
      select 'departed_owners', d.value || jsonb_build_object(
        'person_name', (select p.name from public.profiles p where p.id = (d.value ->> 'person_id')::uuid)
      )
      from public.binned_records b
      cross join lateral jsonb_array_elements(b.links -> 'departed') as d (value)
      where b.account_id = account and b.record_id = any (ids)
        -- Unless it came back with an owner, who was invited then.
        and not exists (
          select from private.catalogue_records r
          where r.account_id = account and r.kind = b.kind and r.id = b.record_id and r.owner_id is not null
        )
      union
      select 'departed_owners', jsonb_build_object(
        'account_id', account, 'kind', b.kind, 'record_id', b.record_id, 'person_id', b.record ->> 'owner_id',
        'person_name', (select p.name from public.profiles p where p.id = (b.record ->> 'owner_id')::uuid)
      )
      from public.binned_records b
      where b.account_id = account and b.record_id = any (ids) and b.record ->> 'owner_id' is not null
        and not private.stayed_member(account, (b.record ->> 'owner_id')::uuid, b.deleted_at)
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
    and (
      a.system_id is null
      or a.system_id = (b.links -> 'moved' ->> 'to')::uuid
        and private.may_delete(jsonb_build_object('owner_id', a.author_id))
    );
end
$$;

create or replace function private.restore_records(ids uuid[], new_names jsonb default '{}')
returns table (kind text, record_id uuid, name text, problem text, missing jsonb)
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  asked jsonb;
  free uuid[];
  lost jsonb;
  rounds integer := 0;
begin
  -- Of two who restore the same at once the second waits, and finds nothing; of two who restore what is linked, it finds
  -- the other end there.
  perform from public.binned_records b
  where b.account_id = account and b.record_id = any (array(
    select i.id from unnest(ids) as i (id)
    union
    select l.id from private.binned_links(account, ids) l
  ))
  order by b.record_id
  for update;
  loop
    select
      coalesce(jsonb_agg(to_jsonb(p)), '[]'),
      coalesce(array_agg(p.record_id) filter (where p.problem is null), '{}')
    into asked, free
    from private.problems_of_restoring(account, ids, new_names) p;
    begin
      perform private.put_records_back(account, free, (
        select coalesce(jsonb_object_agg(p ->> 'record_id', p ->> 'name'), '{}') from jsonb_array_elements(asked) as p
      ));
      perform private.put_links_back(account, free);
      exit;
    exception when unique_violation or foreign_key_violation then
      -- Somebody took a name, left or deleted what it is linked to, while this waited for it: asked once more, that is
      -- known.
      rounds := rounds + 1;
      if rounds = 3 then
        raise;
      end if;
    end;
  end loop;
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

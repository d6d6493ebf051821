-- Restoring records from the bin, while other users restore, delete or leave.
--
-- Two users who restore both ends of a link do not lose it. A person or record that goes at this moment counts as
-- gone, instead of failing the whole restoration.
-- A caller may restore what they might delete, had the record been in its table all along. A member who left and
-- joined again gets no right by what they owned before.

-- Table and columns are those of the kind; columns that it got meanwhile have their defaults, and those that it lost are
-- forgotten. What the bin has may have come by an archive: the caller puts account and id over it.
create function private.reinsert_records_of_kind(kind_param text, given jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  catalogue constant text := private.catalogue_of(kind_param);
  columns text;
  defaults text;
begin
  select
    string_agg(quote_ident(a.attname), ', ' order by a.attnum),
    string_agg(format('%L, %s', a.attname, pg_get_expr(d.adbin, d.adrelid)), ', ') filter (where d.adbin is not null)
  into columns, defaults
  from pg_catalog.pg_attribute a
  left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = format('public.%I', catalogue)::regclass
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = '';
  execute format(
    'insert into public.%1$I (%2$s)
    select %2$s
    from jsonb_populate_recordset(
      null::public.%1$I,
      (select jsonb_agg(jsonb_build_object(%3$s) || given.value) from jsonb_array_elements($1) as given)
    )',
    catalogue, columns, defaults
  ) using given;
end
$$;
comment on function private.reinsert_records_of_kind(text, jsonb) is
  'Inserts records of a kind that were deleted, as they were.';

create function private.reinsert_records(account uuid, ids uuid[], new_names jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  one record;
begin
  for one in
    select b.kind, jsonb_agg(
      b.record
      || jsonb_build_object(
        'account_id', account, 'id', b.record_id, 'name', coalesce(new_names ->> b.record_id::text, b.name)
      )
      -- A member who left has let go of what they owned and made.
      || (
        select coalesce(jsonb_object_agg(role, null::text), '{}')
        from unnest(array['owner_id', 'created_by', 'updated_by']) as role
        where not private.has_been_member_since(account, (b.record ->> role)::uuid, b.deleted_at)
      )
      -- An invited owner may have joined. Users of single sign-on may share an address.
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
      || jsonb_build_object('team_id', (
        select t.id from public.teams t where t.account_id = account and t.id = (b.record ->> 'team_id')::uuid
      ))
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
    perform private.reinsert_records_of_kind(one.kind, one.records);
  end loop;
end
$$;
comment on function private.reinsert_records(uuid, uuid[], jsonb) is
  'Inserts records out of the bin, without people who left and systems that are gone; new_names maps ids to names.';

create function private.problems_of_restoring(account uuid, ids uuid[], new_names jsonb)
returns table (kind text, record_id uuid, name text, problem text)
language sql stable security definer set search_path = ''
as $$
  select
    b.kind, wanted.id, called.name,
    case
      -- An archive may have brought the id of another account's record: the answer is the same as for an unknown id.
      when b.record_id is null or exists (select from private.records r where r.kind = b.kind and r.id = b.record_id)
        then 'not_in_bin'
      when not private.may_restore(account, b.record, b.deleted_at) then 'not_allowed'
      when not private.feature_enabled(private.feature_of(b.kind)) and private.my_rank() is distinct from 3 then 'switched_off'
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
      perform private.reinsert_records(account, free, (
        select coalesce(jsonb_object_agg(p ->> 'record_id', p ->> 'name'), '{}') from jsonb_array_elements(asked) as p
      ));
      perform private.restore_links(account, free);
      exit;
    exception when unique_violation or foreign_key_violation then
      -- Another user took a name, left or deleted what it is linked to, while this waited: asked once more, that is
      -- known.
      rounds := rounds + 1;
      if rounds = 3 then
        raise;
      end if;
    end;
  end loop;
  perform private.transfer_links_to_bin(account, free);
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

-- The worst problem of those records that a restoration was to bring back.
create function private.refuse_problem_of_restoring(answer jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  worst jsonb;
begin
  select p into worst
  from jsonb_array_elements(answer) as p
  where p ->> 'problem' is not null
  order by array_position(array['not_in_bin', 'not_allowed', 'switched_off', 'name_taken'], p ->> 'problem')
  limit 1;
  case worst ->> 'problem'
    when 'not_in_bin' then
      raise exception 'This record is no longer in the bin.'
        using errcode = 'PT404', detail = 'bin.record_gone', hint = 'Another member may have restored or purged it.';
    when 'not_allowed' then
      raise exception 'You cannot restore this record.'
        using errcode = '42501', detail = 'bin.not_allowed', hint = 'You can restore a record if you can delete it.';
    when 'switched_off' then
      perform private.refuse_feature_off(private.feature_of(worst ->> 'kind'));
    when 'name_taken' then
      raise exception '% with this name already exists.',
        (select k.noun from private.kinds k where k.kind = worst ->> 'kind')
        using errcode = '23505',
          detail = (worst ->> 'kind') || format('.name_taken %s', jsonb_build_object('record_id', worst ->> 'record_id')),
          hint = 'Choose another name. Capitals make no difference.';
    else
      null;
  end case;
end
$$;
comment on function private.refuse_problem_of_restoring(jsonb) is
  'Refuses a restoration that could not bring back every record, as restore_records has answered.';

-- A restoration writes as much as a deletion, so it has the same limit.
create function public.restore_from_bin(ids uuid[], new_names jsonb default '{}', partly boolean default false)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  answer jsonb;
begin
  if ids is null or jsonb_typeof(new_names) is distinct from 'object' then
    raise exception 'Say which records to restore.'
      using errcode = '22023', detail = 'bin.none_to_restore', hint = 'Send a list of ids.';
  end if;
  if cardinality(ids) > 2000 then
    raise exception 'You can restore at most 2,000 records at once.'
      using errcode = '22023', detail = 'bin.batch_size', hint = 'Choose fewer.';
  end if;
  select coalesce(jsonb_agg(to_jsonb(r)), '[]') into answer from private.restore_records(ids, new_names) r;
  if not coalesce(partly, false) then
    perform private.refuse_problem_of_restoring(answer);
  end if;
  return jsonb_build_object('act', private.note_act(
    private.my_account(), 'restore', null, private.part_of_act('restore')
  )) || (
    select jsonb_build_object(
      'restored', coalesce(jsonb_agg(jsonb_build_object(
        'kind', p ->> 'kind', 'id', p ->> 'record_id', 'name', p ->> 'name', 'missing', p -> 'missing'
      )) filter (where p ->> 'problem' is null), '[]'),
      'left', coalesce(jsonb_agg(jsonb_build_object(
        'id', p ->> 'record_id', 'name', p ->> 'name', 'problem', p ->> 'problem'
      )) filter (where p ->> 'problem' is not null), '[]')
    )
    from jsonb_array_elements(answer) as p
  );
end
$$;
comment on function public.restore_from_bin(uuid[], jsonb, boolean) is
  'Restores records with the ids, people, links and times that they had: all or none, or partly those that can be restored. For callers who may delete them. new_names has a name by id where the old one is taken (23505). Answers {"act", "restored": [{"kind", "id", "name", "missing": [{"part", "name", "why"}]}], "left": [{"id", "name", "problem"}]}; a problem is not_in_bin, not_allowed, switched_off or name_taken.';
grant execute on function public.restore_from_bin(uuid[], jsonb, boolean) to authenticated, service_role;

create function private.may_restore(account uuid, record jsonb, deleted_at timestamptz) returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.may_delete(record)
    and (private.my_rank() >= 2 or private.has_been_member_since(account, private.caller_id(), may_restore.deleted_at))
$$;
comment on function private.may_restore(uuid, jsonb, timestamptz) is
  'Whether the caller may restore a record of their account: they might delete it, and have been a member ever since.';

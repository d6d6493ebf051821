-- Rules about records of any kind: may the caller change or delete a record, is it there, and who owns it.
--
-- Functions that look past row security ask these, and so decide as the policies of the catalogues do. A record comes
-- as JSON, because it may be in the bin and in no table.

-- The history says who was invited, for an invitation goes, and its name with it: {"id", "name", "invited": true}. So
-- does a team: {"id", "name", "team": true}.
create function private.owner_in_history(record jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    nullif(record -> 'owner_id', 'null'),
    (
      select jsonb_build_object('id', i.id, 'name', i.name, 'invited', true)
      from public.pending_invitations i
      where i.account_id = (record ->> 'account_id')::uuid and i.id = (record ->> 'invited_owner_id')::uuid
    ),
    (
      select jsonb_build_object('id', t.id, 'name', t.name, 'team', true)
      from public.teams t
      where t.account_id = (record ->> 'account_id')::uuid and t.id = (record ->> 'team_id')::uuid
    ),
    'null'
  )
$$;
comment on function private.owner_in_history(jsonb) is
  'The owner of a record as the history keeps it: the id of a member, {"id", "name", "invited"} of an invited person, or {"id", "name", "team"}.';

create function private.may_delete(record jsonb) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    private.my_rank() >= 2
    or private.my_rank() = 1 and (
      private.caller_id()::text in (record ->> 'created_by', record ->> 'owner_id')
      or (record ->> 'team_id')::uuid = any (private.my_teams())
    ),
    false
  )
$$;
comment on function private.may_delete(jsonb) is
  'Whether the caller may delete a record of their account, as the policies of all catalogues say it.';

create function private.is_record(account uuid, kind text, id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from private.records r where r.account_id = account and r.kind = is_record.kind and r.id = is_record.id
  ) or is_record.kind = 'article' and exists (
    select from public.knowledge_articles a where a.account_id = account and a.id = is_record.id
  )
$$;
comment on function private.is_record(uuid, text, uuid) is 'Whether an account has a record.';

-- The first name from here on, in the order of the index: a plan that was made while there were few records would walk
-- through all of them for each that is added.
create function private.name_is_taken(account uuid, kind text, wanted text, by_other_than uuid default null)
returns boolean
language sql stable security definer set search_path = '' set enable_sort = off set enable_seqscan = off
as $$
  select exists (
    select
    from (
      select r.id, lower(r.name) as name
      from private.records r
      where r.account_id = account and r.kind = name_is_taken.kind and lower(r.name) >= lower(wanted)
      order by lower(r.name)
      limit 1
    ) as found
    where found.name = lower(wanted) and found.id is distinct from by_other_than
  )
$$;
comment on function private.name_is_taken(uuid, text, text, uuid) is 'Whether a record of the kind has a name already, other than one that may have it.';

create function private.may_change(feature text, record jsonb) returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.may_delete(record) and (private.my_rank() = 3 or private.feature_enabled(feature))
$$;
comment on function private.may_change(text, jsonb) is
  'Whether the caller may change a record of their account now: nobody but admins does while its feature is switched off.';

create function private.same_owner(before jsonb, after jsonb) returns boolean
language sql stable security definer set search_path = ''
as $$
  select before = after or exists (
    select
    from public.pending_invitations former
    join public.pending_invitations renewed on renewed.account_id = former.account_id and renewed.email = former.email
    where former.id = (before ->> 'id')::uuid and renewed.id = (after ->> 'id')::uuid
  )
$$;
comment on function private.same_owner(jsonb, jsonb) is
  'Whether two owners, as owner_in_history gives them, are one: a renewed invitation is another one of the same person.';

-- The bin keeps a record by the columns of its kind.
create function private.record_of_kind(record private.records) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select to_jsonb(record) - 'kind' - k.other_columns from private.kinds k where k.kind = record.kind
$$;
comment on function private.record_of_kind(private.records) is 'A record as the view of its kind has it.';

-- Belongings: what a member owns and knows, where own fields name them, and the receiver suggested for each part.
--
-- A record's receiver is its only other expert, else the owner of most of what it is linked to. Of an own field it is
-- the owner of the record, or who is suggested as such. Only catalogues that the account has switched on count.

create function private.linked_owners(account uuid, record_id uuid)
returns table (owner_id uuid, kind text, id uuid, name text)
language sql stable security definer set search_path = ''
as $$
  select distinct r.owner_id, r.kind, r.id, r.name
  from private.edges_of(account, array[linked_owners.record_id]) e
  join private.records r
    on r.account_id = account and r.id = case when e.from_id = linked_owners.record_id then e.to_id else e.from_id end
$$;
comment on function private.linked_owners(uuid, uuid) is
  'The records that a record is linked to, by relations, links of solutions and own fields, and their owners.';

create function private.kinds_in_use() returns setof text
language sql stable security definer set search_path = ''
as $$
  select k.kind from private.kinds k where k.feature is not null and private.feature_enabled(k.feature) order by k.place
$$;
comment on function private.kinds_in_use() is 'The catalogues that the caller''s account uses.';
grant execute on function private.kinds_in_use() to authenticated, service_role;

-- Only the procedures that check the person's account call this.
create function private.belongings(account uuid, person uuid, only_owned boolean)
returns table (kind text, id uuid, name text, part text, owner_id uuid, field_name text)
language sql stable security definer set search_path = ''
as $$
  select r.kind, r.id, r.name, 'owner', r.owner_id, null
  from private.catalogue_records r
  where r.account_id = account and r.owner_id = person and r.kind = any (array(select private.kinds_in_use()))
  union all
  select r.kind, r.id, r.name, 'expert', r.owner_id, null
  from public.record_experts e
  join private.catalogue_records r on r.account_id = account and r.kind = e.kind and r.id = e.record_id
  where not only_owned and e.account_id = account and e.expert_id = person
    and r.kind = any (array(select private.kinds_in_use()))
  union all
  select r.kind, r.id, r.name, 'own.' || f.key, r.owner_id, f.name
  from public.own_fields f
  join private.own_values v on v.account_id = account and v.field_id = f.id and v.text_value = person::text
  join private.catalogue_records r on r.account_id = account and r.kind = f.kind and r.id = v.record_id
  where not only_owned and f.account_id = account and f.type = 'member' and num_nonnulls(f.retired_at, f.deleted_at) = 0
    and r.kind = any (array(select private.kinds_in_use()))
$$;
comment on function private.belongings(uuid, uuid, boolean) is
  'The records that a member owns and, unless only these are wanted, is expert of or named by in an own field (own.<key>); of the features that the account uses.';

create function private.suggested_receiver(account uuid, person uuid, record_kind text, record_id uuid, part text, owner uuid)
returns table (receiver_id uuid, reason text, linked_kind text, linked_id uuid, linked_name text, others integer)
language sql stable security definer set search_path = ''
as $$
  with asked as (
    select
      part like 'own.%' and coalesce(owner <> person, false) as has_owner,
      -- An own field goes to who becomes the owner of its record.
      case when part = 'expert' then part else 'owner' end as part
  ),
  expert as (
    select e.expert_id
    from public.record_experts e
    where e.account_id = account and e.kind = suggested_receiver.record_kind
      and e.record_id = suggested_receiver.record_id and e.expert_id <> person
      -- The owner does not count as a second expert.
      and (suggested_receiver.part <> 'expert' or e.expert_id is distinct from owner)
  ),
  linked as (
    select l.*, count(*) over (partition by l.owner_id) as owns
    from private.linked_owners(account, suggested_receiver.record_id) l
    where l.owner_id <> person and (suggested_receiver.part <> 'expert' or l.owner_id is distinct from owner)
  )
  (
    select owner, 'record_owner', null::text, null::uuid, null::text, (select count(*)::integer from expert)
    from asked a
    where a.has_owner
  )
  union all
  (
    select e.expert_id, 'only_expert', null, null, null, 1
    from expert e
    cross join asked a
    where a.part = 'owner' and not a.has_owner and (select count(*) from expert) = 1
  )
  union all
  (
    select null, 'known', null, null, null, (select count(*)::integer from expert)
    from asked a
    where a.part = 'expert' and exists (select from expert)
  )
  union all
  (
    select l.owner_id, 'linked_owner', l.kind, l.id, l.name, (select count(*)::integer from expert)
    from linked l
    cross join asked a
    where not a.has_owner
      and case a.part when 'owner' then (select count(*) from expert) <> 1 else not exists (select from expert) end
    order by l.owns desc, l.name, l.id
    limit 1
  )
$$;
comment on function private.suggested_receiver(uuid, uuid, text, uuid, text, uuid) is
  'The suggested receiver of a record that a member owns or knows: the only other expert, else the owner of a linked record; none where others know it (known). Of an own field the owner of the record (record_owner), else who is suggested as its owner. No row where there is no suggestion.';

-- A single, long query: it finds the page, and looks only at the records of the page.
create function public.get_belongings(
  target_user_id uuid,
  only_owned boolean default false,
  kind_param text default null,
  skip integer default 0
) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  page constant integer := 50;
begin
  perform private.refuse_non_member(target_user_id);
  if target_user_id is distinct from private.caller_id() and coalesce(private.my_rank(), 0) < 2 then
    raise exception 'Only managers can hand over for another member.'
      using errcode = '42501', detail = 'handover.for_others_by_managers', hint = 'Ask an administrator.';
  end if;
  return (
    with placed as materialized (
      select
        b.*,
        count(*) over (partition by b.kind) as total,
        -- Owned records, known ones, and then field by field.
        row_number() over (
          partition by b.kind
          order by b.field_name is not null, case when b.field_name is null then b.part end desc,
            private.folded(b.field_name), lower(b.name), b.id, b.part
        ) as place
      from private.belongings(account, target_user_id, coalesce(only_owned, false)) b
      where kind_param is null or b.kind = kind_param
    ),
    -- Receivers are looked up for the page only.
    paged as materialized (
      select * from placed p where p.place > greatest(skip, 0) and p.place <= greatest(skip, 0) + page
    ),
    suggested as (
      select p.kind, p.id, p.part, s.*
      from paged p
      cross join lateral private.suggested_receiver(account, target_user_id, p.kind, p.id, p.part, p.owner_id) s
    )
    select coalesce(json_object_agg(k.kind, k.answer), '{}')
    from (
      select
        p.kind,
        json_build_object(
          'total', max(p.total),
          'owned', count(*) filter (where p.part = 'owner'),
          'named', count(*) filter (where p.field_name is not null),
          'items', coalesce(
            json_agg(
              json_build_object(
                'id', p.id,
                'name', p.name,
                'part', p.part,
                'field_name', p.field_name,
                'reason', s.reason,
                'receiver_id', s.receiver_id,
                'receiver_name', (select q.name from public.profiles q where q.id = s.receiver_id),
                'linked_kind', s.linked_kind,
                'linked_name', s.linked_name,
                'others', coalesce(s.others, 0)
              )
              order by p.place
            ) filter (where p.place > greatest(skip, 0) and p.place <= greatest(skip, 0) + page),
            '[]'
          )
        ) as answer
      from placed p
      left join suggested s on s.kind = p.kind and s.id = p.id and s.part = p.part
      group by p.kind
    ) k
  );
end
$$;
comment on function public.get_belongings(uuid, boolean, text, integer) is
  'The records that a member owns, is expert of, and is named by in own fields, 50 of each kind, owned first. {kind: {"total", "owned", "named", "items": [{id, name, part, field_name, reason, receiver_id, receiver_name, linked_kind, linked_name, others}]}}. The part is owner, expert, or own.<key> with the name of the field. The reason says why the receiver is suggested: record_owner, only_expert, linked_owner, known (others know it, no receiver is needed) or null. For the member themself, managers and admins.';
grant execute on function public.get_belongings(uuid, boolean, text, integer) to authenticated;

-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
create function private.named_fields(account uuid, kind text, fields text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('key', k.field, 'name', o.name) order by k.field), '[]')
  from unnest(fields) as k (field)
  left join public.own_fields o
    on o.account_id = account and o.kind = named_fields.kind and k.field = 'own.' || o.key
$$;
comment on function private.named_fields(uuid, text, text[]) is
  'Fields as the history calls them: [{"key", "name"}]. Own fields have a name, one whose 30 days in deletion are over has none.';
alter function private.named_fields(uuid, text, text[]) owner to cairn_definer;
create or replace function private.digest_of_changes(account uuid, person uuid, moment timestamptz) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with mine as (
    select r.kind, r.id, r.name
    from private.catalogue_records r
    where r.account_id = account and r.owner_id = person
    union
    select r.kind, r.id, r.name
    from public.record_experts e
    join private.catalogue_records r on r.account_id = e.account_id and r.kind = e.kind and r.id = e.record_id
    where e.account_id = account and e.expert_id = person
  ),
  changed as (
    select
      r.kind as record_kind, r.id as record_id, r.name as record_name,
      count(distinct h.changed_by)::integer as people,
      (array_agg(h.changed_by order by h.changed_at desc))[1] as last_by,
      array_agg(distinct h.field) filter (where h.field is not null) as fields,
      row_number() over (order by max(h.changed_at) desc, r.id) as place
    from mine r
    join public.record_history h on h.account_id = account and h.record_id = r.id
    where h.action = 'updated' and h.changed_by is distinct from person
      and h.changed_at > moment - interval '7 days' and h.changed_at <= moment
      and not private.switched_off(account, r.kind)
    group by r.kind, r.id, r.name
  )
  select jsonb_build_object(
    'total', count(*),
    'items', coalesce(
      jsonb_agg(
        jsonb_build_object(
          'record_kind', c.record_kind, 'record_id', c.record_id, 'record_name', c.record_name,
          'actor_name', p.name, 'others', greatest(c.people - 1, 0),
          'fields', private.named_fields(account, c.record_kind, c.fields)
        )
        order by c.place
      ) filter (where c.place <= 10),
      '[]'
    )
  )
  from changed c
  left join public.account_members m on m.account_id = account and m.user_id = c.last_by
  left join public.profiles p on p.id = m.user_id
$$;
comment on function private.digest_of_changes(uuid, uuid, timestamptz) is
  'What others changed, in the week before a moment, of the records that a member owns or is expert of: {"total", "items": the ten changed last, each with its changed fields}.';

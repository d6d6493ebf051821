-- Coverage of past weeks: what changed since a moment is undone, and the rest is counted.
--
-- The functions read the history, the bin and the invitations; purged records are left out. Where very much has
-- changed, they count part by part, so that each part fits into memory.

create function private.invitation_was_open(account uuid, invitation uuid, moment timestamptz) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select
    from public.pending_invitations last
    join public.pending_invitations i on i.account_id = last.account_id and i.email = last.email
    where last.account_id = account and last.id = invitation
      -- Renewed ones before it are of the same person.
      and (i.id = last.id or i.created_at < last.created_at)
      and i.created_at <= moment and i.expires_at > moment
      and (i.accepted_at is null or i.accepted_at >= moment)
      and (i.declined_at is null or i.declined_at >= moment)
  )
$$;
comment on function private.invitation_was_open(uuid, uuid, timestamptz) is
  'Whether the person of an invitation could join at a moment, by this one or an earlier one.';

-- Whatever the planner expects of the history, nothing here is joined row by row. A single, long statement: its parts
-- are read one after the other, each under its own name.
create function private.coverage_since(
  account uuid, kind text, moments timestamptz[],
  first_id uuid default '00000000-0000-0000-0000-000000000000',
  last_id uuid default 'ffffffff-ffff-ffff-ffff-ffffffffffff'
) returns table (place integer, records bigint, with_owner bigint, with_second bigint)
language plpgsql stable security definer
set search_path = '' set enable_nestloop = off
as $$
declare
  touched uuid[];
begin
  execute format(
    'select array(
      select h.record_id
      from public.record_history h
      where h.account_id = $1 and h.record_id between $4 and $5 and h.kind = $2 and h.changed_at >= $3
        and (h.action <> ''updated'' or h.field in (''owner_id'', ''experts''))
      union
      -- An invitation ends by itself.
      select r.id
      from public.%I r
      where r.account_id = $1 and r.invited_owner_id is not null and r.id between $4 and $5
    )',
    private.catalogue_of(kind)
  ) into touched using account, kind, moments[1], first_id, last_id;
  return query execute format(
    $query$
    with happened as materialized (
      select
        h.record_id, h.changed_at, h.action, h.field,
        nullif(h.before, 'null') as before, nullif(h.after, 'null') as after,
        width_bucket(h.changed_at, $3) as place
      from public.record_history h
      where h.account_id = $1 and h.record_id between $5 and $6 and h.kind = $2 and h.changed_at >= $3[1]
        and (h.action <> 'updated' or h.field in ('owner_id', 'experts'))
    ),
    -- Existing records, and those in the bin as they were.
    known as materialized (
      select r.id as record_id, true as present, coalesce(r.owner_id, r.team_id) as owner_id, r.invited_owner_id
      from public.%1$I r
      where r.account_id = $1 and r.id = any ($4)
      union all
      select b.record_id, false, coalesce(b.record ->> 'owner_id', b.record ->> 'team_id')::uuid, (b.record ->> 'invited_owner_id')::uuid
      from public.binned_records b
      where b.account_id = $1 and b.kind = $2 and b.record_id = any ($4) and not exists (
        select from public.%1$I r where r.account_id = $1 and r.id = b.record_id
      )
    ),
    -- From when until when what was so: each change tells what was before it, and what is there what was after the last.
    presence as (
      select e.record_id, e.until, e.present, coalesce(lag(e.until) over of_record, '-infinity') as since
      from (
        select h.record_id, h.changed_at as until, h.action = 'deleted' as present
        from happened h
        where h.field is null
        union all
        select k.record_id, 'infinity', k.present from known k
      ) e
      window of_record as (partition by e.record_id order by e.until)
    ),
    ownership as materialized (
      select
        e.record_id, e.until, e.owner_id, e.invited_id,
        coalesce(lag(e.until) over of_record, '-infinity') as since
      from (
        select
          h.record_id, h.changed_at as until,
          case when jsonb_typeof(h.before) = 'string' then h.before #>> '{}' when h.before ? 'team' then h.before ->> 'id' end::uuid
            as owner_id,
          case when not h.before ? 'team' then h.before ->> 'id' end::uuid as invited_id
        from happened h
        where h.field = 'owner_id'
        union all
        select k.record_id, 'infinity', k.owner_id, k.invited_owner_id from known k
      ) e
      window of_record as (partition by e.record_id order by e.until)
    ),
    knowledge as (
      select
        e.record_id, e.expert_id, e.until, e.knew,
        coalesce(lag(e.until) over of_person, '-infinity') as since
      from (
        select
          h.record_id, (coalesce(h.before, h.after) ->> 'id')::uuid as expert_id, h.changed_at as until,
          h.before is not null as knew
        from happened h
        where h.field = 'experts'
        union all
        select n.record_id, n.expert_id, 'infinity', bool_or(n.knows)
        from (
          select e.record_id, e.expert_id, true as knows
          from public.record_experts e
          where e.account_id = $1 and e.record_id = any ($4)
          union all
          select b.record_id, (x.value ->> 'expert_id')::uuid, true
          from public.binned_records b
          cross join lateral jsonb_array_elements(b.links -> 'experts') as x (value)
          where b.account_id = $1 and b.kind = $2 and b.record_id in (select k.record_id from known k where not k.present)
          union all
          select h.record_id, (coalesce(h.before, h.after) ->> 'id')::uuid, false
          from happened h
          where h.field = 'experts'
        ) n
        group by n.record_id, n.expert_id
      ) e
      window of_person as (partition by e.record_id, e.expert_id order by e.until)
    ),
    -- A record is looked at only where something of it changed afterwards, and now.
    looks as materialized (
      select l.record_id, l.place, coalesce($3[l.place], 'infinity') as moment
      from (
        select h.record_id, h.place from happened h
        union
        select o.record_id, m.place
        from ownership o
        cross join generate_series(1, cardinality($3)) as m (place)
        where o.invited_id is not null
        union
        select k.record_id, cardinality($3) + 1 from known k
      ) l
    ),
    second as (
      select distinct l.record_id, l.place
      from looks l
      join ownership o on o.record_id = l.record_id and o.since < l.moment and l.moment <= o.until
      join knowledge n on n.record_id = l.record_id and n.since < l.moment and l.moment <= n.until
      where n.knew and n.expert_id is distinct from o.owner_id
    ),
    seen as (
      select
        l.record_id, l.place,
        p.present::integer as records,
        (p.present and (
          o.owner_id is not null
          or o.invited_id is not null and private.invitation_was_open($1, o.invited_id, least(l.moment, now()))
        ))::integer as with_owner,
        (p.present and s.record_id is not null)::integer as with_second
      from looks l
      join presence p on p.record_id = l.record_id and p.since < l.moment and l.moment <= p.until
      join ownership o on o.record_id = l.record_id and o.since < l.moment and l.moment <= o.until
      left join second s on s.record_id = l.record_id and s.place = l.place
    ),
    changes as (
      select
        s.place,
        lead(s.records) over of_record - s.records as records,
        lead(s.with_owner) over of_record - s.with_owner as with_owner,
        lead(s.with_second) over of_record - s.with_second as with_second
      from seen s
      window of_record as (partition by s.record_id order by s.place)
    ),
    summed as (
      select
        c.place,
        sum(c.records)::bigint as records,
        sum(c.with_owner)::bigint as with_owner,
        sum(c.with_second)::bigint as with_second
      from changes c
      group by c.place
    )
    select
      m.place,
      coalesce(sum(s.records) over later, 0)::bigint,
      coalesce(sum(s.with_owner) over later, 0)::bigint,
      coalesce(sum(s.with_second) over later, 0)::bigint
    from generate_series(1, cardinality($3)) as m (place)
    left join summed s on s.place = m.place
    window later as (order by m.place desc)
    $query$,
    private.catalogue_of(kind)
  ) using account, kind, moments, touched, first_id, last_id;
end
$$;
comment on function private.coverage_since(uuid, text, timestamptz[], uuid, uuid) is
  'By how much the coverage of a catalogue has grown since each of these moments, which are in order: what changed after them is undone, what lies in the bin counted. Records that were purged are left out. Of the records whose ids lie between these.';

-- Ids are random: where much has changed, each range of ids is counted by itself, and fits into memory.
create function private.id_ranges(changes bigint) returns table (first_id uuid, last_id uuid)
language sql immutable set search_path = ''
as $$
  select rpad(p.digits, 32, '0')::uuid, rpad(p.digits, 32, 'f')::uuid
  from (
    select case
      when changes <= 50000 then ''
      when changes <= 1000000 then to_hex(n)
      else lpad(to_hex(n), 2, '0')
    end as digits
    from generate_series(0, case when changes <= 50000 then 0 when changes <= 1000000 then 15 else 255 end) as n
  ) p
$$;
comment on function private.id_ranges(bigint) is 'Ranges that cover all ids: one, or many for many changes.';

create function private.utc_midnight(week date) returns timestamptz
language sql immutable set search_path = ''
as $$
  select week::timestamp at time zone 'utc'
$$;
comment on function private.utc_midnight(date) is 'Midnight UTC.';

-- Undoing acts: a member takes back what an act did to many records, for 30 days.
--
-- Each record that nobody has changed since gets its former state back; what speaks against the others is named. The
-- function looks past row security, because a member who gave a record away may not touch it any more. So it checks by
-- itself which rights the caller has now: those that the act would ask for.
-- A later line of the history keeps a line from being undone: of the same field, of the record as a whole where it was
-- restored, or that the record was deleted. Only the tags that the act added or removed go or come, so other tags that
-- the caller has changed since keep nothing from being undone.

-- Long, because it says of each line all that can speak against taking it back.
create function private.checked_lines(of_act uuid, skip integer default 0, at_most integer default null)
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
comment on function private.checked_lines(uuid, integer, integer) is
  'The lines of an act of the caller''s account, by name, and what speaks against taking each back: changed, deleted or restored since (by whom), gone, not_allowed, switched_off, name_taken, left (the former owner, expert or value), tag_gone (deleted since), field_gone (deleted since), value_gone (the field cannot have it any more), full (a record has as many tags as it can have), or nothing.';

-- Of two who undo at once, or of one who undoes and one who changes a record, the second waits.
create function private.lock_undoable_act(act_param uuid) returns public.acts
language plpgsql volatile security definer set search_path = ''
as $$
declare
  held public.acts;
  kind text;
begin
  select a.* into held
  from public.acts a
  where a.id = act_param and a.account_id = private.my_account() and a.done_at > now() - private.undo_time()
  for update;
  if not found then
    raise exception 'You can no longer undo this.'
      using errcode = 'PT404', detail = 'act.not_undoable', hint = 'You can undo an act for 30 days.';
  end if;
  if coalesce(private.my_rank(), 0) < 1 then
    raise exception 'You cannot undo this.'
      using errcode = '42501', detail = 'act.undo_not_allowed',
        hint = 'Only members who can change records can undo acts.';
  end if;
  -- Before any record is held, and before values are checked: who changes definitions holds the lock and waits for
  -- records.
  perform pg_advisory_xact_lock_shared(private.lock_of_own_fields(held.account_id));
  for kind in
    select distinct h.kind from public.record_history h where h.account_id = held.account_id and h.act = held.id
      and h.kind = any (array(select private.kinds_of_catalogues()))
    order by 1
  loop
    execute format(
      'select from public.%I t
      where t.account_id = $1 and t.id = any (array(
        select h.record_id from public.record_history h where h.account_id = $1 and h.act = $2
      ))
      order by t.id for update',
      private.catalogue_of(kind)
    ) using held.account_id, held.id;
  end loop;
  return held;
end
$$;
comment on function private.lock_undoable_act(uuid) is
  'An act of the caller''s account that can still be undone; locks it, its records and the definitions of own fields until the transaction ends.';

create function private.grouped_problems(lines jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(g) order by g.records desc, g.problem, g.by_name), '[]')
  from (
    select l.problem, l.problem_by as by_id, p.name as by_name, count(distinct l.record_id) as records
    from jsonb_to_recordset(lines) as l (record_id uuid, problem text, problem_by uuid)
    left join public.account_members m on m.account_id = private.my_account() and m.user_id = l.problem_by
    left join public.profiles p on p.id = m.user_id
    where l.problem is not null
    group by l.problem, l.problem_by, p.name
  ) g
$$;
comment on function private.grouped_problems(jsonb) is
  'The problems that prevent undoing lines, grouped by kind and person: [{"problem", "by_id", "by_name", "records"}].';

-- Names that were taken while this waited are known only after the restoration.
create function private.undo_deletions(lines jsonb) returns jsonb
language sql volatile security definer set search_path = ''
as $$
  with asked as materialized (
    select * from private.restore_records(array(
      select l.record_id
      from jsonb_to_recordset(lines) as l (record_id uuid, part text, problem text)
      where l.part = 'deleted' and l.problem is null
    ))
  )
  select coalesce(jsonb_agg(case
    when a.problem is null then line.value
    else line.value || jsonb_build_object('problem', case a.problem when 'not_in_bin' then 'gone' else a.problem end)
  end), '[]')
  from jsonb_array_elements(lines) as line (value)
  left join asked a on line.value ->> 'part' = 'deleted' and a.record_id = (line.value ->> 'record_id')::uuid
$$;
comment on function private.undo_deletions(jsonb) is
  'Restores the records that an act has deleted; returns the lines with the problems found meanwhile.';

-- An import can be of fifty thousand records: its undo goes on page by page, and is one act all the same.
create function private.begin_undo(done public.acts, skip integer) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  begun public.acts;
begin
  if skip > 0 then
    select u.* into begun
    from public.acts u
    where u.account_id = done.account_id and u.undoes = done.id and u.done_by = private.caller_id()
    order by u.done_at desc
    limit 1;
  end if;
  -- An undo is a separate act, even in the transaction of the act that it undoes.
  perform set_config('cairn.act', coalesce(begun.id::text, ''), true);
  return coalesce(begun.departed, '[]');
end
$$;
comment on function private.begin_undo(public.acts, integer) is
  'Begins an undo, or goes on with the caller''s own; gives whose owner had left, as far as that is known.';

create function private.lines_of_page(done public.acts, skip integer, out lines jsonb, out next integer)
language plpgsql stable security definer set search_path = ''
as $$
declare
  is_long constant boolean := done.action = 'import'
    or exists (select from public.acts o where o.account_id = done.account_id and o.id = done.undoes and o.action = 'import');
  whole jsonb;
begin
  select coalesce(jsonb_agg(l order by l.place), '[]') into lines
  from private.checked_lines(done.id, skip, case when is_long then 1000 end) l;
  if is_long and jsonb_array_length(lines) = 1000 then
    -- A record is taken back as a whole, so the last one waits for the next page, unless it is the only one.
    select jsonb_agg(l.value) into whole
    from jsonb_array_elements(lines) as l (value)
    where l.value -> 'record_id' <> lines -> -1 -> 'record_id';
    lines := coalesce(whole, lines);
    next := coalesce(skip, 0) + jsonb_array_length(lines);
  end if;
end
$$;
comment on function private.lines_of_page(public.acts, integer) is
  'The lines of an act that one undo takes back, and where the next begins; null where there is none.';

create function public.undo_act(act_param uuid, skip integer default 0) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  done constant public.acts := private.lock_undoable_act(act_param);
  departed jsonb := private.begin_undo(done, skip);
  page constant record := private.lines_of_page(done, skip);
  lines jsonb := page.lines;
  good jsonb;
  undoing uuid;
  counted integer;
  team jsonb;
begin
  if done.ended_team is not null then
    team := private.restore_ended_team(done);
  end if;
  if 'deleted' = any (done.parts) then
    lines := private.undo_deletions(lines);
  end if;
  select coalesce(jsonb_agg(l.value), '[]'), count(distinct l.value ->> 'record_id')
  into good, counted
  from jsonb_array_elements(lines) as l (value)
  where l.value ->> 'problem' is null;
  departed := departed || private.departed_owners_of(
    array(select (l.value ->> 'record_id')::uuid from jsonb_array_elements(good) as l (value))
  );
  perform private.restore_former_values(good);
  perform private.restore_former_experts(good);
  perform private.restore_former_tags(good);
  perform private.restore_former_fields(good);
  perform private.undo_creations(good);
  perform private.restore_former_relations(good);
  perform private.restore_departed_owners(done.departed, array(
    select l.record_id from jsonb_to_recordset(good) as l (record_id uuid, part text) where l.part = 'owner_id'
  ));
  undoing := private.note_act(
    done.account_id, 'undo', null, private.history_parts_of_undo(done.parts), departed, done.id
  );
  return jsonb_build_object(
    'act', undoing,
    'undone', counted,
    'left', private.grouped_problems(lines),
    'next', page.next,
    'team', team
  );
end
$$;
comment on function public.undo_act(uuid, integer) is
  'Takes an act of the caller''s account back, for 30 days: each record that nobody has changed since and that the caller may change so. {"act", "undone", "left": [{"problem", "by_id", "by_name", "records"}], "next", "team": {"name", "left"}}: the undo, which is an act itself (null where nothing came of it), how many records, and what speaks against the others (see private.checked_lines). Of an import it is a page: next says which lines to skip in the next call, and is null after the last. A team that came back has its name, and how many of its members have left the account.';
grant execute on function public.undo_act(uuid, integer) to authenticated;

create function private.history_parts_of_undo(parts text[]) returns text[]
language sql immutable set search_path = ''
as $$
  select array(
    select case part when 'deleted' then 'restored' when 'restored' then 'deleted' when 'created' then 'deleted' else part end
    from unnest(parts) as part
  )
$$;
comment on function private.history_parts_of_undo(text[]) is 'Which lines of the history an undo makes of an act with these.';

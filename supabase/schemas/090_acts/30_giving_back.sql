-- Giving back: records get the owners, statuses, experts and tags that they had before an act.
--
-- The functions get lines of the history as private.checked_lines gives them, those that nothing speaks against.

create function private.restore_former_values(lines jsonb) returns void
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

create function private.restore_former_tags(lines jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  kind text;
begin
  for kind in
    select distinct l.kind from jsonb_to_recordset(lines) as l (kind text, part text) where l.part = 'tags'
  loop
    execute format(
      'update public.%I t
      set tags = array(
        select had.tag from unnest(t.tags) with ordinality as had (tag, place)
        where had.tag <> all (private.lost_tags(l.after, l.before))
        order by had.place
      ) || private.lost_tags(l.before, l.after)
      from jsonb_to_recordset($2) as l (kind text, record_id uuid, part text, before jsonb, after jsonb)
      where l.kind = $3 and l.part = ''tags'' and t.account_id = $1 and t.id = l.record_id',
      private.catalogue_of(kind)
    ) using private.my_account(), lines, kind;
  end loop;
end
$$;
comment on function private.restore_former_tags(jsonb) is
  'Removes the tags that an act has added to records, and adds those that it has removed.';

create function private.restore_former_experts(lines jsonb) returns void
language sql security definer set search_path = ''
as $$
  delete from public.record_experts e
  using jsonb_to_recordset(lines) as l (record_id uuid, part text, after jsonb)
  where l.part = 'experts' and jsonb_typeof(l.after) = 'object'
    and e.account_id = private.my_account() and e.record_id = l.record_id and e.expert_id = (l.after ->> 'id')::uuid;
  insert into public.record_experts (account_id, kind, record_id, expert_id, assigned_by)
  select distinct private.my_account(), l.kind, l.record_id, (l.before ->> 'id')::uuid, private.caller_id()
  from jsonb_to_recordset(lines) as l (kind text, record_id uuid, part text, before jsonb)
  where l.part = 'experts' and jsonb_typeof(l.before) = 'object'
  on conflict do nothing;
$$;
comment on function private.restore_former_experts(jsonb) is
  'Removes the experts that an act has added, and adds those that it has removed.';

-- Relations of a record that goes with the same undo are in the bin by now, and come back with it.
create function private.restore_former_relations(lines jsonb) returns void
language sql security definer set search_path = ''
as $$
  delete from public.relations r
  using jsonb_to_recordset(lines) as l (record_id uuid, part text, after jsonb)
  where l.part = 'relations' and jsonb_typeof(l.after) = 'object' and r.account_id = private.my_account()
    and r.type = l.after ->> 'type'
    and r.from_id = case when (l.after -> 'outgoing')::boolean then l.record_id else (l.after ->> 'id')::uuid end
    and r.to_id = case when (l.after -> 'outgoing')::boolean then (l.after ->> 'id')::uuid else l.record_id end;
  insert into public.relations (account_id, from_id, to_id, type, assigned_by)
  select distinct
    private.my_account(),
    case when (l.before -> 'outgoing')::boolean then l.record_id else o.id end,
    case when (l.before -> 'outgoing')::boolean then o.id else l.record_id end,
    l.before ->> 'type',
    private.caller_id()
  from jsonb_to_recordset(lines) as l (record_id uuid, part text, before jsonb)
  join private.records o on o.account_id = private.my_account() and o.id = (l.before ->> 'id')::uuid
  where l.part = 'relations' and jsonb_typeof(l.before) = 'object'
  on conflict do nothing;
$$;
comment on function private.restore_former_relations(jsonb) is
  'Removes the relations that an act has added, and adds those that it has removed, without their notes.';

create function private.undo_creations(lines jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  one record;
begin
  for one in
    select l.kind, array_agg(l.record_id) as ids
    from jsonb_to_recordset(lines) as l (kind text, record_id uuid, part text)
    where l.part in ('restored', 'created')
    group by l.kind
  loop
    perform public.delete_records(one.kind, one.ids);
  end loop;
end
$$;
comment on function private.undo_creations(jsonb) is 'Deletes the records that an act has restored or created.';

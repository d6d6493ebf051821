-- Undoing bulk: the user takes back what they changed in bulk, once and within an hour.
--
-- Each record that no user has changed since gets its former value back. The function looks past row security,
-- because a user who gave a record away may not touch it any more. So it checks by itself whose act it was and which
-- rights the caller has now.
-- A record whose owner had left says so again.

-- An undo asks for the rights that its caller has now. A caller who gave a record away may have it back.
create function public.undo_bulk(act_param uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  done private.bulk_acts;
  undone uuid[];
begin
  delete from private.bulk_acts b
  where b.act = act_param and b.account_id = private.my_account() and b.person_id = private.caller_id()
    and b.done_at > now() - interval '1 hour' and private.my_rank() >= 1
  returning * into done;
  if not found then
    raise exception 'This cannot be taken back any more.'
      using errcode = 'PT404', hint = 'Whoever changed it takes it back, once and within an hour.';
  end if;
  perform private.refuse_feature_off(private.feature_of(done.kind));
  if done.action = 'delete' then
    return (
      select count(*)
      from private.restore_records(array(
        select b.record_id
        from public.binned_records b
        where b.account_id = done.account_id and b.act = done.act and b.record_id = any (done.ids)
      )) r
      where r.problem is null
    );
  end if;
  execute private.undo_statement(done.action, private.catalogue_of(done.kind))
    into undone using done.account_id, done.ids, done.value, done.act, done.done_at;
  perform private.restore_departed_owners(done.departed, undone);
  return cardinality(undone);
end
$$;
comment on function public.undo_bulk(uuid) is
  'Takes back what the caller changed in bulk, once and within an hour: each record that nobody has changed since and that they might still change. Returns how many.';
alter function public.undo_bulk(uuid) owner to cairn_definer;
revoke all on function public.undo_bulk(uuid) from public, anon, authenticated, service_role;
grant execute on function public.undo_bulk(uuid) to authenticated;

-- The former values are looked up once: joined with the records directly, they would be sought anew for each of them.
create function private.undo_statement(action text, catalogue text) returns text
language sql immutable set search_path = ''
as $$
  select format(
    case action
      when 'expert' then
        'with undone as (
          delete from public.record_experts e
          where e.account_id = $1 and e.record_id = any ($2) and e.expert_id = $3::uuid and e.created_at = $5
          returning e.record_id as id
        )'
      else
        'with was as materialized (
          select h.record_id, h.before
          from public.record_history h
          where h.account_id = $1 and h.record_id = any ($2) and h.act = $4 and h.field = %2$L
        ), undone as (
          update public.%1$I t
          set ' || case action
            when 'owner' then
              'owner_id = case when jsonb_typeof(h.before) = ''string'' then (h.before #>> ''{}'')::uuid end,
              invited_owner_id = case when jsonb_typeof(h.before) = ''object'' then (h.before ->> ''id'')::uuid end'
            else 'status = h.before #>> ''{}'''
          end || '
          from was h
          where t.account_id = $1 and t.id = h.record_id and ' || private.may_be_undone(action) || '
          returning t.id
        )'
    end || ' select array(select u.id from undone u)',
    catalogue, case action when 'owner' then 'owner_id' else action end
  )
$$;
comment on function private.undo_statement(text, text) is
  'What takes a change in bulk back and gives the ids: $1 account, $2 ids, $3 value, $4 act, $5 when it was done.';
alter function private.undo_statement(text, text) owner to cairn_definer;

-- The former owner may have left since; another user may have changed the record.
create function private.may_be_undone(action text) returns text
language sql immutable set search_path = ''
as $$
  select case action
    when 'owner' then
      'coalesce(t.owner_id, t.invited_owner_id) is not distinct from $3::uuid
      and (
        (select private.my_rank()) >= 2 or (select private.caller_id()) = t.created_by
        or to_jsonb((select private.caller_id())) = h.before
      )
      and (
        jsonb_typeof(h.before) is distinct from ''string''
        or exists (
          select from public.account_members m
          where m.account_id = $1 and m.user_id = (h.before #>> ''{}'')::uuid
        )
      )
      and (
        jsonb_typeof(h.before) is distinct from ''object''
        or exists (
          select from public.pending_invitations i
          where i.account_id = $1 and i.id = (h.before ->> ''id'')::uuid
            and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
        )
      )'
    else
      't.status = $3 and ((select private.my_rank()) >= 2 or (select private.caller_id()) in (t.created_by, t.owner_id))'
  end
$$;
comment on function private.may_be_undone(text) is
  'Which records t get the former value h.before back, as a condition: those that still have the new one, and that the caller may change.';
alter function private.may_be_undone(text) owner to cairn_definer;

-- Deciding on suggestions: who may change a record accepts them, as themselves, or dismisses them.

create function public.get_suggestions(kind text, record_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', s.id, 'field', s.field, 'before', s.before, 'after', s.after, 'why', s.why, 'client', s.client,
    'suggested_by', s.suggested_by, 'created_at', s.created_at
  ) order by s.created_at, s.id), '[]')
  from public.suggestions s
  where s.account_id = (select private.my_account()) and s.kind = get_suggestions.kind
    and s.record_id = get_suggestions.record_id and s.state = 'open'
$$;
comment on function public.get_suggestions(text, uuid) is
  'The open suggestions for a record, the oldest first: [{"id", "field", "before", "after", "why", "client", "suggested_by", "created_at"}].';
grant execute on function public.get_suggestions(text, uuid) to authenticated;

-- Of two who answer at the same moment the second waits here, and finds it answered.
create function private.close_suggestion(suggestion uuid, answer text) returns public.suggestions
language plpgsql security definer set search_path = ''
as $$
declare
  closed public.suggestions;
  may_change boolean;
begin
  if not private.is_unscoped() then
    raise exception 'Only people who have signed in decide on suggestions.'
      using errcode = '42501', detail = 'suggestion.decided_in_sessions', hint = 'Sign in to Cairn.';
  end if;
  select * into closed from public.suggestions s
  where s.id = suggestion and s.account_id = private.my_account()
  for update;
  if not found or closed.state <> 'open' then
    perform private.refuse_outdated('suggestion.answered', 'This suggestion was answered in the meantime.');
  end if;
  select private.my_rank() >= 2 or private.my_rank() = 1 and private.caller_id() in (r.created_by, r.owner_id) into may_change
  from private.records r
  where r.account_id = closed.account_id and r.kind = closed.kind and r.id = closed.record_id;
  if not coalesce(may_change, false)
    and not (answer = 'dismissed' and coalesce(closed.suggested_by = private.caller_id(), false))
  then
    raise exception 'You may not change this record.'
      using errcode = '42501', detail = 'record.change_not_allowed', hint = 'Ask its owner.';
  end if;
  update public.suggestions s
  set state = answer, decided_by = private.caller_id(), decided_at = now()
  where s.id = suggestion;
  return closed;
end
$$;
comment on function private.close_suggestion(uuid, text) is
  'Ends a suggestion as accepted or dismissed, for who may change its record; dismissed also for whose assistant made it. Returns it as it was.';
grant execute on function private.close_suggestion(uuid, text) to authenticated;

create function private.write_suggested_relation(wanted public.suggestions) returns integer
language sql volatile set search_path = ''
as $$
  with gone as (
    delete from public.relations r
    where wanted.after is null and r.from_id = wanted.record_id and r.to_id = (wanted.before ->> 'id')::uuid
      and r.type = wanted.before ->> 'type'
    returning 1
  ),
  added as (
    insert into public.relations (from_id, to_id, type)
    select wanted.record_id, (wanted.after ->> 'id')::uuid, wanted.after ->> 'type'
    where wanted.after is not null and not exists (
      select from public.relations r
      where r.from_id = wanted.record_id and r.to_id = (wanted.after ->> 'id')::uuid and r.type = wanted.after ->> 'type'
    )
    returning 1
  )
  select ((select count(*) from gone) + (select count(*) from added))::integer
$$;
comment on function private.write_suggested_relation(public.suggestions) is
  'Adds or removes the relation of a suggestion as the caller: 1, or 0 where that has happened already.';
grant execute on function private.write_suggested_relation(public.suggestions) to authenticated;

-- Runs as the caller: row security decides on the change, and the history says who made it.
create function public.accept_suggestion(suggestion uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  wanted constant public.suggestions := private.close_suggestion(suggestion, 'accepted');
  touched integer;
begin
  if wanted.field = 'relations' then
    touched := private.write_suggested_relation(wanted);
  else
    perform private.refuse_closed_field(wanted.field);
    execute format(
      'update public.%1$I t set %2$I = (jsonb_populate_record(null::public.%1$I, jsonb_build_object(%2$L, $1))).%2$I
      where t.id = $2 and to_jsonb(t) -> %2$L is not distinct from $3',
      private.catalogue_of(wanted.kind), wanted.field
    )
      using wanted.after, wanted.record_id, wanted.before;
    get diagnostics touched = row_count;
  end if;
  if touched = 0 then
    raise exception 'The field was changed since this was suggested.'
      using errcode = 'HO001', detail = 'suggestion.value_changed', hint = 'Look at it again.';
  end if;
end
$$;
comment on function public.accept_suggestion(uuid) is
  'Applies a suggestion as the caller, who may change its record. HO001 where the field was changed since, or another user was quicker.';
grant execute on function public.accept_suggestion(uuid) to authenticated;

create function public.dismiss_suggestion(suggestion uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.close_suggestion(suggestion, 'dismissed');
end
$$;
comment on function public.dismiss_suggestion(uuid) is
  'Ends a suggestion without a change: for who may change its record, and for whose assistant made it. HO001 where another user was quicker.';
grant execute on function public.dismiss_suggestion(uuid) to authenticated;

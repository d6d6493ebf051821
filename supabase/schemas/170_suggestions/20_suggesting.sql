-- Suggesting: an assistant proposes a change where an admin allows that, and the people whom the record concerns are
-- notified.

-- The checks of the table decide whether a value is valid: it is written, read, and undone.
create function private.stored_form_of_value(account uuid, kind text, record uuid, field text, value jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  kept jsonb;
begin
  begin
    execute format(
      'update public.%1$I t set %2$I = (jsonb_populate_record(null::public.%1$I, jsonb_build_object(%2$L, $1))).%2$I
      where t.account_id = $2 and t.id = $3
      returning to_jsonb(t) -> %2$L',
      private.catalogue_of(kind), field
    )
      into kept using value, account, record;
    raise exception 'This is only tried.' using errcode = 'SG000', detail = 'suggestion.only_tried';
  exception when sqlstate 'SG000' then
    return kept;
  end;
end
$$;
comment on function private.stored_form_of_value(uuid, text, uuid, text, jsonb) is
  'The stored form of a value for a field of a record; raises the errors of the checks. Changes nothing.';

create function private.refuse_closed_field(field text) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not coalesce(field = any (private.fields_for('suggest')), false) then
    raise exception 'This field cannot be suggested.'
      using errcode = '22023', detail = 'suggestion.field_closed',
        hint = 'There are ' || array_to_string(private.fields_for('suggest'), ', ') || '.';
  end if;
end
$$;
comment on function private.refuse_closed_field(text) is 'Refuses a field that nobody can suggest another value for.';
grant execute on function private.refuse_closed_field(text) to authenticated;

create function private.refuse_suggestion(kind text, client text) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
begin
  perform private.refuse_other_kind(kind);
  if account is null or private.switched_off(account, kind) then
    raise exception 'Your account does not use this catalogue.'
      using errcode = '42501', detail = 'suggestion.catalogue_off', hint = 'Ask an administrator.';
  end if;
  if not coalesce((select s.suggested_edits from public.api_settings s where s.account_id = account), false) then
    raise exception 'Your account does not let assistants suggest edits.'
      using errcode = '42501', detail = 'suggestion.switched_off',
        hint = 'An administrator can allow it in Cairn under Connect Your Assistant.';
  end if;
  if char_length(client) > 100 then
    raise exception 'The name of the program has at most 100 characters.'
      using errcode = '22023', detail = 'suggestion.program_name';
  end if;
end
$$;
comment on function private.refuse_suggestion(text, text) is
  'Refuses who may not suggest a change, and where no assistant may.';

-- A person with a hundred open suggestions in their name, or five of one record, gets no more until some are decided.
create function private.refuse_many_suggestions(record uuid, field text, value jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  open_ones record;
begin
  select
    count(*) as all_of_them, count(*) filter (where s.record_id = record) as of_record,
    bool_or(
      s.record_id = record and s.field = refuse_many_suggestions.field
        -- A relation that should go stands before.
        and coalesce(s.after, case s.field when 'relations' then s.before end) is not distinct from value
    ) as is_there
  into open_ones
  from public.suggestions s
  where s.account_id = private.my_account() and s.suggested_by = private.caller_id() and s.state = 'open';
  if open_ones.is_there then
    raise exception 'This was suggested already and waits for an answer.'
      using errcode = '22023', detail = 'suggestion.already_waits';
  end if;
  if open_ones.of_record >= 5 or open_ones.all_of_them >= 100 then
    raise exception 'Too many suggestions in your name wait for an answer.'
      using errcode = '22023', detail = 'suggestion.too_many_wait',
        hint = 'At most 5 of a record and 100 altogether can wait.';
  end if;
end
$$;
comment on function private.refuse_many_suggestions(uuid, text, jsonb) is
  'Refuses a suggestion that waits already, the sixth of a person and record, and the 101st of a person.';

create function private.notify_of_suggestion(suggestion public.suggestions, record_name text, owner uuid) returns void
language sql security definer set search_path = ''
as $$
  select private.notify(
    suggestion.account_id, told.person, 'suggestion_made', suggestion.kind, suggestion.record_id, record_name,
    jsonb_build_object('fields', jsonb_build_array(suggestion.field))
  )
  from (
    select owner as person where owner is not null
    union all
    (
      select m.user_id
      from public.account_members m
      where owner is null and m.account_id = suggestion.account_id and m.permission_level = 'admin'
      order by m.user_id
      limit 20
    )
  ) told
$$;
comment on function private.notify_of_suggestion(public.suggestions, text, uuid) is
  'Notifies the owner of a record of a suggestion, or the admins where it has none.';

create function public.suggest_edit(
  kind text, record_id uuid, field text, value jsonb, why text default '', client text default ''
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  target record;
  kept jsonb;
  made public.suggestions;
begin
  perform private.refuse_suggestion(kind, client);
  perform private.refuse_closed_field(field);
  perform private.refuse_out_of_scope(suggest_edit.kind, 'read');
  execute format(
    'select r.name, coalesce(r.owner_id, r.created_by) as owner, to_jsonb(r) -> $3 as present
    from public.%I r where r.account_id = $1 and r.id = $2',
    private.catalogue_of(kind)
  )
    into target using account, record_id, field;
  if target.name is null then
    raise exception 'This record no longer exists.' using errcode = 'PT404', detail = 'record.gone';
  end if;
  kept := private.stored_form_of_value(account, kind, record_id, field, value);
  if kept is not distinct from target.present then
    raise exception 'The field has this value already.' using errcode = '22023', detail = 'suggestion.same_value';
  end if;
  perform private.refuse_many_suggestions(record_id, field, kept);
  insert into public.suggestions (account_id, kind, record_id, field, before, after, why, suggested_by, client)
  values (
    account, suggest_edit.kind, suggest_edit.record_id, suggest_edit.field, target.present, kept,
    private.display_text(coalesce(suggest_edit.why, '')), private.caller_id(),
    private.display_text(coalesce(suggest_edit.client, ''))
  )
  returning * into made;
  perform private.notify_of_suggestion(made, target.name, target.owner);
  return jsonb_build_object('id', made.id, 'field', made.field, 'before', made.before, 'after', made.after);
end
$$;
comment on function public.suggest_edit(text, uuid, text, jsonb, text, text) is
  'Suggests another value for a field of a record, with a reason and the name of the program that suggests it: {"id", "field", "before", "after"}. Changes nothing; the owner of the record is notified and decides. Only where an admin allows suggestions.';
grant execute on function public.suggest_edit(text, uuid, text, jsonb, text, text) to authenticated;

-- The checks of relations decide whether it can be added: it is written, and undone.
create function private.try_relation(account uuid, from_record uuid, to_record uuid, type text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.relations (account_id, from_id, to_id, type) values (account, from_record, to_record, try_relation.type);
  raise exception 'This is only tried.' using errcode = 'SG000', detail = 'suggestion.only_tried';
exception when sqlstate 'SG000' then
  return;
end
$$;
comment on function private.try_relation(uuid, uuid, uuid, text) is
  'Raises the errors that adding a relation would have. Changes nothing.';

create function public.suggest_relation(
  kind text, record_id uuid, type text, other_id uuid, remove boolean default false, why text default '',
  client text default ''
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  account constant uuid := private.my_account();
  target private.records;
  other private.records;
  value jsonb;
  is_there boolean;
  made public.suggestions;
begin
  perform private.refuse_suggestion(kind, client);
  perform private.refuse_out_of_scope(kind, 'read');
  select r.* into target from private.records r where r.account_id = account and r.kind = kind and r.id = record_id;
  select r.* into other from private.records r
  where r.account_id = account and r.id = other_id and r.kind = any (array(select private.kinds_in_use()));
  if target.id is null or other.id is null then
    raise exception 'This record no longer exists.' using errcode = 'PT404', detail = 'record.gone';
  end if;
  perform private.refuse_out_of_scope(other.kind, 'read');
  is_there := exists (
    select from public.relations r
    where r.account_id = account and r.from_id = record_id and r.to_id = other_id and r.type = type
  );
  if is_there is distinct from coalesce(remove, false) then
    raise exception 'The field has this value already.' using errcode = '22023', detail = 'suggestion.same_value';
  end if;
  if not is_there then
    perform private.try_relation(account, record_id, other_id, type);
  end if;
  value := jsonb_build_object('id', other.id, 'name', other.name, 'kind', other.kind, 'type', type, 'outgoing', true);
  perform private.refuse_many_suggestions(record_id, 'relations', value);
  insert into public.suggestions (account_id, kind, record_id, field, before, after, why, suggested_by, client)
  values (
    account, kind, record_id, 'relations', case when is_there then value end, case when not is_there then value end,
    private.display_text(coalesce(why, '')), private.caller_id(), private.display_text(coalesce(client, ''))
  )
  returning * into made;
  perform private.notify_of_suggestion(made, target.name, coalesce(target.owner_id, target.created_by));
  return jsonb_build_object('id', made.id, 'field', made.field, 'before', made.before, 'after', made.after);
end
$$;
comment on function public.suggest_relation(text, uuid, text, uuid, boolean, text, text) is
  'Suggests a relation from a record to another, or with remove that it goes, as suggest_edit does with values: {"id", "field", "before", "after"}; field is relations. Changes nothing; the owner of the first record is notified and decides.';
grant execute on function public.suggest_relation(text, uuid, text, uuid, boolean, text, text) to authenticated;

create function public.allow_suggested_edits(allowed boolean) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if private.my_rank() is distinct from 3 or not private.is_unscoped() then
    raise exception 'Only administrators say whether assistants may suggest edits.'
      using errcode = '42501', detail = 'suggestion.admins_only', hint = 'Ask an administrator.';
  end if;
  insert into public.api_settings as s (account_id, suggested_edits)
  values (private.my_account(), coalesce(allowed, false))
  on conflict (account_id) do update set suggested_edits = excluded.suggested_edits;
  perform private.write_audit(
    private.my_account(), private.caller_id(), 'suggested_edits_updated', 'api_settings', null,
    jsonb_build_object('allowed', coalesce(allowed, false))
  );
end
$$;
comment on function public.allow_suggested_edits(boolean) is
  'Says whether assistants may suggest edits of the records of the caller''s account, for its admins.';
grant execute on function public.allow_suggested_edits(boolean) to authenticated;

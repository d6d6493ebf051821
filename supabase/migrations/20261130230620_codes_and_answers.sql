-- The code of what is wrong with an archive stands beside its sentence, and the label of a field stands once.

alter table public.archive_imports add column refusal text;
alter table private.fields drop column said_as;

-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
create function private.refusal_response(
  status integer, code text, message text, hint text, retry_after integer default null
)
returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform set_config('response.status', status::text, true);
  if retry_after is not null then
    perform set_config(
      'response.headers', jsonb_build_array(jsonb_build_object('Retry-After', retry_after::text))::text, true
    );
  end if;
  return jsonb_build_object('code', 'PT' || status, 'message', message, 'details', refusal_response.code, 'hint', hint);
end
$$;
comment on function private.refusal_response(integer, text, text, text, integer) is
  'A refusal that commits: sets the status of the response, and returns the body that an exception would have had.';
alter function private.refusal_response(integer,text,text,text,integer) owner to cairn_definer;
revoke all on function private.refusal_response(integer,text,text,text,integer) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.unknown_secret_response(kind text, code text, message text, hint text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if private.count_for_network('wrong ' || kind) then
    return private.refusal_response(401, code, message, hint);
  end if;
  return private.refusal_response(
    429, 'request.too_many', 'Too many requests.', hint => 'Wait a minute, then try again.',
    retry_after => private.seconds_to_next_minute(now())
  );
end
$$;
comment on function private.unknown_secret_response(text, text, text, text) is
  'The answer to a secret that nobody has: 401, and 429 once the network has sent sixty of this kind in a minute. What it counts is kept.';
alter function private.unknown_secret_response(text,text,text,text) owner to cairn_definer;
revoke all on function private.unknown_secret_response(text,text,text,text) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.label_in_sentence(label text) returns text
language sql immutable set search_path = ''
as $$
  select string_agg(
    case when w.place > 1 and w.word ~ '^[A-Z][a-z]+$' then lower(w.word) else w.word end, ' ' order by w.place
  )
  from unnest(string_to_array(label, ' ')) with ordinality as w (word, place)
$$;
comment on function private.label_in_sentence(text) is
  'A label as a sentence begins with it: with a capital at its beginning and in abbreviations alone.';
alter function private.label_in_sentence(text) owner to cairn_definer;
revoke all on function private.label_in_sentence(text) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create or replace function private.accept_as_caller(invitation public.pending_invitations) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  person public.profiles;
begin
  select p.* into person from public.profiles p where p.id = private.caller_id();
  if lower(person.email) is distinct from invitation.email then
    return private.not_accepted_response('invitation.other_address', 'This invitation was sent to another address.');
  end if;
  insert into public.account_members (account_id, user_id, permission_level, department)
  values (
    invitation.account_id, person.id, invitation.permission_level, coalesce(invitation.department, person.department)
  )
  on conflict (user_id) do nothing;
  if not found then
    return (
      select private.not_accepted_response(
        'invitation.already_member', 'You already belong to %s.', jsonb_build_object('account', a.name)
      )
      from public.account_members m join public.accounts a on a.id = m.account_id
      where m.user_id = person.id
    );
  end if;
  update public.pending_invitations set accepted_at = now() where id = invitation.id;
  update public.profiles
  set job_role = coalesce(invitation.job_role, job_role),
    name = case when name = private.display_name('{}') then invitation.name else name end
  where id = person.id;
  return (
    select json_build_object('success', true, 'account_name', a.name, 'error', null, 'refusal', null)
    from public.accounts a where a.id = invitation.account_id
  );
end
$$;
create or replace function public.accept_invitation(token_param text, user_email_param text) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  invitation public.pending_invitations;
begin
  select i.* into invitation
  from public.pending_invitations i
  where i.invitation_token = private.token_hash(token_param)
    and i.accepted_at is null and i.declined_at is null and i.expires_at > now() and i.sent_at is not null
  for update;
  if not found then
    -- A refusal here is an answer, so what it has counted is kept.
    if not private.count_against_limit('wrong invitations by ' || private.caller_id(), 60) then
      raise exception 'Too many requests.'
        using errcode = 'PT429', detail = 'request.too_many', hint = 'Wait a minute, then try again.';
    end if;
    return private.not_accepted_response(
      'invitation.expired', 'This invitation has expired or is no longer valid.'
    );
  end if;
  if lower(btrim(user_email_param)) is distinct from invitation.email then
    return private.not_accepted_response('invitation.other_address', 'This invitation was sent to another address.');
  end if;
  return private.accept_as_caller(invitation);
end
$$;
comment on function public.accept_invitation(text, text) is
  'Makes the caller a member, if the invitation is open and theirs: {"success", "account_name", "error", "refusal"}.';
create or replace function public.accept_my_invitation(invitation_id_param uuid) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  invitation public.pending_invitations;
begin
  select i.* into invitation
  from public.pending_invitations i
  where i.id = invitation_id_param
    and i.email = (select lower(p.email) from public.profiles p where p.id = private.caller_id())
    and i.accepted_at is null and i.declined_at is null and i.expires_at > now() and i.sent_at is not null
  for update;
  if not found then
    return private.not_accepted_response(
      'invitation.expired', 'This invitation has expired or is no longer valid.'
    );
  end if;
  return private.accept_as_caller(invitation);
end
$$;
comment on function public.accept_my_invitation(uuid) is
  'Makes the caller a member by one of the invitations that get_my_placement named: {"success", "account_name", "error", "refusal"}.';
create function private.not_accepted_response(code text, sentence text, parameters jsonb default '{}') returns json
language sql immutable set search_path = ''
as $$
  select json_build_object(
    'success', false, 'account_name', null, 'error', format(sentence, parameters ->> 'account'),
    'refusal', concat_ws(' ', code, nullif(parameters, '{}'))
  )
$$;
comment on function private.not_accepted_response(text, text, jsonb) is
  'The answer to an invitation that was not accepted: the code with its parameters, as an error has it, and the sentence.';
alter function private.not_accepted_response(text,text,jsonb) owner to cairn_definer;
revoke all on function private.not_accepted_response(text,text,jsonb) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create or replace function private.as_own_field(field private.fields, words jsonb default '[]') returns public.own_fields
language sql stable set search_path = ''
as $$
  select jsonb_populate_record(null::public.own_fields, jsonb_build_object(
    'name', private.label_in_sentence(field.label),
    'type', field.type,
    'required', false,
    'choices', field.choices || coalesce(
      (select jsonb_agg(jsonb_build_object('id', w.word)) from jsonb_array_elements_text(words) as w (word)), '[]'
    )
  ))
$$;
create or replace function private.fields_in_bulk(kind text, value text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  given jsonb := private.json_or_null(value);
  clean jsonb := '{}';
  one record;
  field public.own_fields;
  found jsonb;
  checked private.records;
  too_long private.fields;
  label text;
begin
  if jsonb_typeof(given) is distinct from 'object' then
    given := '{}';
  end if;
  if (select count(*) from jsonb_object_keys(given - 'cost_currency')) <> 1
    or given ? 'cost_currency' and not given ? 'cost_per_month'
  then
    raise exception 'Name one field and its value. A cost comes with its currency.'
      using errcode = '22023', detail = 'bulk.one_field';
  end if;
  for one in select g.key, g.value from jsonb_each(given) g loop
    field := private.field_in_bulk(kind, one.key);
    if one.key = 'cost_per_month' and jsonb_typeof(one.value) = 'number' then
      one.value := to_jsonb(round((one.value #>> '{}')::numeric, 2));
    end if;
    found := private.own_value(field, field.name, one.value);
    if found is null and field.required then
      raise exception '% is required.', field.name
        using errcode = '23514', detail = format('field.required %s', jsonb_build_object('field', field.name));
    end if;
    clean := clean || jsonb_build_object(one.key, found);
  end loop;
  if clean @> '{"cost_per_month": null}' then
    clean := clean || '{"cost_currency": null}';
  end if;
  checked := jsonb_populate_record(null::private.records, clean || '{"links": []}');
  perform private.built_in_fields_hold(
    checked.vendor, checked.department, checked.criticality, checked.data_class, checked.lifecycle,
    checked.cost_per_month, checked.cost_currency, checked.renews_on, checked.links
  );
  select f.* into too_long
  from private.fields f
  join jsonb_each_text(clean) as c on c.key = f.key and char_length(c.value) > f.longest;
  if too_long.key is not null then
    label := private.label_in_sentence(too_long.label);
    raise exception '% must have at most % characters.', label, to_char(too_long.longest, 'FM9,999')
      using errcode = '23514',
        detail = 'field.length ' || jsonb_build_object('field', label, 'most', too_long.longest)::text;
  end if;
  return clean;
end
$$;
create or replace function public.push_found(key text, kind text, records jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  pusher public.found_sources;
  counts jsonb;
begin
  select s.* into pusher from public.found_sources s where s.key_hash = private.token_hash(push_found.key);
  if not found then
    return private.unknown_secret_response(
      'keys of sources', 'source.unknown_key', 'This is not the key of a source.', hint => 'A manager can renew the key.'
    );
  end if;
  if not private.count_against_limit('pushes of ' || pusher.id, 60) then
    raise exception 'Too many requests.'
      using errcode = 'PT429', detail = 'request.too_many', hint = 'Wait a minute, then try again.';
  end if;
  perform private.refuse_other_kind(kind);
  perform private.refuse_found_records(pusher.account_id, kind, records);
  counts := private.store_found_records(pusher, kind, records);
  perform private.refuse_full_inbox(pusher.account_id);
  update public.found_sources s set last_seen_at = now() where s.id = pusher.id;
  return counts;
end
$$;
create or replace function public.ping(
  token text, action text default 'success', rid uuid default null, note text default null, name text default null
)
returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  answer record;
begin
  -- Windows has exit codes below 0 and beyond 255.
  if action ~ '^-?[0-9]{1,10}$' and action::bigint not between 0 and 255 then
    action := 'fail';
  end if;
  if action is null or action !~ '^(success|start|fail|log|[0-9]{1,3})$' then
    raise exception 'The action must be success, start, fail, log or an exit code of 0 to 255.'
      using errcode = '22023', detail = 'heartbeat.unknown_action';
  end if;
  select t.* into answer
  from private.take_in_calls(jsonb_build_array(jsonb_build_object(
    'token', coalesce(ping.token, ''), 'name', ping.name, 'action', ping.action, 'rid', ping.rid,
    'note', left(ping.note, 10000), 'network', private.network_of(private.caller_address())::text,
    'agent', private.caller_agent()
  ))) t;
  if answer.status = 200 then
    return '"OK"';
  end if;
  if answer.status = 404 then
    return private.refusal_response(
      404, 'heartbeat.unknown_address', 'Nobody has this address.', hint => 'It may have been rotated or revoked.'
    );
  end if;
  return private.refusal_response(
    429, 'request.too_many', 'Too many requests.', hint => 'Wait a minute, then try again.',
    retry_after => answer.retry_after
  );
end
$$;
create or replace function public.get_archive_state() returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
begin
  perform private.refuse_non_admin('archive.made_by_admins', 'Only administrators can make an archive.');
  return json_build_object(
    'archive', (
      select json_build_object(
        'id', a.id, 'state', a.state, 'bytes', a.bytes, 'entries', a.entries, 'parts', a.parts,
        'created_at', a.created_at, 'expires_at', a.expires_at
      )
      from public.archives a
      where a.account_id = account and a.expires_at > now()
    ),
    'import', (
      select json_build_object('state', i.state, 'entries', i.entries, 'problem', i.problem, 'refusal', i.refusal)
      from public.archive_imports i
      where i.account_id = account and (i.ended_at is null or i.ended_at > now() - interval '1 day')
    ),
    'is_empty', private.is_empty_account(account)
  );
end
$$;
create or replace function private.begin_archive_import(account uuid)
returns table (import uuid, bytes bigint, first_bytes integer, made_by uuid)
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from public.archive_imports i
  where i.account_id = account and i.state = 'uploading' and i.created_at < now() - interval '1 day';
  perform private.end_archive_import(account, i.id, null, 0, 'archive.given_up')
  from public.archive_imports i
  where i.account_id = account and i.state in ('waiting', 'working') and i.attempts >= 3;
  return query
  update public.archive_imports i
  set state = 'working', attempts = i.attempts + 1
  where i.account_id = account and i.state in ('waiting', 'working')
  returning i.id, i.bytes, coalesce((
    select octet_length(p.bytes)
    from private.archive_import_parts p
    where p.account_id = i.account_id and p.import_id = i.id and p.place = 1
  ), 0), i.made_by;
end
$$;
create function private.sentence_of_archive_problem(code text) returns text
language sql immutable set search_path = ''
as $$
  select case code
    when 'archive.not_an_archive' then 'This file is no archive of Cairn.'
    when 'archive.cut_off' then 'The archive is not whole: it was cut off, or is damaged.'
    when 'archive.strange_name' then 'The archive has a file with a name that no archive of Cairn has.'
    when 'archive.newer' then 'A newer version of Cairn made this archive. Update this server first.'
    when 'archive.too_large' then 'The archive is larger unpacked than an archive can be.'
    when 'archive.checksum' then 'The archive was changed or damaged: a checksum is wrong.'
    -- The same sentence answers an id of another account and an unknown id.
    when 'archive.not_its_own' then 'The archive names what is not in it, or has what this server has already.'
    when 'archive.line' then 'The archive has a line that cannot be read.'
    when 'archive.deep' then 'The archive has a line with too many brackets within each other.'
    when 'archive.given_up' then 'The server could not take it in. Ask who runs it.'
  end
$$;
comment on function private.sentence_of_archive_problem(text) is
  'Why an archive is not taken in, in a sentence, by its code. The server finds the problem.';
alter function private.sentence_of_archive_problem(text) owner to cairn_definer;
revoke all on function private.sentence_of_archive_problem(text) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.end_archive_import(
  account uuid, import uuid, problem text, entries bigint, refusal text default null
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  asked_by uuid;
begin
  problem := coalesce(problem, private.sentence_of_archive_problem(refusal));
  update public.archive_imports i
  set state = case when end_archive_import.problem is null then 'done' else 'failed' end, ended_at = now(),
    problem = end_archive_import.problem, entries = end_archive_import.entries, refusal = end_archive_import.refusal
  where i.account_id = account and i.id = import
  returning i.made_by into asked_by;
  delete from private.archive_import_parts p where p.account_id = account and p.import_id = import;
  perform private.write_audit(
    account, asked_by, case when problem is null then 'archive_taken_in' else 'archive_not_taken_in' end,
    'archive', import::text, jsonb_strip_nulls(jsonb_build_object('entries', entries, 'problem', problem, 'refusal', refusal))
  );
end
$$;
comment on function private.end_archive_import(uuid, uuid, text, bigint, text) is
  'Notes that an archive was taken in, or why not: by a code with its parameters, and a sentence where the code has none of its own. Its parts go.';
alter function private.end_archive_import(uuid,uuid,text,bigint,text) owner to cairn_definer;
revoke all on function private.end_archive_import(uuid,uuid,text,bigint,text) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function private.end_archive_import(uuid, uuid, text, bigint, text) to supabase_auth_admin;
comment on table public.archive_imports is 'An archive that is being brought into an account, the last one.';
comment on column public.archive_imports.state is 'uploading, waiting, working, done or failed.';
comment on column public.archive_imports.made_by is 'The admin who brings it. Stays when the person leaves.';
comment on column public.archive_imports.bytes is 'How much of the file has come.';
comment on column public.archive_imports.parts is 'How many parts of the file have come.';
comment on column public.archive_imports.entries is 'How many lines were taken in.';
comment on column public.archive_imports.problem is 'Why it was not taken in, in a sentence.';
comment on column public.archive_imports.refusal is
  'The code of the problem with its parameters, as in the details of an error. Older versions have noted none.';
comment on column public.archive_imports.attempts is 'How often the server has begun with it.';
drop function private.end_archive_import(uuid,uuid,text,bigint);
drop function private.not_accepted_response(text);
drop function private.refusal_response(integer,text,text,integer);
drop function private.unknown_secret_response(text,text,text);

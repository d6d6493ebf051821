-- The code of what is wrong with an archive stands beside its sentence, and the label of a field stands once.

alter table public.archive_imports add column refusal text;
alter table private.fields drop column said_as;

-- Types of values that a procedure always gives.

create domain private.given_id as uuid not null;
comment on domain private.given_id is 'An id in an answer, never null.';

create domain private.given_text as text not null;
comment on domain private.given_text is 'A text in an answer, never null.';

create domain private.given_number as bigint not null;
comment on domain private.given_number is 'A whole number in an answer, never null.';

create domain private.given_amount as numeric not null;
comment on domain private.given_amount is 'A number in an answer, never null.';

create domain private.given_flag as boolean not null;
comment on domain private.given_flag is 'Yes or no in an answer, never null.';

create domain private.given_moment as timestamptz not null;
comment on domain private.given_moment is 'A moment in an answer, never null.';

create domain private.given_day as date not null;
comment on domain private.given_day is 'A day in an answer, never null.';

create domain private.audit_source as text not null check (value in ('server', 'browser'));
comment on domain private.audit_source is 'The program that noted an entry of the audit log.';

create domain private.handover_part as text not null check (value in ('owner', 'expert'));
comment on domain private.handover_part is 'The part of a record that is handed over.';

create domain private.team_notices as text not null check (value in ('lead', 'all'));
comment on domain private.team_notices is 'The members of a team who hear of its records.';

create type private.dashboard_counts as (
  systems private.given_number, automations private.given_number, agents private.given_number,
  solutions private.given_number
);
comment on type private.dashboard_counts is 'The answer of get_dashboard_counts.';

create type private.heartbeat_counts as (
  on_time private.given_number, running private.given_number, late private.given_number, failing private.given_number,
  paused private.given_number, never private.given_number, maintenance private.given_number
);
comment on type private.heartbeat_counts is 'The answer of get_heartbeat_counts.';

create type private.first_steps as (
  systems private.given_number, owned private.given_number, has_colleague private.given_flag,
  has_link private.given_flag
);
comment on type private.first_steps is 'The answer of get_first_steps.';

-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
drop function public.get_account_team_member_profiles();
drop function public.get_dashboard_counts();
drop function public.get_first_steps();
drop function public.get_heartbeat_counts();
drop function public.get_invited_people();
drop function public.get_my_profile();
drop function public.get_my_security_activity();
drop function public.get_pending_handovers(text);
drop function public.get_public_profiles_by_ids(uuid[]);
drop function public.get_run_days(uuid);
drop function public.get_teams(uuid);
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
create function public.get_my_profile()
returns table (
  id private.given_id, email private.given_text, name private.given_text, avatar text, bio text, job_role text,
  department text, privacy_email_visible private.given_flag, privacy_bio_visible private.given_flag,
  privacy_job_visible private.given_flag, privacy_department_visible private.given_flag
)
language sql stable security definer set search_path = ''
as $$
  select
    p.id, p.email, p.name, p.avatar, p.bio, p.job_role, p.department,
    p.privacy_email_visible, p.privacy_bio_visible, p.privacy_job_visible, p.privacy_department_visible
  from public.profiles p
  where p.id = private.caller_id()
$$;
comment on function public.get_my_profile() is 'The caller''s own profile, everything of it that is theirs to change.';
alter function public.get_my_profile() owner to cairn_definer;
revoke all on function public.get_my_profile() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.get_my_profile() to authenticated, service_role;
create function public.get_public_profiles_by_ids(ids uuid[])
returns table (id private.given_id, name private.given_text, avatar text)
language sql stable set search_path = ''
as $$
  select p.id, p.name, p.avatar
  from public.account_members m
  join public.profiles p on p.id = m.user_id
  where m.account_id = (select private.my_account()) and m.user_id = any (ids)
  order by p.name, p.id
$$;
comment on function public.get_public_profiles_by_ids(uuid[]) is
  'Name and avatar of those of the given people who belong to the caller''s account.';
alter function public.get_public_profiles_by_ids(uuid[]) owner to cairn_definer;
revoke all on function public.get_public_profiles_by_ids(uuid[]) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.get_public_profiles_by_ids(uuid[]) to authenticated, service_role;
create function public.get_account_team_member_profiles()
returns table (id private.given_id, name private.given_text, avatar text)
language sql stable set search_path = ''
as $$
  select p.id, p.name, p.avatar
  from public.account_members m
  join public.profiles p on p.id = m.user_id
  where m.account_id = (select private.my_account())
  order by p.name, p.id
$$;
comment on function public.get_account_team_member_profiles() is 'Name and avatar of everybody in the caller''s account.';
alter function public.get_account_team_member_profiles() owner to cairn_definer;
revoke all on function public.get_account_team_member_profiles() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.get_account_team_member_profiles() to authenticated, service_role;
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
create function public.get_my_security_activity()
returns table (
  id private.given_id, action private.given_text, ip_address text, user_agent text, source private.audit_source,
  created_at private.given_moment
)
language sql stable security definer set search_path = ''
as $$
  -- The address as it stands in JSON: without the mask of a single one.
  select l.id, l.action, to_jsonb(l.ip_address) #>> '{}', l.user_agent, l.source, l.created_at
  from public.security_audit_log l
  where l.user_id = private.caller_id()
    and l.action in (
      'login', 'logout', 'login_successful', 'failed_login', 'login_rate_limit_check',
      'password_change_attempted', 'password_change_failed', 'password_changed'
    )
  order by l.created_at desc
  limit 20
$$;
comment on function public.get_my_security_activity() is 'The caller''s 20 latest sign-ins and password events.';
alter function public.get_my_security_activity() owner to cairn_definer;
revoke all on function public.get_my_security_activity() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.get_my_security_activity() to authenticated, service_role;
create function public.get_invited_people() returns table (id private.given_id, name private.given_text)
language sql stable security definer set search_path = ''
as $$
  select i.id, i.name
  from public.pending_invitations i
  where i.account_id = private.my_account()
    and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
    and (
      private.my_rank() >= 1
      or exists (select from private.records r where r.account_id = i.account_id and r.invited_owner_id = i.id)
    )
  order by lower(i.name), i.id
$$;
comment on function public.get_invited_people() is
  'People with an open invitation to the caller''s account, by name: those who own a record, and from level user on all of them.';
alter function public.get_invited_people() owner to cairn_definer;
revoke all on function public.get_invited_people() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.get_invited_people() to authenticated;
create function public.get_pending_handovers(kind_param text)
returns table (
  id private.given_id, record_id private.given_id, part private.handover_part, giver_name private.given_text,
  receiver_id uuid
)
language sql stable security definer set search_path = ''
as $$
  select h.id, h.record_id, h.part, h.giver_name, h.receiver_id
  from public.handovers h
  where h.account_id = (select private.my_account()) and h.kind = kind_param and h.state = 'pending'
    and (
      h.invitation_id is null
      or exists (
        select from public.pending_invitations i
        where i.account_id = h.account_id and i.id = h.invitation_id
          and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
      )
    )
  order by h.created_at desc, h.id
  limit 1000
$$;
comment on function public.get_pending_handovers(text) is
  'The handovers of a kind that wait for an answer, the last 1,000; receiver_id is null for an invited person.';
alter function public.get_pending_handovers(text) owner to cairn_definer;
revoke all on function public.get_pending_handovers(text) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.get_pending_handovers(text) to authenticated;
create function public.get_teams(of_member uuid default null)
returns table (
  id private.given_id, name private.given_text, lead_id uuid, deputy_id uuid, mail private.given_text,
  chat_url private.given_text, on_call_url private.given_text, notices private.team_notices,
  members private.given_number, records private.given_number
)
language sql stable security definer set search_path = ''
as $$
  select
    t.id, t.name, t.lead_id, t.deputy_id, t.mail, t.chat_url, t.on_call_url, t.notices,
    (select count(*) from public.team_members m where m.account_id = t.account_id and m.team_id = t.id),
    (
      select count(*) from private.records r
      where r.account_id = t.account_id and r.team_id = t.id and r.kind = any (private.kinds_in_scope('read'))
    )
  from public.teams t
  where t.account_id = private.my_account() and (select private.may('people', 'read'))
    and (of_member is null or exists (
      select from public.team_members m
      where m.account_id = t.account_id and m.team_id = t.id and m.user_id = of_member
    ))
  order by private.folded(t.name), t.id
$$;
comment on function public.get_teams(uuid) is
  'The teams of the caller''s account, or those of a member, by name, each with the numbers of its members and records.';
alter function public.get_teams(uuid) owner to cairn_definer;
revoke all on function public.get_teams(uuid) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.get_teams(uuid) to authenticated;
create function public.get_dashboard_counts() returns private.dashboard_counts
language sql stable set search_path = ''
as $$
  select
    (
      select count(*) from public.systems s
      where s.account_id = (select private.my_account()) and s.status = 'active'
    ),
    (
      select count(*) from public.automations a
      where a.account_id = (select private.my_account()) and a.status = 'active'
    ),
    (select count(*) from public.agents a where a.account_id = (select private.my_account())),
    (select count(*) from public.solutions s where s.account_id = (select private.my_account()))
$$;
comment on function public.get_dashboard_counts() is
  'How many active systems, active automations, agents and solutions the account has.';
alter function public.get_dashboard_counts() owner to cairn_definer;
revoke all on function public.get_dashboard_counts() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.get_dashboard_counts() to authenticated, service_role;
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
create function public.get_run_days(heartbeat uuid)
returns table (
  day private.given_day, successes private.given_number, failures private.given_number, timed private.given_number,
  seconds private.given_amount, longest private.given_amount
)
language sql stable security definer set search_path = ''
as $$
  select d.day, d.successes, d.failures, d.timed, d.seconds, d.longest
  from public.run_days d
  where d.heartbeat_id = heartbeat and d.account_id = private.my_account()
    and d.day > (now() at time zone 'utc')::date - 90
  order by d.day
$$;
comment on function public.get_run_days(uuid) is
  'The runs of a heartbeat in the last 90 days, a sum for each day that had any: [{"day", "successes", "failures", "timed", "seconds", "longest"}].';
alter function public.get_run_days(uuid) owner to cairn_definer;
revoke all on function public.get_run_days(uuid) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.get_run_days(uuid) to authenticated;
create function public.get_heartbeat_counts() returns private.heartbeat_counts
language sql stable security definer set search_path = ''
as $$
  select
    count(*) filter (where s.state = 'on_time'), count(*) filter (where s.state = 'running'),
    count(*) filter (where s.state = 'late'), count(*) filter (where s.state = 'failing'),
    count(*) filter (where s.state = 'paused'), count(*) filter (where s.state = 'never'),
    count(*) filter (where s.state = 'maintenance')
  from (
    select case
      when w.until is not null and private.heartbeat_state(h, now()) in ('late', 'failing') then 'maintenance'
      else private.heartbeat_state(h, now())
    end as state
    from public.heartbeats h
    left join private.records_in_maintenance(private.my_account(), now()) w on w.record_id = h.record_id
    where h.account_id = private.my_account() and not h.rests and h.kind in (select private.kinds_in_use())
  ) s
$$;
comment on function public.get_heartbeat_counts() is
  'How many heartbeats of the account are in which state: {"on_time", "running", "late", "failing", "paused", "never", "maintenance"}. Maintenance is those that would be late or failing.';
alter function public.get_heartbeat_counts() owner to cairn_definer;
revoke all on function public.get_heartbeat_counts() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.get_heartbeat_counts() to authenticated;
create function public.get_first_steps() returns private.first_steps
language plpgsql stable set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  kind text;
  has_link boolean := false;
begin
  for kind in select k.kind from private.kinds_in_use() as k (kind) loop
    execute format(
      'select exists (select from public.%I t where t.account_id = $1 and t.links <> ''[]'')', private.catalogue_of(kind)
    ) into has_link using account;
    exit when has_link;
  end loop;
  return row(
    (select count(*) from (select from public.systems s where s.account_id = account limit 5) s),
    (
      select count(*)
      from (
        select from public.systems s
        where s.account_id = account and num_nonnulls(s.owner_id, s.invited_owner_id, s.team_id) > 0
        limit 5
      ) s
    ),
    exists (
      select from public.account_members m where m.account_id = account and m.user_id <> private.caller_id()
    ) or exists (
      select from public.pending_invitations i
      where i.account_id = account and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
        and i.sent_at is not null
    ),
    has_link
  )::private.first_steps;
end
$$;
comment on function public.get_first_steps() is
  'How far the caller''s account has come: {"systems", "owned", "has_colleague", "has_link"}. Systems, and those with an owner, up to 5; whether there is another member or, as far as the caller may see it, an open invitation; whether a record has a link.';
alter function public.get_first_steps() owner to cairn_definer;
revoke all on function public.get_first_steps() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.get_first_steps() to authenticated;
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

-- Hands over own fields, counts the maps of large accounts, says how people are reached, makes own fields of details, and
-- types answers.

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

alter type private.first_steps owner to cairn_owner;
alter type private.dashboard_counts owner to cairn_owner;
alter type private.heartbeat_counts owner to cairn_owner;
alter domain private.handover_part owner to cairn_owner;
alter domain private.team_notices owner to cairn_owner;
alter domain private.given_id owner to cairn_owner;
alter domain private.given_text owner to cairn_owner;
alter domain private.given_number owner to cairn_owner;
alter domain private.given_amount owner to cairn_owner;
alter domain private.given_flag owner to cairn_owner;
alter domain private.given_moment owner to cairn_owner;
alter domain private.given_day owner to cairn_owner;
alter domain private.audit_source owner to cairn_owner;

alter table public.group_rules add constraint group_rules_account_id_id_key unique (account_id, id);

alter table public.team_members
  add column rule_id uuid,
  add constraint team_members_rule_id_fkey foreign key (account_id, rule_id)
    references public.group_rules (account_id, id) on delete set null (rule_id);
create index team_members_rule_id_idx on public.team_members (account_id, rule_id) where rule_id is not null;

-- Where one rule alone can have brought a member in. Of the others the next sign-in says it.
update public.team_members m
set rule_id = r.rule_id
from (
  select g.account_id, g.team_id, g.provider, min(g.id::text)::uuid as rule_id
  from public.group_rules g
  where g.team_id is not null
  group by g.account_id, g.team_id, g.provider
  having count(*) = 1
) r
where m.account_id = r.account_id and m.team_id = r.team_id and m.filled_by = r.provider;

alter table public.profiles
  add column chat_url text not null default '',
  add column shows_email boolean not null default false,
  add constraint profiles_chat_url_is_web_address check (private.holds(
    chat_url = '' or private.is_web_address(chat_url),
    'profile.chat_link',
    'A chat link must begin with https:// or http://, with at most 2,000 characters.'
  ));

create table private.map_counts (
  account_id uuid not null references public.accounts (id) on delete cascade,
  "by" text not null,
  kinds text[] not null,
  counted_at timestamptz,
  groups bigint not null,
  records bigint not null,
  relations bigint not null,
  primary key (account_id, "by")
);

create table private.counted_groups (
  account_id uuid not null,
  "by" text not null,
  key text not null,
  department text,
  records bigint not null,
  unowned bigint not null,
  troubled bigint not null,
  critical bigint not null,
  in_maintenance bigint not null,
  primary key (account_id, "by", key),
  foreign key (account_id, "by") references private.map_counts (account_id, "by") on delete cascade
);

create table private.counted_edges (
  account_id uuid not null,
  "by" text not null,
  from_key text not null,
  to_key text not null,
  total bigint not null,
  primary key (account_id, "by", from_key, to_key),
  foreign key (account_id, "by") references private.map_counts (account_id, "by") on delete cascade
);
alter table private.map_counts owner to cairn_owner;
alter table private.counted_groups owner to cairn_owner;
alter table private.counted_edges owner to cairn_owner;

alter table private.map_counts enable row level security;
alter table private.map_counts force row level security;

alter table private.counted_groups enable row level security;
alter table private.counted_groups force row level security;

alter table private.counted_edges enable row level security;
alter table private.counted_edges force row level security;

-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
drop function private.belongings(uuid,uuid,boolean);
drop function private.rules_about_groups(uuid,text,jsonb);
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
create or replace function public.secure_update_user_permission(
  target_user_id uuid,
  new_permission_level text,
  target_account_id uuid,
  handover jsonb default null
) returns void
language plpgsql set search_path = ''
as $$
begin
  if private.rank(new_permission_level) is null then
    raise exception 'Please select a valid permission level.'
      using errcode = '22023', detail = 'level.unknown', hint = 'It is viewer, user, manager or admin.';
  end if;
  if target_account_id = private.my_account() and private.my_rank() = 3 then
    perform private.refuse_non_member(target_user_id);
    if handover is not null and new_permission_level = 'viewer' then
      perform private.hand_over(target_user_id, handover, false);
    end if;
    update public.account_members
    set permission_level = new_permission_level
    where user_id = target_user_id and account_id = target_account_id;
    if found then
      if handover is not null then
        perform private.note_handover(target_account_id, target_user_id);
      end if;
      return;
    end if;
  end if;
  -- Also for a caller who was an admin a moment ago: the update then found no row that is theirs to change.
  raise exception 'Permission changes must be made by an account administrator.'
    using errcode = '42501', detail = 'level.admins_only', hint = 'Ask an administrator of the account.';
end
$$;
create or replace function public.update_member(
  target_user_id uuid,
  new_name text default null,
  new_job_role text default null,
  new_department text default null,
  new_knowledge_areas text[] default null,
  new_permission_level text default null,
  handover jsonb default null
) returns void
language plpgsql set search_path = ''
as $$
declare
  allowed boolean;
begin
  perform private.refuse_non_member(target_user_id);
  if target_user_id = private.caller_id() then
    raise exception 'You cannot change yourself as a team member.'
      using errcode = '42501', detail = 'member.not_oneself', hint = 'Change your own details in your profile.';
  end if;
  if handover is not null and new_permission_level = 'viewer' then
    perform private.hand_over(target_user_id, handover, false);
  end if;
  update public.account_members m
  set permission_level = coalesce(new_permission_level, m.permission_level),
    knowledge_areas = coalesce(new_knowledge_areas, m.knowledge_areas)
  where m.user_id = target_user_id;
  allowed := found;
  if new_department is not null then
    update public.account_members set department = nullif(btrim(new_department), '') where user_id = target_user_id;
    allowed := allowed and found;
  end if;
  update public.profiles p set name = coalesce(new_name, p.name) where p.id = target_user_id;
  allowed := allowed and found;
  if new_job_role is not null then
    update public.profiles set job_role = nullif(btrim(new_job_role), '') where id = target_user_id;
    allowed := allowed and found;
  end if;
  if not allowed then
    raise exception 'Managers can change members. Only administrators can change administrators.'
      using errcode = '42501', detail = 'member.admins_by_admins', hint = 'Ask an administrator.';
  end if;
  if handover is not null then
    perform private.note_handover(private.my_account(), target_user_id);
  end if;
end
$$;
create or replace function public.remove_member(target_user_id uuid, handover jsonb default null) returns void
language plpgsql set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
begin
  perform private.refuse_non_member(target_user_id);
  if target_user_id is distinct from private.caller_id() and private.my_rank() is distinct from 3 then
    raise exception 'Only administrators can remove members.'
      using errcode = '42501', detail = 'member.removed_by_admins',
        hint = 'Every member can leave the account themselves.';
  end if;
  perform private.hand_over(target_user_id, coalesce(handover, '{}'), true);
  if target_user_id = private.caller_id() then
    perform private.leave_account();
  else
    delete from public.account_members where user_id = target_user_id;
    -- A caller who was an admin a moment ago.
    if not found then
      raise exception 'Only administrators can remove members.'
        using errcode = '42501', detail = 'member.removed_by_admins',
          hint = 'Every member can leave the account themselves.';
    end if;
  end if;
  perform private.note_handover(account, target_user_id);
end
$$;
comment on function public.remove_member(uuid, jsonb) is
  'Ends a membership: an admin anybody''s, everybody their own. An account keeps at least one admin (LA001). The handover says who gets what they own and know, and whom own fields name in their place. It is {"records": [{"kind", "id", "part": "owner" | "expert" | "own.<key>", "receiver" | "invitation" | "team" or neither}], "rest"}. The rest is {"receiver"}, {"invitation"}, {"team"}, {"suggested": true} or null. Experts are members. What has no receiver has no owner then. HO001 where another user was quicker.';
create function public.get_contact(target_user_id uuid) returns json
language sql stable security definer set search_path = ''
as $$
  select json_build_object('chat_url', p.chat_url, 'email', case when p.shows_email then p.email end)
  from public.account_members m
  join public.profiles p on p.id = m.user_id
  where m.account_id = private.my_account() and m.user_id = target_user_id and (select private.is_unscoped())
$$;
comment on function public.get_contact(uuid) is
  'How a member of the caller''s account is reached, as far as they say: {"chat_url", "email"}. Null for anybody else.';
alter function public.get_contact(uuid) owner to cairn_definer;
revoke all on function public.get_contact(uuid) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.get_contact(uuid) to authenticated;
create function public.set_my_contact(chat_url text default '', shows_email boolean default false) returns void
language sql security definer set search_path = ''
as $$
  update public.profiles p
  set chat_url = coalesce(btrim(set_my_contact.chat_url), ''), shows_email = coalesce(set_my_contact.shows_email, false)
  where p.id = private.caller_id() and private.is_unscoped()
$$;
comment on function public.set_my_contact(text, boolean) is
  'Says how members of the account reach the caller: by a chat link, by their e-mail address, by both or by neither.';
alter function public.set_my_contact(text,boolean) owner to cairn_definer;
revoke all on function public.set_my_contact(text,boolean) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.set_my_contact(text, boolean) to authenticated;
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
create function private.hold_teams(account uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  select from public.teams t where t.account_id = hold_teams.account order by t.id for key share
$$;
comment on function private.hold_teams(uuid) is 'Keeps the teams of an account from being deleted until the transaction ends.';
alter function private.hold_teams(uuid) owner to cairn_definer;
revoke all on function private.hold_teams(uuid) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.hold_teams_of_caller() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.hold_teams(private.my_account());
  return null;
end
$$;
comment on function private.hold_teams_of_caller() is
  'Statement trigger: keeps the teams of the caller''s account from being deleted while members leave them.';
alter function private.hold_teams_of_caller() owner to cairn_definer;
revoke all on function private.hold_teams_of_caller() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create view private.needs with (security_invoker = true) as
  select
    e.account_id,
    case when e.type in ('feeds_data_to', 'part_of') then e.to_id else e.from_id end as needs,
    case when e.type in ('feeds_data_to', 'part_of') then e.from_id else e.to_id end as needed
  from private.edges e;
comment on view private.needs is 'All edges, each from the record that needs another to the one that it needs.';
create function private.needs_near(account uuid, ids uuid[]) returns setof private.needs
language sql stable security definer set search_path = ''
as $$
  select
    e.account_id,
    case when e.type in ('feeds_data_to', 'part_of') then e.to_id else e.from_id end,
    case when e.type in ('feeds_data_to', 'part_of') then e.from_id else e.to_id end
  from private.edges_of(account, ids) e
$$;
comment on function private.needs_near(uuid, uuid[]) is
  'The edges from and to these records of an account, each from the record that needs another to the one that it needs.';
alter function private.needs_near(uuid,uuid[]) owner to cairn_definer;
revoke all on function private.needs_near(uuid,uuid[]) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.named_relations(record_id uuid, relations jsonb)
returns table (from_id uuid, to_id uuid, type text, note text, removed boolean)
language sql immutable set search_path = ''
as $$
  select
    case when coalesce(r.outgoing, true) then named_relations.record_id else r.record_id end,
    case when coalesce(r.outgoing, true) then r.record_id else named_relations.record_id end,
    r.type, coalesce(r.note, ''), coalesce(r.removed, false)
  from jsonb_to_recordset(relations) as r (record_id uuid, outgoing boolean, type text, note text, removed boolean)
$$;
comment on function private.named_relations(uuid, jsonb) is
  'The relations that a call names from the side of a record, by both of their ends.';
alter function private.named_relations(uuid,jsonb) owner to cairn_definer;
revoke all on function private.named_relations(uuid,jsonb) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function private.named_relations(uuid, jsonb) to authenticated;
create or replace function public.save_record(
  kind text, record jsonb, relations jsonb default '[]', record_id uuid default null, version timestamptz default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  written jsonb;
begin
  perform private.refuse_out_of_scope(save_record.kind, 'write');
  perform private.refuse_other_kind(kind);
  written := private.write_record(kind, record, record_id, version);
  if written is null then
    return '[]';
  end if;
  -- First, so that a relation can be replaced by one with another note.
  delete from public.relations o
  using private.named_relations((written ->> 'id')::uuid, save_record.relations) n
  where n.removed and o.from_id = n.from_id and o.to_id = n.to_id and o.type = n.type;
  insert into public.relations (from_id, to_id, type, note)
  select distinct on (n.from_id, n.to_id, n.type) n.from_id, n.to_id, n.type, n.note
  from private.named_relations((written ->> 'id')::uuid, save_record.relations) n
  where not n.removed and not exists (
    select from public.relations o where o.from_id = n.from_id and o.to_id = n.to_id and o.type = n.type
  );
  return jsonb_build_array(written);
end
$$;
comment on function public.save_record(text, jsonb, jsonb, uuid, timestamptz) is
  'Adds a record of a kind, or changes the one with this id, and adds and removes its relations, all or nothing. Its row comes in an array, which is empty where the record is gone or no longer has this version. record: columns of the catalogue. relations: [{record_id, type, outgoing (true unless it says so), note, removed (true for one that goes)}]; all others stay.';
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
alter function private.belongings(uuid,uuid,boolean) owner to cairn_definer;
revoke all on function private.belongings(uuid,uuid,boolean) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create or replace function private.suggested_receiver(account uuid, person uuid, record_kind text, record_id uuid, part text, owner uuid)
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
create or replace function public.get_belongings(
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
create or replace function private.resolved_handovers(account uuid, person uuid, choices jsonb, leaves boolean)
returns table (kind text, id uuid, name text, part text, receiver_id uuid, invitation_id uuid, team_id uuid)
language sql stable security definer set search_path = ''
as $$
  with wanted as (
    select nullif(w.rest, 'null') as rest, w.rest -> 'suggested' is not distinct from 'true' as by_suggestion
    from (select choices -> 'rest' as rest) w
  ),
  named as (
    select distinct on (n.kind, n.id, n.part) n.*
    from jsonb_to_recordset(coalesce(choices -> 'records', '[]'))
      as n (kind text, id uuid, part text, receiver uuid, invitation uuid, team uuid)
    order by n.kind, n.id, n.part
  ),
  had as materialized (
    select b.*, n.id is not null as is_named, n.receiver, n.invitation, n.team
    from private.belongings(account, person, not leaves) b
    left join named n on n.kind = b.kind and n.id = b.id and n.part = b.part
  ),
  asked as materialized (
    select h.* from had h, wanted w where not h.is_named and w.by_suggestion
  ),
  suggested as (
    select a.kind, a.id, a.part, s.receiver_id
    from asked a
    cross join lateral private.suggested_receiver(account, person, a.kind, a.id, a.part, a.owner_id) s
  ),
  decided as (
    select
      b.kind, b.id, b.name, b.part,
      case
        when b.is_named then b.receiver
        when w.by_suggestion then s.receiver_id
        else (w.rest ->> 'receiver')::uuid
      end as receiver_id,
      case
        -- Experts are members, and own fields name members.
        when b.part <> 'owner' then null
        when b.is_named then b.invitation
        else (w.rest ->> 'invitation')::uuid
      end as invitation_id,
      case
        when b.part <> 'owner' then null
        when b.is_named then b.team
        else (w.rest ->> 'team')::uuid
      end as team_id
    from had b
    cross join wanted w
    left join suggested s on s.kind = b.kind and s.id = b.id and s.part = b.part
  )
  select
    d.kind, d.id, d.name, d.part, d.receiver_id, case when d.receiver_id is null then d.invitation_id end, d.team_id
  from decided d
  -- A member who is already an expert is not notified, and while there are other experts no gap arises.
  where d.part <> 'expert' or not exists (
    select from public.record_experts e
    where e.account_id = account and e.kind = d.kind and e.record_id = d.id
      and e.expert_id = coalesce(d.receiver_id, nullif(e.expert_id, person))
  )
$$;
create or replace function private.insert_handovers(account uuid, decided jsonb, giver_id uuid, giver text, leaves boolean)
returns void
language sql security definer set search_path = ''
as $$
  with wanted as (
    select d.*
    from jsonb_to_recordset(decided)
      as d (kind text, id uuid, name text, part text, receiver_id uuid, invitation_id uuid, team_id uuid)
    where d.part in ('owner', 'expert')
  ),
  told as (
    insert into public.record_history (account_id, kind, record_id, record_name, action, field, after, changed_by)
    select
      account, w.kind, w.id, w.name, 'updated', 'handover',
      private.handover_line(
        w.part, case when w.receiver_id = private.caller_id() then 'accepted' else 'pending' end,
        insert_handovers.giver_id, giver, w.receiver_id, w.invitation_id
      ) || case when t.id is null then '{}' else jsonb_build_object(
        'receiver', jsonb_build_object('id', t.id, 'name', t.name, 'team', true)
      ) end,
      private.caller_id()
    from wanted w
    left join public.teams t on t.account_id = account and t.id = w.team_id
    where leaves or num_nonnulls(w.receiver_id, w.invitation_id, w.team_id) = 1
  ),
  -- A team is not asked: it owns the record at once.
  given as (
    update private.records r
    set team_id = w.team_id
    from wanted w
    where r.account_id = account and r.id = w.id and w.part = 'owner' and w.team_id is not null
  )
  insert into public.handovers (
    account_id, kind, record_id, part, giver_id, giver_name, handed_by, receiver_id, invitation_id
  )
  select
    account, w.kind, w.id, w.part, insert_handovers.giver_id, giver, private.caller_id(), w.receiver_id, w.invitation_id
  from wanted w
  where num_nonnulls(w.receiver_id, w.invitation_id) = 1
$$;
create or replace function private.hand_over(person uuid, choices jsonb, leaves boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  asked constant jsonb := private.parsed_handover(choices);
  rest constant jsonb := asked -> 'rest';
  rest_receiver constant uuid := (rest ->> 'receiver')::uuid;
  rest_invitation constant uuid := (rest ->> 'invitation')::uuid;
  caller constant uuid := private.caller_id();
  members uuid[];
  suggested uuid[];
  invitations uuid[];
  giver text;
begin
  if person is distinct from private.caller_id() and coalesce(private.my_rank(), 0) < 2 then
    raise exception 'Only managers can hand over for another member.'
      using errcode = '42501', detail = 'handover.for_others_by_managers', hint = 'Ask an administrator.';
  end if;
  -- Before any record is held: who changes definitions holds the lock and waits for records.
  perform pg_advisory_xact_lock_shared(private.lock_of_own_fields(account));
  select
    array_remove(array_agg(distinct n.receiver) || rest_receiver, null),
    array_remove(array_agg(distinct n.invitation) || rest_invitation, null)
  into members, invitations
  from (
    select r.receiver, r.invitation
    from jsonb_to_recordset(coalesce(asked -> 'records', '[]')) as r (receiver uuid, invitation uuid)
    union all
    select s.receiver, null
    from jsonb_to_recordset(coalesce(asked -> 'service_accounts', '[]')) as s (receiver uuid)
  ) as n;
  if person = any (members) then
    raise exception 'Members cannot hand over to themselves.'
      using errcode = '22023', detail = 'handover.to_oneself', hint = 'Choose another person.';
  end if;
  if rest -> 'suggested' = 'true' then
    select array_agg(distinct d.receiver_id) filter (where d.receiver_id is not null) into suggested
    from private.resolved_handovers(account, person, asked, leaves) d;
  end if;
  -- The caller as well: what they hand over says who changed it.
  perform private.lock_members(account, members || suggested || array[caller, person]);
  if not private.is_member(account, caller) then
    raise exception 'You are no longer a member of this account.'
      using errcode = '42501', detail = 'handover.no_longer_member', hint = 'Sign in again.';
  end if;
  select p.name into giver
  from public.account_members m
  join public.profiles p on p.id = m.user_id
  where m.account_id = account and m.user_id = person;
  if not found then
    perform private.refuse_outdated('handover.already_made', 'Another person has handed this over in the meantime.');
  end if;
  perform private.refuse_receivers(account, members, invitations);
  perform private.refuse_invitations_of(account, person, invitations);
  perform private.refuse_unknown_teams(account, asked);
  perform private.refuse_service_accounts(account, person, asked);
  if exists (
    select n.kind, n.id, n.part
    from jsonb_to_recordset(coalesce(asked -> 'records', '[]')) as n (kind text, id uuid, part text)
    -- A field that was deleted, or names another member by now, keeps nothing from being handed over.
    where n.part not like 'own.%'
    except
    select b.kind, b.id, b.part from private.belongings(account, person, not leaves) b
  ) then
    perform private.refuse_outdated('handover.already_made', 'Another person has handed this over in the meantime.');
  end if;
  perform private.hand_over_to_locked(account, person, asked, leaves, giver, members || suggested, suggested);
end
$$;
comment on function private.hand_over(uuid, jsonb, boolean) is
  'Hands over what a member owns and knows, and the own fields that name them. choices: {"records": [{kind, id, part, receiver | invitation | team | neither}], "rest": {receiver | invitation | team | "suggested": true} | null, "service_accounts": [{id, receiver or none}]}; what has no receiver stays a gap. Refuses with HO001 where another user was quicker.';
create or replace function private.hand_over_to_locked(
  account uuid, person uuid, asked jsonb, leaves boolean, giver text, locked uuid[], suggested uuid[]
)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  decided jsonb;
begin
  select jsonb_agg(d) into decided from private.resolved_handovers(account, person, asked, leaves) d;
  perform private.refuse_unknown_receivers(account, decided, locked, suggested);
  perform private.lock_handed_over(account, decided);
  perform private.mark_handovers_passed_on(account, person, decided);
  perform private.insert_handovers(account, decided, person, giver, leaves);
  -- The first of all notifications to one person in a transaction, whose number is limited.
  perform private.notify_receivers(account);
  perform private.apply_handovers(account);
  perform private.hand_over_own_fields(account, person, decided);
  perform private.hand_over_service_accounts(account, person, asked);
  update public.handovers h
  set state = 'accepted', answered_at = now()
  where h.account_id = account and h.act = private.current_act()
    and h.receiver_id = private.caller_id() and h.state = 'pending';
end
$$;
create function private.lock_handed_over(account uuid, decided jsonb) returns void
language sql volatile security definer set search_path = ''
as $$
  select
  from private.records r
  where r.account_id = account and r.id in (select d.id from jsonb_to_recordset(decided) as d (id uuid))
  order by r.id
  for no key update
$$;
comment on function private.lock_handed_over(uuid, jsonb) is
  'Locks the records of a handover, in one order: two members whose records name each other can be handed over at once.';
alter function private.lock_handed_over(uuid,jsonb) owner to cairn_definer;
revoke all on function private.lock_handed_over(uuid,jsonb) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.hand_over_own_fields(account uuid, person uuid, decided jsonb) returns void
language sql volatile security definer set search_path = ''
as $$
  with given as (
    select d.id, jsonb_object_agg(substr(d.part, 5), d.receiver_id) as own
    from jsonb_to_recordset(decided) as d (id uuid, part text, receiver_id uuid)
    where d.part like 'own.%' and d.receiver_id is not null
    group by d.id
  )
  update private.records r
  set own = r.own || (
    select coalesce(jsonb_object_agg(o.key, o.value), '{}')
    from jsonb_each(g.own) o
    where r.own ->> o.key = person::text
  )
  from given g
  where r.account_id = account and r.id = g.id
$$;
comment on function private.hand_over_own_fields(uuid, uuid, jsonb) is
  'Names the receivers in the own fields that name the member who leaves.';
alter function private.hand_over_own_fields(uuid,uuid,jsonb) owner to cairn_definer;
revoke all on function private.hand_over_own_fields(uuid,uuid,jsonb) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.note_handover(account uuid, person uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  select private.note_act(account, 'handover', person::text, private.part_of_act('handover') || array(
    select distinct h.field
    from public.record_history h
    where h.account_id = note_handover.account and h.act = private.current_act() and h.field like 'own.%'
  ))
$$;
comment on function private.note_handover(uuid, uuid) is
  'Remembers what this transaction has handed over of a member, own fields included.';
alter function private.note_handover(uuid,uuid) owner to cairn_definer;
revoke all on function private.note_handover(uuid,uuid) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function private.note_handover(uuid, uuid) to authenticated;
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
create or replace function public.delete_team(team uuid, into_team uuid default null, receiver uuid default null) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  gone public.teams;
  kept public.teams;
  binned uuid[];
  added uuid[];
  moved integer;
begin
  -- Two who merge two teams into each other wait for each other, so the first one by id is held first.
  if into_team < team then
    kept := private.held_team(into_team);
  end if;
  gone := private.held_team(team);
  if into_team > team then
    kept := private.held_team(into_team);
  elsif into_team = team then
    raise exception 'A team cannot be merged into itself.'
      using errcode = '22023', detail = 'team.into_itself', hint = 'Choose another team.';
  end if;
  if receiver is not null and (kept.id is not null or not private.is_member(gone.account_id, receiver)) then
    raise exception 'There is no such member in your account.'
      using errcode = 'PT404', detail = 'member.unknown', hint = 'They may have left in the meantime.';
  end if;
  update private.records r
  set team_id = kept.id, owner_id = receiver
  where r.account_id = gone.account_id and r.team_id = gone.id;
  get diagnostics moved = row_count;
  -- Records in the bin come back to the same owner.
  with back as (
    update public.binned_records b
    set record = b.record || jsonb_build_object('team_id', kept.id, 'owner_id', receiver)
    where b.account_id = gone.account_id and b.record ->> 'team_id' = gone.id::text
    returning b.record_id
  )
  select array_agg(back.record_id) into binned from back;
  with joined as (
    insert into public.team_members (account_id, team_id, user_id, filled_by, rule_id)
    select m.account_id, kept.id, m.user_id, m.filled_by, m.rule_id
    from public.team_members m
    where m.account_id = gone.account_id and m.team_id = gone.id and kept.id is not null
    on conflict on constraint team_members_key do nothing
    returning user_id
  )
  select array_agg(joined.user_id) into added from joined;
  perform private.note_end_of_team(gone, jsonb_build_object(
    'into_team', kept.id, 'receiver', receiver, 'added_ids', coalesce(added, '{}'), 'binned_ids', coalesce(binned, '{}')
  ) || private.end_group_rules_of_team(gone, kept.id));
  delete from public.teams t where t.id = gone.id;
  return moved;
end
$$;
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
create or replace function private.end_group_rules_of_team(gone public.teams, into_team uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  moved uuid[];
  ended jsonb;
  -- Memberships forget a rule that is deleted.
  brought constant jsonb := (
    select coalesce(jsonb_object_agg(m.user_id, m.rule_id) filter (where m.rule_id is not null), '{}')
    from public.team_members m
    where m.account_id = gone.account_id and m.team_id = gone.id
  );
begin
  with given as (
    update public.group_rules r
    set team_id = into_team
    where r.account_id = gone.account_id and r.team_id = gone.id and into_team is not null and not exists (
      select from public.group_rules k
      where k.account_id = r.account_id and k.team_id = into_team
        and (k.provider, k.claim, k.group_name) = (r.provider, r.claim, r.group_name)
    )
    returning r.id
  )
  select array_agg(given.id) into moved from given;
  with deleted as (
    delete from public.group_rules r where r.account_id = gone.account_id and r.team_id = gone.id returning r.*
  )
  select jsonb_agg(to_jsonb(deleted)) into ended from deleted;
  return jsonb_build_object(
    'moved_rule_ids', coalesce(moved, '{}'), 'ended_rules', coalesce(ended, '[]'), 'rule_ids', brought
  );
end
$$;
create or replace function private.restore_group_rules_of_team(done public.acts) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.group_rules r
  set team_id = (done.ended_team ->> 'id')::uuid
  where r.account_id = done.account_id and r.team_id = (done.ended_team ->> 'into_team')::uuid
    and done.ended_team -> 'moved_rule_ids' ? r.id::text;
  insert into public.group_rules (id, account_id, provider, claim, group_name, team_id, level, created_at)
  select r.id, done.account_id, r.provider, r.claim, r.group_name, r.team_id, r.level, r.created_at
  from jsonb_populate_recordset(null::public.group_rules, done.ended_team -> 'ended_rules') r;
  update public.team_members m
  set rule_id = r.id
  from public.group_rules r
  where r.account_id = done.account_id and r.team_id = (done.ended_team ->> 'id')::uuid
    and m.account_id = r.account_id and m.team_id = r.team_id
    and done.ended_team -> 'rule_ids' ->> m.user_id::text = r.id::text;
$$;
comment on function private.restore_group_rules_of_team(public.acts) is
  'Brings the rules for groups back to a team that is restored, and to those whom they brought in. Rules that an admin deleted meanwhile stay deleted.';
create function private.rules_about_groups(account uuid, said_by text, claims jsonb)
returns table (rule_id uuid, group_name text, team_id uuid, level text, is_known boolean, matches boolean)
language sql stable security definer set search_path = ''
as $$
  select r.id, r.group_name, r.team_id, r.level, k.known, k.known and coalesce(c.said ? r.group_name, false)
  from public.group_rules r
  -- Names of attributes come in lower case: SAML does not tell capitals apart.
  cross join lateral (select claims -> case said_by when 'saml' then lower(r.claim) else r.claim end as said) c
  cross join lateral (select coalesce(jsonb_typeof(c.said), 'array') = 'array' as known) k
  where r.account_id = account and r.provider = said_by
$$;
comment on function private.rules_about_groups(uuid, text, jsonb) is
  'The rules of an account about a provider, and whether they match what it said. A claim that is not there names no group; one that is null is not known.';
alter function private.rules_about_groups(uuid,text,jsonb) owner to cairn_definer;
revoke all on function private.rules_about_groups(uuid,text,jsonb) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.rules_into_teams(account uuid, said_by text, claims jsonb)
returns table (team_id uuid, rule_id uuid)
language sql stable security definer set search_path = ''
as $$
  select distinct on (r.team_id) r.team_id, r.rule_id
  from private.rules_about_groups(account, said_by, claims) r
  where r.matches and r.team_id is not null
  order by r.team_id, r.group_name, r.rule_id
$$;
comment on function private.rules_into_teams(uuid, text, jsonb) is
  'The teams of the groups that a provider names, each with the first rule that leads there.';
alter function private.rules_into_teams(uuid,text,jsonb) owner to cairn_definer;
revoke all on function private.rules_into_teams(uuid,text,jsonb) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create or replace function private.follow_groups_in_teams(account uuid, person uuid, said_by text, claims jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  joining constant uuid[] := array(
    select r.team_id
    from private.rules_into_teams(account, said_by, claims) r
    where not exists (
      select from public.team_members m
      where m.account_id = account and m.team_id = r.team_id and m.user_id = person
    )
    order by r.team_id
  );
  -- Whom nobody changes meanwhile; a team with 500 members takes no other one.
  room uuid[];
begin
  update public.team_members m
  set rule_id = r.rule_id
  from private.rules_into_teams(account, said_by, claims) r
  where m.account_id = account and m.user_id = person and m.team_id = r.team_id and m.filled_by = said_by
    and m.rule_id is distinct from r.rule_id;
  delete from public.team_members m
  where m.account_id = account and m.user_id = person and m.filled_by = said_by and not exists (
    select from private.rules_about_groups(account, said_by, claims) r
    where r.team_id = m.team_id and (r.matches or not r.is_known)
  );
  perform private.wait_for_members_of_team(j.team) from unnest(joining) as j (team);
  room := array(
    select t.id
    from public.teams t
    where t.account_id = account and t.id = any (joining)
      and (select count(*) from public.team_members m where m.account_id = account and m.team_id = t.id) < 500
  );
  insert into public.team_members (account_id, team_id, user_id, filled_by, rule_id)
  select account, r.team_id, person, said_by, r.rule_id
  from private.rules_into_teams(account, said_by, claims) r
  where r.team_id = any (room)
  on conflict on constraint team_members_key do nothing;
  perform private.write_audit(
    account, null, 'team_full', 'team', t.id::text,
    jsonb_build_object('name', t.name, 'member_id', person, 'provider', said_by)
  )
  from public.teams t
  where t.account_id = account and t.id = any (joining) and t.id <> all (room);
end
$$;
create or replace function public.follow_groups(event jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person constant uuid := (event ->> 'user_id')::uuid;
  said_by constant text := event ->> 'provider';
  claims constant jsonb := coalesce(event -> 'claims', '{}');
  account constant uuid := (
    select m.account_id
    from public.account_members m
    join public.account_domains d on d.account_id = m.account_id and d.domain = private.email_domain(event ->> 'address')
    where m.user_id = person
  );
begin
  if account is not null and said_by is not null then
    -- The member and then the teams, as whoever removes the member does; a merge of teams is waited for.
    perform from public.account_members m where m.account_id = account and m.user_id = person for no key update;
    if exists (select from public.group_rules r where r.account_id = account and r.provider = said_by) or exists (
      select from public.team_members m where m.account_id = account and m.user_id = person and m.filled_by = said_by
    ) then
      perform private.hold_teams(account);
    end if;
    -- For the triggers that enter changes into the audit log.
    perform set_config('cairn.groups_of', said_by, true);
    perform private.follow_groups_in_teams(account, person, said_by, claims);
    perform private.follow_groups_in_level(account, person, said_by, claims);
    perform set_config('cairn.groups_of', '', true);
  end if;
  return '{}';
end
$$;
create function public.get_dashboard_counts() returns private.dashboard_counts
language plpgsql stable set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
begin
  return row(
    (select count(*) from public.systems s where s.account_id = account and s.status = 'active'),
    (select count(*) from public.automations a where a.account_id = account and a.status = 'active'),
    (select count(*) from public.agents a where a.account_id = account),
    (select count(*) from public.solutions s where s.account_id = account)
  )::private.dashboard_counts;
end
$$;
comment on function public.get_dashboard_counts() is
  'How many active systems, active automations, agents and solutions the account has.';
alter function public.get_dashboard_counts() owner to cairn_definer;
revoke all on function public.get_dashboard_counts() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.get_dashboard_counts() to authenticated, service_role;
create function private.records_on_map(
  account uuid, by_field text, kinds text[], listed uuid[] default null, keys text[] default null
)
returns table (
  id uuid, key text, name text, department text, is_unowned boolean, is_critical boolean, is_troubled boolean,
  is_in_maintenance boolean
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
#variable_conflict use_column
begin
  return query
  select
    p.id, p.key, lower(p.name), p.department, p.is_unowned, p.is_critical,
    h.record_id is not null and private.shown_trouble_since(h, w.until, now()) is not null, w.until is not null
  from (
    select
      r.id, r.kind, r.name, r.department,
      -- Written out, for a function would be called for each record.
      coalesce(
        case by_field
          when 'kind' then r.kind
          when 'lifecycle' then r.lifecycle
          when 'department' then private.folded(r.department)
          when 'owner' then coalesce(r.owner_id, r.invited_owner_id, r.team_id)::text
          when 'tag' then first_tag.id::text
        end,
        ''
      ) as key,
      num_nonnulls(r.owner_id, r.invited_owner_id, r.team_id) = 0 as is_unowned,
      coalesce(r.criticality = 'critical', false) as is_critical
    from private.records r
    left join lateral (
      select t.id
      from public.tags t
      where by_field = 'tag' and t.account_id = account and t.id = any (r.tags)
      order by private.folded(t.name), t.id
      limit 1
    ) first_tag on true
    where r.account_id = account and r.kind = any (kinds)
      and (listed is null or r.id = any (listed))
  ) p
  left join public.heartbeats h
    on h.account_id = account and h.kind = p.kind and h.record_id = p.id and not h.rests
  left join private.records_in_maintenance(account, now()) w on w.record_id = p.id
  where keys is null or p.key = any (keys);
end
$$;
comment on function private.records_on_map(uuid, text, text[], uuid[], text[]) is
  'The records of an account, each with the key of its group on a map by department, kind, owner, tag or lifecycle. A record with several tags stands in the group of the first by name. Only those of a list, or of some groups, where these are given.';
alter function private.records_on_map(uuid,text,text[],uuid[],text[]) owner to cairn_definer;
revoke all on function private.records_on_map(uuid,text,text[],uuid[],text[]) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.nodes_of_map(account uuid, ids uuid[], keys text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', r.id, 'kind', r.kind, 'name', r.name, 'status', r.status, 'owner_id', r.owner_id, 'owner_name', p.name,
    'invited_owner_id', r.invited_owner_id, 'team_id', r.team_id, 'group', n.key,
    'state', private.heartbeat_state(h, now()),
    'trouble_since', private.shown_trouble_since(h, w.until, now()), 'maintenance_until', w.until
  ) || (select to_jsonb(said) from (select r.criticality) said) order by n.place), '[]')
  from unnest(ids, keys) with ordinality as n (id, key, place)
  join private.records r on r.account_id = account and r.id = n.id
  left join public.account_members m on m.account_id = account and m.user_id = r.owner_id
  left join public.profiles p on p.id = m.user_id and (select private.may('people', 'read'))
  left join public.heartbeats h
    on h.account_id = account and h.kind = r.kind and h.record_id = r.id and not h.rests
  left join private.records_in_maintenance(account, now()) w on w.record_id = r.id
$$;
comment on function private.nodes_of_map(uuid, uuid[], text[]) is
  'Records of a map in this order, each with the key of its group.';
alter function private.nodes_of_map(uuid,uuid[],text[]) owner to cairn_definer;
revoke all on function private.nodes_of_map(uuid,uuid[],text[]) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.is_large_map(account uuid) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(sum(c.records), 0) >= 50000 from private.record_counts c where c.account_id = account
$$;
comment on function private.is_large_map(uuid) is 'Whether an account has so many records that its map is counted by the server.';
alter function private.is_large_map(uuid) owner to cairn_definer;
revoke all on function private.is_large_map(uuid) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.is_map_due(account uuid, counted_at timestamptz) returns boolean
language sql stable security definer set search_path = ''
as $$
  select counted_at is null or counted_at < now() - interval '1 hour'
    or counted_at < now() - interval '10 minutes' and exists (
      select from public.record_history h where h.account_id = account and h.changed_at >= counted_at
    )
$$;
comment on function private.is_map_due(uuid, timestamptz) is
  'Whether the map of an account is counted again: ten minutes after a change, and each hour.';
alter function private.is_map_due(uuid,timestamp with time zone) owner to cairn_definer;
revoke all on function private.is_map_due(uuid,timestamp with time zone) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.maps_to_count() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select c.account_id
  from private.record_counts c
  left join lateral (
    select min(m.counted_at) as counted_at from private.map_counts m where m.account_id = c.account_id
  ) m on true
  group by c.account_id, m.counted_at
  having sum(c.records) >= 50000 and private.is_map_due(c.account_id, m.counted_at)
  union
  select m.account_id from private.map_counts m where not private.is_large_map(m.account_id)
$$;
comment on function private.maps_to_count() is
  'The accounts whose maps the server has to count, or whose counts are not needed any more.';
alter function private.maps_to_count() owner to cairn_definer;
revoke all on function private.maps_to_count() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function private.maps_to_count() to supabase_auth_admin;
create function private.kinds_of_account(account uuid) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select k.kind
    from private.kinds k
    where k.feature is not null and not exists (
      select from public.app_features f where f.account_id = account and f.feature_name = k.feature and not f.enabled
    )
    order by k.place
  )
$$;
comment on function private.kinds_of_account(uuid) is 'The catalogues that an account uses.';
alter function private.kinds_of_account(uuid) owner to cairn_definer;
revoke all on function private.kinds_of_account(uuid) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.count_map(account uuid, by_field text) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' set work_mem = '64MB'
as $$
declare
  kinds constant text[] := private.kinds_of_account(account);
begin
  delete from private.map_counts m where m.account_id = account and m."by" = by_field;
  if not private.is_large_map(account) then
    return;
  end if;
  with placed as materialized (
    select * from private.records_on_map(account, by_field, kinds)
  ),
  led as materialized (
    select f.key as from_key, t.key as to_key, count(*) as total
    from private.needs e
    join placed f on f.id = e.needs
    join placed t on t.id = e.needed
    where e.account_id = account
    group by 1, 2
  ),
  grouped as (
    insert into private.counted_groups (
      account_id, "by", key, department, records, unowned, troubled, critical, in_maintenance
    )
    select
      account, by_field, p.key, min(p.department), count(*), count(*) filter (where p.is_unowned),
      count(*) filter (where p.is_troubled), count(*) filter (where p.is_critical),
      count(*) filter (where p.is_in_maintenance)
    from placed p
    group by p.key
  ),
  edges as (
    insert into private.counted_edges (account_id, "by", from_key, to_key, total)
    select account, by_field, l.from_key, l.to_key, l.total from led l
  )
  insert into private.map_counts (account_id, "by", kinds, counted_at, groups, records, relations)
  select
    account, by_field, kinds, now(), (select count(distinct p.key) from placed p), (select count(*) from placed),
    (select coalesce(sum(l.total), 0) from led l);
end
$$;
comment on function private.count_map(uuid, text) is
  'For the server: counts the map of a large account for one way to fold it. Of an account that is not large the counts are deleted.';
alter function private.count_map(uuid,text) owner to cairn_definer;
revoke all on function private.count_map(uuid,text) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function private.count_map(uuid, text) to supabase_auth_admin;
create function private.answer_of_map(
  account uuid, counts private.map_counts, shown private.counted_groups[], nodes jsonb, edges jsonb
) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'groups', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'key', s.key, 'label', private.label_of_group(account, counts."by", s.key, s.department), 'records', s.records,
        'unowned', s.unowned, 'troubled', s.troubled, 'critical', s.critical, 'in_maintenance', s.in_maintenance
      ) order by s.records desc, s.key), '[]')
      from unnest(shown) s
    ),
    'nodes', nodes,
    'edges', edges,
    'hidden', jsonb_build_object(
      'groups', counts.groups - cardinality(shown),
      'records', counts.records - (select coalesce(sum(s.records), 0) from unnest(shown) s),
      'relations', counts.relations
        - (select coalesce(sum((e ->> 'total')::bigint), 0) from jsonb_array_elements(edges) as e)
    ),
    'counted_at', counts.counted_at
  )
$$;
comment on function private.answer_of_map(uuid, private.map_counts, private.counted_groups[], jsonb, jsonb) is
  'The answer of map_groups: what is shown, and how much of all that was counted is hidden.';
alter function private.answer_of_map(uuid,private.map_counts,private.counted_groups[],jsonb,jsonb) owner to cairn_definer;
revoke all on function private.answer_of_map(uuid,private.map_counts,private.counted_groups[],jsonb,jsonb) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.counted_map(
  counts private.map_counts, opened text[], max_groups integer, max_records integer
) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with shown as materialized (
    select g.*
    from private.counted_groups g
    where g.account_id = counts.account_id and g."by" = counts."by"
    order by g.key = any (opened) desc, g.records desc, g.key
    limit max_groups
  ),
  unfolded as materialized (
    select s.key, min(o.place) as place
    from shown s
    join unnest(opened) with ordinality as o (key, place) on o.key = s.key
    group by s.key
  ),
  singled as materialized (
    select p.id, p.key, p.name, u.place
    from unfolded u
    join private.records_on_map(
      counts.account_id, counts."by", counts.kinds, null, array(select o.key from unfolded o)
    ) p on p.key = u.key
    where opened <> '{}'
    order by u.place, p.name, p.id
    limit max_records
  ),
  near as materialized (
    select n.needs, n.needed
    from private.needs_near(counts.account_id, array(select n.id from singled n)) n
  ),
  spots as materialized (
    select p.id, p.key, n.id as record
    from private.records_on_map(
      counts.account_id, counts."by", counts.kinds, array(select e.needs from near e union select e.needed from near e)
    ) p
    left join singled n on n.id = p.id
  ),
  led as materialized (
    select f.key as from_group, f.record as from_record, t.key as to_group, t.record as to_record, count(*) as total
    from near e
    join spots f on f.id = e.needs
    join spots t on t.id = e.needed
    group by 1, 2, 3, 4
  ),
  drawn as (
    select l.* from led l
    union all
    select c.from_key, null, c.to_key, null, c.total - coalesce(sum(l.total), 0)
    from private.counted_edges c
    left join led l on l.from_group = c.from_key and l.to_group = c.to_key
    where c.account_id = counts.account_id and c."by" = counts."by"
      and c.from_key in (select s.key from shown s) and c.to_key in (select s.key from shown s)
    group by c.from_key, c.to_key, c.total
  )
  select private.answer_of_map(
    counts.account_id, counts,
    array(select row(s.*)::private.counted_groups from shown s),
    private.nodes_of_map(
      counts.account_id,
      array(select n.id from singled n order by n.place, n.name, n.id),
      array(select n.key from singled n order by n.place, n.name, n.id)
    ),
    (
      select coalesce(
        jsonb_agg(to_jsonb(d) order by d.from_group, d.from_record, d.to_group, d.to_record), '[]'
      )
      from drawn d
      where d.total > 0 and d.from_group in (select s.key from shown s) and d.to_group in (select s.key from shown s)
    )
  )
$$;
comment on function private.counted_map(private.map_counts, text[], integer, integer) is
  'The map of a large account, as it was counted. The records of its unfolded groups are those of now.';
alter function private.counted_map(private.map_counts,text[],integer,integer) owner to cairn_definer;
revoke all on function private.counted_map(private.map_counts,text[],integer,integer) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create or replace function public.map_groups(
  "by" text, unfolded text[] default '{}', max_groups integer default 50, max_records integer default 100,
  kind text default null, filter jsonb default null
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  account constant uuid := private.my_account();
  by_field constant text := "by";
  opened constant text[] := coalesce(unfolded, '{}');
  visible constant text[] := array(
    select k.kind from private.kinds_in_use() as k (kind) where k.kind = any (private.kinds_in_scope('read'))
  );
  listed uuid[];
  counts private.map_counts;
begin
  if coalesce(by_field, '') not in ('department', 'kind', 'owner', 'tag', 'lifecycle') then
    raise exception 'The map is folded by department, kind, owner, tag or lifecycle.'
      using errcode = '22023', detail = 'map.by';
  end if;
  if coalesce(max_groups, 0) not between 1 and 500 or coalesce(max_records, -1) not between 0 and 500 then
    raise exception 'The map shows 1 to 500 groups and at most 500 records.' using errcode = '22023', detail = 'map.limit';
  end if;
  if cardinality(opened) > 100 then
    raise exception 'At most 100 groups can be unfolded.' using errcode = '22023', detail = 'map.unfolded';
  end if;
  if map_groups.kind is not null then
    perform private.refuse_out_of_scope(map_groups.kind, 'read');
    perform private.refuse_other_kind(map_groups.kind);
    listed := private.ids_of_view(
      account, map_groups.kind, coalesce(map_groups.filter, '{}'), private.caller_id(), null
    );
  elsif map_groups.filter is not null then
    raise exception 'A filter needs the kind of its records.' using errcode = '22023', detail = 'map.filter_without_kind';
  end if;
  if map_groups.kind is null then
    select c.* into counts
    from private.map_counts c
    where c.account_id = account and c."by" = by_field and c.kinds @> visible and c.kinds <@ visible;
    if found then
      return private.counted_map(counts, opened, max_groups, max_records);
    end if;
  end if;
  return (
    with placed as materialized (
      select * from private.records_on_map(account, by_field, visible, listed)
    ),
    shown as materialized (
      select
        account as account_id, by_field as "by", p.key, min(p.department) as department, count(*) as records,
        count(*) filter (where p.is_unowned) as unowned, count(*) filter (where p.is_troubled) as troubled,
        count(*) filter (where p.is_critical) as critical, count(*) filter (where p.is_in_maintenance) as in_maintenance
      from placed p
      group by p.key
      order by p.key = any (opened) desc, count(*) desc, p.key
      limit max_groups
    ),
    -- The records of a group that was unfolded earlier stay when another one is unfolded.
    singled as materialized (
      select p.id, p.key, p.name, min(o.place) as place
      from unnest(opened) with ordinality as o (key, place)
      join shown s on s.key = o.key
      join placed p on p.key = o.key
      group by p.id, p.key, p.name
      order by min(o.place), p.name, p.id
      limit max_records
    ),
    spots as materialized (
      select p.id, s.key, n.id as record
      from placed p
      left join shown s on s.key = p.key
      left join singled n on n.id = p.id
    ),
    led as materialized (
      select
        f.key as from_group, f.record as from_record, t.key as to_group, t.record as to_record, count(*) as total
      from private.needs e
      join spots f on f.id = e.needs
      join spots t on t.id = e.needed
      where e.account_id = account
      group by 1, 2, 3, 4
    )
    select private.answer_of_map(
      account,
      row(
        account, by_field, visible, null, (select count(distinct p.key) from placed p), (select count(*) from placed),
        (select coalesce(sum(l.total), 0) from led l)
      )::private.map_counts,
      array(
        select row(
          s.account_id, s."by", s.key, s.department, s.records, s.unowned, s.troubled, s.critical, s.in_maintenance
        )::private.counted_groups
        from shown s
      ),
      private.nodes_of_map(
        account,
        array(select n.id from singled n order by n.place, n.name, n.id),
        array(select n.key from singled n order by n.place, n.name, n.id)
      ),
      (
        select coalesce(
          jsonb_agg(to_jsonb(l) order by l.from_group, l.from_record, l.to_group, l.to_record), '[]'
        )
        from led l
        where num_nulls(l.from_group, l.to_group) = 0
      )
    )
  );
end
$$;
comment on function public.map_groups(text, text[], integer, integer, text, jsonb) is
  'All records of the account in groups by department, kind, owner, tag or lifecycle, the largest first: {"groups": [{"key", "label", "records", "unowned", "troubled", "critical", "in_maintenance"}], "nodes": [{"id", "kind", "name", "status", "owner_id", "owner_name", "invited_owner_id", "criticality", "group", "state", "trouble_since", "maintenance_until"}], "edges": [{"from_group", "from_record", "to_group", "to_record", "total"}], "hidden": {"groups", "records", "relations"}, "counted_at"}. Key is empty and label null for records without a value. A record with several tags stands in the group of the first by name. Nodes are the records of the groups in unfolded, at most max_records (0 to 500); the others stay in their group. An edge leads from what needs to what it needs, and counts the relations, links of solutions and own fields between two groups or records. Hidden is what lies in groups beyond max_groups (1 to 500): shown and hidden together are all that there is. Of 50,000 records and more the groups are those that the server counted at counted_at; else it is null. With a kind, these are the records of its list that match filter, which has the form of the filter of a view, and the edges among them.';
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
create or replace function private.restore_former_values(lines jsonb) returns void
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
create or replace function private.checked_lines(of_act uuid, skip integer default 0, at_most integer default null)
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
create function private.values_of_detail(kind text, label text)
returns table (record_id uuid, name text, shown text, value text)
language sql stable security definer set search_path = ''
as $$
  select r.id, r.name, r.details ->> label, case
    when octet_length(r.details::text) <= 10000 and jsonb_typeof(r.details -> label) in ('string', 'number', 'boolean')
      then r.details ->> label
  end
  from private.records r
  where r.account_id = private.my_account() and r.kind = values_of_detail.kind
    and btrim(r.details ->> label) <> ''
$$;
comment on function private.values_of_detail(text, text) is
  'The values that records of the caller''s account have under a label of their details; value is empty where no field can have it.';
alter function private.values_of_detail(text,text) owner to cairn_definer;
revoke all on function private.values_of_detail(text,text) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.detail_as_value(field public.own_fields, value text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  was public.own_fields;
begin
  -- A number would lose the zeros at the beginning of what is a name, such as 0042.
  if field.type = 'number' and value ~ '^\s*-?0[0-9]' then
    return null;
  end if;
  -- Another type than the wanted one, so that the value is converted and judged.
  was.type := case field.type when 'long_text' then 'text' else 'long_text' end;
  return private.converted_own_value(was, field, to_jsonb(value));
end
$$;
comment on function private.detail_as_value(public.own_fields, text) is
  'A value of the details as one of a field; null where the field cannot have it.';
alter function private.detail_as_value(public.own_fields,text) owner to cairn_definer;
revoke all on function private.detail_as_value(public.own_fields,text) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.field_of_detail(kind text, label text) returns public.own_fields
language plpgsql security definer set search_path = ''
as $$
declare
  field public.own_fields;
  one text;
begin
  perform private.refuse_non_admin('field.admins_only', 'Only administrators can change fields.');
  perform private.refuse_other_kind(kind);
  field.id := gen_random_uuid();
  field.account_id := private.my_account();
  field.kind := kind;
  field.name := private.display_text(left(coalesce(label, ''), 60));
  perform private.refuse_own_field_name(field);
  foreach one in array array['number', 'date', 'address', 'yes_no', 'text', 'long_text'] loop
    field.type := one;
    exit when not exists (
      select from private.values_of_detail(kind, label) v
      where v.value is not null and private.detail_as_value(field, v.value) is null
    );
  end loop;
  return field;
end
$$;
comment on function private.field_of_detail(text, text) is
  'The own field that a label of details would become; refuses everybody but admins, and a name that is taken.';
alter function private.field_of_detail(text,text) owner to cairn_definer;
revoke all on function private.field_of_detail(text,text) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function public.preview_field_of_detail(kind text, label text) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  wanted constant public.own_fields := private.field_of_detail(kind, label);
begin
  return (
    with given as materialized (
      select v.*, v.value is not null and private.detail_as_value(wanted, v.value) is not null as moves
      from private.values_of_detail(preview_field_of_detail.kind, preview_field_of_detail.label) v
    )
    select json_build_object(
      'name', wanted.name,
      'type', wanted.type,
      'moves', count(*) filter (where g.moves),
      'stays', count(*) filter (where not g.moves),
      'first', (
        select coalesce(json_agg(json_build_object(
          'id', f.record_id, 'name', f.name, 'value', left(f.shown, 200)
        ) order by lower(f.name), f.record_id), '[]')
        from (
          select n.* from given n where not n.moves order by lower(n.name), n.record_id limit 10
        ) f
      )
    )
    from given g
  );
end
$$;
comment on function public.preview_field_of_detail(text, text) is
  'For admins: what make_field_of_detail would do. {"name", "type", "moves", "stays", "first": [{"id", "name", "value"}]}: the field, how many records would have their value in it and how many would keep it in their details, and the first 10 of these.';
alter function public.preview_field_of_detail(text,text) owner to cairn_definer;
revoke all on function public.preview_field_of_detail(text,text) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.preview_field_of_detail(text, text) to authenticated;
create function public.make_field_of_detail(kind text, label text) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  made public.own_fields;
  moving uuid[];
  moved integer;
begin
  -- From here on no user writes a value, until this is over.
  perform pg_advisory_xact_lock(private.lock_of_own_fields(private.my_account()));
  made := private.field_of_detail(kind, label);
  moving := array(
    select v.record_id
    from private.values_of_detail(kind, label) v
    where v.value is not null and private.detail_as_value(made, v.value) is not null
    order by v.record_id
    limit 10001
  );
  if cardinality(moving) > 10000 then
    raise exception 'You can change at most 10,000 records at once.'
      using errcode = '22023', detail = 'bulk.size', hint = 'Choose fewer.';
  elsif cardinality(moving) = 0 then
    raise exception 'No record has a value that can become that of a field.'
      using errcode = '22023', detail = 'detail.no_values';
  end if;
  insert into public.own_fields (account_id, kind, name, type, place)
  select made.account_id, made.kind, made.name, made.type, coalesce(max(f.place) + 1, 0)
  from public.own_fields f
  where f.account_id = made.account_id and f.kind = made.kind
  returning * into made;
  execute format(
    'update public.%I r
    set details = r.details - $1,
      own = r.own || jsonb_build_object(($2).key, private.detail_as_value($2, r.details ->> $1))
    where r.account_id = ($2).account_id and r.id = any ($3)',
    private.catalogue_of(kind)
  ) using label, made, moving;
  get diagnostics moved = row_count;
  return json_build_object(
    'field', made.id,
    'moved', moved,
    'act', private.note_act(
      made.account_id, 'field', 'own.' || made.key, array['own.' || made.key, 'details']
    )
  );
end
$$;
comment on function public.make_field_of_detail(text, text) is
  'For admins: makes an own field of a label of the additional details of the records of a kind, and moves their values into it, as preview_field_of_detail says. {"field", "moved", "act"}: the field, how many records have changed, and the act, whose undo brings the values back into the details.';
alter function public.make_field_of_detail(text,text) owner to cairn_definer;
revoke all on function public.make_field_of_detail(text,text) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.make_field_of_detail(text, text) to authenticated;
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
create function private.counted_state(beat public.heartbeats, maintenance_until timestamptz, moment timestamptz)
returns text
language sql immutable set search_path = ''
as $$
  select case
    when maintenance_until is not null and s.state in ('late', 'failing') then 'maintenance'
    else s.state
  end
  from (select private.heartbeat_state(beat, moment) as state) s
$$;
comment on function private.counted_state(public.heartbeats, timestamptz, timestamptz) is
  'As which state a heartbeat counts at a moment: maintenance where it is late or failing while its record is in maintenance.';
alter function private.counted_state(public.heartbeats,timestamp with time zone,timestamp with time zone) owner to cairn_definer;
revoke all on function private.counted_state(public.heartbeats,timestamp with time zone,timestamp with time zone) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create or replace function private.shown_trouble_since(beat public.heartbeats, maintenance_until timestamptz, moment timestamptz)
returns timestamptz
language sql immutable set search_path = ''
as $$
  select case
    when private.counted_state(beat, maintenance_until, moment) in ('late', 'failing')
      then coalesce(beat.trouble_since, beat.held_since, beat.late_at)
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
    select private.counted_state(h, w.until, now()) as state
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
create or replace function private.heartbeat_condition(account uuid, kind text, states text[]) returns text
language sql immutable set search_path = ''
as $$
  select format(
    't.id in (
      select h.record_id
      from public.heartbeats h%s
      where h.account_id = %L and h.kind = %L and h.token_hash is not null and not h.rests%s
    )',
    case when states is not null then
      format(' left join private.records_in_maintenance(%L, now()) w on w.record_id = h.record_id', account)
    end,
    account, kind,
    case when states is not null then
      format(' and private.counted_state(h, w.until, now()) = any (%L::text[])', states)
    end
  )
$$;
comment on function private.heartbeat_condition(uuid, text, text[]) is
  'Which records t of an account''s catalogue have a heartbeat that counts as one of the states, as a condition; as any where none is named.';
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
create or replace function private.archived_tables()
returns table (place integer, file text, source regclass, keys text[], without text[], awaiting text[], read_only boolean)
language sql stable security definer set search_path = ''
as $$
  values
    (1, 'account', 'private.archived_accounts'::regclass, array['id'], '{}'::text[], '{}'::text[], false),
    (2, 'people', 'private.archived_people', array['id', 'email'], '{}', '{}', false),
    (3, 'features', 'public.app_features', array['id'], '{}', '{}', false),
    (4, 'appearance', 'public.appearance_settings', array['id'], '{}', '{}', false),
    (5, 'tags', 'public.tags', array['id'], '{}', '{}', false),
    (6, 'own-fields', 'public.own_fields', array['id'], '{}', '{}', false),
    (7, 'teams', 'public.teams', array['id'], '{}', '{}', false),
    (8, 'members-of-teams', 'public.team_members', array['team_id', 'user_id'], array['id', 'filled_by', 'rule_id'], '{}',
      false),
    (100, 'articles', 'public.knowledge_articles', array['id'], '{}', '{}', false),
    (101, 'experts', 'public.record_experts', array['record_id', 'expert_id'], '{}', '{}',
      false),
    (102, 'agents-of-solutions', 'public.solution_agents', array['solution_id', 'agent_id'], '{}', '{}', false),
    (103, 'automations-of-solutions', 'public.solution_automations', array['solution_id', 'automation_id'], '{}',
      '{}', false),
    (104, 'relations', 'public.relations', array['from_id', 'to_id', 'type'], array['id'], '{}', false),
    (105, 'departed-owners', 'public.departed_owners', array['kind', 'record_id'], '{}', '{}', false),
    (106, 'handovers', 'public.handovers', array['id'], '{}', array['receiver_id', 'invitation_id'], false),
    (107, 'views', 'public.views', array['id'], '{}', '{}', false),
    (108, 'view-settings', 'public.view_settings', array['user_id', 'view_id'], '{}', '{}', false),
    (109, 'acts', 'public.acts', array['id'], array['ended_team'], '{}', false),
    (110, 'bin', 'public.binned_records', array['kind', 'record_id'], '{}', '{}', false),
    (111, 'history', 'public.record_history', array['changed_at', 'id'], '{}', '{}', false),
    (112, 'audit-log', 'public.security_audit_log', array['created_at', 'id'], '{}', '{}', true)
  union all
  select 10 + k.place, k.record_table, format('public.%I', k.record_table)::regclass, array['id'],
    '{}', array['owner_id', 'invited_owner_id'], false
  from private.kinds k
  where k.feature is not null
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
create or replace function private.end_restoring_archive(account uuid, import uuid, entries bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.recount_account(account);
  -- Past weeks are counted from the history, which has just come, and the map from what was restored.
  delete from private.coverage_weeks w where w.account_id = account;
  delete from private.coverage_accounts c where c.account_id = account;
  delete from private.map_counts m where m.account_id = account;
  perform private.end_archive_import(account, import, null, entries);
end
$$;
create trigger team_members_hold_teams before delete on public.team_members
  for each statement when (current_user in ('authenticated', 'cairn_token'))
  execute function private.hold_teams_of_caller();
create trigger account_members_hold_teams before delete on public.account_members
  for each statement when (current_user <> 'cairn_owner') execute function private.hold_teams_of_caller();
comment on table private.counted_edges is
  'How many relations lead from one group of a counted map to another: from what needs to what it needs.';
revoke all on private.counted_edges from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer, cairn_token;
grant select, insert on private.counted_edges to cairn_definer;
comment on table private.counted_groups is 'The groups of a counted map.';
revoke all on private.counted_groups from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer, cairn_token;
grant select, insert on private.counted_groups to cairn_definer;
comment on table private.map_counts is
  'When the map of a large account was counted for each way to fold it, and how many groups, records and relations it had.';
comment on column private.map_counts.kinds is 'The catalogues that were counted. Who sees others counts anew.';
revoke all on private.map_counts from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer, cairn_token;
grant select, insert, delete on private.map_counts to cairn_definer;
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
comment on table public.profiles is 'A person whose e-mail address is confirmed.';
comment on column public.profiles.account_id is 'Mirror of account_members, kept by a trigger.';
comment on column public.profiles.permission_level is 'Mirror of account_members, kept by a trigger.';
comment on column public.profiles.department is 'The same as in account_members: a change to either changes both.';
comment on column public.profiles.email is 'The confirmed address; follows auth.users.';
comment on column public.profiles.privacy_email_visible is 'Whether teammates may see the address, masked.';
comment on column public.profiles.chat_url is 'Where the person is asked by chat; empty for nowhere.';
comment on column public.profiles.shows_email is 'Whether members of the account may write to the address, and so see all of it.';
comment on table public.team_members is 'The members of teams.';
comment on column public.team_members.filled_by is
  'The sign-in provider by whose groups the member came in, and with whose groups they leave; empty where a manager added them.';
comment on column public.team_members.rule_id is
  'The rule for groups that brought the member in; empty where a manager added them, and once the rule is deleted.';
alter table private.needs owner to cairn_owner;
revoke all on private.needs from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer, cairn_token;
grant select on private.needs to cairn_definer;
drop function private.end_archive_import(uuid,uuid,text,bigint);
drop function private.not_accepted_response(text);
drop function private.refusal_response(integer,text,text,integer);
drop function private.unknown_secret_response(text,text,text);

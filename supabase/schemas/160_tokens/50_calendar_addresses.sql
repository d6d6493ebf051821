-- Calendar addresses: a member subscribes to the dates of their records, of a team's or of a view, by a secret address.
--
-- The secret is shown once, and only its hash is kept. An address ends with the membership of its person, with its view or
-- team,
-- when it is removed, and when the person signs out everywhere. It says what its person may see at the moment, and
-- nothing can be changed with it.

create table public.calendar_addresses (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null,
  user_id uuid not null,
  kind text,
  view_id uuid,
  team_id uuid,
  token_hash text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  constraint calendar_addresses_token_hash_key unique (token_hash),
  constraint calendar_addresses_user_id_fkey foreign key (account_id, user_id)
    references public.account_members (account_id, user_id) on delete cascade,
  constraint calendar_addresses_view_id_fkey foreign key (account_id, kind, view_id)
    references public.views (account_id, kind, id) on delete cascade,
  constraint calendar_addresses_team_id_fkey foreign key (account_id, team_id)
    references public.teams (account_id, id) on delete cascade
);
create index calendar_addresses_user_id_idx on public.calendar_addresses (account_id, user_id);
create index calendar_addresses_view_id_idx on public.calendar_addresses (account_id, kind, view_id);
create index calendar_addresses_team_id_idx on public.calendar_addresses (account_id, team_id);
comment on table public.calendar_addresses is 'Secret addresses of calendars: of the records of a person, of a team or of a view.';
comment on column public.calendar_addresses.kind is 'The kind of the view''s records.';
comment on column public.calendar_addresses.view_id is 'The view whose records it has; empty for another calendar.';
comment on column public.calendar_addresses.team_id is
  'The team whose records it has, while its person is in the team or an admin; empty for another calendar.';
comment on column public.calendar_addresses.token_hash is 'The SHA-256 of its secret, which is shown once.';
comment on column public.calendar_addresses.last_used_at is 'When a calendar last asked, to the hour or so.';

create function private.refuse_calendars_of_tokens() returns void
language plpgsql stable set search_path = ''
as $$
begin
  if private.my_account() is null or not private.is_unscoped() then
    raise exception 'Only members who have signed in have calendar addresses.'
      using errcode = '42501', detail = 'calendar.people_only', hint = 'Sign in to Cairn.';
  end if;
end
$$;
comment on function private.refuse_calendars_of_tokens() is 'Refuses whoever is no signed-in member.';
grant execute on function private.refuse_calendars_of_tokens() to authenticated;

create function private.name_of_calendar(address public.calendar_addresses) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select v.name from public.views v where v.account_id = address.account_id and v.id = address.view_id),
    (select t.name from public.teams t where t.account_id = address.account_id and t.id = address.team_id)
  )
$$;
comment on function private.name_of_calendar(public.calendar_addresses) is
  'The name of the view or team of a calendar; null for the records of a person.';

-- Its person is in the audit log without a name: that of their records has none.
create function private.audit_calendar(address public.calendar_addresses, action text) returns void
language sql volatile security definer set search_path = ''
as $$
  select private.write_audit(
    address.account_id, private.caller_id(), audit_calendar.action, 'calendar_address', address.id::text,
    jsonb_strip_nulls(jsonb_build_object('name', private.name_of_calendar(address)))
  );
  select private.record_made_secret(
    'calendar_address', address.id, coalesce(private.name_of_calendar(address), p.name)
  )
  from public.profiles p
  where p.id = address.user_id and audit_calendar.action <> 'calendar_address_removed'
$$;
comment on function private.audit_calendar(public.calendar_addresses, text) is
  'Enters what the caller does with a calendar address into the audit log, and notifies the person of one that is made or renewed.';

create function private.new_calendar_secret() returns text
language sql volatile set search_path = ''
as $$
  select encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex')
$$;
comment on function private.new_calendar_secret() is 'A secret that nobody can guess: 64 hexadecimal digits.';

create function private.view_of_calendar(view_id uuid) returns public.views
language plpgsql stable security definer set search_path = ''
as $$
declare
  shown public.views;
begin
  select v.* into shown
  from public.views v
  where v.account_id = private.my_account() and v.id = view_of_calendar.view_id
    and coalesce(v.person_id, private.caller_id()) = private.caller_id();
  if view_id is not null and shown.id is null then
    raise exception 'This view no longer exists.' using errcode = 'PT404', detail = 'calendar.unknown_view';
  end if;
  return shown;
end
$$;
comment on function private.view_of_calendar(uuid) is 'A view that the caller sees; empty for none. Refuses one that they do not see.';

create function private.refuse_calendar_of_other_team(team uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if team is null then
    return;
  end if;
  if not exists (select from public.teams t where t.account_id = private.my_account() and t.id = team) then
    raise exception 'This team no longer exists.' using errcode = 'PT404', detail = 'calendar.unknown_team';
  end if;
  if private.my_rank() < 3 and team <> all (private.my_teams()) then
    raise exception 'You are not in this team.'
      using errcode = '42501', detail = 'calendar.not_your_team', hint = 'Ask one of its members or an administrator.';
  end if;
end
$$;
comment on function private.refuse_calendar_of_other_team(uuid) is
  'Refuses a team that does not exist, and whoever is neither in it nor an admin.';

create function public.make_calendar_address(view_param uuid default null, team_param uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  person constant uuid := private.caller_id();
  secret constant text := private.new_calendar_secret();
  shown public.views;
  made public.calendar_addresses;
begin
  perform private.refuse_calendars_of_tokens();
  perform private.require_recent_proof();
  if num_nonnulls(view_param, team_param) > 1 then
    raise exception 'A calendar is of a view or of a team.' using errcode = '22023', detail = 'calendar.view_or_team';
  end if;
  shown := private.view_of_calendar(view_param);
  perform private.refuse_calendar_of_other_team(team_param);
  -- Of two that are made at the same moment, the second counts the first.
  perform from public.account_members m where m.account_id = account and m.user_id = person for no key update;
  if (select count(*) from public.calendar_addresses a where a.account_id = account and a.user_id = person) >= 20 then
    raise exception 'Nobody has more than 20 calendar addresses.'
      using errcode = '22023', detail = 'calendar.too_many', hint = 'Remove one that is no longer used.';
  end if;
  insert into public.calendar_addresses (account_id, user_id, kind, view_id, team_id, token_hash)
  values (account, person, shown.kind, shown.id, team_param, private.token_hash(secret))
  returning * into made;
  perform private.audit_calendar(made, 'calendar_address_made');
  return jsonb_build_object('id', made.id, 'token', secret);
end
$$;
comment on function public.make_calendar_address(uuid, uuid) is
  'Makes a calendar address of the caller''s records, of a view that they see, or of a team that they are in; of any team for admins: {"id", "token"}. The token is shown this once; the server answers at /calendar/<token>.ics.';
grant execute on function public.make_calendar_address(uuid, uuid) to authenticated;

create function private.own_calendar(id uuid) returns public.calendar_addresses
language plpgsql volatile security definer set search_path = ''
as $$
declare
  own public.calendar_addresses;
begin
  perform private.refuse_calendars_of_tokens();
  select a.* into own
  from public.calendar_addresses a
  where a.account_id = private.my_account() and a.user_id = private.caller_id() and a.id = own_calendar.id
  for update;
  if not found then
    raise exception 'This calendar address no longer exists.' using errcode = 'PT404', detail = 'calendar.gone';
  end if;
  return own;
end
$$;
comment on function private.own_calendar(uuid) is 'A calendar address of the caller, which nobody else changes meanwhile.';

create function public.renew_calendar_address(id_param uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  own constant public.calendar_addresses := private.own_calendar(id_param);
  secret constant text := private.new_calendar_secret();
begin
  perform private.require_recent_proof();
  -- It counts as made now: who undoes what a thief did ends it.
  update public.calendar_addresses a
  set token_hash = private.token_hash(secret), created_at = now(), last_used_at = null
  where a.id = own.id;
  perform private.audit_calendar(own, 'calendar_address_renewed');
  return jsonb_build_object('id', own.id, 'token', secret);
end
$$;
comment on function public.renew_calendar_address(uuid) is
  'Gives a calendar address of the caller another secret: {"id", "token"}. The former one opens nothing from then on.';
grant execute on function public.renew_calendar_address(uuid) to authenticated;

create function public.remove_calendar_address(id_param uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  own constant public.calendar_addresses := private.own_calendar(id_param);
begin
  perform private.audit_calendar(own, 'calendar_address_removed');
  delete from public.calendar_addresses a where a.id = own.id;
end
$$;
comment on function public.remove_calendar_address(uuid) is 'Removes a calendar address of the caller, which opens nothing from then on.';
grant execute on function public.remove_calendar_address(uuid) to authenticated;

alter table public.calendar_addresses enable row level security;
alter table public.calendar_addresses force row level security;

create policy "members see their calendar addresses" on public.calendar_addresses
  for select to authenticated
  using (account_id = (select private.my_account()) and user_id = (select private.caller_id()));
create policy "tokens keep to their scopes" on public.calendar_addresses
  as restrictive to cairn_token
  using ((select private.is_unscoped()));

-- A hash would let its reader look a leaked secret up: no role reads it.
grant select (id, account_id, user_id, kind, view_id, team_id, created_at, last_used_at)
  on public.calendar_addresses to authenticated, service_role;
grant select, insert, update, delete on public.calendar_addresses to cairn_definer;

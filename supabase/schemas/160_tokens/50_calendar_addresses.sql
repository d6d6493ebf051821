-- Calendar addresses: a member subscribes to the dates of their records, or of a view, by a secret address.
--
-- The secret is shown once, and only its hash is kept. An address ends with the membership of its person, with its view,
-- when it is removed, and when the person signs out everywhere. It says what its person may see at the moment, and
-- nothing can be changed with it.

create table public.calendar_addresses (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null,
  user_id uuid not null,
  kind text,
  view_id uuid,
  token_hash text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  constraint calendar_addresses_token_hash_key unique (token_hash),
  constraint calendar_addresses_user_id_fkey foreign key (account_id, user_id)
    references public.account_members (account_id, user_id) on delete cascade,
  constraint calendar_addresses_view_id_fkey foreign key (account_id, kind, view_id)
    references public.views (account_id, kind, id) on delete cascade
);
create index calendar_addresses_user_id_idx on public.calendar_addresses (account_id, user_id);
create index calendar_addresses_view_id_idx on public.calendar_addresses (account_id, kind, view_id);
comment on table public.calendar_addresses is 'Secret addresses of calendars: of the records of a person, or of a view.';
comment on column public.calendar_addresses.kind is 'The kind of the view''s records.';
comment on column public.calendar_addresses.view_id is 'The view whose records it has; empty for the records of the person.';
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

create function public.make_calendar_address(view_param uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  person constant uuid := private.caller_id();
  secret constant text := encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex');
  shown public.views;
  made uuid;
begin
  perform private.refuse_calendars_of_tokens();
  perform private.require_recent_proof();
  if view_param is not null then
    select v.* into shown
    from public.views v
    where v.account_id = account and v.id = view_param and coalesce(v.person_id, person) = person;
    if not found then
      raise exception 'This view no longer exists.' using errcode = 'PT404', detail = 'calendar.unknown_view';
    end if;
  end if;
  -- Of two that are made at the same moment, the second counts the first.
  perform from public.account_members m where m.account_id = account and m.user_id = person for no key update;
  if (select count(*) from public.calendar_addresses a where a.account_id = account and a.user_id = person) >= 20 then
    raise exception 'Nobody has more than 20 calendar addresses.'
      using errcode = '22023', detail = 'calendar.too_many', hint = 'Remove one that is no longer used.';
  end if;
  insert into public.calendar_addresses (account_id, user_id, kind, view_id, token_hash)
  values (account, person, shown.kind, shown.id, private.token_hash(secret))
  returning id into made;
  return jsonb_build_object('id', made, 'token', secret);
end
$$;
comment on function public.make_calendar_address(uuid) is
  'Makes a calendar address of the caller''s records, or of a view that they see: {"id", "token"}. The token is shown this once; the server answers at /calendar/<token>.ics.';
grant execute on function public.make_calendar_address(uuid) to authenticated;

create function public.remove_calendar_address(id_param uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.refuse_calendars_of_tokens();
  delete from public.calendar_addresses a
  where a.account_id = private.my_account() and a.user_id = private.caller_id() and a.id = id_param;
  if not found then
    raise exception 'This calendar address no longer exists.' using errcode = 'PT404', detail = 'calendar.gone';
  end if;
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
grant select (id, account_id, user_id, kind, view_id, created_at, last_used_at)
  on public.calendar_addresses to authenticated, service_role;
grant select, insert, update, delete on public.calendar_addresses to cairn_definer;

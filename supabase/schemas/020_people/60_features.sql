-- Features: what an account has switched on.
--
-- A feature without a row has its default. Every member reads the switches, for the sidebar follows them; admins
-- write them. knowledge_base and q_and_a are announced and stay off; processes has no switch.
-- A feature that is off refuses writes of all callers but admins. Its records leave search and activity, and stay
-- readable for members who have their address: a switch hides, it takes nothing away.

create table public.app_features (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  feature_name text not null,
  enabled boolean not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  updated_by uuid,
  constraint app_features_account_id_feature_name_key unique (account_id, feature_name),
  constraint app_features_created_by_fkey foreign key (account_id, created_by)
    references public.account_members (account_id, user_id) on delete set null (created_by),
  constraint app_features_updated_by_fkey foreign key (account_id, updated_by)
    references public.account_members (account_id, user_id) on delete set null (updated_by),
  constraint app_features_announced_stay_off check (private.holds(
    not (enabled and feature_name in ('knowledge_base', 'q_and_a')),
    'feature.not_yet',
    'Knowledge base and Q&A cannot be switched on yet.'
  ))
);
create index app_features_created_by_idx on public.app_features (account_id, created_by);
create index app_features_updated_by_idx on public.app_features (account_id, updated_by);
comment on table public.app_features is 'Feature switches that differ from their default, or once did.';
comment on column public.app_features.feature_name is 'systems, automations, agents, solutions, knowledge_base or q_and_a.';

create function private.feature_enabled(feature text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select f.enabled from public.app_features f where f.account_id = private.my_account() and f.feature_name = feature),
    exists (select from private.kinds k where k.feature = feature_enabled.feature)
  )
$$;
comment on function private.feature_enabled(text) is 'Whether the feature is on in the caller''s account.';
grant execute on function private.feature_enabled(text) to authenticated, service_role;

create function private.refuse_switched_off() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform private.refuse_feature_off(tg_argv[0]);
  return null;
end
$$;
comment on function private.refuse_switched_off() is
  'Statement trigger (feature): refuses writes of non-admins while the feature is off.';

create function private.refuse_kind_switched_off() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse_feature_off(k.feature)
  from private.kinds k
  where k.kind in (select l.kind from links l);
  return null;
end
$$;
comment on function private.refuse_kind_switched_off() is
  'Statement trigger: refuses writes of non-admins to rows of a kind while its feature is off.';

create function private.kinds_switched_off() returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(string_agg(k.kind, ' '), '')
  from public.app_features f
  join private.kinds k on k.feature = f.feature_name
  where f.account_id = private.my_account() and not f.enabled and private.my_rank() is distinct from 3
$$;
comment on function private.kinds_switched_off() is
  'The kinds whose features are off in the caller''s account, with blanks between; none for an admin.';
grant execute on function private.kinds_switched_off() to authenticated;

-- All refusals of a feature that is switched off use this sentence.
create function private.refuse_feature_off(feature text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not private.feature_enabled(feature) and private.my_rank() is distinct from 3 then
    raise exception 'The % feature is currently disabled.', initcap(feature)
      using errcode = '42501', detail = format('feature.%s_disabled', feature),
        hint = 'Please contact your administrator.';
  end if;
end
$$;
comment on function private.refuse_feature_off(text) is 'Refuses what only admins do while a feature is switched off.';
grant execute on function private.refuse_feature_off(text) to authenticated;

-- Which kinds are switched off is asked once for a statement; of which kind its rows are, each row says.
create function private.note_switched_off() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform set_config('cairn.switched_off', private.kinds_switched_off(), true);
  return null;
end
$$;
comment on function private.note_switched_off() is
  'Statement trigger: notes the kinds that the caller may not write, because their features are off.';

create function private.refuse_record_switched_off() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform private.refuse_feature_off(private.feature_of(case tg_op when 'INSERT' then new.kind else old.kind end));
  return case tg_op when 'DELETE' then old else new end;
end
$$;
comment on function private.refuse_record_switched_off() is
  'Trigger: refuses writes of non-admins to records of a kind while its feature is off.';

create function private.switched_off(account uuid, record_kind text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.app_features f
    where f.account_id = account and f.feature_name = private.feature_of(record_kind) and not f.enabled
  )
$$;
comment on function private.switched_off(uuid, text) is 'Whether an account has switched the feature of a kind of records off.';

create trigger app_features_stamp before insert or update on public.app_features
  for each row execute function private.stamp_record();

alter table public.app_features enable row level security;
alter table public.app_features force row level security;

create policy "members see the switches" on public.app_features
  for select to authenticated
  using (account_id = (select private.my_account()));

create policy "admins add switches" on public.app_features
  for insert to authenticated
  with check (account_id = (select private.my_account()) and (select private.my_rank()) = 3);

create policy "admins turn switches" on public.app_features
  for update to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) = 3);

create policy "tokens keep to their scopes" on public.app_features
  as restrictive to cairn_token
  using ((select private.is_unscoped()));

grant select on public.app_features to authenticated;
grant insert (account_id, feature_name, enabled, updated_by) on public.app_features to authenticated;

-- A client may send updated_by and updated_at, and is overruled.
grant update (enabled, updated_by, updated_at) on public.app_features to authenticated;
grant select, insert, update, delete on public.app_features to service_role, cairn_definer;

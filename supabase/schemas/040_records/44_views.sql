-- Views: states of a catalogue's list that people keep under a name.
--
-- A view is of one person alone, or of all members of the account: then it has no person. Members keep views for
-- themselves; managers make, change, order and delete those of all. A view of all stays when the person who made it
-- leaves; what a person kept for themself goes with them.
-- The address is the list's query string: what it means is the web app's affair. Beside it stands what of it
-- public.find_records understands, so that the server can count and watch what a view holds.

create table public.views (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  kind text not null,
  person_id uuid default private.caller_id(),
  name text not null,
  icon text not null default 'bookmark',
  address text not null default '',
  filter jsonb not null default '{}',
  place integer not null default 0,
  created_by uuid default private.caller_id(),
  updated_by uuid default private.caller_id(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Foreign keys that carry account and kind point here.
  constraint views_account_id_kind_id_key unique (account_id, kind, id),
  constraint views_person_id_fkey foreign key (account_id, person_id)
    references public.account_members (account_id, user_id) on delete cascade,
  constraint views_created_by_fkey foreign key (account_id, created_by)
    references public.account_members (account_id, user_id) on delete set null (created_by),
  constraint views_updated_by_fkey foreign key (account_id, updated_by)
    references public.account_members (account_id, user_id) on delete set null (updated_by),
  constraint views_name_length check (private.holds(
    char_length(name) between 1 and 60,
    'view.name_length',
    'The name of a view must have 1 to 60 characters.'
  )),
  constraint views_icon_known check (private.holds(
    icon in (
      'bookmark', 'star', 'flag', 'heart', 'eye', 'clock', 'calendar', 'bell', 'shield', 'alert', 'person', 'people',
      'tag', 'coins', 'folder', 'globe'
    ),
    'view.icon',
    'A view has one of the icons that are offered.'
  )),
  constraint views_address_shape check (private.holds(
    char_length(address) <= 8000 and address !~ '^[?]|(^|&)(id|view|saved)(=|&|$)',
    'view.address',
    'The address of a view has at most 8,000 characters, and no id, view or saved.'
  )),
  constraint views_filter_shape check (private.holds(
    jsonb_typeof(filter) = 'object' and octet_length(filter::text) <= 32000,
    'view.filter',
    'The filter of a view must be a JSON object of at most 32,000 bytes.'
  ))
);
create unique index views_of_all_name_key on public.views (account_id, kind, private.folded(name))
  where person_id is null;
create unique index views_of_person_name_key on public.views (account_id, person_id, kind, private.folded(name))
  where person_id is not null;
create index views_created_by_idx on public.views (account_id, created_by);
create index views_updated_by_idx on public.views (account_id, updated_by);
comment on table public.views is 'A state of a catalogue''s list that people keep under a name.';
comment on column public.views.kind is 'system, solution, agent or automation.';
comment on column public.views.person_id is 'Whose it is alone; empty where it is of all members.';
comment on column public.views.name is
  'Unique without regard to case and accents, among the views of a kind that are of all or of one person.';
comment on column public.views.address is
  'The list''s query string without id, view and saved, its parameters in the order of the alphabet.';
comment on column public.views.filter is
  'The parameters of the address that select the records of the view, as public.find_records takes them: query, statuses, owners, without_owner, gaps, tags, all_tags and conditions. Among owners, the word me stands for the reader of the view.';
comment on column public.views.place is 'Where it stands among the views that are of all, or of the same person.';
comment on column public.views.created_by is 'The creator; empty when that person has left.';

create table public.view_settings (
  user_id uuid not null default private.caller_id(),
  view_id uuid not null,
  account_id uuid not null default private.my_account(),
  kind text not null,
  is_default boolean not null default false,
  watched boolean not null default false,
  primary key (user_id, view_id),
  -- The server's rows about watched views refer to this key.
  constraint view_settings_account_key unique (account_id, user_id, view_id),
  constraint view_settings_user_id_fkey foreign key (account_id, user_id)
    references public.account_members (account_id, user_id) on delete cascade,
  constraint view_settings_view_id_fkey foreign key (account_id, kind, view_id)
    references public.views (account_id, kind, id) on delete cascade
);
create unique index view_settings_default_key on public.view_settings (user_id, kind) where is_default;
create index view_settings_view_id_idx on public.view_settings (account_id, kind, view_id);
create index view_settings_watched_idx on public.view_settings (account_id) where watched;
comment on table public.view_settings is 'The settings of a member for a view.';
comment on column public.view_settings.kind is 'The kind of the view, set by a trigger.';
comment on column public.view_settings.is_default is 'Whether the catalogue opens with it; a member has one for a kind at most.';
comment on column public.view_settings.watched is 'Whether the member is notified which records enter it and leave it.';

-- Unique indexes decide about names. Here two who save at once wait for each other, so that the second gets a sentence,
-- and nobody exceeds the limit of views.
create function private.keep_view() returns trigger
language plpgsql set search_path = ''
as $$
declare
  most constant integer := case when new.person_id is null then 200 else 100 end;
  others integer;
  last_place integer;
begin
  if private.is_restoring_archive() then
    return new;
  end if;
  new.name := private.display_text(coalesce(new.name, ''));
  perform pg_advisory_xact_lock(hashtextextended(
    'views of ' || coalesce(new.account_id::text, '') || coalesce(new.person_id::text, ''), 0
  ));
  if tg_op = 'INSERT' or new.person_id is distinct from old.person_id then
    select count(*), coalesce(max(v.place), 0) into others, last_place
    from public.views v
    where v.account_id = new.account_id
      and (v.person_id = new.person_id or v.person_id is null and new.person_id is null);
    if others >= most then
      if new.person_id is null then
        raise exception 'An account has at most 200 views for all members.'
          using errcode = '23514', detail = 'view.too_many_shared', hint = 'Delete a view first.';
      end if;
      raise exception 'A member has at most 100 views of their own.'
        using errcode = '23514', detail = 'view.too_many', hint = 'Delete a view first.';
    end if;
    new.place := last_place + 1;
  end if;
  if exists (
    select from public.views v
    where v.account_id = new.account_id and v.kind = new.kind and v.id <> new.id
      and (v.person_id = new.person_id or v.person_id is null and new.person_id is null)
      and private.folded(v.name) = private.folded(new.name)
  ) then
    raise exception 'A view with this name already exists.'
      using errcode = '23505', detail = 'view.name_taken',
        hint = 'Choose another name. Capitals and accents make no difference.';
  end if;
  return new;
end
$$;
comment on function private.keep_view() is
  'Trigger: cleans the name of a view, refuses one that is taken and more views than may be, and puts a new view last.';

create function private.keep_view_setting() returns trigger
language plpgsql set search_path = ''
as $$
begin
  select v.kind into new.kind from public.views v where v.account_id = new.account_id and v.id = new.view_id;
  if new.is_default then
    -- Of two that are made the default at once, the second stays it.
    perform pg_advisory_xact_lock(hashtextextended('default view of ' || new.user_id, 0));
    update public.view_settings s set is_default = false
    where s.user_id = new.user_id and s.kind = new.kind and s.view_id <> new.view_id and s.is_default;
  end if;
  return new;
end
$$;
comment on function private.keep_view_setting() is
  'Trigger: sets the kind of the view, and takes the default from the view that had it.';

create function private.withdraw_view() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.view_settings s
  where s.account_id = new.account_id and s.kind = new.kind and s.view_id = new.id and s.user_id <> new.person_id;
  return null;
end
$$;
comment on function private.withdraw_view() is
  'Trigger: a view that is of one person now is no other member''s default, and no other member watches it.';

create function public.order_views(ids uuid[]) returns integer
language plpgsql volatile set search_path = ''
as $$
declare
  moved integer;
begin
  if cardinality(ids) > 200 then
    raise exception 'There are at most 200 views to put in order.'
      using errcode = '22023', detail = 'view.too_many_to_order';
  end if;
  if (select private.my_rank()) < 2
    and exists (select from public.views v where v.id = any (ids) and v.person_id is null)
  then
    raise exception 'Only managers put the views of all members in order.'
      using errcode = '42501', detail = 'view.ordered_by_managers', hint = 'Ask a manager.';
  end if;
  update public.views v set place = given.place
  from unnest(ids) with ordinality as given (id, place)
  where v.id = given.id and v.place <> given.place;
  get diagnostics moved = row_count;
  return moved;
end
$$;
comment on function public.order_views(uuid[]) is
  'Puts views of a kind, all of them of the caller or all of them of all members, in this order. One that is gone by then is left out. Returns how many have moved.';
grant execute on function public.order_views(uuid[]) to authenticated;

create trigger views_keep before insert or update of name, person_id on public.views
  for each row execute function private.keep_view();
create trigger views_stamp before insert or update on public.views
  for each row execute function private.stamp_record();
create trigger views_withdraw after update of person_id on public.views
  for each row when (new.person_id is not null) execute function private.withdraw_view();
create trigger view_settings_keep before insert or update on public.view_settings
  for each row execute function private.keep_view_setting();

alter table public.views enable row level security;
alter table public.views force row level security;
alter table public.view_settings enable row level security;
alter table public.view_settings force row level security;

create policy "members see own and shared views" on public.views
  for select to authenticated
  using (
    account_id = (select private.my_account())
    and (person_id is null or person_id = (select private.caller_id()))
  );

create policy "members add own views, managers shared ones" on public.views
  for insert to authenticated
  with check (
    account_id = (select private.my_account())
    and (person_id = (select private.caller_id()) or person_id is null and (select private.my_rank()) >= 2)
  );

create policy "members change own views, managers shared ones" on public.views
  for update to authenticated
  using (
    account_id = (select private.my_account())
    and (person_id = (select private.caller_id()) or person_id is null and (select private.my_rank()) >= 2)
  )
  with check (
    account_id = (select private.my_account())
    and (person_id = (select private.caller_id()) or person_id is null and (select private.my_rank()) >= 2)
  );

create policy "members delete own views, managers shared ones" on public.views
  for delete to authenticated
  using (
    account_id = (select private.my_account())
    and (person_id = (select private.caller_id()) or person_id is null and (select private.my_rank()) >= 2)
  );

create policy "tokens keep to their scopes" on public.views
  as restrictive to cairn_token
  using ((select private.is_unscoped()));

create policy "members see what views are to them" on public.view_settings
  for select to authenticated
  using (account_id = (select private.my_account()) and user_id = (select private.caller_id()));

create policy "members say what a view that they see is to them" on public.view_settings
  for insert to authenticated
  with check (
    account_id = (select private.my_account()) and user_id = (select private.caller_id())
    and exists (select from public.views v where v.id = view_id)
  );

create policy "members change what a view that they see is to them" on public.view_settings
  for update to authenticated
  using (account_id = (select private.my_account()) and user_id = (select private.caller_id()))
  with check (
    account_id = (select private.my_account()) and user_id = (select private.caller_id())
    and exists (select from public.views v where v.id = view_id)
  );

create policy "tokens keep to their scopes" on public.view_settings
  as restrictive to cairn_token
  using ((select private.is_unscoped()));

grant select, delete on public.views to authenticated;
grant
  insert (account_id, kind, person_id, name, icon, address, filter),
  update (person_id, name, icon, address, filter, place)
  on public.views to authenticated;
grant select, insert, update, delete on public.views to service_role, cairn_definer;
grant select on public.view_settings to authenticated;

-- An upsert on user_id and view_id sets them too; the policy keeps them the caller's.
grant
  insert (user_id, view_id, is_default, watched), update (user_id, view_id, is_default, watched)
  on public.view_settings to authenticated;
grant select, insert, update, delete on public.view_settings to service_role, cairn_definer;

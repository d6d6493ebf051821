-- Views: states of a catalogue's list that people keep under a name, and what members watch of them.

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
    'The name of a view must have 1 to 60 characters.'
  )),
  constraint views_icon_known check (private.holds(
    icon in (
      'bookmark', 'star', 'flag', 'heart', 'eye', 'clock', 'calendar', 'bell', 'shield', 'alert', 'person', 'people',
      'tag', 'coins', 'folder', 'globe'
    ),
    'A view has one of the icons that are offered.'
  )),
  constraint views_address_shape check (private.holds(
    char_length(address) <= 8000 and address !~ '^[?]|(^|&)(id|view|saved)(=|&|$)',
    'The address of a view has at most 8,000 characters, and no id, view or saved.'
  )),
  constraint views_filter_shape check (private.holds(
    jsonb_typeof(filter) = 'object' and octet_length(filter::text) <= 32000,
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
  'What of the address decides which records the view holds, as public.find_records takes it: query, statuses, owners, without_owner, gaps, tags, all_tags and conditions. Among owners, the word me is who looks at the view.';
comment on column public.views.place is 'Where it stands among the views that are of all, or of the same person.';
comment on column public.views.created_by is 'Who made it; empty when that person has left.';
alter table public.views owner to cairn_owner;

create table public.view_settings (
  user_id uuid not null default private.caller_id(),
  view_id uuid not null,
  account_id uuid not null default private.my_account(),
  kind text not null,
  is_default boolean not null default false,
  watched boolean not null default false,
  primary key (user_id, view_id),
  -- What the server keeps of watched views points here.
  constraint view_settings_account_key unique (account_id, user_id, view_id),
  constraint view_settings_user_id_fkey foreign key (account_id, user_id)
    references public.account_members (account_id, user_id) on delete cascade,
  constraint view_settings_view_id_fkey foreign key (account_id, kind, view_id)
    references public.views (account_id, kind, id) on delete cascade
);
create unique index view_settings_default_key on public.view_settings (user_id, kind) where is_default;
create index view_settings_view_id_idx on public.view_settings (account_id, kind, view_id);
create index view_settings_watched_idx on public.view_settings (account_id) where watched;
comment on table public.view_settings is 'What a view is to a member.';
comment on column public.view_settings.kind is 'That of the view, set by a trigger.';
comment on column public.view_settings.is_default is 'Whether the catalogue opens with it; a member has one for a kind at most.';
comment on column public.view_settings.watched is 'Whether the member is told which records come into it and leave it.';
alter table public.view_settings owner to cairn_owner;

alter table public.views add constraint views_kind_known check (private.holds(
  kind in ('system', 'solution', 'agent', 'automation'),
  'Kind must be system, solution, agent or automation.'
));

create table private.view_contents (
  user_id uuid not null,
  view_id uuid not null,
  account_id uuid not null,
  ids uuid[] not null,
  compared_on date not null,
  primary key (user_id, view_id),
  constraint view_contents_setting_fkey foreign key (account_id, user_id, view_id)
    references public.view_settings (account_id, user_id, view_id) on delete cascade
);
create index view_contents_setting_idx on private.view_contents (account_id, user_id, view_id);
comment on table private.view_contents is 'What a watched view held for a member when it was last compared.';
comment on column private.view_contents.ids is 'Up to 10,000 ids of records, in their order.';
comment on column private.view_contents.compared_on is 'The day of the last comparison.';
alter table private.view_contents owner to cairn_owner;

alter table public.notifications
  drop constraint notifications_kind_known,
  add constraint notifications_kind_known check (private.holds(
    kind in (
      'invitation_accepted', 'member_joined', 'newcomer_waiting', 'expert_assigned', 'owner_assigned', 'level_changed',
      'record_changed', 'record_deleted', 'record_restored', 'dependency_deleted', 'second_factor_wanted', 'handed_over',
      'view_changed'
    ),
    'Kind must be one of the known kinds of notifications.'
  ));

-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
create function private.keep_view() returns trigger
language plpgsql set search_path = ''
as $$
declare
  most constant integer := case when new.person_id is null then 200 else 100 end;
  others integer;
  last_place integer;
begin
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
      raise exception '%', case
        when new.person_id is null then 'An account has at most 200 views for all members.'
        else 'A member has at most 100 views of their own.'
      end using errcode = '23514', hint = 'Delete a view first.';
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
      using errcode = '23505', hint = 'Choose another name. Capitals and accents make no difference.';
  end if;
  return new;
end
$$;
comment on function private.keep_view() is
  'Trigger: cleans the name of a view, refuses one that is taken and more views than may be, and puts a new view last.';
alter function private.keep_view() owner to cairn_definer;
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
alter function private.keep_view_setting() owner to cairn_definer;
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
alter function private.withdraw_view() owner to cairn_definer;
create function public.order_views(ids uuid[]) returns integer
language plpgsql volatile set search_path = ''
as $$
declare
  moved integer;
begin
  if cardinality(ids) > 200 then
    raise exception 'There are at most 200 views to put in order.' using errcode = '22023';
  end if;
  if (select private.my_rank()) < 2
    and exists (select from public.views v where v.id = any (ids) and v.person_id is null)
  then
    raise exception 'Only managers put the views of all members in order.'
      using errcode = '42501', hint = 'Ask a manager.';
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
alter function public.order_views(uuid[]) owner to cairn_definer;
revoke all on function public.order_views(uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.order_views(uuid[]) to authenticated;
create function private.view_list(filter jsonb, part text) returns text[]
language sql immutable set search_path = ''
as $$
  select array(select entry from jsonb_array_elements_text(nullif(filter -> part, 'null')) as entry)
$$;
comment on function private.view_list(jsonb, text) is 'A list of a view''s filter, empty where it has none of that name.';
alter function private.view_list(jsonb, text) owner to cairn_definer;
create function private.as_seen_by(part jsonb, person uuid) returns jsonb
language sql immutable set search_path = ''
as $$
  select case
    when jsonb_typeof(part -> 'conditions') = 'array' then part || jsonb_build_object('conditions', (
      select coalesce(jsonb_agg(private.as_seen_by(inner_part, person) order by place), '[]')
      from jsonb_array_elements(part -> 'conditions') with ordinality as listed (inner_part, place)
    ))
    when part ->> 'field' = 'owner' and jsonb_typeof(part -> 'values') = 'array' then part || jsonb_build_object('values', (
      select coalesce(jsonb_agg(case value when '"me"' then to_jsonb(person) else value end), '[]')
      from jsonb_array_elements(part -> 'values') as value
    ))
    else part
  end
$$;
comment on function private.as_seen_by(jsonb, uuid) is
  'Conditions of a view in which a person stands for the word me among owners.';
alter function private.as_seen_by(jsonb, uuid) owner to cairn_definer;

create function private.view_condition(account uuid, kind text, filter jsonb, person uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  unknown constant jsonb := filter - array[
    'query', 'statuses', 'owners', 'without_owner', 'gaps', 'tags', 'all_tags', 'conditions'
  ];
begin
  if unknown <> '{}' or exists (
    select from unnest(array['statuses', 'owners', 'gaps', 'tags']) as part
    where jsonb_typeof(filter -> part) not in ('array', 'null')
  ) then
    raise exception 'This view asks for something that lists do not have.' using errcode = '22023';
  end if;
  return private.records_condition(
    account, kind,
    filter ->> 'query',
    private.view_list(filter, 'statuses'),
    array(
      select case entry when 'me' then person else entry::uuid end
      from unnest(private.view_list(filter, 'owners')) as entry
    ),
    coalesce((filter ->> 'without_owner')::boolean, false),
    private.view_list(filter, 'gaps'),
    private.view_list(filter, 'tags')::uuid[],
    coalesce((filter ->> 'all_tags')::boolean, false),
    private.as_seen_by(nullif(filter -> 'conditions', 'null'), person)
  );
end
$$;
comment on function private.view_condition(uuid, text, jsonb, uuid) is
  'Which records t of an account''s catalogue fit the filter of a view that a person looks at, as a condition.';
alter function private.view_condition(uuid, text, jsonb, uuid) owner to cairn_definer;
create function private.ids_of_view(account uuid, kind text, filter jsonb, person uuid, at_most integer) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  ids uuid[];
begin
  execute format(
    'select array(select t.id from public.%I t where %s order by t.id limit $1)',
    private.catalogue_of(kind), private.view_condition(account, kind, filter, person)
  )
    into ids using at_most;
  return ids;
end
$$;
comment on function private.ids_of_view(uuid, text, jsonb, uuid, integer) is
  'The first so many ids of the records that a view holds for a person, in the order of ids.';
alter function private.ids_of_view(uuid, text, jsonb, uuid, integer) owner to cairn_definer;
create function private.count_view(account uuid, kind text, filter jsonb, person uuid) returns integer
language plpgsql stable security definer set search_path = ''
as $$
declare
  records integer;
begin
  execute format(
    'select count(*) from (select from public.%I t where %s limit 1001) r',
    private.catalogue_of(kind), private.view_condition(account, kind, filter, person)
  )
    into records;
  return records;
end
$$;
comment on function private.count_view(uuid, text, jsonb, uuid) is
  'How many records a view holds for a person; 1,001 where there are more than 1,000.';
alter function private.count_view(uuid, text, jsonb, uuid) owner to cairn_definer;
create function public.count_views() returns table (view_id uuid, records integer, problem text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  person constant uuid := private.caller_id();
  begun constant timestamptz := clock_timestamp();
  v public.views;
begin
  for v in
    select w.*
    from public.views w
    where w.account_id = account and (w.person_id is null or w.person_id = person)
      and not private.switched_off(account, w.kind)
    order by w.person_id is not null, w.place, w.id
    limit 50
  loop
    exit when clock_timestamp() > begun + interval '2 seconds';
    view_id := v.id;
    records := null;
    problem := null;
    begin
      records := private.count_view(account, v.kind, v.filter, person);
    exception
      when invalid_parameter_value then
        problem := sqlerrm;
      when others then
        problem := 'The filter of this view is not accepted any more.';
    end;
    return next;
  end loop;
end
$$;
comment on function public.count_views() is
  'How many records each view holds that the caller sees: 1,001 for more than 1,000. Where its filter is refused, the reason (problem) stands instead. At most fifty views are counted, and as many as two seconds allow.';
alter function public.count_views() owner to cairn_definer;
revoke all on function public.count_views() from public, anon, authenticated, service_role;
grant execute on function public.count_views() to authenticated;
create or replace function public.get_news(within_seconds double precision) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  person constant uuid := private.caller_id();
  since timestamptz;
begin
  if within_seconds is null or not within_seconds between 0 and 86400 then
    raise exception 'You can only ask for news of the last day.'
      using errcode = '22023', hint = 'Send within_seconds between 0 and 86400.';
  end if;
  since := clock_timestamp() - make_interval(secs => within_seconds);
  return (
    select json_build_object(
      'account', (select json_build_object('id', a.id, 'name', a.name) from public.accounts a where a.id = account),
      -- Who belongs to no account has the level of their profile.
      'permission_level', coalesce(
        (select m.permission_level from public.account_members m where m.user_id = person),
        (select p.permission_level from public.profiles p where p.id = person),
        'viewer'
      ),
      'changed', (
        select coalesce(json_agg(distinct c.subject order by c.subject), '[]')
        from (
          select private.changed_records(account, since)
          union all
          select private.changed_settings(account, since)
          union all
          select private.changed_people(account, since)
          union all
          select private.changed_notifications(account, person, since)
          union all
          select private.changed_views(account, person, since)
        ) as c (subject)
      )
    )
  );
end
$$;
comment on function public.get_news(double precision) is
  'The caller''s account and level, and what changed in the account within so many seconds: {"account", "permission_level", "changed": [subject]}. Subjects are the kinds of records, team, joining, invitations, features, appearance, notifications and views.';
create function private.changed_views(account uuid, person uuid, since timestamptz) returns setof text
language sql stable security definer set search_path = ''
as $$
  select 'views'
  where exists (
    select from public.views v
    where v.account_id = account and (v.person_id is null or v.person_id = person) and v.updated_at > since
  )
$$;
comment on function private.changed_views(uuid, uuid, timestamptz) is
  'Whether views that a person sees were made or changed since a moment. Of a deleted one nothing is left to tell.';
alter function private.changed_views(uuid, uuid, timestamptz) owner to cairn_definer;
create function private.day_of_comparison() returns date
language sql stable set search_path = ''
as $$
  select ((now() - interval '5 hours') at time zone 'utc')::date
$$;
comment on function private.day_of_comparison() is 'The day of which watched views are compared now.';
alter function private.day_of_comparison() owner to cairn_definer;
create function private.watched_views(account uuid default null)
returns table (account_id uuid, user_id uuid, view_id uuid)
language sql stable security definer set search_path = ''
as $$
  select s.account_id, s.user_id, s.view_id
  from public.view_settings s
  join public.views v on v.id = s.view_id
  left join private.view_contents c on c.user_id = s.user_id and c.view_id = s.view_id
  where s.watched and (account is null or s.account_id = account)
    and c.compared_on is distinct from private.day_of_comparison()
    -- Rights as they are now.
    and (v.person_id is null or v.person_id = s.user_id)
    and not private.switched_off(s.account_id, v.kind)
$$;
comment on function private.watched_views(uuid) is 'The watched views that are not compared yet today, of an account or of all.';
alter function private.watched_views(uuid) owner to cairn_definer;
create function private.accounts_to_compare() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select distinct w.account_id from private.watched_views() w
$$;
comment on function private.accounts_to_compare() is 'The accounts with watched views that are not compared yet today.';
alter function private.accounts_to_compare() owner to cairn_definer;
revoke all on function private.accounts_to_compare() from public;
grant execute on function private.accounts_to_compare() to supabase_auth_admin;
create function private.views_to_compare(account uuid, without text[], at_most integer) returns setof text
language sql stable security definer set search_path = ''
as $$
  select w.view_id || ' ' || w.user_id
  from private.watched_views(account) w
  where w.view_id || ' ' || w.user_id <> all (without)
  order by 1
  limit at_most
$$;
comment on function private.views_to_compare(uuid, text[], integer) is
  'The watched views of an account that are not compared yet today, but for some: the ids of view and member.';
alter function private.views_to_compare(uuid, text[], integer) owner to cairn_definer;
revoke all on function private.views_to_compare(uuid, text[], integer) from public;
grant execute on function private.views_to_compare(uuid, text[], integer) to supabase_auth_admin;
create function private.compare_ids(before uuid[], after uuid[], out came integer, out went integer)
language sql immutable set search_path = ''
as $$
  with ends as (
    select least(
      case when cardinality(before) >= 10000 then before[10000] end,
      case when cardinality(after) >= 10000 then after[10000] end
    ) as last_id
  )
  select count(*) filter (where b.id is null), count(*) filter (where a.id is null)
  from unnest(before) as b (id)
  full join unnest(after) as a (id) on a.id = b.id
  cross join ends e
  where e.last_id is null or coalesce(a.id, b.id) <= e.last_id
$$;
comment on function private.compare_ids(uuid[], uuid[]) is
  'How many ids came and how many went between two lists in the order of ids, each of at most 10,000.';
alter function private.compare_ids(uuid[], uuid[]) owner to cairn_definer;
create function private.compare_view(account uuid, viewed uuid, person uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v public.views;
  before uuid[];
  after uuid[];
  came integer;
  went integer;
begin
  select w.* into v
  from private.watched_views(account) due
  join public.views w on w.id = due.view_id
  where due.view_id = viewed and due.user_id = person;
  if not found then
    return;
  end if;
  select c.ids into before from private.view_contents c where c.user_id = person and c.view_id = viewed;
  begin
    after := private.ids_of_view(account, v.kind, v.filter, person, 10000);
  exception
    -- A filter that is refused says so beside the view. It is tried again tomorrow.
    when data_exception then
      after := coalesce(before, '{}');
  end;
  if before is not null then
    select c.came, c.went into came, went from private.compare_ids(before, after) c;
    if came + went > 0 then
      perform private.notify(
        account, person, 'view_changed', record_kind => v.kind,
        payload => jsonb_build_object('view', jsonb_build_object('id', v.id, 'name', v.name, 'came', came, 'went', went))
      );
    end if;
  end if;
  insert into private.view_contents as c (user_id, view_id, account_id, ids, compared_on)
  values (person, viewed, account, after, private.day_of_comparison())
  on conflict (user_id, view_id) do update set ids = excluded.ids, compared_on = excluded.compared_on;
end
$$;
comment on function private.compare_view(uuid, uuid, uuid) is
  'Compares a view that a member watches with what it held before, and tells the member what came and went. Once a day, whoever asks.';
alter function private.compare_view(uuid, uuid, uuid) owner to cairn_definer;
revoke all on function private.compare_view(uuid, uuid, uuid) from public;
grant execute on function private.compare_view(uuid, uuid, uuid) to supabase_auth_admin;
create function private.forget_contents() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_table_name = 'views' then
    delete from private.view_contents c where c.account_id = new.account_id and c.view_id = new.id;
  else
    delete from private.view_contents c where c.user_id = new.user_id and c.view_id = new.view_id;
  end if;
  return null;
end
$$;
comment on function private.forget_contents() is
  'Trigger: forgets what a view held that a member watches no more, or that is to hold something else.';
alter function private.forget_contents() owner to cairn_definer;
create trigger views_keep before insert or update of name, person_id on public.views
  for each row execute function private.keep_view();
create trigger views_stamp before insert or update on public.views
  for each row execute function private.stamp_record();
create trigger views_withdraw after update of person_id on public.views
  for each row when (new.person_id is not null) execute function private.withdraw_view();
create trigger view_settings_keep before insert or update on public.view_settings
  for each row execute function private.keep_view_setting();
create trigger views_forget_contents after update of filter on public.views
  for each row when (new.filter is distinct from old.filter) execute function private.forget_contents();
create trigger view_settings_forget_contents after update of watched on public.view_settings
  for each row when (not new.watched) execute function private.forget_contents();
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
alter table private.view_contents enable row level security;
alter table private.view_contents force row level security;
revoke all on private.view_contents from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select, insert, update, delete on private.view_contents to cairn_definer;
alter table public.view_settings enable row level security;
alter table public.view_settings force row level security;
revoke all on public.view_settings from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select on public.view_settings to authenticated;
grant
  insert (user_id, view_id, is_default, watched), update (user_id, view_id, is_default, watched)
  on public.view_settings to authenticated;
grant select, insert, update, delete on public.view_settings to service_role, cairn_definer;
alter table public.views enable row level security;
alter table public.views force row level security;
revoke all on public.views from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select, delete on public.views to authenticated;
grant
  insert (account_id, kind, person_id, name, icon, address, filter),
  update (person_id, name, icon, address, filter, place)
  on public.views to authenticated;
grant select, insert, update, delete on public.views to service_role, cairn_definer;

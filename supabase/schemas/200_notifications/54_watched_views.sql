-- Watched views: once a day a member learns how many records entered a view and how many left it.
--
-- Cairn's server asks once a minute for views that have to be compared, an account after the other, and compares each
-- for itself with what it held a day ago. The day begins at 05:00 UTC. What a member watches again, or after its filter
-- was changed, is written down first and compared the next day.
-- Of more than 10,000 records the first in the order of ids are kept, and only among these changes are told.

create table private.view_contents (
  user_id uuid not null,
  view_id uuid not null,
  account_id uuid not null,
  ids uuid[],
  compared_on date not null,
  primary key (user_id, view_id),
  constraint view_contents_setting_fkey foreign key (account_id, user_id, view_id)
    references public.view_settings (account_id, user_id, view_id) on delete cascade
);
create index view_contents_setting_idx on private.view_contents (account_id, user_id, view_id);
comment on table private.view_contents is 'The records of a watched view for a member at its last comparison.';
comment on column private.view_contents.ids is
  'Up to 10,000 ids of records, in their order; empty where the filter was refused each time.';
comment on column private.view_contents.compared_on is 'The day of the last comparison.';

create function private.day_of_comparison() returns date
language sql stable set search_path = ''
as $$
  select ((now() - interval '5 hours') at time zone 'utc')::date
$$;
comment on function private.day_of_comparison() is 'The day of which watched views are compared now.';

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

create function private.accounts_to_compare() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select distinct w.account_id from private.watched_views() w
$$;
comment on function private.accounts_to_compare() is 'The accounts with watched views that are not compared yet today.';
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
grant execute on function private.views_to_compare(uuid, text[], integer) to supabase_auth_admin;

-- Behind the last id of a list that was cut off, nothing is known of either.
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
    -- A filter that is refused says so beside the view. It is tried again tomorrow, with what the view held last.
    when data_exception then
      after := before;
  end;
  if before is not null and after is not null then
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
grant execute on function private.compare_view(uuid, uuid, uuid) to supabase_auth_admin;

create function private.clear_view_contents() returns trigger
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
comment on function private.clear_view_contents() is
  'Trigger: deletes the stored contents of a view that a member no longer watches, or whose filter changes.';

-- A filter in which one tag stands for others that were merged into it holds what it held.
create trigger views_forget_contents after update of filter on public.views
  for each row when (new.filter is distinct from old.filter and current_user <> 'cairn_definer')
  execute function private.clear_view_contents();
create trigger view_settings_forget_contents after update of watched on public.view_settings
  for each row when (not new.watched) execute function private.clear_view_contents();

alter table private.view_contents enable row level security;
alter table private.view_contents force row level security;

grant select, insert, update, delete on private.view_contents to cairn_definer;

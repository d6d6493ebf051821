-- Tags: words of an account with which its records of every kind are put together, each in a color.
--
-- A record lists the ids of its tags. Users make tags as they type; managers rename, recolor, merge and delete them.
-- Names are unique without regard to capitals and accents.

create function private.is_color(color text) returns boolean
language sql immutable set search_path = ''
as $$
  select color in ('gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'pink')
$$;
comment on function private.is_color(text) is 'Whether tags and choices can have the color.';
grant execute on function private.is_color(text) to authenticated, service_role, cairn_owner;

create table public.tags (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  name text not null,
  color text not null default 'gray',
  created_by uuid default private.caller_id(),
  created_at timestamptz not null default now(),
  -- Foreign keys that carry the account point here.
  constraint tags_account_id_id_key unique (account_id, id),
  constraint tags_created_by_fkey foreign key (account_id, created_by)
    references public.account_members (account_id, user_id) on delete set null (created_by),
  constraint tags_name_length check (private.holds(
    char_length(name) between 1 and 40,
    'tag.length',
    'A tag must have 1 to 40 characters.'
  )),
  constraint tags_name_characters check (private.holds(
    name !~ '[#,]',
    'tag.characters',
    'A tag has no # and no comma.'
  )),
  constraint tags_color_known check (private.holds(
    private.is_color(color),
    'color.one_of',
    'Color must be gray, red, orange, yellow, green, teal, blue, purple or pink.'
  ))
);
create unique index tags_account_id_name_key on public.tags (account_id, private.folded(name));
create index tags_created_by_idx on public.tags (account_id, created_by);
comment on table public.tags is 'A word with which an account puts records together.';
comment on column public.tags.name is 'Unique within the account without regard to case and accents.';
comment on column public.tags.created_by is 'The creator; empty when that person has left.';

-- The name stands in the history as it was: the tag may be gone later.
create function private.tags_in_history(ids jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by t.name, t.id), '[]')
  from public.tags t
  where t.id = any (array(select jsonb_array_elements_text(ids))::uuid[])
$$;
comment on function private.tags_in_history(jsonb) is 'Tags as the history keeps them: [{"id", "name"}] of those that are there.';

create function private.lost_tags(before jsonb, after jsonb) returns uuid[]
language sql immutable set search_path = ''
as $$
  select array(
    select (tag.value ->> 'id')::uuid
    from jsonb_array_elements(case jsonb_typeof(before) when 'array' then before else '[]' end) as tag (value)
    where not coalesce(after @> jsonb_build_array(jsonb_build_object('id', tag.value -> 'id')), false)
  )
$$;
comment on function private.lost_tags(jsonb, jsonb) is
  'Which tags a record has no more after a change, as the history keeps them; of before and after exchanged, which it got.';

create function private.changed_tags(before jsonb, after jsonb) returns uuid[]
language sql immutable set search_path = ''
as $$
  select private.lost_tags(before, after) || private.lost_tags(after, before)
$$;
comment on function private.changed_tags(jsonb, jsonb) is 'Which tags a change has added to a record or taken off.';

create trigger tags_clean before insert or update of name on public.tags
  for each row execute function private.clean_name();

alter table public.tags enable row level security;
alter table public.tags force row level security;

create policy "members see the tags of their account" on public.tags
  for select to authenticated
  using (account_id = (select private.my_account()));

create policy "from level user on, people add tags" on public.tags
  for insert to authenticated
  with check (account_id = (select private.my_account()) and (select private.my_rank()) >= 1);

create policy "managers change tags" on public.tags
  for update to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) >= 2)
  with check (account_id = (select private.my_account()));

create policy "managers delete tags" on public.tags
  for delete to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) >= 2);

create policy "tokens keep to their scopes" on public.tags
  as restrictive to cairn_token
  using ((select private.is_unscoped()) or (select private.kinds_in_scope('read')) <> '{}')
  with check ((select private.is_unscoped()) or (select private.kinds_in_scope('write')) <> '{}');

create policy "tokens delete within their scopes" on public.tags
  as restrictive for delete to cairn_token
  using ((select private.is_unscoped()) or (select private.kinds_in_scope('write')) <> '{}');

grant select, delete on public.tags to authenticated;
grant insert (account_id, name, color), update (name, color) on public.tags to authenticated;
grant select, insert, update, delete on public.tags to service_role, cairn_definer;

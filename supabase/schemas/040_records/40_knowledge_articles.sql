-- Knowledge articles: what members write down for each other, about a system or about nothing in particular.
--
-- Members read, level user writes and changes what it wrote, managers change everything. The author is the member who
-- adds the article. No switch refuses writes here: the feature is announced, and its tables and rules are complete.
-- Two foreign keys lead from the author: the first carries the account, the second lets the data API join the
-- profile.

create table public.knowledge_articles (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  author_id uuid,
  system_id uuid,
  title text not null,
  excerpt text not null default '',
  content text not null default '',
  category text not null default '',
  updated_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint knowledge_articles_author_id_fkey foreign key (account_id, author_id)
    references public.account_members (account_id, user_id) on delete set null (author_id),
  constraint knowledge_articles_author_profile_fkey foreign key (author_id)
    references public.profiles (id) on delete set null,
  constraint knowledge_articles_system_id_fkey foreign key (account_id, system_id)
    references private.records (account_id, id) on delete set null (system_id),
  constraint knowledge_articles_updated_by_fkey foreign key (account_id, updated_by)
    references public.account_members (account_id, user_id) on delete set null (updated_by),
  constraint knowledge_articles_title_length check (private.holds(
    char_length(title) between 1 and 200,
    'article.title_length',
    'Title must have 1 to 200 characters.'
  )),
  constraint knowledge_articles_excerpt_length check (private.holds(
    char_length(excerpt) <= 2000,
    'article.excerpt_length',
    'Excerpt must have at most 2,000 characters.'
  )),
  constraint knowledge_articles_content_length check (private.holds(
    octet_length(content) <= 100000,
    'article.content_length',
    'Content must not be longer than 100,000 bytes.'
  )),
  constraint knowledge_articles_category_length check (private.holds(
    char_length(category) <= 120,
    'article.category_length',
    'Category must have at most 120 characters.'
  ))
);
create index knowledge_articles_by_change_idx on public.knowledge_articles (account_id, updated_at desc);
create index knowledge_articles_author_id_idx on public.knowledge_articles (account_id, author_id);
create index knowledge_articles_author_profile_idx on public.knowledge_articles (author_id);
create index knowledge_articles_system_id_idx on public.knowledge_articles (account_id, system_id);
create index knowledge_articles_updated_by_idx on public.knowledge_articles (account_id, updated_by);
create index knowledge_articles_search_idx on public.knowledge_articles
  using gin (
    account_id,
    private.folded(title) extensions.gin_trgm_ops,
    private.folded(excerpt) extensions.gin_trgm_ops,
    private.folded(content) extensions.gin_trgm_ops
  );
create index knowledge_articles_by_title_idx
  on public.knowledge_articles (account_id, (private.folded(title) collate "C"), id);
comment on table public.knowledge_articles is 'Articles that members write for each other.';
comment on column public.knowledge_articles.author_id is 'The author of the article; empty when they left.';
comment on column public.knowledge_articles.system_id is 'The system that the article is about, if any.';
comment on column public.knowledge_articles.excerpt is 'The excerpt of the article in lists.';
comment on column public.knowledge_articles.updated_by is 'The person who last changed the article.';

create function private.clean_article() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.title := private.display_text(coalesce(new.title, ''));
  new.category := private.display_text(coalesce(new.category, ''));
  return new;
end
$$;
comment on function private.clean_article() is
  'Trigger: turns title and category into display text before their length is checked.';

create function private.stamp_article() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.author_id := private.caller_id();
  new.updated_by := new.author_id;
  new.created_at := now();
  new.updated_at := now();
  return new;
end
$$;
comment on function private.stamp_article() is 'Trigger: the caller who adds an article is its author, and adds it now.';

-- Runs after the history has been written, and counts there: several articles at once, in a single request or in
-- many, are counted together, and deleting gives nothing back. Of another account nothing counts: its history may have come
-- by an archive, and name anybody.
create function private.limit_publishing() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  author constant uuid := private.caller_id();
begin
  perform pg_advisory_xact_lock(hashtextextended('articles of ' || author, 0));
  if (
    select count(*) > 10
    from public.record_history h
    where h.account_id = private.my_account() and h.kind = 'article' and h.action = 'created'
      and h.changed_by = author and h.changed_at > now() - interval '1 hour'
  ) then
    raise exception 'You can publish up to 10 posts per hour. Please try again later.'
      using errcode = 'PT429', detail = 'article.hourly_limit', hint = 'Deleted articles count too.';
  end if;
  return null;
end
$$;
comment on function private.limit_publishing() is 'Statement trigger: refuses an author''s 11th article within an hour.';

create trigger "0_knowledge_articles_kinds" after insert or update of system_id on public.knowledge_articles
  for each row when (new.system_id is not null) execute function private.require_kinds('system_id', 'system');
create trigger knowledge_articles_clean before insert or update of title, category on public.knowledge_articles
  for each row execute function private.clean_article();
create trigger knowledge_articles_stamp before insert on public.knowledge_articles
  for each row when (current_user in ('authenticated', 'cairn_token')) execute function private.stamp_article();
create trigger knowledge_articles_stamp_change before update on public.knowledge_articles
  for each row execute function private.stamp_record();
create trigger knowledge_articles_limit after insert on public.knowledge_articles
  for each statement when (current_user in ('authenticated', 'cairn_token')) execute function private.limit_publishing();
create trigger knowledge_articles_changes after update on public.knowledge_articles
  referencing old table as before_change new table as after_change
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_history_of_changes('article');
create trigger knowledge_articles_created after insert on public.knowledge_articles
  referencing new table as moved
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_history('article');
create trigger knowledge_articles_deleted after delete on public.knowledge_articles
  referencing old table as moved
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_history('article');

alter table public.knowledge_articles enable row level security;
alter table public.knowledge_articles force row level security;

create policy "members see the articles of their account" on public.knowledge_articles
  for select to authenticated
  using (account_id = (select private.my_account()));

create policy "from level user on, people add articles" on public.knowledge_articles
  for insert to authenticated
  with check (account_id = (select private.my_account()) and (select private.my_rank()) >= 1);

create policy "users change articles that they wrote, managers all" on public.knowledge_articles
  for update to authenticated
  using (
    account_id = (select private.my_account())
    and (
      (select private.my_rank()) >= 2
      or (select private.my_rank()) = 1 and author_id = (select private.caller_id())
    )
  )
  with check (account_id = (select private.my_account()));

create policy "users delete articles that they wrote, managers all" on public.knowledge_articles
  for delete to authenticated
  using (
    account_id = (select private.my_account())
    and (
      (select private.my_rank()) >= 2
      or (select private.my_rank()) = 1 and author_id = (select private.caller_id())
    )
  );

create policy "tokens keep to their scopes" on public.knowledge_articles
  as restrictive to cairn_token
  using ((select private.is_unscoped()));

grant select on public.knowledge_articles to authenticated;

-- Clients send who and when, and are overruled. There is no grant on id: no client chooses an id.
grant insert (account_id, author_id, system_id, title, excerpt, content, category, updated_by)
  on public.knowledge_articles to authenticated;
grant update (system_id, title, excerpt, content, category, updated_by, updated_at)
  on public.knowledge_articles to authenticated;
grant delete on public.knowledge_articles to authenticated;
grant select, insert, update, delete on public.knowledge_articles to service_role, cairn_definer;

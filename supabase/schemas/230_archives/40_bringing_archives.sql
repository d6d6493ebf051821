-- Bringing archives: how an admin hands the server an archive, for an account that has nothing yet.
--
-- The file comes in parts and stands here until the server has taken it in, or says in a sentence why it does not. What
-- is not finished within a day is deleted.

create table public.archive_imports (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references public.accounts (id) on delete cascade,
  state text not null default 'uploading',
  made_by uuid,
  bytes bigint not null default 0,
  parts integer not null default 0,
  entries bigint not null default 0,
  problem text,
  refusal text,
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint archive_imports_account_id_id_key unique (account_id, id),
  constraint archive_imports_account_id_key unique (account_id),
  constraint archive_imports_state_known check (private.holds(
    state in ('uploading', 'waiting', 'working', 'done', 'failed'),
    'archive.import_state',
    'State must be uploading, waiting, working, done or failed.'
  ))
);
create index archive_imports_created_at_idx on public.archive_imports (created_at);
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

create table private.archive_import_parts (
  account_id uuid not null,
  import_id uuid not null,
  place integer not null,
  bytes bytea not null,
  primary key (account_id, import_id, place),
  constraint archive_import_parts_import_id_fkey foreign key (account_id, import_id)
    references public.archive_imports (account_id, id) on delete cascade
);
comment on table private.archive_import_parts is 'Archives that are brought, in parts of a megabyte, until they are taken in.';
alter table private.archive_import_parts alter column bytes set storage external;

create function private.is_empty_account(account uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not exists (select from private.records r where r.account_id = account)
    and not exists (select from public.knowledge_articles a where a.account_id = account)
    and not exists (select from public.tags t where t.account_id = account)
    and not exists (select from public.own_fields f where f.account_id = account)
    and not exists (select from public.views v where v.account_id = account)
    and not exists (select from public.binned_records b where b.account_id = account)
$$;
comment on function private.is_empty_account(uuid) is
  'Whether an account has nothing yet: no records, articles, tags, own fields, views, and nothing in the bin.';

create function private.refuse_account_with_rows(account uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_empty_account(account) then
    raise exception 'Only an empty account can restore an archive.'
      using errcode = 'PT409', detail = 'archive.account_not_empty',
        hint = 'Records, articles, tags, fields, views and the bin have to be empty.';
  end if;
end
$$;
comment on function private.refuse_account_with_rows(uuid) is 'Refuses an account that has something already.';

create function public.start_archive_import() returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  made uuid;
begin
  perform private.refuse_non_admin('archive.taken_in_by_admins', 'Only administrators can restore an archive.');
  perform from public.accounts a where a.id = account for no key update;
  perform private.refuse_account_with_rows(account);
  if exists (
    select from public.archive_imports i where i.account_id = account and i.state in ('waiting', 'working')
  ) then
    raise exception 'An archive is being restored already.'
      using errcode = 'PT409', detail = 'archive.already_being_taken_in', hint = 'Wait until it is done.';
  end if;
  delete from public.archive_imports i where i.account_id = account;
  perform private.refuse_without_archive_room(account, 1);
  insert into public.archive_imports (account_id, made_by) values (account, private.caller_id()) returning id into made;
  return made;
end
$$;
comment on function public.start_archive_import() is
  'For admins of an empty account: begins to bring an archive, in place of the last one. Gives its id.';
grant execute on function public.start_archive_import() to authenticated;

create function public.add_archive_import_part(import uuid, place integer, content text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  most_bytes constant bigint := 4294967295;
  part bytea;
begin
  perform private.refuse_non_admin('archive.taken_in_by_admins', 'Only administrators can restore an archive.');
  if content is null or octet_length(content) not between 1 and 1000000 then
    raise exception 'A part of an archive has at most 750,000 bytes.'
      using errcode = '22023', detail = 'archive.part_size';
  end if;
  part := decode(content, 'base64');
  perform private.refuse_without_archive_room(private.my_account(), octet_length(part));
  update public.archive_imports i
  set parts = add_archive_import_part.place, bytes = i.bytes + octet_length(part)
  where i.account_id = private.my_account() and i.id = import and i.state = 'uploading'
    and i.parts = add_archive_import_part.place - 1 and i.bytes + octet_length(part) <= most_bytes
    -- All parts but the last have one size, so that each byte is found.
    and (add_archive_import_part.place = 1 or exists (
      select from private.archive_import_parts p
      where p.account_id = i.account_id and p.import_id = i.id and p.place = 1
        and octet_length(p.bytes) >= octet_length(part)
        and i.bytes = octet_length(p.bytes)::bigint * (add_archive_import_part.place - 1)
    ));
  if not found then
    raise exception 'This part of the archive cannot be taken.'
      using errcode = 'PT409', detail = 'archive.part_refused', hint = 'Begin anew with the whole file.';
  end if;
  insert into private.archive_import_parts (account_id, import_id, place, bytes)
  values (private.my_account(), import, add_archive_import_part.place, part);
end
$$;
comment on function public.add_archive_import_part(uuid, integer, text) is
  'For admins: brings the next part of an archive, from 1 on, in base64.';
grant execute on function public.add_archive_import_part(uuid, integer, text) to authenticated;

create function public.submit_archive_import(import uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.refuse_non_admin('archive.taken_in_by_admins', 'Only administrators can restore an archive.');
  update public.archive_imports i
  set state = 'waiting'
  where i.account_id = private.my_account() and i.id = import and i.state = 'uploading';
  if not found then
    raise exception 'This archive is gone.'
      using errcode = 'PT404', detail = 'archive.gone', hint = 'Begin anew with the whole file.';
  end if;
  perform private.write_audit(
    private.my_account(), private.caller_id(), 'archive_import_requested', 'archive', import::text
  );
end
$$;
comment on function public.submit_archive_import(uuid) is
  'For admins: all parts of an archive have come; the server takes it in.';
grant execute on function public.submit_archive_import(uuid) to authenticated;

create function public.get_archive_state() returns json
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
comment on function public.get_archive_state() is
  'For admins: the archive of the account, what became of the one that it took in within a day, and whether it is empty.';
grant execute on function public.get_archive_state() to authenticated;

alter table public.archive_imports enable row level security;
alter table public.archive_imports force row level security;
alter table private.archive_import_parts enable row level security;
alter table private.archive_import_parts force row level security;

create policy "admins see what archive their account takes in" on public.archive_imports
  for select to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) = 3);

create policy "tokens keep to their scopes" on public.archive_imports
  as restrictive to cairn_token
  using ((select private.is_unscoped()));

grant select on public.archive_imports to authenticated, service_role;
grant select, insert, update, delete on public.archive_imports to cairn_definer;
grant select, insert, delete on private.archive_import_parts to cairn_definer;

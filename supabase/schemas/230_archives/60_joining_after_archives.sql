-- Joining after an archive: who came by one and joins, by an invitation or by their domain, gets back what waited for
-- them. For whom no invitation is open any more, nothing waits.

create function private.assign_awaited(account uuid, former uuid, person uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  asked record;
  waiting record;
begin
  update private.awaited_lines l
  set line = replace(l.line::text, former::text, person::text)::jsonb, key = replace(l.key, former::text, person::text)
  where l.account_id = account and position(former::text in l.line::text) > 0;
  for asked in
    select distinct t.file, t.source, t.keys, e.key as column_name
    from private.awaited_lines l
    join private.archived_tables() t on t.file = l.file
    cross join lateral jsonb_each_text(l.line) e
    where l.account_id = account and not l.is_whole and e.value = person::text
      and e.key = any (private.columns_of_people(t.source))
  loop
    execute format(
      'update %1$s r set %2$I = $2 from private.awaited_lines l
      where r.account_id = $1 and r.%2$I is null and l.account_id = $1 and l.file = $3 and not l.is_whole
        and l.line ->> %2$L = $2::text and l.key = concat_ws('' '', %3$s)',
      asked.source, asked.column_name,
      (select string_agg(format('r.%I', k), ', ' order by n) from unnest(asked.keys) with ordinality as u (k, n))
    ) using account, person, asked.file;
    update private.awaited_lines l
    set line = l.line - asked.column_name
    where l.account_id = account and l.file = asked.file and not l.is_whole
      and l.line ->> asked.column_name = person::text;
  end loop;
  delete from private.awaited_lines l where l.account_id = account and l.line = '{}';
  for waiting in
    with given as (
      delete from private.awaited_lines l
      using private.archived_tables() t
      where l.account_id = account and l.is_whole and t.file = l.file
        and person::text in (l.line ->> 'expert_id', l.line ->> 'person_id', l.line ->> 'user_id')
      returning l.file, l.line, t.place
    )
    select g.file, g.line from given g order by g.place
  loop
    begin
      perform private.restore_lines(account, null, waiting.file, jsonb_build_array(waiting.line));
    -- The record is gone meanwhile, or they are its expert already.
    exception when foreign_key_violation or unique_violation then null;
    end;
  end loop;
end
$$;
comment on function private.assign_awaited(uuid, uuid, uuid) is
  'Assigns waiting lines of an archive to a person who has joined, by the id in the archive.';

create function private.assign_awaited_by_address(account uuid, address text, person uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  former uuid;
begin
  delete from private.awaited_people w where w.account_id = account and w.email = address returning w.id into former;
  if former is not null then
    perform set_config('cairn.taking_in', 'on', true);
    perform private.assign_awaited(account, former, person);
    perform set_config('cairn.taking_in', '', true), set_config('cairn.names_are_known', '', true);
  end if;
end
$$;
comment on function private.assign_awaited_by_address(uuid, text, uuid) is
  'Assigns waiting lines of archives to a person who has joined, by their address.';

create function private.assign_awaited_to_member() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  person uuid;
begin
  select m.user_id into person
  from public.account_members m
  join public.profiles p on p.id = m.user_id
  where m.account_id = new.account_id and lower(p.email) = new.email
  order by m.user_id = private.caller_id() desc
  limit 1;
  if person is not null then
    perform private.assign_awaited_by_address(new.account_id, new.email, person);
  end if;
  return null;
end
$$;
comment on function private.assign_awaited_to_member() is
  'Trigger: assigns waiting lines to a person of an archive who joins.';

create trigger pending_invitations_give_awaited after update on public.pending_invitations
  for each row when (old.accepted_at is null and new.accepted_at is not null)
  execute function private.assign_awaited_to_member();

create function private.delete_unawaited_lines(account uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  gone text[];
begin
  with over as (
    delete from private.awaited_people w
    where w.account_id = account and not exists (
      select from public.pending_invitations i
      where i.account_id = account and i.email = w.email
        and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
    )
    returning w.id
  )
  select array_agg(o.id::text) into gone from over o;
  if gone is null then
    return;
  end if;
  delete from private.awaited_lines l
  where l.account_id = account and l.is_whole
    and array[l.line ->> 'expert_id', l.line ->> 'person_id', l.line ->> 'user_id'] && gone;
  update private.awaited_lines l
  set line = (
    select coalesce(jsonb_object_agg(e.key, case when e.value #>> '{}' <> all (gone) then e.value end)
      filter (where l.is_whole or e.value #>> '{}' <> all (gone)), '{}')
    from jsonb_each(l.line) e
  )
  where l.account_id = account and exists (
    select from jsonb_each_text(l.line) e where e.value = any (gone)
  );
  delete from private.awaited_lines l where l.account_id = account and l.line = '{}';
end
$$;
comment on function private.delete_unawaited_lines(uuid) is
  'Deletes lines that wait for people whose invitation is over, so that an archive names only people who are in it.';

-- Sources: managers add those that push what they find, renew their keys and delete them; the audit log has each.

create function private.refuse_managing_sources() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if coalesce(private.my_rank(), 0) < 2 then
    raise exception 'Only managers can manage sources.'
      using errcode = '42501', detail = 'source.managers_only', hint = 'Ask a manager or an administrator.';
  end if;
end
$$;
comment on function private.refuse_managing_sources() is 'Refuses a caller who is no manager and no admin.';

-- Two random ids have 244 random bits.
create function private.new_source_key() returns text
language sql volatile set search_path = ''
as $$
  select 'cairn_src_' || replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
$$;
comment on function private.new_source_key() is 'A key that nobody can guess.';

create function public.add_found_source(name text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  key constant text := private.new_source_key();
  added uuid;
begin
  perform private.refuse_managing_sources();
  perform private.require_recent_proof();
  if (select count(*) from public.found_sources s where s.account_id = private.my_account()) >= 50 then
    raise exception 'An account has at most 50 sources.'
      using errcode = '22023', detail = 'source.too_many', hint = 'Delete one that is no longer used.';
  end if;
  insert into public.found_sources as s (name, key_hash)
  values (private.display_text(add_found_source.name), private.token_hash(key))
  on conflict do nothing
  returning s.id into added;
  if added is null then
    raise exception 'A source with this name already exists.'
      using errcode = '23505', detail = 'source.name_taken', hint = 'Choose another name.';
  end if;
  perform private.write_audit(
    private.my_account(), private.caller_id(), 'found_source_added', 'found_source', added::text,
    jsonb_build_object('name', private.display_text(add_found_source.name))
  );
  perform private.record_made_secret('source_key', added, private.display_text(add_found_source.name));
  return jsonb_build_object('id', added, 'key', key);
end
$$;
comment on function public.add_found_source(text) is
  'Adds a source, for managers, and gives its key, which is shown this once: {"id", "key"}. Its scripts push what they find with it.';
grant execute on function public.add_found_source(text) to authenticated;

create function public.renew_found_key(source uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  key constant text := private.new_source_key();
  called text;
begin
  perform private.refuse_managing_sources();
  perform private.require_recent_proof();
  update public.found_sources s set key_hash = private.token_hash(key)
  where s.id = renew_found_key.source and s.account_id = private.my_account()
  returning s.name into called;
  if not found then
    raise exception 'This source no longer exists.' using errcode = 'PT404', detail = 'source.gone';
  end if;
  perform private.write_audit(
    private.my_account(), private.caller_id(), 'found_key_renewed', 'found_source', source::text,
    jsonb_build_object('name', called)
  );
  perform private.record_made_secret('source_key', source, called);
  return jsonb_build_object('id', source, 'key', key);
end
$$;
comment on function public.renew_found_key(uuid) is
  'Gives a source another key, for managers, which is shown this once: {"id", "key"}. The former one ends at once.';
grant execute on function public.renew_found_key(uuid) to authenticated;

create function public.delete_found_source(source uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  called text;
begin
  perform private.refuse_managing_sources();
  delete from public.found_sources s
  where s.id = delete_found_source.source and s.account_id = private.my_account()
  returning s.name into called;
  if found then
    perform private.write_audit(
      private.my_account(), private.caller_id(), 'found_source_deleted', 'found_source', source::text,
      jsonb_build_object('name', called)
    );
  end if;
end
$$;
comment on function public.delete_found_source(uuid) is
  'Deletes a source, for managers: its key ends. What it has pushed stays; one that is not there is no fault.';
grant execute on function public.delete_found_source(uuid) to authenticated;

create function public.get_found_sources() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', s.id, 'name', s.name, 'created_by_name', private.name_of_member(s.account_id, s.created_by),
    'created_at', s.created_at, 'last_seen_at', s.last_seen_at
  ) order by lower(s.name)), '[]')
  from public.found_sources s
  where s.account_id = private.my_account() and private.my_rank() >= 1
$$;
comment on function public.get_found_sources() is
  'The sources of the account by name, without their keys, for who may import: [{"id", "name", "created_by_name", "created_at", "last_seen_at"}].';
grant execute on function public.get_found_sources() to authenticated;

-- Tags of records: a record names tags of its own account alone, each once, and none that is gone.
--
-- A record has its tags in a list, which no foreign key can watch. So triggers do what a key would: a transaction that
-- adds a tag to a record holds the tag until it ends, and one that deletes a tag takes it off all records first.

-- Tags that the record had already are not held again: transactions that change records with the same tags would wait
-- for each other in a circle.
create function private.keep_tags() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  added uuid[];
  known uuid[];
begin
  -- Row security refuses a stranger's account, and it comes later: until then nothing is said of it.
  if private.caller_id() is not null and new.account_id is distinct from private.my_account() then
    return new;
  end if;
  -- More than a record can have: its check says so.
  if cardinality(new.tags) > 50 then
    return new;
  end if;
  new.tags := array(
    select given.tag
    from unnest(new.tags) with ordinality as given (tag, place)
    where given.tag is not null
    group by given.tag
    order by min(given.place)
  );
  added := new.tags;
  if tg_op = 'UPDATE' then
    added := array(select given.tag from unnest(new.tags) as given (tag) where given.tag <> all (old.tags));
  end if;
  known := array(
    select t.id from public.tags t where t.account_id = new.account_id and t.id = any (added) order by t.id for key share
  );
  if cardinality(known) < cardinality(added) then
    if tg_argv[0] = 'refuse' then
      raise exception 'There is no such tag.'
        using errcode = '23503', detail = 'tag.unknown', hint = 'It may have been deleted. Choose another tag.';
    end if;
    new.tags := array(
      select given.tag
      from unnest(new.tags) with ordinality as given (tag, place)
      where given.tag = any (known) or given.tag <> all (added)
      order by given.place
    );
  end if;
  return new;
end
$$;
comment on function private.keep_tags() is
  'Trigger (refuse or forget): a record names each tag once; tags that are not of its account are refused, or forgotten where a record gets former tags back.';

-- Before the tag goes, so that the history still finds its name. The row of the tag is locked by then.
create function private.take_tag_off() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.replace_tags(old.account_id, array[old.id], null);
  return old;
end
$$;
comment on function private.take_tag_off() is 'Trigger: a tag that is deleted goes off the records that have it.';

create function private.replace_tags(account uuid, from_ids uuid[], into_id uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  kind text;
  changed integer := 0;
  of_kind integer;
begin
  foreach kind in array array(select k from private.kinds_of_catalogues() k) loop
    execute format(
      'update public.%I t
      set tags = array(
        select one.tag
        from (
          select case when given.tag = any ($2) then $3 else given.tag end as tag, min(given.place) as place
          from unnest(t.tags) with ordinality as given (tag, place)
          group by 1
        ) one
        where one.tag is not null
        order by one.place
      )
      where t.account_id = $1 and t.tags <> ''{}'' and t.tags && $2',
      private.catalogue_of(kind)
    ) using account, from_ids, into_id;
    get diagnostics of_kind = row_count;
    changed := changed + of_kind;
  end loop;
  -- A record in the bin comes back with the other tag, too. One that is gone is forgotten when it comes back.
  if into_id is not null then
    update public.binned_records b
    set record = jsonb_set(b.record, '{tags}', (
      select jsonb_agg(case when given.tag = any (from_ids::text[]) then into_id::text else given.tag end order by given.place)
      from jsonb_array_elements_text(b.record -> 'tags') with ordinality as given (tag, place)
    ))
    where b.account_id = account and b.record -> 'tags' ?| from_ids::text[];
  end if;
  return changed;
end
$$;
comment on function private.replace_tags(uuid, uuid[], uuid) is
  'Records of an account that have one of the tags get the other instead, or nothing where that is null; says how many records.';

-- Of two who add the last tags at once, the second waits. The account of a stranger tells nothing.
create function private.limit_tags() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.caller_id() is not null and new.account_id is distinct from private.my_account() then
    return new;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('tags of ' || new.account_id, 0));
  if (select count(*) from public.tags t where t.account_id = new.account_id) >= 1000 then
    raise exception 'An account has at most 1,000 tags.'
      using errcode = '23514', detail = 'tag.too_many', hint = 'Merge or delete some first.';
  end if;
  return new;
end
$$;
comment on function private.limit_tags() is 'Trigger: refuses the 1,001st tag of an account.';

create trigger tags_limit before insert on public.tags
  for each row execute function private.limit_tags();
create trigger tags_name_taken before insert or update of name on public.tags
  for each row execute function private.refuse_taken_name('tag', 'tags_account_id_name_key', 'private.folded');
-- Only foreign keys run as cairn_owner: the whole account goes, and its records with it.
create trigger tags_off_records before delete on public.tags
  for each row when (current_user <> 'cairn_owner') execute function private.take_tag_off();

create function public.merge_tags(from_ids uuid[], into_id uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  merged constant uuid[] := array(select distinct f.id from unnest(from_ids) as f (id) where f.id <> into_id);
  held uuid[];
  changed integer;
begin
  if coalesce(private.my_rank(), 0) < 2 then
    raise exception 'Only managers and administrators can merge tags.'
      using errcode = '42501', detail = 'tag.merged_by_managers', hint = 'Ask an administrator.';
  end if;
  if cardinality(merged) = 0 then
    raise exception 'Choose the tags to merge.'
      using errcode = '22023', detail = 'tag.none_to_merge', hint = 'A tag cannot be merged into itself.';
  end if;
  -- Of two who merge at once, the second waits here. Records can still get the tag that stays: who adds it to one that
  -- is to be changed below would wait for this, and this for them.
  held := array(
    select t.id
    from public.tags t
    where t.account_id = account and t.id = any (merged || into_id)
    order by t.id
    for no key update
  );
  if cardinality(held) <= cardinality(merged) then
    raise exception 'There is no such tag.'
      using errcode = 'PT404', detail = 'tag.unknown',
        hint = 'Another member may have deleted it. Load the tags again.';
  end if;
  -- Records that are just getting one of them are waited for; from here on none gets one.
  perform from public.tags t where t.account_id = account and t.id = any (merged) order by t.id for update;
  changed := private.replace_tags(account, merged, into_id);
  perform private.replace_tags_in_views(account, merged, into_id);
  delete from public.tags t where t.account_id = account and t.id = any (merged);
  return changed;
end
$$;
comment on function public.merge_tags(uuid[], uuid) is
  'For managers and admins: records that have one of the tags get another one instead, views that name one name the other, and the tags go. Says how many records changed. PT404 where one of them is not there.';
grant execute on function public.merge_tags(uuid[], uuid) to authenticated;

-- Counted by going through the records once; no list waits for it.
create function public.get_tags() returns jsonb
language sql stable security definer set search_path = ''
as $$
  with counted as (
    select c.tag, jsonb_object_agg(c.kind, c.records) as records
    from (
      select r.kind, given.tag, count(*) as records
      from private.records r
      cross join unnest(r.tags) as given (tag)
      where r.account_id = private.my_account() and r.tags <> '{}'
      group by r.kind, given.tag
    ) c
    group by c.tag
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', t.id, 'name', t.name, 'color', t.color, 'records', coalesce(c.records, '{}')
  ) order by private.folded(t.name), t.id), '[]')
  from public.tags t
  left join counted c on c.tag = t.id
  where t.account_id = private.my_account()
$$;
comment on function public.get_tags() is
  'The tags of the account by name, and how many records of each kind have them: [{"id", "name", "color", "records": {kind: number}}]. A kind without any is missing.';
grant execute on function public.get_tags() to authenticated;

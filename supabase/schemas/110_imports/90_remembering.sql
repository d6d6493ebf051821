-- Remembering: how a file was matched, what its words meant, and whom its words for people meant, for the next file.

create function private.remembered_people(account uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_object_agg(p.word, jsonb_build_object('member', p.member, 'remembered', true)), '{}')
  from (
    select distinct on (w.key) w.key as word, w.value as member
    from public.import_matches m
    cross join lateral jsonb_each_text(m.matched -> 'people') w
    where m.account_id = account
    order by w.key, m.used_at desc, m.heads
  ) p
  join public.account_members a on a.account_id = account and a.user_id::text = p.member
$$;
comment on function private.remembered_people(uuid) is
  'The members whom applied imports of an account chose for words, as a plan keeps them: {word: {"member", "remembered"}}. What was chosen last counts.';

-- An invited person is a member with an address by the next import.
create function private.people_to_remember(import uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  plan constant jsonb := private.import_json(import);
begin
  if plan is null then
    raise exception 'There is no such import.'
      using errcode = 'PT404', detail = 'import.unknown',
        hint = 'Imports are kept for seven days. Start again with the file.';
  elsif plan ->> 'state' <> 'done' then
    raise exception 'This import is not applied yet.'
      using errcode = 'PT409', detail = 'import.not_applied', hint = 'Apply it first.';
  end if;
  return (
    select coalesce(jsonb_object_agg(lower(p.value ->> 'word'), p.value -> 'choice' -> 'member'), '{}')
    from jsonb_array_elements(plan -> 'people') as p (value)
    join public.imports i on i.id = import
    where i.people ? lower(p.value ->> 'word') and not coalesce(p.value -> 'choice' ? 'invite', false)
      and char_length(p.value ->> 'word') <= 400
  );
end
$$;
comment on function private.people_to_remember(uuid) is
  'Whom the importer of an applied plan of the caller chose for words: {word: member}, null for nobody. Refuses a plan that is not applied.';

create function public.remember_import_match(kind text, heads text[], matched jsonb, import uuid default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  kept jsonb;
begin
  perform private.refuse_importing(kind);
  if coalesce(cardinality(heads), 0) not between 1 and 1000 or jsonb_typeof(matched) is distinct from 'object'
    or octet_length(matched::text) > 100000
  then
    raise exception 'A match is a JSON object of at most 100,000 bytes for 1 to 1,000 heads.'
      using errcode = '22023', detail = 'import.match_shape';
  end if;
  kept := matched - 'people';
  if import is not null then
    kept := kept || jsonb_build_object('people', private.people_to_remember(import));
  end if;
  insert into public.import_matches as m (account_id, kind, heads, matched)
  values (account, kind, private.header_hash(heads), kept)
  on conflict on constraint import_matches_pkey do update set matched = excluded.matched, used_at = now();
  -- The latest hundred stay.
  delete from public.import_matches m
  where m.account_id = account and (m.kind, m.heads) in (
    select o.kind, o.heads from public.import_matches o where o.account_id = account order by o.used_at desc offset 100
  );
end
$$;
comment on function public.remember_import_match(text, text[], jsonb, uuid) is
  'Remembers for the account how a file with these heads was matched, and with an applied import the members whom its importer chose for words; the latest hundred are kept.';
grant execute on function public.remember_import_match(text, text[], jsonb, uuid) to authenticated;

create function public.get_import_words(kind text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_object_agg(f.field, f.words), '{}')
  from (
    select l.field, jsonb_object_agg(l.word, l.id) as words
    from (
      select distinct on (c.key, w.key) c.key as field, w.key as word, w.value as id
      from private.import_fields(private.my_account(), kind) c
      join public.import_matches m on m.account_id = private.my_account() and m.kind = get_import_words.kind
      cross join lateral jsonb_each_text(
        case jsonb_typeof(m.matched -> 'words' -> c.key) when 'object' then m.matched -> 'words' -> c.key end
      ) w
      where (c.field).type in ('choice', 'choices') and private.my_rank() >= 1
      order by c.key, w.key, m.used_at desc, m.heads
    ) l
    group by l.field
  ) f
$$;
comment on function public.get_import_words(text) is
  'The meanings of words of files in fields of a kind that hold choices, as remember_import_match got them last: {field: {word: id}}. The id is empty for a word that was left out.';
grant execute on function public.get_import_words(text) to authenticated;

create function private.forget_imported_person() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.import_matches m
  set matched = jsonb_set(m.matched, '{people}', (
    select coalesce(jsonb_object_agg(p.key, p.value) filter (where p.value is distinct from old.user_id::text), '{}')
    from jsonb_each_text(m.matched -> 'people') p
  ))
  where m.account_id = old.account_id
    and exists (select from jsonb_each_text(m.matched -> 'people') p where p.value = old.user_id::text);
  return null;
end
$$;
comment on function private.forget_imported_person() is
  'Trigger: forgets which words of files meant a member who leaves.';
create trigger account_members_forget_in_imports after delete on public.account_members
  for each row execute function private.forget_imported_person();

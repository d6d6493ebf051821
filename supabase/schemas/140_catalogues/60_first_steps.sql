-- First steps: what a new account does first. It adds many records at once, and sees how far it has come.
--
-- Both functions run as the caller: row security, the rights of columns and the triggers of the catalogue decide, as they
-- do for a single record. A call adds all of its records or none.

create function private.new_columns(catalogue text, fields text[]) returns table (name text, value text)
language sql stable set search_path = ''
as $$
  select
    quote_ident(a.attname),
    case
      when d.adbin is null then format('g.%I', a.attname)
      else format('coalesce(g.%I, %s)', a.attname, pg_get_expr(d.adbin, d.adrelid))
    end
  from pg_attribute a
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = format('public.%I', catalogue)::regclass and a.attnum > 0 and not a.attisdropped
    and a.attname = any (fields) and has_column_privilege(a.attrelid, a.attnum, 'insert')
  order by a.attnum
$$;
comment on function private.new_columns(text, text[]) is
  'Which of the fields the caller may set on a new record of a catalogue, each with the SQL for its value out of a row g: a missing one has its default.';
grant execute on function private.new_columns(text, text[]) to authenticated;

-- Long, because each refusal comes before the lock that it saves.
create function public.add_records(kind text, records jsonb) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  catalogue constant text := private.catalogue_of(kind);
  fields text[];
  names text;
  vals text;
  known integer;
  answer jsonb;
begin
  perform private.refuse_out_of_scope(add_records.kind, 'write');
  if coalesce(private.my_rank(), 0) < 1 then
    raise exception 'Viewers cannot add records.'
      using errcode = '42501', detail = 'record.not_for_viewers', hint = 'Ask an administrator for another level.';
  end if;
  perform private.refuse_other_kind(kind);
  if not coalesce(records @? 'strict $ ? (@.type() == "array" && @.size() >= 1 && @.size() <= 100)', false) then
    raise exception 'Add 1 to 100 records at once.'
      using errcode = '22023', detail = 'record.batch_size', hint = 'Send them as a list.';
  end if;
  if records @? 'strict $[*] ? (@.type() != "object")' then
    raise exception 'A record must be an object.'
      using errcode = '22023', detail = 'record.shape', hint = 'Name its fields.';
  end if;
  fields := array(
    select distinct f.name from jsonb_array_elements(records) as r (value), jsonb_object_keys(r.value) as f (name)
  );
  select string_agg(c.name, ', '), string_agg(c.value, ', '), count(*)
  into names, vals, known
  from private.new_columns(catalogue, fields) c;
  if known is distinct from cardinality(fields) or 'name' <> all (fields) then
    raise exception 'A new record has a name, and only fields that can be set.'
      using errcode = '22023', detail = 'record.unknown_fields', hint = 'See the columns of the catalogue.';
  end if;
  -- Of two calls that add the same at once, the second waits, and leaves it out.
  perform pg_advisory_xact_lock(hashtextextended('records of ' || account, 0));
  execute format(
    'with given as (
      select r.value, r.place, private.display_text(r.value ->> ''name'') as name
      from jsonb_array_elements($1) with ordinality as r (value, place)
    ), fresh as materialized (
      select n.value, n.place
      from given n
      where not exists (select from public.%1$I t where t.account_id = $2 and lower(t.name) = lower(n.name))
        and not exists (select from given e where e.place < n.place and lower(e.name) = lower(n.name))
    ), added as (
      insert into public.%1$I as t (%2$s)
      select %3$s from fresh f cross join lateral jsonb_populate_record(null::public.%1$I, f.value) as g
      returning t.id, t.name
    )
    select jsonb_build_object(
      ''added'', coalesce(
        (select jsonb_agg(jsonb_build_object(''id'', a.id, ''name'', a.name) order by lower(a.name)) from added a), ''[]''
      ),
      ''taken'', coalesce(
        (select jsonb_agg(n.name order by n.place) from given n where n.place not in (select f.place from fresh f)), ''[]''
      )
    )',
    catalogue, names, vals
  ) into answer using records, account;
  return answer;
end
$$;
comment on function public.add_records(text, jsonb) is
  'Adds 1 to 100 records of a kind in one step, as the caller; records are objects of columns, and a column that one of them leaves out has its default. {"added": [{"id", "name"}], "taken": [name]}: a name that the account has already, or that stands twice, is left out.';
grant execute on function public.add_records(text, jsonb) to authenticated;

create type private.first_steps as (
  systems private.given_number, owned private.given_number, has_colleague private.given_flag,
  has_link private.given_flag
);
alter type private.first_steps owner to cairn_owner;
comment on type private.first_steps is 'The answer of get_first_steps.';

create function public.get_first_steps() returns private.first_steps
language plpgsql stable set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  kind text;
  has_link boolean := false;
begin
  for kind in select k.kind from private.kinds_in_use() as k (kind) loop
    execute format(
      'select exists (select from public.%I t where t.account_id = $1 and t.links <> ''[]'')', private.catalogue_of(kind)
    ) into has_link using account;
    exit when has_link;
  end loop;
  return row(
    (select count(*) from (select from public.systems s where s.account_id = account limit 5) s),
    (
      select count(*)
      from (
        select from public.systems s
        where s.account_id = account and num_nonnulls(s.owner_id, s.invited_owner_id, s.team_id) > 0
        limit 5
      ) s
    ),
    exists (
      select from public.account_members m where m.account_id = account and m.user_id <> private.caller_id()
    ) or exists (
      select from public.pending_invitations i
      where i.account_id = account and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
        and i.sent_at is not null
    ),
    has_link
  )::private.first_steps;
end
$$;
comment on function public.get_first_steps() is
  'How far the caller''s account has come: {"systems", "owned", "has_colleague", "has_link"}. Systems, and those with an owner, up to 5; whether there is another member or, as far as the caller may see it, an open invitation; whether a record has a link.';
grant execute on function public.get_first_steps() to authenticated;

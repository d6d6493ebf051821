-- Values of rows: what was sent as it is stored, or what is wrong with it, by the rules of forms and own fields.
--
-- People come by address or name, tags and records by name. A word that nobody is called is no error: the importer says
-- once who it is, or the field is left alone.

-- Columns that texts and choices go to, as definitions of fields, so that the same rules judge them.
create function private.import_fields(account uuid, kind text)
returns table (key text, field public.own_fields, longest integer)
language sql stable security definer set search_path = ''
as $$
  select 'own.' || f.key, f, null::integer
  from public.own_fields f
  where f.account_id = account and f.kind = import_fields.kind and f.deleted_at is null and f.retired_at is null
  union all
  select c.key, private.as_own_field(c, k.choices -> c.key), c.longest
  from private.kinds k
  join private.fields c on 'import' = any (c.uses) and c.key <> all (k.other_columns)
  where k.kind = import_fields.kind
$$;
comment on function private.import_fields(uuid, text) is
  'The fields of a kind that hold one value each, those of the account among them, and how long a text may be.';

create function private.import_people(plan public.imports, words text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  -- A name or an address of today is surer than what an earlier import knew.
  select coalesce(jsonb_object_agg(w.word, coalesce(
    case when not said.is_remembered then said.person end, member.person, invited.person, team.person, said.person
  )), '{}')
  from (select distinct lower(given) as word from unnest(words) as given) w
  left join lateral (
    select jsonb_build_object('id', p.id, 'name', p.name) as person
    from public.profiles p
    join public.account_members m on m.account_id = plan.account_id and m.user_id = p.id
    where w.word in (lower(p.email), lower(p.name), p.id::text)
      -- A reference of Backstage has the name before the address: user:default/ann.
      or w.word ~ '^user:([^/]+/)?[^/]+$' and split_part(lower(p.email), '@', 1) = regexp_replace(w.word, '^user:([^/]+/)?', '')
    -- An address is surer than a name, and a name counts where one alone has it.
    order by lower(p.email) = w.word desc, p.id::text = w.word desc
    limit 1
  ) member on (
    select count(*)
    from public.profiles p
    join public.account_members m on m.account_id = plan.account_id and m.user_id = p.id
    where lower(p.name) = w.word and lower(p.email) <> w.word
  ) <= 1
  left join lateral (
    select jsonb_build_object('id', 'pending-' || i.id, 'name', i.name) as person
    from public.pending_invitations i
    where i.account_id = plan.account_id
      and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
      -- Addresses of invited people are for admins.
      and (lower(i.name) = w.word or private.my_rank() = 3 and i.email = w.word)
    order by i.email = w.word desc, i.created_at
    limit 1
  ) invited on true
  left join lateral (
    select jsonb_build_object('id', 'team-' || t.id, 'name', t.name) as person
    from public.teams t
    where t.account_id = plan.account_id
      and private.folded(t.name) in (private.folded(w.word), private.folded(regexp_replace(w.word, '^group:([^/]+/)?', '')))
    limit 1
  ) team on true
  left join lateral (
    select coalesce(plan.people -> w.word ? 'remembered', false) as is_remembered, case
      when plan.people -> w.word ? 'member' then (
        select jsonb_build_object('id', p.id, 'name', p.name, 'said', true)
        from public.profiles p
        join public.account_members m on m.account_id = plan.account_id and m.user_id = p.id
        where p.id::text = plan.people -> w.word ->> 'member'
      )
      when plan.people -> w.word ? 'invite' then jsonb_build_object(
        'id', 'invite:' || (plan.people -> w.word ->> 'invite'), 'name', plan.people -> w.word ->> 'invite', 'said', true
      )
    end as person
  ) said on true
  where coalesce(said.person, member.person, invited.person, team.person) is not null
$$;
comment on function private.import_people(public.imports, text[]) is
  'The people that words name: {word: {"id", "name"}}. The id is that of a member, pending- and an invitation, team- and a team, or invite: and an address that is invited when the plan is applied.';

create function private.import_list(value jsonb) returns text[]
language sql immutable set search_path = ''
as $$
  select case
    when jsonb_typeof(value) = 'array' and not jsonb_path_exists(value, '$[*] ? (@.type() <> "string")')
      then private.clean_list(array(select jsonb_array_elements_text(value)))
    when jsonb_typeof(value) = 'string' then private.clean_list(array[value #>> '{}'])
    when jsonb_typeof(value) = 'null' then '{}'
  end
$$;
comment on function private.import_list(jsonb) is 'The texts of a list, of one text or of none; null for anything else.';

create function private.value_problem(code text, sentence text, parameters jsonb default '{}') returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object(
    'problem', 'value', 'detail', sentence, 'refusal', concat_ws(' ', code, nullif(parameters, '{}'))
  )
$$;
comment on function private.value_problem(text, text, jsonb) is
  'The problem of a value that its field refuses: the code of the refusal with its parameters, as an error has it, and its sentence.';

create function private.relation_columns() returns table (key text, type text, outgoing boolean)
language sql immutable set search_path = ''
as $$
  values ('depends_on', 'depends_on', true), ('part_of', 'part_of', true), ('provides', 'runs_in', false)
$$;
comment on function private.relation_columns() is
  'The fields of a row that name other records, and the relation of each: outgoing where it leads to them.';

-- Reads the cells that are not the value of a field: lists, and references to people and records.
create function private.import_list_cell(
  key text, value jsonb, people jsonb, out clean jsonb, out problem jsonb, out unknown text[]
)
language plpgsql immutable set search_path = ''
as $$
declare
  words constant text[] := private.import_list(value);
begin
  if words is not null and key in (select c.key from private.relation_columns() c) then
    clean := to_jsonb(words);
    return;
  end if;
  if words is null or cardinality(words) > (case key when 'tags' then 50 when 'links' then 20 else 100 end) then
    problem := case key
      when 'tags' then private.value_problem('tags.count', 'A record has at most 50 tags.')
      when 'links' then private.value_problem('links.count', 'Links must be a list of at most 20.')
      else private.value_problem('list.count', 'A list has at most 100 texts.')
    end;
    return;
  end if;
  case key
    when 'owner', 'experts' then
      unknown := array(select w from unnest(words) as w where case key
        when 'owner' then people -> lower(w) is null
        else coalesce(people -> lower(w) ->> 'id' ~ '^(pending-|invite:|team-)', true)
      end);
      clean := coalesce((
        select jsonb_agg(distinct (people -> lower(w)) - 'said') from unnest(words) as w where w <> all (unknown)
      ), '[]');
      if key = 'owner' then
        clean := case when cardinality(words) > 0 then coalesce(clean -> 0, 'null') else 'null' end;
      end if;
      -- The importer sees, and can change, what they have said.
      unknown := unknown || array(
        select w from unnest(words) as w where w <> all (unknown) and people -> lower(w) ? 'said'
      );
    when 'tags' then
      select jsonb_build_object('problem', 'unknown_tag', 'detail', w) into problem
      from unnest(words) as w
      where char_length(w) > 40 or w ~ '[#,]'
      limit 1;
      clean := to_jsonb(words);
    when 'links' then
      if not (select bool_and(private.is_web_address(w)) from unnest(words) as w) then
        problem := private.value_problem(
          'links.shape', 'A link needs a purpose and an address that begins with http:// or https://.'
        );
      end if;
      clean := to_jsonb(words);
    else
      clean := to_jsonb(words);
      if not private.is_list_within(words, 100, 200) then
        problem := case key
          when 'users' then private.value_problem('users.size', 'Users must be at most 100, of at most 200 characters each.')
          else private.value_problem('use_cases.size', 'Use cases must be at most 100, of at most 200 characters each.')
        end;
      end if;
  end case;
end
$$;
comment on function private.import_list_cell(text, jsonb, jsonb) is
  'A list that was sent as it is stored, people as {"id", "name"}, what is wrong with it, and which people are unknown.';

create function private.import_named(field public.own_fields, word text, people jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  found uuid;
begin
  if field.type = 'member' then
    return to_jsonb(nullif(substring(people -> lower(word) ->> 'id' from '^[0-9a-f-]{36}$'), ''));
  end if;
  execute format(
    'select t.id from public.%I t where t.account_id = $1 and (lower(t.name) = lower($2) or t.id::text = lower($2))
    order by t.id::text = lower($2) desc limit 1',
    private.catalogue_of(field.record_kind)
  ) into found using field.account_id, word;
  return to_jsonb(found::text);
end
$$;
comment on function private.import_named(public.own_fields, text, jsonb) is
  'The id of the member or record that a value names; null for nobody and nothing.';

-- Long, because each problem is looked for only where there is none before it.
create function private.import_cell(
  key text, value jsonb, field public.own_fields, longest integer, people jsonb,
  out clean jsonb, out problem jsonb, out unknown text[]
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  meant jsonb := value;
  judged record;
begin
  if key in ('owner', 'experts', 'tags', 'links', 'use_cases', 'users')
    or key in (select c.key from private.relation_columns() c)
  then
    select c.* into clean, problem, unknown from private.import_list_cell(key, value, people) c;
    return;
  elsif field.type is null then
    problem := '{"problem": "no_field"}';
    return;
  elsif field.type in ('member', 'record') and jsonb_typeof(value) = 'string' and value <> '""' then
    meant := private.import_named(field, private.display_text(value #>> '{}'), people);
    -- The importer says who it is, and sees whom they have said.
    if field.type = 'member' and (meant is null or people -> lower(private.display_text(value #>> '{}')) ? 'said') then
      unknown := array[private.display_text(value #>> '{}')];
    end if;
    if meant is null then
      problem := case field.type
        when 'record' then jsonb_build_object('problem', 'unknown_record', 'detail', left(value #>> '{}', 200))
      end;
      return;
    end if;
  elsif key = 'cost_currency' and jsonb_typeof(value) = 'string' then
    meant := to_jsonb(upper(value #>> '{}'));
  end if;
  judged := private.judged_own_value(field, meant, null);
  clean := coalesce(judged.clean, 'null');
  if field.type in ('text', 'long_text') and char_length(clean #>> '{}') > longest then
    problem := private.value_problem(
      'field.length',
      format('%s must have at most %s characters.', field.name, to_char(longest, 'FM9,999')),
      jsonb_build_object('field', field.name, 'most', longest)
    );
  elsif judged.problem is not null then
    problem := private.value_problem(
      judged.problem,
      field.name || ' ' || private.sentence_of_own_problem(judged.problem),
      jsonb_build_object('field', field.name)
    );
  elsif key = 'cost_per_month' and clean <> 'null' then
    clean := to_jsonb(round((clean #>> '{}')::numeric, 2));
    if (clean #>> '{}')::numeric not between 0 and 1000000000000 then
      problem := private.value_problem('cost.range', 'Cost per month must be a number from 0 to 1,000,000,000,000.');
    end if;
  elsif key = 'cost_currency' and clean #>> '{}' !~ '^[A-Z]{3}$' then
    problem := private.value_problem('cost.currency', 'A cost needs a currency of three capital letters, such as EUR.');
  elsif key = 'webhook_url' and clean #>> '{}' !~* '^https://[!-\[\]-~]+$' then
    problem := private.value_problem(
      'webhook_url.address',
      'Webhook URL must be empty or a web address that begins with https://, of at most 2,048 characters.'
    );
  elsif clean = 'null' and field.required then
    problem := '{"problem": "required"}';
  end if;
end
$$;
comment on function private.import_cell(text, jsonb, public.own_fields, integer, jsonb) is
  'A value that was sent as it is stored, JSON null for none, or what is wrong with it, as a problem of the row. unknown are people whom nobody is called.';

-- A thousand rows in one long statement, with thousands of values that are joined by hashes. An empty name or status
-- stays as it is: none is without.
create function private.clean_import_rows(plan public.imports, rows integer[]) returns void
language plpgsql security definer set search_path = '' set enable_nestloop = off
as $$
declare
  meant constant jsonb := private.import_people(plan, array(
    select w.word
    from public.import_rows r
    cross join lateral jsonb_each(r.given) g
    cross join lateral unnest(private.import_list(g.value)) as w (word)
    where r.import_id = plan.id and r.row_number = any (rows) and (
      g.key in ('owner', 'experts')
      or exists (
        select from public.own_fields f
        where f.account_id = plan.account_id and f.kind = plan.kind and f.type = 'member' and g.key = 'own.' || f.key
      )
    )
  ));
begin
  -- A value that many rows have in a field is parsed once.
  with given as materialized (
    select o.row_number, e.key, e.value
    from public.import_rows o
    cross join lateral jsonb_each(o.given) e
    where o.import_id = plan.id and o.row_number = any (rows) and e.key <> 'id' and not (
      e.key in ('name', 'status', 'platform', 'source') and coalesce(e.value, 'null') in ('null', '""')
    )
  ),
  judged as materialized (
    select g.key, g.value, c.clean, c.problem, coalesce(c.unknown, '{}') as unknown
    from (select distinct d.key, d.value from given d) g
    left join private.import_fields(plan.account_id, plan.kind) f on f.key = g.key
    cross join lateral private.import_cell(g.key, g.value, f.field, f.longest, meant) c
  ),
  cell as materialized (
    select g.row_number, g.key, j.clean, j.problem, j.unknown
    from given g
    join judged j on j.key = g.key and j.value = g.value
    union all
    select o.row_number, u.key, null, '{"problem": "unreadable"}', '{}'
    from public.import_rows o
    cross join lateral unnest(o.unreadable) as u (key)
    where o.import_id = plan.id and o.row_number = any (rows)
  ),
  gathered as materialized (
    select
      c.row_number,
      jsonb_object_agg(c.key, c.clean) filter (
        where c.clean is not null and c.problem is null
          and (c.unknown = '{}' or c.clean <> 'null' and c.clean <> '[]')
      ) as clean,
      jsonb_agg(jsonb_build_object('field', c.key, 'detail', null) || c.problem) filter (
        where c.problem is not null
      ) as problems,
      jsonb_agg(jsonb_build_object('words', c.unknown, 'owner', c.key = 'owner')) filter (where c.unknown <> '{}') as people
    from cell c
    group by c.row_number
  )
  update public.import_rows r
  set clean = coalesce(j.clean, '{}')
      || case when plan.source is not null and r.given ? 'source_id'
          and (plan.match_key = 'source' or not r.given ? 'imported_from')
        then jsonb_build_object('imported_from', plan.source) else '{}' end,
    problems = coalesce(j.problems, '[]'),
    people = coalesce(j.people, '[]')
  from unnest(rows) as every (row_number)
  left join gathered j on j.row_number = every.row_number
  where r.import_id = plan.id and r.row_number = every.row_number;
end
$$;
comment on function private.clean_import_rows(public.imports, integer[]) is
  'Writes into rows of a plan what they hold as it is stored, what is wrong with it, and whom nobody is called.';

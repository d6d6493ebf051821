-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
drop function private.import_cell(text,jsonb,public.own_fields,integer,jsonb);
drop function private.import_list_cell(text,jsonb,jsonb);
drop function public.count_views();
create function private.named_refusal(detail text) returns text
language sql immutable set search_path = ''
as $$
  select detail where detail ~ '^[a-z_]+\.[a-z_]+( \{.*\})?$'
$$;
comment on function private.named_refusal(text) is
  'The code of a refusal, with its parameters, in the detail of an error; null where that is no code.';
alter function private.named_refusal(text) owner to cairn_definer;
revoke all on function private.named_refusal(text) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function private.named_refusal(text) to authenticated;
create or replace function public.invite_members(
  people jsonb,
  department_param text default null,
  permission_level_param text default 'viewer'
) returns json
language plpgsql set search_path = ''
as $$
declare
  person record;
  invited jsonb;
  invitations jsonb := '[]';
  problems jsonb := '[]';
  sentence text;
  refusal text;
begin
  perform private.refuse_non_owner();
  if coalesce(jsonb_typeof(people), '') <> 'array' or jsonb_array_length(people) not between 1 and 100 then
    raise exception 'You can invite 1 to 100 people at once.'
      using errcode = '22023', detail = 'invitation.batch_size', hint = 'Invite the others afterwards.';
  end if;
  perform private.refuse_more_invitations(jsonb_array_length(people));
  begin
    for person in
      select p.entry ->> 'email' as email, p.entry ->> 'name' as name from jsonb_array_elements(people) p (entry)
    loop
      begin
        invited := public.invite_member(
          person.email, person.name, null, department_param, permission_level_param
        )::jsonb;
        invitations := invitations || (invited || jsonb_build_object('email', person.email, 'name', person.name));
      exception when unique_violation or check_violation or not_null_violation then
        get stacked diagnostics sentence = message_text, refusal = pg_exception_detail;
        problems := problems || jsonb_build_object(
          'email', person.email, 'message', sentence, 'refusal', private.named_refusal(refusal)
        );
      end;
    end loop;
    if problems <> '[]' then
      raise exception 'Not everybody can be invited.' using errcode = 'CA001', detail = 'invitation.some_refused';
    end if;
  exception when sqlstate 'CA001' then
    -- The error also rolls back the invitations that were written before.
    invitations := '[]';
  end;
  return json_build_object('invitations', invitations, 'problems', problems);
end
$$;
comment on function public.invite_members(jsonb, text, text) is
  'For admins: invites up to 100 people [{"email", "name"}] in one step. Answers {"invitations": [{"email", "name", "id", "expires_at", "token"}], "problems": [{"email", "message", "refusal"}]}; with a problem nobody is invited.';
create or replace function public.get_invitation_problems(addresses text[]) returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.refuse_non_owner();
  if coalesce(cardinality(addresses), 0) not between 1 and 100 then
    raise exception 'You can invite 1 to 100 people at once.'
      using errcode = '22023', detail = 'invitation.batch_size', hint = 'Ask about the others afterwards.';
  end if;
  return (
    select coalesce(json_agg(json_build_object(
      'email', known.email,
      'message', case known.refusal
        when 'invitation.user_exists' then 'A user with this email already exists in the system.'
        when 'invitation.already_open' then 'This person already has an open invitation.'
        when 'invitation.import_waits' then 'This person is among those who are not invited yet.'
      end,
      'refusal', known.refusal
    )), '[]')
    from (
      select
        given.email,
        case
          when exists (
            select from public.profiles p
            where p.account_id = private.my_account() and lower(p.email) = lower(given.email)
          ) then 'invitation.user_exists'
          else (
            select case when i.sent_at is null then 'invitation.import_waits' else 'invitation.already_open' end
            from public.pending_invitations i
            where i.account_id = private.my_account() and i.email = lower(given.email)
              and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
            order by i.sent_at is null
            limit 1
          )
        end as refusal
      from (select distinct unnest(addresses) as email) as given
    ) as known
    where known.refusal is not null
  );
end
$$;
comment on function public.get_invitation_problems(text[]) is
  'For admins: which of up to 100 addresses belong to members of their own account or have an open invitation to it: [{"email", "message", "refusal"}].';
create or replace function public.find_records(
  kind text,
  query text default '',
  sort text default 'usual',
  descending boolean default false,
  skip integer default 0,
  statuses text[] default null,
  owners uuid[] default null,
  without_owner boolean default false,
  gaps text[] default null,
  tags uuid[] default null,
  all_tags boolean default false,
  conditions jsonb default null
) returns json
language plpgsql stable security definer
set search_path = '' set cpu_operator_cost = 0.1
as $$
declare
  account constant uuid := private.my_account();
  catalogue constant text := private.catalogue_of(kind);
  ordering constant text := private.catalogue_order(
    account, kind, sort, coalesce(descending, false)
  );
  wanted constant text := private.display_text(coalesce(query, ''));
  pattern constant text := private.folded_pattern(wanted);
  -- Only the columns that the order needs: an index has the names. A description may be long, and is read with the page alone.
  columns constant text := 't.id, t.name, t.created_at' || coalesce((
    select string_agg(format(', t.%I', needed), '')
    from (
      values
        (case sort when 'status' then 'status' when 'owner' then 'owner_id' when 'lastPublisher' then 'updated_by' end),
        ((select split_part(k.own_orders ->> sort, ' ', 1) from private.kinds k where k.kind = find_records.kind)),
        ((select f.needed from private.field_order(account, kind, sort) f))
    ) as by_sort (needed)
    where needed is not null
  ), '');
  joined constant text := (select f.joined from private.field_order(account, kind, sort) f);
  by_gaps constant boolean := coalesce(cardinality(gaps), 0) > 0;
  by_others constant boolean := wanted <> '' or coalesce(cardinality(statuses), 0) > 0
    or coalesce(cardinality(owners), 0) > 0 or coalesce(without_owner, false) or coalesce(cardinality(tags), 0) > 0
    or conditions is not null;
  not_seen constant uuid[] := case when by_gaps then private.inactive_members(account) end;
  condition text;
  few boolean := wanted <> '';
  -- Filters by field or tag usually match few records: these are found once, then counted and sorted.
  may_be_few boolean := wanted = '' and (conditions is not null or coalesce(cardinality(tags), 0) > 0);
  candidates uuid[];
  by_id boolean := false;
  total bigint;
  page uuid[];
  items json;
begin
  perform private.refuse_out_of_scope(find_records.kind, 'read');
  if catalogue is null or ordering is null then
    raise exception 'There is no such catalogue, or it has no such order.'
      using errcode = '22023', detail = 'list.unknown_order';
  end if;
  condition := private.records_condition(
    account, kind, query, statuses, owners, coalesce(without_owner, false), gaps, tags, coalesce(all_tags, false),
    conditions
  );
  if by_gaps or not by_others then
    total := private.count_of_gaps(account, kind, gaps, not_seen);
  end if;
  if by_gaps and total <= 20000 then
    few := true;
    candidates := private.gap_candidates(account, kind, gaps, not_seen);
    -- Owners are in indexes, which are read once. What other tables know is looked up by its id: the planner takes the
    -- account, the kind and the ids for independent conditions, and would read the whole account beside them.
    by_id := not gaps && array['no_owner', 'owner_not_seen'];
    condition := condition || case when by_id then '' else ' and t.id = any ($4)' end;
  end if;
  -- A record that never reported may have another gap too.
  if by_others or 'never_reported' = any (gaps) then
    total := null;
  end if;
  if not by_gaps and not by_others then
    page := private.first_ids_by_field(account, kind, sort, coalesce(descending, false), greatest(coalesce(skip, 0), 0));
  end if;
  while page is null or cardinality(page) < 100 loop
    execute format(
      'with r as %s materialized (select %s from %s where %s%s)
      select
        coalesce($5, (select count(*) from r)),
        array(select r.id from r %s order by %s limit 100 offset $3)',
      case when not few and not may_be_few and (total is not null or not by_gaps) then 'not' end,
      columns,
      case
        when by_id then format(
          'unnest($4) as c (id) cross join lateral (select * from public.%I t where t.id = c.id offset 0) t', catalogue
        )
        else format('public.%I t', catalogue)
      end,
      condition,
      case when may_be_few then ' limit 50001' end,
      case
        when sort in ('owner', 'lastPublisher') then format(
          'left join (
            select p.id, row_number() over (order by p.name, p.id) as place
            from public.profiles p
            where p.account_id = $1 and (select private.may(''people'', ''read''))
          ) person on person.id = r.%I',
          case sort when 'owner' then 'owner_id' else 'updated_by' end
        )
        else joined
      end,
      ordering
    )
      into total, page using account, pattern, greatest(coalesce(skip, 0), 0), candidates, total;
    exit when not may_be_few or total <= 50000;
    may_be_few := false;
    total := null;
    page := null;
  end loop;
  execute format(
    'select coalesce(json_agg(r order by listed.place), ''[]'')
    from unnest($1) with ordinality as listed (id, place)
    join public.%I r on r.id = listed.id',
    catalogue
  )
    into items using page;
  return json_build_object('total', total, 'items', items);
end
$$;
create function public.count_views()
returns table (view_id uuid, records integer, problem text, refusal text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  person constant uuid := private.caller_id();
  begun constant timestamptz := clock_timestamp();
  v public.views;
begin
  for v in
    select w.*
    from public.views w
    where w.account_id = account and (w.person_id is null or w.person_id = person)
      and not private.switched_off(account, w.kind)
    order by w.person_id is not null, w.place, w.id
    limit 50
  loop
    exit when clock_timestamp() > begun + interval '2 seconds';
    view_id := v.id;
    records := null;
    problem := null;
    refusal := null;
    begin
      records := private.count_view(account, v.kind, v.filter, person);
    exception
      when invalid_parameter_value then
        get stacked diagnostics problem = message_text, refusal = pg_exception_detail;
        refusal := private.named_refusal(refusal);
      when others then
        problem := 'The filter of this view is not accepted any more.';
        refusal := 'view.filter_refused';
    end;
    return next;
  end loop;
end
$$;
comment on function public.count_views() is
  'How many records each view holds that the caller sees: 1,001 for more than 1,000. Where its filter is refused, the reason (problem) and its code with parameters (refusal) stand instead. At most fifty views are counted, and as many as two seconds allow.';
alter function public.count_views() owner to cairn_definer;
revoke all on function public.count_views() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.count_views() to authenticated;
create or replace function private.links_for_bin(account uuid, kind text, id uuid) returns jsonb
language sql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
  select private.sanitized_links(jsonb_strip_nulls(jsonb_build_object(
    'departed', (
      select jsonb_agg(to_jsonb(d))
      from public.departed_owners d
      where d.account_id = account and d.kind = links_for_bin.kind and d.record_id = links_for_bin.id
    ),
    'experts', (
      select jsonb_agg(to_jsonb(e))
      from public.record_experts e
      where e.account_id = account and e.kind = links_for_bin.kind and e.record_id = links_for_bin.id
    ),
    'rows', (
      select jsonb_agg(jsonb_build_object(
        'table', l.link_table, 'kind', l.other_kind, 'id', l.other_id, 'name', l.other_name, 'row', l.link
      ))
      from private.link_rows(account, kind, id) l
    ),
    'systems', (
      select jsonb_agg(jsonb_build_object('id', y.id, 'name', y.name))
      from public.solutions s
      join public.systems y on y.account_id = account and y.id = any (s.related_systems)
      where kind = 'solution' and s.account_id = account and s.id = links_for_bin.id
    ),
    'solutions', (
      select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'before', to_jsonb(s.related_systems)))
      from public.solutions s
      where kind = 'system' and s.account_id = account and s.related_systems @> array[links_for_bin.id]
    ),
    'articles', (
      select jsonb_agg(jsonb_build_object('id', a.id, 'name', a.title))
      from public.knowledge_articles a
      where kind = 'system' and a.account_id = account and a.system_id = links_for_bin.id
    )
  )))
$$;
create function private.value_problem(code text, sentence text, parameters jsonb default '{}') returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object(
    'problem', 'value', 'detail', sentence, 'refusal', concat_ws(' ', code, nullif(parameters, '{}'))
  )
$$;
comment on function private.value_problem(text, text, jsonb) is
  'The problem of a value that its field refuses: the code of the refusal with its parameters, as an error has it, and its sentence.';
alter function private.value_problem(text,text,jsonb) owner to cairn_definer;
revoke all on function private.value_problem(text,text,jsonb) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.import_list_cell(
  key text, value jsonb, people jsonb, out clean jsonb, out problem jsonb, out unknown text[]
)
language plpgsql immutable set search_path = ''
as $$
declare
  words constant text[] := private.import_list(value);
begin
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
        else coalesce(people -> lower(w) ->> 'id' ~ '^(pending-|invite:)', true)
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
alter function private.import_list_cell(text,jsonb,jsonb) owner to cairn_definer;
revoke all on function private.import_list_cell(text,jsonb,jsonb) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
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
  if key in ('owner', 'experts', 'tags', 'links', 'use_cases', 'users') then
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
alter function private.import_cell(text,jsonb,public.own_fields,integer,jsonb) owner to cairn_definer;
revoke all on function private.import_cell(text,jsonb,public.own_fields,integer,jsonb) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create or replace function private.clean_import_rows(plan public.imports, rows integer[]) returns void
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
create or replace function private.import_cost(writes jsonb, record jsonb, out full_writes jsonb, out problem jsonb)
language plpgsql immutable set search_path = ''
as $$
declare
  cost constant jsonb := coalesce(case when writes ? 'cost_per_month' then writes -> 'cost_per_month' else record -> 'cost_per_month' end, 'null');
  currency constant jsonb := coalesce(case when writes ? 'cost_currency' then writes -> 'cost_currency' else record -> 'cost_currency' end, 'null');
begin
  full_writes := writes;
  if cost = 'null' and currency <> 'null' then
    full_writes := case
      when coalesce(record -> 'cost_currency', 'null') = 'null' then writes - 'cost_currency'
      else writes || '{"cost_currency": null}'
    end;
  elsif cost <> 'null' and currency = 'null' then
    problem := jsonb_build_object('field', 'cost_currency')
      || private.value_problem('cost.currency', 'A cost needs a currency of three capital letters, such as EUR.');
  end if;
end
$$;
create or replace function private.compare_import_row(
  record jsonb, clean jsonb, fields jsonb, out writes jsonb, out cells jsonb, out problems jsonb
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  one record;
  had jsonb;
  before jsonb;
  after jsonb;
  field public.own_fields;
  compared record;
  list jsonb := '[]';
  cost record;
begin
  writes := '{}';
  problems := '[]';
  for one in select c.key, c.value from jsonb_each(clean) c loop
    if one.key like 'own.%' then
      had := record -> 'own' -> substr(one.key, 5);
      if coalesce(had, 'null') <> one.value then
        writes := jsonb_set(
          case when writes ? 'own' then writes else writes || '{"own": {}}' end, array['own', substr(one.key, 5)], one.value
        );
        before := had;
        after := nullif(one.value, 'null');
        if fields -> one.key ->> 'type' in ('member', 'record') then
          field := jsonb_populate_record(null::public.own_fields, fields -> one.key);
          before := private.name_in_field(field, before);
          after := private.name_in_field(field, after);
        end if;
        list := list || jsonb_build_object('field', one.key, 'before', before, 'after', after);
      end if;
    elsif one.key in ('owner', 'experts', 'tags', 'links', 'use_cases', 'users') then
      had := coalesce(record -> one.key, case one.key when 'owner' then 'null'::jsonb else '[]' end);
      compared := private.compare_lists(one.key, had, one.value);
      if compared.write is not null then
        writes := writes || compared.write;
        list := list || jsonb_build_object('field', one.key, 'before', compared.before, 'after', compared.after);
      end if;
    else
      had := nullif(coalesce(record -> one.key, 'null'), '""');
      if coalesce(had, 'null') <> one.value
        and (had is null or private.is_unchanged_by_import(one.key, had, one.value) is not true)
      then
        writes := writes || jsonb_build_object(one.key, case
          when one.value = 'null' and (select f.in_words from private.fields f where f.key = one.key) then '""' else one.value
        end);
        list := list || jsonb_build_object('field', one.key, 'before', had, 'after', one.value);
      end if;
    end if;
  end loop;
  cost := private.import_cost(writes, record);
  writes := cost.full_writes;
  if cost.problem is not null then
    problems := jsonb_build_array(cost.problem);
  end if;
  if jsonb_array_length(writes -> 'links') > 20 then
    problems := problems || (
      jsonb_build_object('field', 'links') || private.value_problem('links.count', 'Links must be a list of at most 20.')
    );
  end if;
  cells := list;
end
$$;
create function private.refuse_import_row(
  plan public.imports, number integer, code text, sentence text, refusal text
) returns void
language sql security definer set search_path = ''
as $$
  update public.import_rows r
  set outcome = 'refused', problems = jsonb_build_array(
    case code
      when '23505' then '{"problem": "name_taken", "field": null, "detail": null}'
      when '42501' then '{"problem": "no_right", "field": null, "detail": null}'
      else jsonb_build_object(
        'problem', 'value', 'field', null, 'detail', sentence, 'refusal', private.named_refusal(refusal)
      )
    end
  )
  where r.import_id = plan.id and r.account_id = private.my_account() and r.row_number = number
$$;
comment on function private.refuse_import_row(public.imports, integer, text, text, text) is
  'Notes that a row of a plan was refused with an error: its SQLSTATE, message and detail.';
alter function private.refuse_import_row(public.imports,integer,text,text,text) owner to cairn_definer;
revoke all on function private.refuse_import_row(public.imports,integer,text,text,text) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function private.refuse_import_row(public.imports, integer, text, text, text) to authenticated;
create or replace function private.apply_import_rows(plan public.imports, rows integer[]) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  half constant integer := cardinality(rows) / 2;
  others integer[] := rows;
  code text;
  sentence text;
  refusal text;
begin
  perform private.write_import_rows(plan, rows);
exception
  when others then
    get stacked diagnostics
      code = returned_sqlstate, sentence = message_text, refusal = pg_exception_detail;
    -- Only what is said of a row. The rest ends the part, which is tried again.
    if left(code, 2) not in ('22', '23', 'P0', 'PT') and code <> '42501' then
      raise;
    end if;
    if code = '23505' then
      others := private.exclude_taken_rows(plan, rows);
    end if;
    if cardinality(others) < cardinality(rows) then
      if cardinality(others) > 0 then
        perform private.apply_import_rows(plan, others);
      end if;
    elsif cardinality(rows) = 1 then
      perform private.refuse_import_row(plan, rows[1], code, sentence, refusal);
    else
      perform private.apply_import_rows(plan, rows[:half]);
      perform private.apply_import_rows(plan, rows[half + 1:]);
    end if;
end
$$;
comment on table public.import_rows is 'A row of a file, and what becomes of it.';
comment on column public.import_rows.row_number is 'Its number in the file; negative for a record that is gone at the source.';
comment on column public.import_rows.given is 'The values as they were sent, by the key of the field.';
comment on column public.import_rows.unreadable is 'The keys of fields with characters that are none.';
comment on column public.import_rows.match_value is 'The value of the key by which rows and records are matched.';
comment on column public.import_rows.effect is 'new, changed, same, duplicate, error or gone; empty until it is checked.';
comment on column public.import_rows.record_id is 'The record that it changes, or that it became.';
comment on column public.import_rows.version is 'When the record was changed last, as it was shown.';
comment on column public.import_rows.clean is 'The values as they are stored.';
comment on column public.import_rows.writes is 'The values that the row writes, by column; of own fields those that change, of experts and tags the names that change.';
comment on column public.import_rows.cells is 'The differences, as people read them: [{"field", "before", "after"}].';
comment on column public.import_rows.problems is
  '[{"problem", "field", "detail", "refusal"}]. refusal is the code of a refused value with its parameters, as in the details of an error.';
comment on column public.import_rows.candidates is
  'Possible duplicates: [{"record_id", "row", "name", "reason", "cells"}], of a record with the changes of a merge.';
comment on column public.import_rows.people is 'Words that nobody is called: [{"words", "owner"}].';
comment on column public.import_rows.decision is 'The importer''s decision: {"do": "apply", "leave", "apart", "join" or "bin"}.';
comment on column public.import_rows.is_to_apply is 'Whether it is written when the plan is applied.';
comment on column public.import_rows.outcome is 'done or refused; empty until it is applied.';
drop function private.refuse_import_row(public.imports,integer,text,text);

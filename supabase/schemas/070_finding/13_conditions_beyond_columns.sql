-- Conditions on what stands beside a record: what it depends on, its experts and its links.
--
-- The fields depends_on and used_by ask for edges as the details show them. Their values are ids of records, or
-- unowned. A token learns nothing of records beyond its scope. The field expert has ids of members as its values, and
-- links has texts, which are compared with the title and the address of each link.

create function private.edges_of_field(account uuid, field text, other text) returns text
language sql stable security definer set search_path = ''
as $$
  select '(' || string_agg(format(
    'exists (
      select from private.edges e
      join private.records o on o.account_id = e.account_id and o.id = e.%2$s and o.kind = any (%5$L::text[])
      where e.account_id = %3$L and e.%1$s = t.id and e.type = any (%4$L::text[]) and %6$s
    )',
    w.own, w.far, account,
    array(
      select y
      from unnest(array['depends_on', 'runs_in', 'refers_to', 'feeds_data_to', 'part_of']) as y
      where private.rests_on(y, w.outgoing) = (field = 'used_by')
    ),
    array(select k from private.kinds_in_use() as k where k = any (private.kinds_in_scope('read'))),
    other
  ), ' or ') || ')'
  from (values (true, 'from_id', 'to_id'), (false, 'to_id', 'from_id')) as w (outgoing, own, far)
$$;
comment on function private.edges_of_field(uuid, text, text) is
  'The condition that a record t depends on another record o, or with used_by is used by it, for which a condition holds.';

create function private.relation_condition(account uuid, field text, wanted text[]) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when wanted is null then private.edges_of_field(account, field, 'true')
    else private.edges_of_field(account, field, format(
      '(o.id = any (%L::uuid[])%s)',
      array(select w from unnest(wanted) as w where private.is_uuid(w)),
      case when 'unowned' = any (wanted) then
        ' or ' || regexp_replace(private.gap_condition(null, 'no_owner', null), '\mt\.', 'o.', 'g')
      end
    ))
  end
$$;
comment on function private.relation_condition(uuid, text, text[]) is
  'Which records t of an account depend on one of the wanted records, or are used by it, as a condition; on any where none is named.';

create function private.expert_condition(account uuid, wanted text[]) returns text
language sql immutable set search_path = ''
as $$
  select format(
    'exists (select from public.record_experts e where e.account_id = %L and e.record_id = t.id%s)',
    account, ' and e.expert_id = any (' || quote_literal(wanted::text) || '::uuid[])'
  )
$$;
comment on function private.expert_condition(uuid, text[]) is
  'Which records t of an account have one of the wanted members as an expert, as a condition; any expert where none is named.';

create function private.link_condition(operator text, wanted text[]) returns text
language sql immutable set search_path = ''
as $$
  select case
    when operator in ('empty', 'filled') then '(t.links <> ''[]'')'
    else format(
      'exists (
        select
        from jsonb_array_elements(t.links) as l (link)
        cross join lateral (values (l.link ->> ''title''), (l.link ->> ''url'')) as v (value)
        where %s
      )',
      private.comparison('address', operator, 'private.folded(v.value)', wanted)
    )
  end
$$;
comment on function private.link_condition(text, text[]) is
  'Which records t have a link whose title or address is one of the wanted texts, or contains one, as a condition; any link where none is named.';

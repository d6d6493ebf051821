-- Conditions on relations: what depends on a record, on something without an owner, or on nothing.
--
-- The fields depends_on and used_by ask for edges as the details show them. Their values are ids of records, or
-- unowned. A token learns nothing of records beyond its scope.

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

-- Lists are narrowed down by owners who are invited too, and a record of theirs is not without an owner.

create or replace function private.records_condition(
  account uuid, kind text, query text, statuses text[], owners uuid[], without_owner boolean, gaps text[]
) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  wanted constant text := private.display_text(coalesce(query, ''));
  is_plain constant boolean := wanted ~ '^[ -~]+$' or lower(wanted) = upper(wanted);
  pattern constant text := '%' || regexp_replace(wanted, '([\\%_])', '\\\1', 'g') || '%';
  condition text := format('t.account_id = %L', account);
begin
  if char_length(wanted) > 200 then
    raise exception 'A search has at most 200 characters.' using errcode = '22023', hint = 'Search for less.';
  end if;
  if greatest(cardinality(statuses), cardinality(owners), cardinality(gaps)) > 100 then
    raise exception 'A filter has at most 100 values.' using errcode = '22023', hint = 'Filter by fewer.';
  end if;
  if not coalesce(gaps <@ private.gap_names(), true) then
    raise exception 'There is no such gap.' using errcode = '22023';
  end if;
  if wanted <> '' and char_length(wanted) < 3 and is_plain then
    condition := condition || format(
      ' and (t.name collate pg_catalog."C" ilike %1$L or t.description collate pg_catalog."C" ilike %1$L)', pattern
    );
  elsif wanted <> '' then
    condition := condition || format(' and (t.name ilike %1$L or t.description ilike %1$L)', pattern);
  end if;
  if cardinality(statuses) > 0 then
    condition := condition || format(' and t.status = any (%L::text[])', statuses);
  end if;
  -- Somebody invited is named by their invitation, which is no member's id.
  if cardinality(owners) > 0 or without_owner then
    condition := condition || format(
      ' and (t.owner_id = any (%1$L::uuid[]) or t.invited_owner_id = any (%1$L::uuid[])%2$s)',
      coalesce(owners, '{}'),
      case when without_owner then ' or ' || private.gap_condition(kind, 'no_owner', null) else '' end
    );
  end if;
  if cardinality(gaps) > 0 then
    condition := condition || ' and (' || (
      select string_agg('(' || private.gap_condition(kind, g.gap, private.people_not_seen(account)) || ')', ' or ')
      from unnest(gaps) as g (gap)
    ) || ')';
  end if;
  return condition;
end
$$;

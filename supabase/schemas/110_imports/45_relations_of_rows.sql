-- Relations of rows: which records the words of a row mean, and which relations it adds.
--
-- A word is the id of a record, its id at the source of the plan, or its name. Of records with the same name, one of the
-- plan's catalogue comes first, then a row of the file, wherever it stands. A kind before the name tells the others
-- apart: 'agent: Helper'. A word that means no record keeps nothing else of its row from being written.

-- Long, because a word can mean a record in seven ways, and one statement asks each index for all words.
create function private.meant_records(plan public.imports, words text[])
returns table (word text, id uuid, "row" integer, name text, is_clear boolean)
language sql stable security definer set search_path = '' set enable_seqscan = off
as $$
  with kinds as materialized (
    select array(select private.kinds_in_use()) as used
  ),
  given as materialized (
    select w.word, lower(w.word) as name, lower(btrim(split_part(w.word, ':', 1))) as kind,
      lower(btrim(substr(w.word, strpos(w.word, ':') + 1))) as name_after_kind
    from unnest(words) as w (word)
  ),
  found as materialized (
    select g.word, f.*
    from given g
    cross join kinds
    cross join lateral (
      select 1 as place, r.kind, r.id, null::integer as "row", r.name
      from private.records r
      where plan.source is not null and r.account_id = plan.account_id and r.kind = any (kinds.used)
        and r.imported_from = plan.source and r.source_id = g.word
      union all
      select 2, r.kind, r.id, null, r.name
      from private.records r
      where r.account_id = plan.account_id and r.kind = any (kinds.used)
        and r.id = case when private.is_uuid(g.word) then g.word::uuid end
      union all
      select 3, plan.kind, o.record_id, o.row_number, coalesce(o.given ->> 'name', g.word)
      from public.import_rows o
      where plan.match_key = 'source' and o.import_id = plan.id and o.match_value = g.word and o.row_number + 0 > 0
      union all
      select 4, r.kind, r.id, null, r.name
      from private.records r
      where r.account_id = plan.account_id and r.kind = plan.kind and lower(r.name) = g.name
      union all
      select 5, plan.kind, o.record_id, o.row_number, o.given ->> 'name'
      from public.import_rows o
      where o.import_id = plan.id and o.name_key = nullif(private.name_key(left(g.word, 200)), '')
        and lower(private.display_text(o.given ->> 'name')) = g.name and o.row_number + 0 > 0
      union all
      select 6, r.kind, r.id, null, r.name
      from private.records r
      where r.account_id = plan.account_id and r.kind = any (kinds.used) and r.kind = g.kind
        and lower(r.name) = g.name_after_kind
      union all
      select 7, r.kind, r.id, null, r.name
      from private.records r
      where r.account_id = plan.account_id and r.kind = any (kinds.used) and lower(r.name) = g.name
    ) f
  )
  select distinct on (f.word) f.word, f.id, f."row", f.name, f.place < 7 or f.amount = 1
  from (select n.*, count(*) over (partition by n.word, n.place) as amount from found n) f
  order by f.word, f.place, f.kind <> plan.kind, f."row", f.id
$$;
comment on function private.meant_records(public.imports, text[]) is
  'The record or row that each word means, with its name. Not clear where several records of other catalogues have the name.';

-- Long, because what is written, what is shown and what is wrong come from the same relations.
create function private.import_relations(plan public.imports, rows integer[])
returns table (row_number integer, writes jsonb, cells jsonb, unrelated jsonb)
language sql stable security definer set search_path = ''
as $$
  with said as materialized (
    select r.row_number, r.record_id, c.key, c.type, c.outgoing, w.word
    from public.import_rows r
    cross join private.relation_columns() c
    cross join lateral jsonb_array_elements_text(r.clean -> c.key) as w (word)
    where r.import_id = plan.id and r.row_number = any (rows)
  ),
  meant as materialized (
    select m.* from private.meant_records(plan, array(select distinct s.word from said s)) m
  ),
  judged as materialized (
    select s.*, m.id, m."row", m.name,
      case
        when m.word is null then jsonb_build_object('problem', 'unknown_record', 'detail', left(s.word, 200))
        when not m.is_clear then jsonb_build_object('problem', 'several_records', 'detail', left(s.word, 200))
        when m."row" = s.row_number or m.id = s.record_id then
          private.value_problem('relation.itself', 'A record cannot have a relation to itself.')
      end || jsonb_build_object('field', s.key) as problem,
      exists (
        select from public.relations l
        where l.account_id = plan.account_id and l.type = s.type
          and l.from_id = case when s.outgoing then s.record_id else m.id end
          and l.to_id = case when s.outgoing then m.id else s.record_id end
      ) as is_there
    from said s
    left join meant m on m.word = s.word
  ),
  added as materialized (
    select distinct on (j.row_number, j.key, coalesce(j.id::text, j."row"::text)) j.*
    from judged j
    where j.problem is null and not j.is_there
  ),
  changed as materialized (
    select a.row_number, a.key, jsonb_agg(a.name order by lower(a.name)) as names, (
      select coalesce(jsonb_agg(h.name order by lower(h.name)), '[]')
      from (
        select o.name
        from public.relations l
        join private.records o
          on o.account_id = plan.account_id and o.id = case when a.outgoing then l.to_id else l.from_id end
        where l.account_id = plan.account_id and l.type = a.type
          and a.record_id = case when a.outgoing then l.from_id else l.to_id end
        order by lower(o.name)
        limit 100
      ) h
    ) as before
    from added a
    group by a.row_number, a.key, a.type, a.outgoing, a.record_id
  )
  select
    e.row_number,
    (
      select jsonb_build_object('relations', jsonb_agg(jsonb_build_object(
        'key', a.key, 'type', a.type, 'outgoing', a.outgoing, 'id', a.id, 'row', a."row", 'word', left(a.word, 200)
      ) order by a.key, a.word))
      from added a where a.row_number = e.row_number
      having count(*) > 0
    ),
    (
      select jsonb_agg(jsonb_build_object(
        'field', c.key, 'before', nullif(c.before, '[]'), 'after', c.before || c.names
      ) order by c.key)
      from changed c where c.row_number = e.row_number
    ),
    (select jsonb_agg(j.problem) from judged j where j.row_number = e.row_number and j.problem is not null)
  from (select distinct s.row_number from said s) e
$$;
comment on function private.import_relations(public.imports, integer[]) is
  'The relations that rows of a plan add, as they are written and as people read them, and the problems of those that are left out.';

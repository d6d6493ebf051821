-- Reading imports: a plan with how far it is, the plans that a caller sees, and pages of their rows.

-- Long, because the screen of an import is one answer.
create function private.import_json(import uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'id', i.id,
    'kind', i.kind,
    'file_name', i.file_name,
    'source', i.source,
    'match_key', i.match_key,
    'started_by', i.started_by,
    'started_by_name', private.name_of_member(i.account_id, i.started_by),
    'started_at', i.started_at,
    'expires_at', i.started_at + private.import_retention(),
    'state', case when i.done_at is not null then 'done' when i.applied_at is not null then 'applying' else 'open' end,
    'total', counted.total,
    'checked', counted.checked,
    'summary', counted.summary,
    'undecided', counted.undecided,
    'to_apply', counted.to_apply,
    'applied', counted.applied,
    'refused', counted.refused,
    'left_out', case when i.partial then 0 else counted.left_out end,
    'in_bin', counted.in_bin,
    'act', (select a.id from public.acts a where a.account_id = i.account_id and a.id = i.act),
    'people', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'word', p.word, 'rows', p.rows, 'is_owner', p.is_owner,
        'choice', nullif((i.people -> lower(p.word)) - 'remembered', '{}'),
        'is_remembered', coalesce(i.people -> lower(p.word) ? 'remembered', false)
      ) order by p.rows desc, p.word), '[]')
      from (
        select min(w.word) as word, count(distinct r.row_number) as rows, bool_or((o.value ->> 'owner')::boolean) as is_owner
        from public.import_rows r
        cross join lateral jsonb_array_elements(r.people) as o (value)
        cross join lateral jsonb_array_elements_text(o.value -> 'words') as w (word)
        where r.import_id = i.id and r.people <> '[]'
        group by lower(w.word)
        order by count(*) desc
        limit 500
      ) p
    )
  )
  from public.imports i
  cross join lateral (
    select
      count(*) filter (where r.row_number > 0) as total,
      count(*) filter (where r.row_number > 0 and r.effect is not null) as checked,
      jsonb_build_object(
        'new', count(*) filter (where r.effect = 'new'), 'changed', count(*) filter (where r.effect = 'changed'),
        'same', count(*) filter (where r.effect = 'same'), 'duplicate', count(*) filter (where r.effect = 'duplicate'),
        'error', count(*) filter (where r.effect = 'error'), 'gone', count(*) filter (where r.effect = 'gone')
      ) as summary,
      count(*) filter (where r.effect = 'duplicate' and r.decision is null) as undecided,
      count(*) filter (where r.is_to_apply) as to_apply,
      count(*) filter (where r.outcome is not null) as applied,
      count(*) filter (where r.outcome = 'refused') as refused,
      -- Most rows need not be asked.
      count(*) filter (
        where r.effect is not null and r.outcome is null
          and (r.effect = 'duplicate' or r.effect = 'new' and r.decision is not null)
          and private.is_skipped(r)
      ) as left_out,
      count(*) filter (where r.effect = 'error' and r.problems @> '[{"problem": "in_bin"}]') as in_bin
    from public.import_rows r
    where r.import_id = i.id
  ) counted
  where i.id = import and i.account_id = private.my_account()
    and (i.started_by = private.caller_id() or private.my_rank() = 3)
$$;
comment on function private.import_json(uuid) is 'A plan that the caller may see, in the form of get_imports.';
grant execute on function private.import_json(uuid) to authenticated;

create function private.import_retention() returns interval
language sql immutable set search_path = ''
as $$
  select interval '7 days'
$$;
comment on function private.import_retention() is 'The time for which a plan is kept.';

create function public.get_imports(only_import uuid default null) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(private.import_json(p.id) order by p.started_at desc, p.id), '[]')
  from (
    select i.id, i.started_at
    from public.imports i
    where i.account_id = private.my_account() and (i.started_by = private.caller_id() or private.my_rank() = 3)
      and (only_import is null or i.id = only_import) and i.started_at > now() - private.import_retention()
    order by i.started_at desc, i.id
    limit 50
  ) p
$$;
comment on function public.get_imports(uuid) is
  'The plans of the caller, for admins those of the account, the latest first, or one of them: [{"id", "kind", "file_name", "source", "match_key", "started_by", "started_by_name", "started_at", "expires_at", "state", "total", "checked", "summary", "undecided", "to_apply", "applied", "refused", "left_out", "in_bin", "act", "people"}]. The state is open, applying or done; the summary has a number for each effect; in_bin is how many rows meet a record in the bin; people are words that nobody is called, {"word", "rows", "is_owner", "choice", "is_remembered"}.';
grant execute on function public.get_imports(uuid) to authenticated;

create function public.get_import_rows(import uuid, effect text default null, skip integer default 0) returns jsonb
language sql stable set search_path = ''
as $$
  with fitting as (
    select r.*
    from public.import_rows r
    where r.import_id = import and r.effect is not null
      and (
        get_import_rows.effect is null
        or r.effect = get_import_rows.effect
        or get_import_rows.effect = 'refused' and r.outcome = 'refused'
      )
  )
  select jsonb_build_object(
    'total', (select count(*) from fitting),
    'items', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'row', p.row_number, 'effect', p.effect, 'record_id', p.record_id,
        'name', coalesce(p.clean ->> 'name', p.called, p.given ->> 'name', ''),
        'cells', p.cells, 'problems', p.problems || p.unrelated, 'candidates', p.candidates, 'decision', p.decision,
        'outcome', coalesce(p.outcome, case when p.decision ->> 'do' = 'leave' and p.is_done then 'left' end)
      ) order by p.row_number), '[]')
      from (
        select f.*, c.name as called, i.done_at is not null as is_done
        from (
          select * from fitting order by row_number limit 100 offset greatest(coalesce(skip, 0), 0)
        ) f
        join public.imports i on i.id = f.import_id
        left join private.records c on c.kind = i.kind and c.id = f.record_id and not f.clean ? 'name'
      ) p
    )
  )
$$;
comment on function public.get_import_rows(uuid, text, integer) is
  'A page of 100 checked rows of a plan by their numbers, of all, of an effect, or refused when applied: {"total", "items": [{"row", "effect", "record_id", "name", "cells", "problems", "candidates", "decision", "outcome"}]}. Rows of what is gone at the source have negative numbers.';
grant execute on function public.get_import_rows(uuid, text, integer) to authenticated;

-- Writes of rows: the columns, owners, tags and experts that a plan gives its records, as the caller writes them.
--
-- The functions look past row security and check the caller; what they give is written as the caller.

create function private.choices_without_default(kind text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_object_agg(c.key, c.value -> -1), '{}')
  from private.kinds k
  cross join lateral jsonb_each(k.choices) as c (key, value)
  join pg_catalog.pg_attribute a
    on a.attrelid = format('public.%I', k.record_table)::regclass and a.attname = c.key and not a.atthasdef
  where k.kind = choices_without_default.kind
$$;
comment on function private.choices_without_default(text) is
  'The values of columns of a kind that have no default, where a row names none.';

create type private.import_write as (
  row_number integer, record_id uuid, version timestamptz, effect text, columns jsonb, add_experts uuid[],
  remove_experts uuid[]
);
alter type private.import_write owner to cairn_definer;

create function private.import_writes(plan public.imports, rows integer[]) returns private.import_write[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  unsaid constant jsonb := private.choices_without_default(plan.kind);
begin
  return array(
    with part as materialized (
      select r.* from public.import_rows r
      where r.import_id = plan.id and r.row_number = any (rows) and r.account_id = private.my_account()
        and (plan.started_by = private.caller_id() or private.my_rank() = 3)
    ),
    owners as materialized (
      select o.word, jsonb_build_object('owner_id', coalesce(
        substring(o.word from '^[0-9a-f-]{36}$')::uuid,
        (
          select p.id
          from public.profiles p
          join public.account_members m on m.account_id = plan.account_id and m.user_id = p.id
          where o.word like 'invite:%' and lower(p.email) = substr(o.word, 8)
          limit 1
        )
      ), 'invited_owner_id', coalesce(
        substring(o.word from '^pending-([0-9a-f-]{36})$')::uuid,
        (
          select i.id
          from public.pending_invitations i
          where i.account_id = plan.account_id and o.word like 'invite:%' and i.email = substr(o.word, 8)
            and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
        )
      ), 'team_id', substring(o.word from '^team-([0-9a-f-]{36})$')::uuid) as columns
      from (select distinct p.writes ->> 'owner' as word from part p where p.writes ? 'owner') o
    ),
    tagged as materialized (
      select p.row_number, jsonb_build_object('tags', jsonb_agg(t.id order by w.place)) as columns
      from part p
      cross join lateral jsonb_array_elements_text(p.writes -> 'tags') with ordinality as w (word, place)
      join public.tags t on t.account_id = plan.account_id and private.folded(t.name) = private.folded(w.word)
      group by p.row_number
    )
    select row(
      p.row_number, p.record_id, p.version, p.effect,
      case when p.record_id is null then unsaid else '{}' end
        || (p.writes - array['owner', 'experts', 'tags', 'relations'])
        || case when p.writes ? 'owner' then coalesce(o.columns, '{"owner_id": null, "invited_owner_id": null, "team_id": null}') else '{}' end
        || case when p.writes ? 'tags' then coalesce(t.columns, '{"tags": []}') else '{}' end,
      array(select jsonb_array_elements_text(p.writes -> 'experts' -> 'add'))::uuid[],
      array(select jsonb_array_elements_text(p.writes -> 'experts' -> 'remove'))::uuid[]
    )::private.import_write
    from part p
    left join owners o on o.word = p.writes ->> 'owner'
    left join tagged t on t.row_number = p.row_number
    order by p.row_number
  );
end
$$;
comment on function private.import_writes(public.imports, integer[]) is
  'The values that rows of a plan write, by column: tags by their ids, and of an owner whom the plan invites the invitation, or none.';
grant execute on function private.import_writes(public.imports, integer[]) to authenticated;

create function private.import_new_tags(plan public.imports, rows integer[]) returns setof text
language sql stable security definer set search_path = ''
as $$
  select min(w.word)
  from public.import_rows r
  cross join lateral jsonb_array_elements_text(r.writes -> 'tags') as w (word)
  where r.import_id = plan.id and r.row_number = any (rows) and r.account_id = private.my_account()
    and not exists (
      select from public.tags t where t.account_id = plan.account_id and private.folded(t.name) = private.folded(w.word)
    )
  group by private.folded(w.word)
$$;
comment on function private.import_new_tags(public.imports, integer[]) is 'The tags of rows of a plan that the account does not have.';
grant execute on function private.import_new_tags(public.imports, integer[]) to authenticated;

-- Columns that a part does not name have their defaults.
create function private.import_columns(kind text, given text[], out columns text, out defaults text)
language sql stable security definer set search_path = ''
as $$
  select
    string_agg(quote_ident(a.attname), ', ' order by a.attnum),
    coalesce(
      string_agg(format('%L, %s', a.attname, pg_get_expr(d.adbin, d.adrelid)), ', ') filter (where d.adbin is not null), ''
    )
  from pg_catalog.pg_attribute a
  left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = format('public.%I', private.catalogue_of(import_columns.kind))::regclass
    and a.attnum > 0 and not a.attisdropped and a.attname = any (given)
$$;
comment on function private.import_columns(text, text[]) is
  'The columns of a kind among these, for a statement, and their defaults, for jsonb_build_object.';
grant execute on function private.import_columns(text, text[]) to authenticated;

create function private.keys_of_writes(given private.import_write[], are_new boolean) returns text[]
language sql immutable set search_path = ''
as $$
  select array(
    select distinct k
    from unnest(given) w
    cross join lateral jsonb_object_keys(w.columns) as k
    where (w.record_id is null) = are_new and w.effect <> 'gone'
  )
$$;
comment on function private.keys_of_writes(private.import_write[], boolean) is
  'The columns that rows of a plan write, of new records or of others.';
grant execute on function private.keys_of_writes(private.import_write[], boolean) to authenticated;

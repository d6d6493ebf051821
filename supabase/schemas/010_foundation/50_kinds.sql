-- Kinds: what a record can be, where its rows are, and the words for it.
--
-- Functions about records of every kind read these rows, so that none of them names the kinds one by one. A kind of a
-- catalogue has a table of records with a name, a status and an owner; an article is a kind without a catalogue.
-- Rows come by migrations. Callers need no right to read them: they ask through the functions below.

create table private.kinds (
  kind text primary key,
  place smallint not null unique,
  record_table text not null unique,
  feature text,
  noun text not null,
  newest_first boolean not null default false,
  own_orders jsonb not null default '{}',
  retired_status text not null default 'inactive',
  choices jsonb not null default '{}',
  other_columns text[] not null default '{}'
);
comment on table private.kinds is 'The kinds of records.';
comment on column private.kinds.place is 'Where the kind stands among the others.';
comment on column private.kinds.record_table is 'The table in public that has the records.';
comment on column private.kinds.feature is 'The switch of its catalogue; empty for a kind without a catalogue.';
comment on column private.kinds.noun is 'The kind in a sentence, with its article.';
comment on column private.kinds.newest_first is 'Whether its list begins with the newest record, not with the first name.';
comment on column private.kinds.own_orders is 'Orders that only this catalogue has, by name: what follows "order by", beginning with the column.';
comment on column private.kinds.retired_status is 'The status of records that are kept and not used any more.';
comment on column private.kinds.choices is
  'The words that a column can have, by column. A column without a default gets the last one where nobody has said it.';
comment on column private.kinds.other_columns is 'The columns of records that only other kinds have.';

create function private.catalogue_of(kind text) returns text
language sql stable security definer set search_path = ''
as $$
  select k.record_table from private.kinds k where k.kind = catalogue_of.kind and k.feature is not null
$$;
comment on function private.catalogue_of(text) is 'The table of the catalogue of a kind; null where there is none.';
grant execute on function private.catalogue_of(text) to authenticated, service_role;

create function private.feature_of(kind text) returns text
language sql stable security definer set search_path = ''
as $$
  select k.feature from private.kinds k where k.kind = feature_of.kind
$$;
comment on function private.feature_of(text) is 'The feature that switches the catalogue of a kind on and off.';
grant execute on function private.feature_of(text) to authenticated, service_role;

create function private.kinds_of_catalogues() returns setof text
language sql stable security definer set search_path = ''
as $$
  select k.kind from private.kinds k where k.feature is not null order by k.place
$$;
comment on function private.kinds_of_catalogues() is 'The kinds that have a catalogue, in their order.';

-- A kind that a caller sends is refused with the names of those that there are.
create function private.refuse_other_kind(kind text, with_articles boolean default false) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  known constant text[] := array(
    select k.kind from private.kinds k where k.feature is not null or with_articles order by k.place
  );
  last constant integer := cardinality(known);
begin
  if kind is null or kind <> all (known) then
    raise exception 'Kind must be % or %.', array_to_string(known[:last - 1], ', '), known[last]
      using errcode = '22023', detail = 'kind.unknown';
  end if;
end
$$;
comment on function private.refuse_other_kind(text, boolean) is
  'Refuses what is no kind with a catalogue, or no kind at all where articles count too.';
grant execute on function private.refuse_other_kind(text, boolean) to authenticated, service_role;

alter table private.kinds enable row level security;
alter table private.kinds force row level security;

grant select on private.kinds to cairn_definer;

-- Fields: what the product knows of a record, and where it can be used.
--
-- Functions that filter, order, group, change, import or suggest by a field read these rows, so that none of them names
-- the fields one by one; the lists of the web app and of assistants are written from them. The fields of an account are
-- in public.own_fields. Which kinds have a field is said by private.kinds. Rows come by migrations.

create table private.fields (
  key text primary key,
  place smallint not null unique,
  label text not null,
  type text not null,
  longest integer,
  choices jsonb not null default '[]',
  in_words boolean not null default false,
  value text,
  uses text[] not null,
  is_indexed boolean not null default false,
  names text[] not null default '{}',
  constraint fields_uses_known check (
    uses <@ array['filter', 'order', 'group', 'bulk', 'import', 'undo', 'suggest']
  )
);
comment on table private.fields is 'The fields that the product gives to records.';
comment on column private.fields.key is 'The name of the column, or of what a filter asks in its place.';
comment on column private.fields.place is 'Where the field stands among the others.';
comment on column private.fields.label is 'The label on screens, in English.';
comment on column private.fields.type is 'A type of own_fields; list or links of columns that hold several texts or addresses.';
comment on column private.fields.longest is 'The maximum length of a text.';
comment on column private.fields.choices is
  'Of a choice that is the same for all kinds: [{"id", "name", "color"}] in their order. A check of private.records has the ids too.';
comment on column private.fields.in_words is
  'Whether it is a text in words of people: none is the empty text, and capitals and accents make no difference.';
comment on column private.fields.value is 'The value in a record t as an expression, where it is not the column of the name.';
comment on column private.fields.uses is
  'filter, order and group: what lists do by it. bulk: forms, details and changes in bulk have it. import: a row of a file has one value for it. undo: an undone act gives its former value back. suggest: an assistant may suggest a value.';
comment on column private.fields.is_indexed is 'Whether an index of private.records has its order.';
comment on column private.fields.names is 'The names, in small letters, that no own field can have.';

create function private.fields_for(use text) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array(select f.key from private.fields f where use = any (f.uses) order by f.place)
$$;
comment on function private.fields_for(text) is 'The keys of the fields that have a use, in their order.';
grant execute on function private.fields_for(text) to authenticated;

create function private.label_in_sentence(label text) returns text
language sql immutable set search_path = ''
as $$
  select string_agg(
    case when w.place > 1 and w.word ~ '^[A-Z][a-z]+$' then lower(w.word) else w.word end, ' ' order by w.place
  )
  from unnest(string_to_array(label, ' ')) with ordinality as w (word, place)
$$;
comment on function private.label_in_sentence(text) is
  'A label as a sentence begins with it: with a capital at its beginning and in abbreviations alone.';

alter table private.fields enable row level security;
alter table private.fields force row level security;

grant select on private.fields to cairn_definer;

-- The rarer parts of the protocol, over the world of the workbench.

-- Values and rows as media types: domains with such names, and aggregates whose result is of such a domain.
create domain public."text/tab-separated-values" as text;
create domain public."text/csv" as text;
create domain public."application/octet-stream" as bytea;
create domain public."image/x-dot" as bytea;
create domain public."application/vnd.rows" as text;
create domain public."*/*" as bytea;

create domain public."application/json" as json;

create table public.spots (id integer primary key, x integer not null, y integer not null);
insert into public.spots values (1, 3, 4), (2, 5, 6);
create table public.waves (id integer primary key);
insert into public.waves values (1), (2);
create view public.ripples as select id from public.waves;

create function public.tabs_step(lines text, next public.spots) returns public."text/tab-separated-values"
  language sql immutable as $$ select lines || format(E'%s\t%s\n', next.x, next.y) $$;
create aggregate public.tabs(public.spots) (
  sfunc = public.tabs_step, stype = public."text/tab-separated-values", initcond = ''
);
create function public.dots_step(dots bytea, next public.spots) returns public."image/x-dot"
  language sql immutable as $$ select dots || set_byte('\x00', 0, next.x) $$;
create aggregate public.dots(public.spots) (
  sfunc = public.dots_step, stype = public."image/x-dot", initcond = ''
);
create function public.own_csv_step(lines text, next public.waves) returns public."text/csv"
  language sql immutable as $$ select lines || E'\n' || next.id $$;
create function public.own_csv_end(lines public."text/csv") returns public."text/csv"
  language plpgsql immutable as $$
begin
  perform set_config('response.headers', '[{"Content-Disposition": "attachment; filename=waves.csv"}]', true);
  return 'wave' || lines;
end $$;
create aggregate public.own_csv(public.waves) (
  sfunc = public.own_csv_step, stype = public."text/csv", finalfunc = public.own_csv_end, initcond = ''
);
create function public.any_rows_step(lines text, next anyelement) returns public."application/vnd.rows"
  language sql immutable as $$ select lines || next::text || E'\n' $$;
create aggregate public.any_rows(anyelement) (
  sfunc = public.any_rows_step, stype = public."application/vnd.rows", initcond = ''
);
create function public.bytes_step(bytes bytea, next public.ripples) returns public."*/*"
  language sql immutable as $$ select bytes || convert_to(next.id::text, 'utf8') $$;
create aggregate public.bytes(public.ripples) (sfunc = public.bytes_step, stype = public."*/*", initcond = '');

create table public.grids (id integer primary key);
insert into public.grids values (1), (2);
create function public.grids_step(sofar json, next public.grids) returns public."application/json"
  language sql immutable as $$ select json_build_object('grids', coalesce((sofar ->> 'grids')::integer, 0) + 1) $$;
create aggregate public.all_grids(public.grids) (
  sfunc = public.grids_step, stype = public."application/json", initcond = '{}'
);

create function public.all_spots() returns setof public.spots
  language sql stable as 'select * from public.spots order by id';
create function public.spot() returns public.spots language sql stable as 'select * from public.spots where id = 1';
create function public.dot() returns public."image/x-dot" language sql stable as $$ select '\x0102'::bytea $$;
create function public.no_dot() returns public."image/x-dot" language sql stable as $$ select null::bytea $$;
create function public.anything() returns public."*/*" language sql stable as $$ select 'x'::bytea $$;
create function public.chosen() returns public."*/*" language plpgsql stable as $$
begin
  perform set_config('response.headers', '[{"Content-Type": "app/chosen"}]', true);
  return 'chosen'::bytea;
end $$;
create function public.table_text() returns public."text/tab-separated-values"
  language sql stable as $$ select E'a\tb' $$;
create function public.documents() returns setof xml language sql stable as $$ select '<a/>'::xml $$;

-- Functions that return rows of unknown shape, and others that return more than they declare.
create function public.pair() returns record language sql stable as $$ select 1 as a, 'x'::text as b $$;
create function public.pairs() returns setof record
  language sql stable as $$ select n as a, 'x'::text as b from generate_series(1, 2) n $$;
create function public.named_pair(n integer) returns record language sql stable as $$ select n as a, n + 1 as b $$;
create function public.out_pair(n integer, out a integer, out b integer)
  language sql immutable as 'select n, n + 1';
create function public.one_out(n integer, out a integer) language sql immutable as 'select n';
create function public.in_out(inout n integer) language sql immutable as 'select n * 2';
create function public.out_pairs(out a integer, out b integer) returns setof record
  language sql immutable as 'select i, i * 2 from generate_series(1, 2) i';
create function public.all_led(person public.people) returns setof public.projects rows 1
  language sql stable as 'select * from public.projects where owner_id = person.id order by id';
create function public.two_rows() returns setof public.spots rows 1
  language sql stable as 'select * from public.spots order by id';
create function public.no_spot() returns public.spots
  language sql stable as 'select * from public.spots where false';
create function public.many_moods() returns setof public.mood
  language sql immutable as $$ select unnest(enum_range(null::public.mood)) $$;
create function public.mood_of(wanted public.mood) returns public.mood language sql immutable as 'select wanted';
create function public.short(t public.short_text) returns public.short_text language sql immutable as 'select t';
create function public.numbers_of(list integer[]) returns integer[] language sql immutable as 'select list';
create function public.keys_of(doc jsonb) returns text[]
  language sql immutable as 'select array(select jsonb_object_keys(doc))';
create function public.mean(variadic v numeric[]) returns numeric
  language sql immutable as 'select round(avg(n), 1) from unnest(v) n';
create function public.prefixed(prefix text, variadic words text[]) returns text
  language sql immutable as $$ select prefix || array_to_string(words, '-') $$;
create function public.maybe(variadic v integer[] default '{}') returns integer
  language sql immutable as 'select cardinality(v)';
create function public.nothing_at_all() returns setof void language sql as 'select';
create function public.null_text() returns text language sql immutable as 'select null::text';
create function public.null_row() returns public.people language sql immutable as 'select null::public.people';
create function public."quoted Name"("a b" integer) returns integer language sql immutable as 'select $1';
create function public.defaults(a integer default 1, b integer default 2) returns text
  language sql immutable as $$ select a || '/' || b $$;
create function public.area(side integer) returns integer language sql immutable as 'select side * side';
create function public.area(width integer, height integer) returns integer
  language sql immutable as 'select width * height';
create function public.several(n integer) returns text language sql immutable as $$ select 'integer' $$;
create function public.several(n text, extra integer default 1) returns text language sql immutable as $$ select 'text' $$;
create function public.several(n xml) returns text language sql immutable as $$ select 'xml' $$;
create function public.setting_of(name text) returns text
  language sql stable as 'select current_setting(name, true)';
create function public.take(json) returns text language sql immutable as $$ select 'document ' || $1 $$;
create function public.take(text) returns text language sql immutable as $$ select 'text ' || $1 $$;
create function public.take(bytea) returns text language sql immutable as $$ select 'bytes ' || encode($1, 'hex') $$;
create function public.stamp() returns timestamptz language sql immutable as $$ select '2024-05-01T12:00:00Z'::timestamptz $$;
create function public.write_counter() returns integer language sql volatile as
  $$ insert into public.counters (label) values ('written') returning id $$;

-- Domains with their own casts.
create domain public.colour as integer default 255;
create function public.colour_to_json(public.colour) returns json
  language sql immutable as $$ select to_json('#' || lpad(to_hex($1), 6, '0')) $$;
create function public.colour_of_text(text) returns public.colour
  language sql immutable as $$ select ('x' || lpad(ltrim($1, '#'), 8, '0'))::bit(32)::integer $$;
create function public.colour_of_json(json) returns public.colour
  language sql immutable as $$ select public.colour_of_text($1 #>> '{}') $$;
create cast (public.colour as json) with function public.colour_to_json(public.colour) as implicit;
create cast (json as public.colour) with function public.colour_of_json(json) as implicit;
create cast (text as public.colour) with function public.colour_of_text(text) as implicit;
create table public.paints (id integer primary key, name text not null, shade public.colour);
create view public.named_paints as select id, name, shade from public.paints;
create table public.walls (id integer primary key, paint_id integer references public.paints (id));

-- Views over several tables, with both of their keys.
create view public.task_sheets as
  select t.project_id, t.number, t.title, p.id as project, p.name
  from public.tasks t join public.projects p on p.id = t.project_id;
create view public.spot_waves as
  select s.id as spot, s.x, w.id as wave from public.spots s join public.waves w on w.id = s.id;
create function public.add_spot_wave() returns trigger language plpgsql as $$ begin return new; end $$;
create trigger add_spot_wave instead of insert on public.spot_waves
  for each row execute function public.add_spot_wave();

-- A junction beside its view, with different names.
create table public.clubs (id integer primary key, name text not null);
create table public.club_people (
  club_id integer references public.clubs (id),
  person_id integer references public.people (id),
  since integer,
  primary key (club_id, person_id)
);
create view public.club_roll as select club_id, person_id, since from public.club_people;
create view public.club_names as select id, name from public.clubs;
insert into public.clubs values (1, 'Chess'), (2, 'Go');
insert into public.club_people values (1, 1, 1990), (1, 2, 1991), (2, 2, 1992);

-- Objects of extensions: types and operators in a separate schema; one that lies where requests may name it.
create schema extensions;
grant usage on schema extensions to anon, authenticated;
create extension ltree schema extensions;
create extension citext schema extensions;
create extension pg_trgm schema public;
create table public.shelves (
  id integer primary key,
  path extensions.ltree not null,
  label extensions.citext not null,
  roads extensions.ltree[] not null default '{}'
);
insert into public.shelves values
  (1, 'hall.left', 'Maps', '{}'),
  (2, 'hall.left.top', 'maps', '{sea.north,sea.south}'),
  (3, 'attic', 'Letters', '{sea.north.ice}');
create function public.depth(shelf public.shelves) returns integer
  language sql stable as 'select extensions.nlevel(shelf.path)';
create function public.closeness(shelf public.shelves) returns real
  language sql stable as $$ select similarity(shelf.label::text, 'letter') $$;
create function public.shelves_below(road extensions.ltree) returns setof public.shelves
  language sql stable as 'select * from public.shelves where path operator(extensions.<@) road';
create function public.shelves_named(word text) returns setof public.shelves
  language sql stable as 'select * from public.shelves where label::text % word order by label::text <-> word, id';
create function public.road_above(road extensions.ltree) returns extensions.ltree
  language sql immutable as 'select extensions.subpath(road, 0, -1)';

grant select, insert, update, delete on all tables in schema public to authenticated;
revoke all on public.diaries, public.locked from authenticated;
grant select (id, author, body), insert, update (body), delete on public.diaries to authenticated;

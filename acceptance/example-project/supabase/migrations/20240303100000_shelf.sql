-- A value that an earlier migration added, and a table with no grants of its own: the default privileges open it.
create table public.shelf (
  id bigint generated always as identity primary key,
  label text not null,
  mood public.mood not null default 'busy'
);

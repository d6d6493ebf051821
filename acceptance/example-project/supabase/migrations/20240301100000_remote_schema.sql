-- As an export of a project begins: settings that last for the file, and extensions that Supabase has.
select pg_catalog.set_config('search_path', '', false);
create extension if not exists "pg_graphql" with schema "graphql";
create extension if not exists "uuid-ossp" with schema "extensions";

begin;

create type public.mood as enum ('calm');

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  name text,
  token uuid not null default extensions.uuid_generate_v4(),
  digest text not null default encode(extensions.digest('notebook', 'sha256'), 'hex')
);
alter table public.profiles enable row level security;
alter table public.profiles owner to postgres;

create function public.handle_new_user() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.profiles (id, name) values (new.id, new.raw_user_meta_data ->> 'name');
  return new;
end
$$;

create trigger on_auth_user_created
after insert on auth.users
for each row execute procedure public.handle_new_user();

create policy "Profiles are public" on public.profiles for select using (true);

commit;

alter type public.mood add value 'busy';

create table public.notebooks (
  id uuid primary key default uuid_generate_v4(),
  owner uuid not null default auth.uid() references public.profiles (id),
  title text not null
);
alter table public.notebooks enable row level security;
create policy "Owners do as they like" on public.notebooks
  for all to authenticated using ((select auth.uid()) = owner) with check ((select auth.uid()) = owner);

create function public.tell_of_notebook() returns trigger
language plpgsql security definer
as $$
begin
  perform realtime.broadcast_changes('notebooks', tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
  perform realtime.send('{}'::jsonb, tg_op, 'notebooks');
  return new;
end
$$;
create trigger notebook_is_told after insert on public.notebooks for each row execute function public.tell_of_notebook();

alter publication supabase_realtime add table public.notebooks;
create policy "Members listen" on realtime.messages
  for select to authenticated using (realtime.topic() = 'notebooks' and extension = 'broadcast');

insert into storage.buckets (id, name, public) values ('covers', 'covers', true);
create policy "Covers lie in the folder of their owner" on storage.objects
  for insert to authenticated
  with check (
    bucket_id = 'covers'
    and (storage.foldername(name))[1] = auth.uid()::text
    and storage.extension(storage.filename(name)) = 'png'
  );

grant usage on schema public to dashboard_user, supabase_admin;

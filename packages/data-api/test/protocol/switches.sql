-- Objects for the switches of the data API, in addition to the world of the workbench.
create function public.check_request() returns void language plpgsql as $$
declare
  headers json := current_setting('request.headers', true)::json;
begin
  if headers ->> 'user-agent' = 'refused' then
    raise sqlstate 'PT418' using message = 'No tea for you', hint = current_user;
  elsif headers ->> 'user-agent' = 'marked' then
    perform set_config('response.headers', '[{"X-Checked": "yes"}]', true);
  end if;
end $$;
create table public.pledges (
  id integer primary key,
  person_id integer not null references public.people (id) deferrable initially deferred
);
grant select, insert, update, delete on public.pledges to authenticated;
grant select, insert, update, delete on public.counters, public.projects, public.people, public.tasks, public.pledges
  to service_role;

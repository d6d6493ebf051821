-- Dashboard: counts, in one call.
--
-- It runs as the caller, so row security decides what it sees. It names the account all the same, for a service role
-- sees everything.

-- A connection keeps the plans of a procedure in this language. Those of one in SQL are made again at each call, which took
-- half of the time.
create function public.get_dashboard_counts() returns json
language plpgsql stable set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
begin
  return json_build_object(
    'systems', (select count(*) from public.systems s where s.account_id = account and s.status = 'active'),
    'automations', (select count(*) from public.automations a where a.account_id = account and a.status = 'active'),
    'agents', (select count(*) from public.agents a where a.account_id = account),
    'solutions', (select count(*) from public.solutions s where s.account_id = account)
  );
end
$$;
comment on function public.get_dashboard_counts() is
  'How many active systems, active automations, agents and solutions the account has.';
grant execute on function public.get_dashboard_counts() to authenticated, service_role;

-- Outlook: what the dashboard says of the account as a whole, once its first part stands.
--
-- Contracts that renew or end within 60 days, whoever's they are, and how many records of each department have an owner.
-- Departments are told apart without regard to capitals and accents. Catalogues that are switched off are left out.

create function public.get_outlook(result_limit integer default 5) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  shown constant integer := least(greatest(coalesce(result_limit, 5), 0), 50);
  owning uuid[];
  departments json;
begin
  if not private.is_unscoped() then
    raise exception 'Only people who have signed in have a dashboard.'
      using errcode = '42501', detail = 'dashboard.people_only', hint = 'Sign in to Cairn.';
  end if;
  owning := array(
    select i.id
    from public.pending_invitations i
    where i.account_id = account and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
  ) || private.teams_with_members(account);
  select json_agg(d order by d.records desc, d.name) into departments
  from (
    select
      min(r.department) as name, count(*) as records,
      count(*) filter (where r.owner_id is not null or coalesce(r.invited_owner_id, r.team_id) = any (owning)) as with_owner
    from private.records r
    where r.account_id = account and r.kind in (select private.kinds_in_use()) and r.department <> ''
    group by private.folded(r.department)
    order by count(*) desc, min(r.department)
    limit shown
  ) d;
  return (
    with near as (
      select n.*, row_number() over (order by n.renews_on, lower(n.record_name), n.record_id) as place
      from private.near_renewals(account, (now() at time zone 'utc')::date) n
      where account is not null
    )
    select json_build_object(
      'renewals', json_build_object(
        'total', count(*),
        'items', coalesce(
          json_agg(
            json_build_object('kind', n.kind, 'id', n.record_id, 'name', n.record_name, 'renews_on', n.renews_on)
            order by n.place
          ) filter (where n.place <= shown),
          '[]'
        )
      ),
      'departments', coalesce(departments, '[]')
    )
    from near n
  );
end
$$;
comment on function public.get_outlook(integer) is
  'The outlook of the caller''s account: {"renewals": {"total", "items": [{"kind", "id", "name", "renews_on"}]}, "departments": [{"name", "records", "with_owner"}]}. Contracts that renew or end within 60 days, the nearest first, and the departments with most records. An invited person counts as an owner while the invitation is open.';
grant execute on function public.get_outlook(integer) to authenticated;

-- What was purged is named in the audit log as far as an entry has room: twenty names of 120 characters may be longer.

create or replace function public.purge_bin(ids uuid[] default null) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  names jsonb;
  purged integer;
begin
  perform private.refuse_non_admin('Only administrators empty the bin.');
  -- In the order in which restore_records locks them.
  perform from public.binned_records b
  where b.account_id = account and (ids is null or b.record_id = any (ids))
  order by b.record_id
  for update;
  with gone as (
    delete from public.binned_records b
    where b.account_id = account and (ids is null or b.record_id = any (ids))
    returning b.kind, b.name
  ),
  counted as (
    select
      g.kind, case when char_length(g.name) > 60 then left(g.name, 59) || '…' else g.name end as name,
      row_number() over (order by g.name) as place
    from gone g
  )
  select count(*), jsonb_agg(jsonb_build_object('kind', c.kind, 'name', c.name) order by c.place) filter (where c.place <= 20)
  into purged, names
  from counted c;
  if purged > 0 then
    perform private.write_audit(
      account, private.caller_id(), 'bin_purged', 'bin', null, jsonb_build_object('records', purged, 'first', names)
    );
  end if;
  return purged;
end
$$;

-- Owners: functions belong to cairn_definer, tables and views to cairn_owner (010_foundation/10_roles.sql).
--
-- The role that applies these files owns their objects until here. A migration names the owner of each new object.

do $$
declare
  change text;
begin
  for change in
    select format('alter function %s owner to cairn_definer', oid::regprocedure)
    from pg_catalog.pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and proowner = current_user::regrole
    union all
    select format('alter table %s owner to cairn_owner', oid::regclass)
    from pg_catalog.pg_class
    where relnamespace in ('public'::regnamespace, 'private'::regnamespace)
      and relkind in ('r', 'v')
      and relowner = current_user::regrole
  loop
    execute change;
  end loop;
end
$$;

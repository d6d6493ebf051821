-- What is made in public is open to the roles of the API, as on Supabase: row security is what closes it. This holds for what
-- the migrating user makes, and for the two roles that migrations may set.

grant usage on schema public to postgres, anon, authenticated, service_role;

do $$
declare
  maker text;
  kind text;
begin
  foreach maker in array array[current_user::text, 'postgres', 'supabase_admin']
  loop
    foreach kind in array array['tables', 'sequences', 'functions']
    loop
      execute format(
        'alter default privileges for role %I in schema public grant all on %s to postgres, anon, authenticated, service_role',
        maker, kind
      );
    end loop;
  end loop;
end
$$;

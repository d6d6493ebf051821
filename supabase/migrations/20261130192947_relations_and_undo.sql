-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
create or replace function private.procedure_scopes()
returns table (procedure text, scopes text[], any_of boolean)
language sql immutable set search_path = ''
as $$
  values
    ('find_records', '{kinds:read}'::text[], true),
    ('group_records', '{kinds:read}', true),
    ('begin_export', '{kinds:read}', true),
    ('get_records_to_export', '{kinds:read}', true),
    ('add_records', '{kinds:write}', true),
    ('save_record', '{kinds:write}', true),
    ('preview_bulk', '{kinds:write}', true),
    ('change_in_bulk', '{kinds:write}', true),
    ('delete_records', '{kinds:write}', false),
    ('restore_from_bin', '{kinds:write}', false),
    ('get_bin', '{kinds:read}', false),
    ('get_deletion_impact', '{kinds:read}', false),
    ('neighbours', '{kinds:read}', true),
    ('map_groups', '{kinds:read}', true),
    ('get_gaps', '{kinds:read}', false),
    ('get_coverage', '{kinds:read}', false),
    ('get_tags', '{kinds:read}', false),
    ('get_dashboard_counts', '{kinds:read}', true),
    ('get_recent_activity', '{kinds:read}', false),
    ('get_heartbeats', '{automations:read,agents:read}', false),
    ('get_heartbeat_counts', '{automations:read,agents:read}', false),
    ('get_runs', '{automations:read,agents:read}', false),
    ('get_run_days', '{automations:read,agents:read}', false),
    ('find_members', '{people:read}', false),
    ('get_teams', '{people:read}', false),
    ('get_member_profile', '{people:read}', false),
    ('get_secure_team_member_profiles', '{people:read}', false),
    ('get_member_records', '{kinds:read,people:read}', false),
    ('search_workspace', '{kinds:read,people:read}', false),
    ('get_audit_log', '{audit:read}', false),
    ('note_tool_call', '{kinds:read,people:read,audit:read}', true),
    ('suggest_edit', '{kinds:read}', true),
    ('suggest_relation', '{kinds:read}', true),
    ('get_suggestions', '{kinds:read}', true)
$$;
create function private.write_record(kind text, columns jsonb, record_id uuid, version timestamptz) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  -- Also a call that names no column is written, and the catalogue refuses it where it has no name.
  given constant jsonb := case when jsonb_typeof(columns) = 'object' then columns else '{}' end || case
    when record_id is null then jsonb_build_object('account_id', private.my_account())
    else jsonb_build_object('updated_at', now())
  end;
  names constant text := (select string_agg(quote_ident(n.name), ', ') from jsonb_object_keys(given) as n (name));
  written jsonb;
begin
  if record_id is null then
    execute format(
      'insert into public.%1$I as t (%2$s) select %2$s from jsonb_populate_record(null::public.%1$I, $1) returning to_jsonb(t)',
      private.catalogue_of(kind), names
    )
      into written using given;
  else
    execute format(
      'update public.%1$I t set (%2$s) = (select %2$s from jsonb_populate_record(t, $1))
      where t.id = $2 and ($3 is null or t.updated_at = $3) returning to_jsonb(t)',
      private.catalogue_of(kind), names
    )
      into written using given, record_id, version;
  end if;
  return written;
end
$$;
comment on function private.write_record(text, jsonb, uuid, timestamptz) is
  'Adds or changes a record as the caller: its row, or null where no record has this version.';
alter function private.write_record(text,jsonb,uuid,timestamp with time zone) owner to cairn_definer;
revoke all on function private.write_record(text,jsonb,uuid,timestamp with time zone) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function private.write_record(text, jsonb, uuid, timestamptz) to authenticated;
create function public.save_record(
  kind text, columns jsonb, relations jsonb default '[]', record_id uuid default null, version timestamptz default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  written jsonb;
begin
  perform private.refuse_other_kind(kind);
  written := private.write_record(kind, columns, record_id, version);
  if written is null then
    return '[]';
  end if;
  insert into public.relations (from_id, to_id, type, note)
  select distinct on (n.from_id, n.to_id, n.type) n.from_id, n.to_id, n.type, n.note
  from (
    select
      case when coalesce(r.outgoing, true) then (written ->> 'id')::uuid else r.record_id end as from_id,
      case when coalesce(r.outgoing, true) then r.record_id else (written ->> 'id')::uuid end as to_id,
      r.type, coalesce(r.note, '') as note
    from jsonb_to_recordset(save_record.relations) as r (record_id uuid, outgoing boolean, type text, note text)
  ) n
  where not exists (
    select from public.relations o where o.from_id = n.from_id and o.to_id = n.to_id and o.type = n.type
  );
  return jsonb_build_array(written);
end
$$;
comment on function public.save_record(text, jsonb, jsonb, uuid, timestamptz) is
  'Adds a record of a kind, or changes the one with this id, and adds relations to it, all or nothing: its row in an array, which is empty where the record is gone or no longer has this version. columns: those of the catalogue. relations: [{record_id, type, outgoing (true unless it says so), note}]; those that there are stay.';
alter function public.save_record(text,jsonb,jsonb,uuid,timestamp with time zone) owner to cairn_definer;
revoke all on function public.save_record(text,jsonb,jsonb,uuid,timestamp with time zone) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.save_record(text, jsonb, jsonb, uuid, timestamptz) to authenticated;

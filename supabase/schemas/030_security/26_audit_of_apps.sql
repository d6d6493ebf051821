-- Apps that members connect, and disconnect: the auth server keeps what they agreed to, and the log has each change.

create function private.audit_app() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  agreed constant record := case when tg_op = 'DELETE' then old else new end;
begin
  perform private.write_audit(
    m.account_id, m.user_id, case tg_op when 'DELETE' then 'app_ended' else 'app_connected' end, 'oauth_client',
    agreed.client_id::text,
    jsonb_build_object(
      'name', (select private.display_text(c.client_name) from auth.oauth_clients c where c.id = agreed.client_id),
      'scopes', agreed.scopes
    )
  )
  from public.account_members m
  where m.user_id = agreed.user_id;
  return null;
end
$$;
comment on function private.audit_app() is 'Trigger: enters an app that a member connects, also for a second time, or ends.';

do $$
begin
  create trigger cairn_audit_apps after insert or update or delete on auth.oauth_consents
    for each row execute function private.audit_app();
exception when insufficient_privilege or undefined_table then
  raise notice 'The log of security events will have no entries of apps.';
end
$$;

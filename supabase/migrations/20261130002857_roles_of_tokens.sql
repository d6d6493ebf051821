-- Tokens act as a role of their own, so that the plans of sessions know nothing of scopes.
do $$
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'cairn_token') then
    create role cairn_token nologin;
  end if;
  grant authenticated to cairn_token;
  grant cairn_token to authenticator;
end
$$;

-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
drop policy "tokens delete within their scopes" on public.account_members;
drop policy "tokens keep to their scopes" on public.account_members;
drop policy "tokens keep to their scopes" on public.accounts;
drop policy "tokens keep to their scopes" on public.acts;
drop policy "tokens delete within their scopes" on public.agents;
drop policy "tokens keep to their scopes" on public.agents;
drop policy "tokens keep to their scopes" on public.api_settings;
drop policy "tokens keep to their scopes" on public.api_tokens;
drop policy "tokens keep to their scopes" on public.app_features;
drop policy "tokens keep to their scopes" on public.appearance_settings;
drop policy "tokens keep to their scopes" on public.archive_imports;
drop policy "tokens keep to their scopes" on public.archives;
drop policy "tokens delete within their scopes" on public.automations;
drop policy "tokens keep to their scopes" on public.automations;
drop policy "tokens keep to their scopes" on public.departed_owners;
drop policy "tokens keep to their scopes" on public.discovered_callers;
drop policy "tokens keep to their scopes" on public.found_records;
drop policy "tokens keep to their scopes" on public.handovers;
drop policy "tokens keep to their scopes" on public.heartbeats;
drop policy "tokens keep to their scopes" on public.import_rows;
drop policy "tokens keep to their scopes" on public.imports;
drop policy "tokens keep to their scopes" on public.knowledge_articles;
drop policy "tokens keep to their scopes" on public.login_attempts;
drop policy "tokens keep to their scopes" on public.notification_preferences;
drop policy "tokens keep to their scopes" on public.notifications;
drop policy "tokens keep to their scopes" on public.own_fields;
drop policy "tokens keep to their scopes" on public.password_history;
drop policy "tokens keep to their scopes" on public.pending_invitations;
drop policy "tokens keep to their scopes" on public.profiles;
drop policy "tokens delete within their scopes" on public.record_experts;
drop policy "tokens keep to their scopes" on public.record_experts;
drop policy "tokens keep to their scopes" on public.record_history;
drop policy "tokens keep to their scopes" on public.run_days;
drop policy "tokens keep to their scopes" on public.runs;
drop policy "tokens keep to their scopes" on public.security_audit_log;
drop policy "tokens keep to their scopes" on public.security_rate_limits;
drop policy "tokens keep to their scopes" on public.service_accounts;
drop policy "tokens delete within their scopes" on public.solution_agents;
drop policy "tokens keep to their scopes" on public.solution_agents;
drop policy "tokens delete within their scopes" on public.solution_automations;
drop policy "tokens keep to their scopes" on public.solution_automations;
drop policy "tokens delete within their scopes" on public.solutions;
drop policy "tokens keep to their scopes" on public.solutions;
drop policy "tokens keep to their scopes" on public.suggestions;
drop policy "tokens delete within their scopes" on public.systems;
drop policy "tokens keep to their scopes" on public.systems;
drop policy "tokens delete within their scopes" on public.tags;
drop policy "tokens keep to their scopes" on public.tags;
drop policy "tokens keep to their scopes" on public.view_settings;
drop policy "tokens keep to their scopes" on public.views;
drop policy "tokens keep to their scopes" on public.webhook_deliveries;
drop policy "tokens keep to their scopes" on public.webhooks;
create or replace function private.stamp_record() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    if current_user in ('authenticated', 'cairn_token') then
      new.created_by := private.caller_id();
      new.updated_by := new.created_by;
      new.created_at := now();
      new.updated_at := now();
    end if;
  elsif current_user <> 'cairn_owner' and not private.is_purging() and not private.is_restoring_archive() then
    new.updated_by := old.updated_by;
    new.updated_at := old.updated_at;
    if new is distinct from old then
      new.updated_by := private.caller_id();
      if current_user = 'cairn_definer' and new.updated_by is distinct from old.updated_by then
        if not private.is_member(new.account_id, new.updated_by) then
          new.updated_by := null;
        end if;
      end if;
      new.updated_at := now();
    end if;
  end if;
  return new;
end
$$;
create function private.refuse_request_out_of_scope() returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  path constant text := current_setting('request.path', true);
  headers constant jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
  what constant text := case when path like '/rpc/%' then 'call this procedure' else 'do this with this table' end;
  rule record;
  wanted text[];
  held integer;
begin
  select * into rule from private.required_scopes(path, current_setting('request.method', true));
  -- The lists name what is in public.
  if not found
    or coalesce(headers ->> 'accept-profile', 'public') <> 'public'
    or coalesce(headers ->> 'content-profile', 'public') <> 'public'
  then
    raise exception 'A token may not %.', what
      using errcode = '42501', hint = 'The reference of the API names what is open to tokens.';
  end if;
  select array_agg(coalesce(k.record_table || ':' || split_part(s.scope, ':', 2), s.scope)) into wanted
  from unnest(rule.scopes) as s (scope)
  left join private.kinds k on split_part(s.scope, ':', 1) = 'kinds' and k.feature is not null;
  select count(*) into held
  from unnest(wanted) as w (scope)
  where private.may(split_part(w.scope, ':', 1), split_part(w.scope, ':', 2));
  if held = 0 or held < cardinality(wanted) and not rule.any_of then
    raise exception 'The scope of this token does not let it %.', what
      using errcode = '42501', hint = 'It needs ' || array_to_string(wanted, case when rule.any_of then ' or ' else ', ' end) || '.';
  end if;
end
$$;
comment on function private.refuse_request_out_of_scope() is
  'Refuses with 42501 what the scope of the caller''s token does not name: table and verb, or procedure.';
alter function private.refuse_request_out_of_scope() owner to cairn_definer;
grant execute on function private.refuse_request_out_of_scope() to authenticated;
create or replace function private.hold_to_scope() returns void
language plpgsql set search_path = ''
as $$
begin
  -- Visitors have no token, and may not ask.
  if current_user <> 'anon' and not private.is_unscoped() then
    perform private.refuse_request_out_of_scope();
    perform set_config('role', 'cairn_token', true);
  end if;
end
$$;
comment on function private.hold_to_scope() is
  'For the request that comes next: refuses what the scope of the caller''s token does not name, and holds the rest to it. A session is left as it is.';
create or replace trigger account_members_guard before update on public.account_members
  for each row when (current_user in ('authenticated', 'cairn_token') and new.permission_level is distinct from old.permission_level)
  execute function private.guard_level();
create or replace trigger profiles_guard before update on public.profiles
  for each row when (current_user in ('authenticated', 'cairn_token') and old.id is distinct from private.caller_id())
  execute function private.guard_profile();
create or replace trigger pending_invitations_guard before insert on public.pending_invitations
  for each row when (current_user in ('authenticated', 'cairn_token')) execute function private.guard_invitation();
create or replace trigger pending_invitations_guard_revocation before update on public.pending_invitations
  for each row when (current_user in ('authenticated', 'cairn_token')) execute function private.guard_revocation();
create or replace trigger login_attempts_from_browser before insert on public.login_attempts
  for each row when (current_user in ('anon', 'authenticated', 'cairn_token'))
  execute function private.receive_browser_note();
create or replace trigger security_audit_log_from_browser before insert on public.security_audit_log
  for each row when (current_user in ('authenticated', 'cairn_token'))
  execute function private.receive_audit_note();
create or replace trigger security_rate_limits_receive before insert on public.security_rate_limits
  for each row when (current_user in ('authenticated', 'cairn_token')) execute function private.receive_rate_limit();
create or replace trigger systems_feature before insert or update or delete on public.systems
  for each statement when (current_user in ('authenticated', 'cairn_token')) execute function private.refuse_switched_off('systems');
create or replace trigger solutions_feature before insert or update or delete on public.solutions
  for each statement when (current_user in ('authenticated', 'cairn_token')) execute function private.refuse_switched_off('solutions');
create or replace trigger agents_feature before insert or update or delete on public.agents
  for each statement when (current_user in ('authenticated', 'cairn_token')) execute function private.refuse_switched_off('agents');
create or replace trigger automations_feature before insert or update or delete on public.automations
  for each statement when (current_user in ('authenticated', 'cairn_token')) execute function private.refuse_switched_off('automations');
create or replace trigger solution_agents_stamp before insert on public.solution_agents
  for each row when (current_user in ('authenticated', 'cairn_token')) execute function private.stamp_assignment();
create or replace trigger solution_agents_feature before insert or update or delete on public.solution_agents
  for each statement when (current_user in ('authenticated', 'cairn_token')) execute function private.refuse_switched_off('solutions');
create or replace trigger solution_automations_stamp before insert on public.solution_automations
  for each row when (current_user in ('authenticated', 'cairn_token')) execute function private.stamp_assignment();
create or replace trigger solution_automations_feature before insert or update or delete on public.solution_automations
  for each statement when (current_user in ('authenticated', 'cairn_token')) execute function private.refuse_switched_off('solutions');
create or replace trigger record_experts_stamp before insert on public.record_experts
  for each row when (current_user in ('authenticated', 'cairn_token')) execute function private.stamp_assignment();
create or replace trigger record_experts_feature_of_made after insert on public.record_experts
  referencing new table as links
  for each statement when (current_user in ('authenticated', 'cairn_token')) execute function private.refuse_kind_switched_off();
create or replace trigger record_experts_feature_of_ended after delete on public.record_experts
  referencing old table as links
  for each statement when (current_user in ('authenticated', 'cairn_token')) execute function private.refuse_kind_switched_off();
create or replace trigger knowledge_articles_stamp before insert on public.knowledge_articles
  for each row when (current_user in ('authenticated', 'cairn_token')) execute function private.stamp_article();
create or replace trigger knowledge_articles_limit after insert on public.knowledge_articles
  for each statement when (current_user in ('authenticated', 'cairn_token')) execute function private.limit_publishing();
create or replace trigger systems_owner_invited before insert on public.systems
  for each row when (current_user in ('authenticated', 'cairn_token') and new.invited_owner_id is not null)
  execute function private.require_open_invitation();
create or replace trigger systems_owner_put_back before insert on public.systems
  for each row when (current_user not in ('authenticated', 'cairn_token') and new.invited_owner_id is not null)
  execute function private.clear_closed_invitation();
create or replace trigger solutions_owner_invited before insert on public.solutions
  for each row when (current_user in ('authenticated', 'cairn_token') and new.invited_owner_id is not null)
  execute function private.require_open_invitation();
create or replace trigger solutions_owner_put_back before insert on public.solutions
  for each row when (current_user not in ('authenticated', 'cairn_token') and new.invited_owner_id is not null)
  execute function private.clear_closed_invitation();
create or replace trigger agents_owner_invited before insert on public.agents
  for each row when (current_user in ('authenticated', 'cairn_token') and new.invited_owner_id is not null)
  execute function private.require_open_invitation();
create or replace trigger agents_owner_put_back before insert on public.agents
  for each row when (current_user not in ('authenticated', 'cairn_token') and new.invited_owner_id is not null)
  execute function private.clear_closed_invitation();
create or replace trigger automations_owner_invited before insert on public.automations
  for each row when (current_user in ('authenticated', 'cairn_token') and new.invited_owner_id is not null)
  execute function private.require_open_invitation();
create or replace trigger automations_owner_put_back before insert on public.automations
  for each row when (current_user not in ('authenticated', 'cairn_token') and new.invited_owner_id is not null)
  execute function private.clear_closed_invitation();
create or replace trigger api_settings_audit after insert or update on public.api_settings
  for each row when (current_user in ('authenticated', 'cairn_token')) execute function private.audit_api_settings();
create or replace trigger notifications_stamp before update on public.notifications
  for each row when (current_user in ('authenticated', 'cairn_token')) execute function private.stamp_read_at();
create policy "tokens keep to their scopes" on public.account_members
  as restrictive to cairn_token
  using ((select private.may('people', 'read')))
  with check ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.accounts
  as restrictive to cairn_token
  using ((select private.is_unscoped()) or (select private.kinds_in_scope('read')) <> '{}')
  with check ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.acts
  as restrictive to cairn_token
  using ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.agents
  as restrictive to cairn_token
  using ((select private.may('agents', 'read')))
  with check ((select private.may('agents', 'write')));
create policy "tokens keep to their scopes" on public.api_settings
  as restrictive to cairn_token
  using ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.api_tokens
  as restrictive to cairn_token
  using ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.app_features
  as restrictive to cairn_token
  using ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.appearance_settings
  as restrictive to cairn_token
  using ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.archive_imports
  as restrictive to cairn_token
  using ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.archives
  as restrictive to cairn_token
  using ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.automations
  as restrictive to cairn_token
  using ((select private.may('automations', 'read')))
  with check ((select private.may('automations', 'write')));
create policy "tokens keep to their scopes" on public.departed_owners
  as restrictive to cairn_token
  using (
    (select private.is_unscoped())
    or (select private.may('people', 'read')) and kind = any ((select private.kinds_in_scope('read'))::text[])
  )
  with check ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.discovered_callers
  as restrictive to cairn_token
  using ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.found_records
  as restrictive to cairn_token
  using ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.handovers
  as restrictive to cairn_token
  using (
    (select private.is_unscoped())
    or (select private.may('people', 'read')) and kind = any ((select private.kinds_in_scope('read'))::text[])
  )
  with check ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.heartbeats
  as restrictive to cairn_token
  using ((select private.is_unscoped()) or kind = any ((select private.kinds_in_scope('read'))::text[]))
  with check ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.import_rows
  as restrictive to cairn_token
  using ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.imports
  as restrictive to cairn_token
  using ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.knowledge_articles
  as restrictive to cairn_token
  using ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.login_attempts
  as restrictive to cairn_token
  using ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.notification_preferences
  as restrictive to cairn_token
  using ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.notifications
  as restrictive to cairn_token
  using ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.own_fields
  as restrictive to cairn_token
  using ((select private.is_unscoped()) or (select private.kinds_in_scope('read')) <> '{}')
  with check ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.password_history
  as restrictive to cairn_token
  using ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.pending_invitations
  as restrictive to cairn_token
  using ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.profiles
  as restrictive to cairn_token
  using ((select private.may('people', 'read')))
  with check ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.record_experts
  as restrictive to cairn_token
  using ((select private.is_unscoped()) or kind = any ((select private.kinds_in_scope('read'))::text[]))
  with check ((select private.is_unscoped()) or kind = any ((select private.kinds_in_scope('write'))::text[]));
create policy "tokens keep to their scopes" on public.record_history
  as restrictive to cairn_token
  using (
    (select private.is_unscoped())
    or kind = any ((select private.kinds_in_scope('read'))::text[]) and (
      (select private.may('people', 'read'))
      or coalesce(field, '') not in ('experts', 'owner_id', 'handover')
      or 'object' not in (coalesce(jsonb_typeof(before), ''), coalesce(jsonb_typeof(after), ''))
    )
  )
  with check ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.run_days
  as restrictive to cairn_token
  using ((select private.may('automations', 'read')) and (select private.may('agents', 'read')))
  with check ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.runs
  as restrictive to cairn_token
  using ((select private.may('automations', 'read')) and (select private.may('agents', 'read')))
  with check ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.security_audit_log
  as restrictive to cairn_token
  using ((select private.may('audit', 'read')))
  with check ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.security_rate_limits
  as restrictive to cairn_token
  using ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.service_accounts
  as restrictive to cairn_token
  using ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.solution_agents
  as restrictive to cairn_token
  using ((select private.may('solutions', 'read')))
  with check ((select private.may('solutions', 'write')));
create policy "tokens keep to their scopes" on public.solution_automations
  as restrictive to cairn_token
  using ((select private.may('solutions', 'read')))
  with check ((select private.may('solutions', 'write')));
create policy "tokens keep to their scopes" on public.solutions
  as restrictive to cairn_token
  using ((select private.may('solutions', 'read')))
  with check ((select private.may('solutions', 'write')));
create policy "tokens keep to their scopes" on public.suggestions
  as restrictive to cairn_token
  using ((select private.is_unscoped()) or kind = any ((select private.kinds_in_scope('read'))::text[]))
  with check ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.systems
  as restrictive to cairn_token
  using ((select private.may('systems', 'read')))
  with check ((select private.may('systems', 'write')));
create policy "tokens keep to their scopes" on public.tags
  as restrictive to cairn_token
  using ((select private.is_unscoped()) or (select private.kinds_in_scope('read')) <> '{}')
  with check ((select private.is_unscoped()) or (select private.kinds_in_scope('write')) <> '{}');
create policy "tokens keep to their scopes" on public.view_settings
  as restrictive to cairn_token
  using ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.views
  as restrictive to cairn_token
  using ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.webhook_deliveries
  as restrictive to cairn_token
  using ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.webhooks
  as restrictive to cairn_token
  using ((select private.is_unscoped()));
create policy "tokens delete within their scopes" on public.account_members
  as restrictive for delete to cairn_token
  using ((select private.is_unscoped()));
create policy "tokens delete within their scopes" on public.agents
  as restrictive for delete to cairn_token
  using ((select private.may('agents', 'write')));
create policy "tokens delete within their scopes" on public.automations
  as restrictive for delete to cairn_token
  using ((select private.may('automations', 'write')));
create policy "tokens delete within their scopes" on public.record_experts
  as restrictive for delete to cairn_token
  using ((select private.is_unscoped()) or kind = any ((select private.kinds_in_scope('write'))::text[]));
create policy "tokens delete within their scopes" on public.solution_agents
  as restrictive for delete to cairn_token
  using ((select private.may('solutions', 'write')));
create policy "tokens delete within their scopes" on public.solution_automations
  as restrictive for delete to cairn_token
  using ((select private.may('solutions', 'write')));
create policy "tokens delete within their scopes" on public.solutions
  as restrictive for delete to cairn_token
  using ((select private.may('solutions', 'write')));
create policy "tokens delete within their scopes" on public.systems
  as restrictive for delete to cairn_token
  using ((select private.may('systems', 'write')));
create policy "tokens delete within their scopes" on public.tags
  as restrictive for delete to cairn_token
  using ((select private.is_unscoped()) or (select private.kinds_in_scope('write')) <> '{}');

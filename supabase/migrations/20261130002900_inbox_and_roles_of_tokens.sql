-- A line of the inbox.
create type private.inbox_line as (
  reason text,
  id text,
  kind text,
  record_id uuid,
  record_name text,
  since timestamptz,
  person text,
  amount bigint,
  details jsonb
);
alter type private.inbox_line owner to cairn_owner;

-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
drop function private.heartbeats_in_trouble();
create function private.heartbeats_in_trouble()
returns table (kind text, record_id uuid, trouble text, trouble_since timestamptz)
language sql stable security definer set search_path = ''
as $$
  select h.kind, h.record_id, h.trouble, h.trouble_since
  from public.heartbeats h
  where h.account_id = private.my_account() and h.trouble is not null and h.token_hash is not null and not h.rests
$$;
comment on function private.heartbeats_in_trouble() is
  'The records of the caller''s account whose heartbeats are late or failing, as the server has noted, and since when.';
alter function private.heartbeats_in_trouble() owner to cairn_definer;
revoke all on function private.heartbeats_in_trouble() from public;
grant execute on function private.heartbeats_in_trouble() to authenticated;
create function private.near_renewals(account uuid, today date)
returns table (account_id uuid, kind text, record_id uuid, record_name text, person_id uuid, renews_on date)
language plpgsql stable security definer set search_path = ''
as $$
declare
  known private.kinds;
begin
  for known in select k.* from private.kinds k where k.feature is not null order by k.place loop
    return query execute format(
      'select r.account_id, $1, r.id, r.name, coalesce(r.owner_id, r.created_by), r.renews_on
      from public.%I r
      where ($3 is null or r.account_id = $3)
        and r.renews_on between $2 and $2 + 60
        and r.status <> $4 and r.lifecycle is distinct from ''retired''
        and not private.switched_off(r.account_id, $1)',
      known.record_table
    ) using known.kind, today, account, known.retired_status;
  end loop;
end
$$;
comment on function private.near_renewals(uuid, date) is
  'The records, of one account where it is given, whose contract renews or ends within 60 days, and whom it concerns.';
alter function private.near_renewals(uuid, date) owner to cairn_definer;
create or replace function private.renewals_due(account uuid, moment timestamptz)
returns table (
  account_id uuid, kind text, record_id uuid, record_name text, person_id uuid, renews_on date, step smallint
)
language sql stable security definer set search_path = ''
as $$
  select n.account_id, n.kind, n.record_id, n.record_name, n.person_id, n.renews_on, s.step
  from private.near_renewals(account, (moment at time zone 'utc')::date) n
  cross join lateral (
    select min(every.step)::smallint as step
    from unnest(array[7, 30, 60]) as every (step)
    where n.renews_on <= (moment at time zone 'utc')::date + every.step
  ) s
  where not exists (
    select from private.renewals_told t
    where t.account_id = n.account_id and t.kind = n.kind and t.record_id = n.record_id
      and t.renews_on = n.renews_on and t.days <= s.step
  )
$$;
create function private.my_renewals() returns table (kind text, record_id uuid, renews_on date)
language sql stable security definer set search_path = ''
as $$
  select n.kind, n.record_id, n.renews_on
  from private.near_renewals(private.my_account(), (now() at time zone 'utc')::date) n
  where n.person_id = private.caller_id()
$$;
comment on function private.my_renewals() is
  'The caller''s records whose contract renews or ends within 60 days.';
alter function private.my_renewals() owner to cairn_definer;
revoke all on function private.my_renewals() from public;
grant execute on function private.my_renewals() to authenticated;
create function private.inbox_of_handovers() returns setof private.inbox_line
language sql stable set search_path = ''
as $$
  select 'handover', h.act::text, min(h.kind), min(h.record_id::text)::uuid, min(r.name), min(h.created_at),
    min(h.giver_name), count(*),
    case
      when count(*) = 1 then jsonb_build_object('handover_id', min(h.id::text), 'part', min(h.part))
      else '{}'
    end
  from public.handovers h
  join private.records r on r.account_id = h.account_id and r.kind = h.kind and r.id = h.record_id
  where h.account_id = (select private.my_account()) and h.receiver_id = (select private.caller_id())
    and h.state = 'pending' and h.kind = any (array(select private.kinds_in_use()))
  group by h.act
$$;
comment on function private.inbox_of_handovers() is
  'Lines of the inbox for acts that handed records over to the caller, who has not answered for all of them.';
alter function private.inbox_of_handovers() owner to cairn_definer;
revoke all on function private.inbox_of_handovers() from public;
grant execute on function private.inbox_of_handovers() to authenticated;
create function private.inbox_of_records() returns setof private.inbox_line
language sql stable set search_path = ''
as $$
  select w.reason, w.id, r.kind, r.id, r.name, w.since, w.person, 1::bigint, w.details
  from (
    select 'suggestion' as reason, s.id::text as id, s.kind, s.record_id, s.created_at as since, s.client as person,
      jsonb_build_object(
        'field', s.field, 'before', s.before, 'after', s.after, 'why', s.why, 'suggested_by', s.suggested_by
      ) as details
    from public.suggestions s
    where s.account_id = (select private.my_account()) and s.state = 'open' and (select private.my_rank()) >= 1
    union all
    select 'late', h.record_id::text, h.kind, h.record_id, h.trouble_since, null,
      jsonb_build_object('trouble', h.trouble)
    from private.heartbeats_in_trouble() h
    union all
    select 'renewal', n.record_id::text, n.kind, n.record_id, null, null, jsonb_build_object('renews_on', n.renews_on)
    from private.my_renewals() n
  ) w
  join private.records r on r.kind = w.kind and r.id = w.record_id
  where r.account_id = (select private.my_account()) and r.kind = any (array(select private.kinds_in_use()))
    and coalesce(r.owner_id, r.created_by) = (select private.caller_id()) and r.invited_owner_id is null
$$;
comment on function private.inbox_of_records() is
  'Lines of the inbox for the caller''s records: suggestions to decide on, heartbeats in trouble, and near renewals.';
alter function private.inbox_of_records() owner to cairn_definer;
revoke all on function private.inbox_of_records() from public;
grant execute on function private.inbox_of_records() to authenticated;
create function private.inbox_of_admins() returns setof private.inbox_line
language sql stable security definer set search_path = ''
as $$
  select w.reason, w.id, null, null::uuid, null, w.since, w.person, w.amount, w.details
  from (
    select 'newcomer' as reason, n.user_id::text as id, n.waiting_since as since, n.name as person, 1::bigint as amount,
      jsonb_build_object('email', n.email) as details
    from public.get_waiting_newcomers() n
    union all
    select 'found', 'found', min(f.first_seen_at), null, count(*), '{}'
    from public.found_records f
    where f.account_id = private.my_account() and f.state = 'waiting'
      and f.kind = any (array(select private.kinds_in_use()))
    union all
    select 'caller', 'caller', min(c.first_at), null, count(*), '{}'
    from public.discovered_callers c
    where c.account_id = private.my_account() and c.state = 'waiting'
  ) w
  where w.amount > 0
$$;
comment on function private.inbox_of_admins() is
  'Lines of an admin''s inbox: people who wait to be admitted, found records, and unknown callers. Refuses others with 42501.';
alter function private.inbox_of_admins() owner to cairn_definer;
revoke all on function private.inbox_of_admins() from public;
grant execute on function private.inbox_of_admins() to authenticated;
create function public.get_inbox(result_limit integer default 100) returns json
language plpgsql stable set search_path = ''
as $$
declare
  reasons constant text[] := array['handover', 'newcomer', 'suggestion', 'late', 'renewal', 'found', 'caller'];
  lines private.inbox_line[];
begin
  if not private.is_unscoped() then
    raise exception 'Only people who have signed in have an inbox.' using errcode = '42501', hint = 'Sign in to Cairn.';
  end if;
  lines := array(
    select row(l.*)::private.inbox_line
    from (
      select h.* from private.inbox_of_handovers() h
      union all
      select r.* from private.inbox_of_records() r
    ) l
  );
  if private.my_rank() = 3 then
    lines := lines || array(select row(a.*)::private.inbox_line from private.inbox_of_admins() a);
  end if;
  return json_build_object(
    'total', cardinality(lines),
    'lines', (
      select coalesce(json_agg(to_json(l)), '[]')
      from (
        select o.*
        from unnest(lines) o
        order by array_position(reasons, o.reason), o.details ->> 'renews_on', o.since, o.record_name, o.id
        limit least(greatest(coalesce(result_limit, 100), 0), 1000)
      ) l
    )
  );
end
$$;
comment on function public.get_inbox(integer) is
  'The inbox of the caller, the most urgent reasons first: {"total", "lines": [{"reason": "handover" | "newcomer" | "suggestion" | "late" | "renewal" | "found" | "caller", "id", "kind", "record_id", "record_name", "since", "person", "amount", "details"}]}. The id is that of the act, person, suggestion or record. A handover of several records has their amount, and names one of them; that of a single one has its handover_id and part in the details.';
alter function public.get_inbox(integer) owner to cairn_definer;
revoke all on function public.get_inbox(integer) from public, anon, authenticated, service_role;
grant execute on function public.get_inbox(integer) to authenticated;

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

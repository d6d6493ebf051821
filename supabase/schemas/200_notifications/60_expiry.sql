-- Expiry: rows that are kept for a time only, which are sign-ins, the audit log, the history of records, the bins,
-- deleted own fields, imports, the runs of heartbeats (whose daily sums stay; they are listed without an account), and
-- kept answers to writes.
--
-- Cairn's server deletes what is older than the operator wants, in small batches, so that no user waits for it, and an
-- account after the other, so that no account waits for another. On another Supabase any program that holds the service
-- key can do the same. The auth server deletes its own sessions.

-- The audit log is kept for at least 90 days, whatever the caller asks for.
create function private.retention_days(what text, keep_days integer) returns interval
language sql immutable set search_path = ''
as $$
  select make_interval(days => greatest(keep_days, case what when 'audit' then 90 when 'fields' then 30 else 1 end))
$$;
comment on function private.retention_days(text, integer) is
  'The days for which something is kept where so many are asked for: the audit log for 90 at least, deleted fields for 30.';

-- Long, because each kind of rows expires by statements of its own.
create function public.delete_expired(
  what text, keep_days integer, at_most integer default 1000, account uuid default null,
  only_these text[] default null
)
returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  oldest constant timestamptz := now() - private.retention_days(what, keep_days);
  deleted integer;
begin
  case what
    when 'sign-ins' then
      delete from public.login_attempts where id in (
        select a.id from public.login_attempts a where a.attempted_at < oldest
          and (only_these is null or a.id in (select t::bigint from unnest(only_these) as t))
        order by a.attempted_at limit at_most
      );
    when 'audit' then
      delete from public.security_audit_log where id in (
        select l.id from public.security_audit_log l where l.created_at < oldest
          and (account is null or l.account_id = account)
          and (only_these is null or l.id in (select t::uuid from unnest(only_these) as t))
        order by l.created_at limit at_most
      );
    when 'history' then
      -- An act is a row for many lines, and goes with the first of them.
      delete from public.acts a where a.done_at < oldest and (account is null or a.account_id = account);
      delete from public.record_history where id in (
        select h.id from public.record_history h where h.changed_at < oldest
          and (account is null or h.account_id = account)
          and (only_these is null or h.id in (select t::uuid from unnest(only_these) as t))
        order by h.changed_at limit at_most
      );
    when 'bin' then
      return private.empty_bins(greatest(keep_days, 1), at_most, account, only_these);
    when 'fields' then
      return private.purge_own_fields(oldest, account, only_these);
    when 'imports' then
      delete from public.imports where id in (
        select i.id from public.imports i where i.started_at < oldest
          and (account is null or i.account_id = account)
          and (only_these is null or i.id in (select t::uuid from unnest(only_these) as t))
        order by i.started_at limit at_most
      );
    when 'runs' then
      delete from public.runs r
      using (
        (
          select x.heartbeat_id, x.number from public.runs x where only_these is null and x.at < oldest
          order by x.at limit at_most
        )
        union all
        select split_part(t, ' ', 1)::uuid, split_part(t, ' ', 2)::bigint from unnest(only_these) as t
      ) over
      where r.heartbeat_id = over.heartbeat_id and r.number = over.number and r.at < oldest;
    when 'answers' then
      delete from private.kept_answers a
      using (
        (
          select x.account_id, x.user_id, x.holder, x.key
          from private.kept_answers x
          where only_these is null and x.kept_at < oldest
          order by x.kept_at limit at_most
        )
        union all
        select (t::jsonb ->> 0)::uuid, (t::jsonb ->> 1)::uuid, t::jsonb ->> 2, t::jsonb ->> 3 from unnest(only_these) as t
      ) over
      where a.account_id = over.account_id and a.user_id = over.user_id and a.holder = over.holder and a.key = over.key
        and a.kept_at < oldest;
    else
      raise exception 'There is nothing called % that expires.', what
        using errcode = '22023', detail = 'expiry.unknown', hint = 'Name sign-ins, audit, history, bin, fields, imports, runs or answers.';
  end case;
  get diagnostics deleted = row_count;
  return deleted;
end
$$;
comment on function public.delete_expired(text, integer, integer, uuid, text[]) is
  'For the server: deletes the oldest sign-ins, audit entries, changes of the history, records in bins, deleted own fields, imports, runs or kept answers that are older than so many days; of the audit log nothing of the last 90, of fields of the last 30. A field goes with the values of all records, of some thousand at a time: it is there until the last is gone. Of one account where it is given; sign-ins, runs and answers are of none. Only those with these keys where they are given. Returns how many.';
grant execute on function public.delete_expired(text, integer, integer, uuid, text[]) to service_role, supabase_auth_admin;

create function private.expired_rows(what text, keep_days integer, account uuid, without text[], at_most integer)
returns setof text
language plpgsql stable security definer set search_path = ''
as $$
declare
  oldest constant timestamptz := now() - private.retention_days(what, keep_days);
begin
  case what
    when 'sign-ins' then
      return query
      select a.id::text from public.login_attempts a
      where a.attempted_at < oldest and a.id <> all (without::bigint[])
      order by a.attempted_at limit at_most;
    when 'audit' then
      return query
      select l.id::text from public.security_audit_log l
      where l.account_id = account and l.created_at < oldest and l.id <> all (without::uuid[])
      order by l.created_at limit at_most;
    when 'history' then
      return query
      select h.id::text from public.record_history h
      where h.account_id = account and h.changed_at < oldest and h.id <> all (without::uuid[])
      order by h.changed_at limit at_most;
    when 'bin' then
      return query
      select b.kind || ' ' || b.record_id from public.binned_records b
      where b.account_id = account and b.deleted_at < oldest and b.kind || ' ' || b.record_id <> all (without)
      order by b.deleted_at limit at_most;
    when 'fields' then
      return query
      select f.id::text from public.own_fields f
      where f.account_id = account and f.deleted_at < oldest and f.id <> all (without::uuid[])
      order by f.deleted_at limit at_most;
    when 'imports' then
      return query
      select i.id::text from public.imports i
      where i.account_id = account and i.started_at < oldest and i.id <> all (without::uuid[])
      order by i.started_at limit at_most;
    when 'runs' then
      return query
      select r.heartbeat_id || ' ' || r.number from public.runs r
      where r.at < oldest and r.heartbeat_id || ' ' || r.number <> all (without)
      order by r.at limit at_most;
    when 'answers' then
      return query
      select jsonb_build_array(a.account_id, a.user_id, a.holder, a.key)::text from private.kept_answers a
      where a.kept_at < oldest
        and jsonb_build_array(a.account_id, a.user_id, a.holder, a.key)::text <> all (without)
      order by a.kept_at limit at_most;
  end case;
end
$$;
comment on function private.expired_rows(text, integer, uuid, text[], integer) is
  'The keys of the oldest rows that public.delete_expired would delete, of an account or of none, but for some.';
grant execute on function private.expired_rows(text, integer, uuid, text[], integer) to supabase_auth_admin;

create function private.accounts_with_expired(what text, keep_days integer) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select a.id
  from public.accounts a
  where case what
    when 'audit' then exists (
      select from public.security_audit_log l
      where l.account_id = a.id and l.created_at < now() - make_interval(days => greatest(keep_days, 90))
    )
    when 'history' then exists (
      select from public.record_history h
      where h.account_id = a.id and h.changed_at < now() - make_interval(days => keep_days)
    )
    when 'bin' then exists (
      select from public.binned_records b
      where b.account_id = a.id and b.deleted_at < now() - make_interval(days => keep_days)
    )
    when 'fields' then exists (
      select from public.own_fields f
      where f.account_id = a.id and f.deleted_at < now() - private.retention_days(what, keep_days)
    )
    when 'imports' then exists (
      select from public.imports i
      where i.account_id = a.id and i.started_at < now() - private.retention_days(what, keep_days)
    )
  end
$$;
comment on function private.accounts_with_expired(text, integer) is
  'The accounts with audit entries, changes of the history, records in bins, deleted own fields or imports that are older than so many days.';
grant execute on function private.accounts_with_expired(text, integer) to supabase_auth_admin;

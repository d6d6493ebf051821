-- What is kept for a time only: sign-ins, the audit log, the history of records, and the bins.
--
-- Cairn's server deletes what is older than the operator wants, in small batches, so that no user waits for it, and an
-- account after the other, so that no account waits for another. On
-- another Supabase any program that holds the service key can do the same. The auth server deletes its own sessions.

-- The audit log is kept for at least 90 days, whatever the caller asks for.
create function public.delete_expired(
  what text, keep_days integer, at_most integer default 1000, account uuid default null
)
returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  shortest constant integer := case what when 'audit' then 90 else 1 end;
  oldest constant timestamptz := now() - make_interval(days => greatest(keep_days, shortest));
  deleted integer;
begin
  case what
    when 'sign-ins' then
      delete from public.login_attempts where id in (
        select a.id from public.login_attempts a where a.attempted_at < oldest
        order by a.attempted_at limit at_most
      );
    when 'audit' then
      delete from public.security_audit_log where id in (
        select l.id from public.security_audit_log l where l.created_at < oldest
          and (account is null or l.account_id = account)
        order by l.created_at limit at_most
      );
    when 'history' then
      delete from public.record_history where id in (
        select h.id from public.record_history h where h.changed_at < oldest
          and (account is null or h.account_id = account)
        order by h.changed_at limit at_most
      );
    when 'bin' then
      return private.empty_bins(greatest(keep_days, shortest), at_most, account);
    else
      raise exception 'There is nothing called % that expires.', what
        using errcode = '22023', hint = 'Name sign-ins, audit, history or bin.';
  end case;
  get diagnostics deleted = row_count;
  return deleted;
end
$$;
comment on function public.delete_expired(text, integer, integer, uuid) is
  'For the server: deletes the oldest sign-ins, audit entries, changes of the history or records in bins that are older than so many days; of the audit log nothing of the last 90. Of one account where it is given; sign-ins are of none. Returns how many.';
alter function public.delete_expired(text, integer, integer, uuid) owner to cairn_definer;
revoke all on function public.delete_expired(text, integer, integer, uuid) from public, anon, authenticated, service_role;
grant execute on function public.delete_expired(text, integer, integer, uuid) to service_role, supabase_auth_admin;

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
  end
$$;
comment on function private.accounts_with_expired(text, integer) is
  'The accounts with audit entries, changes of the history or records in bins that are older than so many days.';
alter function private.accounts_with_expired(text, integer) owner to cairn_definer;
revoke all on function private.accounts_with_expired(text, integer) from public;
grant execute on function private.accounts_with_expired(text, integer) to supabase_auth_admin;

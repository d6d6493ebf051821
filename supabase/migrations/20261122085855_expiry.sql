-- What is kept for a time only: failed and other sign-ins, the audit log, the history of records.
--
-- Cairn's server deletes what is older than the operator wants, in small batches, so that nobody waits for it. On another
-- Supabase anything that holds the service key can do the same. Sessions are the auth server's.

create index record_history_changed_at_idx on public.record_history (changed_at);
create index security_audit_log_created_at_idx on public.security_audit_log (created_at);

create function public.delete_expired(what text, keep_days integer, at_most integer default 1000) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  oldest constant timestamptz := now() - make_interval(days => greatest(keep_days, 1));
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
        order by l.created_at limit at_most
      );
    when 'history' then
      delete from public.record_history where id in (
        select h.id from public.record_history h where h.changed_at < oldest
        order by h.changed_at limit at_most
      );
    else
      raise exception 'There is nothing called % that expires.', what
        using errcode = '22023', hint = 'Name sign-ins, audit or history.';
  end case;
  get diagnostics deleted = row_count;
  return deleted;
end
$$;
comment on function public.delete_expired(text, integer, integer) is
  'For the server: deletes the oldest sign-ins, audit entries or changes of the history that are older than so many days. Returns how many.';

grant delete on public.record_history to cairn_definer;
alter function public.delete_expired(text, integer, integer) owner to cairn_definer;
revoke all on function public.delete_expired(text, integer, integer) from public, anon, authenticated, service_role;
grant execute on function public.delete_expired(text, integer, integer) to service_role, supabase_auth_admin;

/**
 * The limits of a session of the two serving users, whatever a request needs. Only superusers can set the last three:
 * where the user of DATABASE_URL is none, the operator's own settings stay.
 *
 * The time-outs hold for every session of these users, in whatever way it was opened. A request has shorter ones
 * (pool.ts, as-caller.ts): the roles that it becomes cannot sign in, so Postgres would not read their settings.
 */
const LIMITS = {
  statement_timeout: '1min',
  lock_timeout: '10s',
  idle_in_transaction_session_timeout: '1min',
  /** For each sort and hash of a statement, of which a request can cause many. */
  work_mem: '4MB',
  hash_mem_multiplier: '1',
  /** The disk space for sorts and results that do not fit into memory. */
  temp_file_limit: '256MB',
  /**
   * Postgres' log omits errors that callers cause, because it would fill the disk: the callers receive them, and
   * Cairn's log has the causes.
   */
  log_min_messages: 'fatal',
  log_min_error_statement: 'panic',
} as const

/** SQL that sets the limits for the users, in the database that it runs in. Can be repeated. */
export function roleLimitsSql(users: readonly string[]): string {
  const pairs = users.flatMap((user) =>
    Object.entries(LIMITS).map(([name, value]) => `('${user}', '${name}', '${value}')`),
  )
  return `
do $$
declare
  wanted record;
begin
  for wanted in
    select *
    from (values ${pairs.join(', ')}) as settings (role, name, value)
  loop
    begin
      execute format(
        'alter role %I in database %I set %I = %L', wanted.role, current_database(), wanted.name, wanted.value
      );
    exception
      when insufficient_privilege then null;
    end;
  end loop;
end
$$`
}

/**
 * What a session of the two serving users may take, whatever a request asks of it. The last three are for superusers to
 * set: where the user of DATABASE_URL is none, the operator's own settings stay.
 *
 * The time-outs hold for every session of these users, in whatever way it was opened. A request has shorter ones
 * (pool.ts, as-caller.ts): the roles that it becomes cannot sign in, so Postgres would not read settings of theirs.
 */
const LIMITS = {
  statement_timeout: '1min',
  lock_timeout: '10s',
  idle_in_transaction_session_timeout: '1min',
  /** For each sort and hash of a statement, of which a request can cause many. */
  work_mem: '4MB',
  hash_mem_multiplier: '1',
  /** What sorts and results that do not fit may take of the disk. */
  temp_file_limit: '256MB',
  /** What callers cause is answered to them, and Cairn's log has the causes: here it would fill the disk. */
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

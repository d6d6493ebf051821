import type postgres from 'postgres'

const GATE = 5353

/**
 * Lets every update of the systems of a name wait while a test holds it up. As a row that is locked would, but for as
 * long as a statement may take: a request waits only two seconds for a lock, in which a busy machine does not get far.
 */
export async function holdUpUpdates(database: postgres.Sql, name: string): Promise<void> {
  await database.unsafe(`
    create function public.hold_up() returns trigger language plpgsql security definer
    set search_path = '' set lock_timeout = 0 as $$
    begin
      perform pg_advisory_xact_lock_shared(${GATE});
      return new;
    end $$;
    create trigger hold_up before update on private.records
    for each row when (old.name = '${name}') execute function public.hold_up()`)
}

/** Holds them up until the transaction ends. */
export async function hold(tx: postgres.TransactionSql): Promise<void> {
  await tx`select pg_advisory_xact_lock(${GATE})`
}

import { randomUUID } from 'node:crypto'

/**
 * The places where a row is refused: the table, the refused operation, and the column that names the row. Rows whose
 * name is in `public.poison` cannot be written or deleted.
 */
const REFUSED = [
  ['public.notifications', 'update', 'id'],
  ['private.digest_times', 'update', 'user_id'],
  ['private.counted_records', 'insert', 'record_id'],
  ['public.security_audit_log', 'delete', 'id'],
  ['public.record_history', 'delete', 'id'],
  ['public.binned_records', 'delete', 'record_id'],
  ['public.login_attempts', 'delete', 'id'],
  ['auth.sessions', 'delete', 'id'],
]

/** The number of refused rows, plus a message that cannot be read. */
export const POISONED = REFUSED.length + 1

/** Arranges two rows for each job, and poisons one of them. `mend` removes the poison. */
export async function arrangePoison(sql, person) {
  await refuse(sql)
  const pairs = [
    await notifications(sql, person),
    await digests(sql),
    await records(sql, person),
    ...(await expired(sql, person)),
    await messages(sql),
  ]
  return {
    good: pairs.map(({ good }) => good),
    bad: pairs.map(({ bad }) => bad),
    async mend() {
      await sql`delete from public.poison`
      for (const { mend } of pairs) await mend?.()
    },
  }
}

/** The rows that are not done yet. */
export async function looksLeft(sql, rows) {
  const left = []
  for (const row of rows) if ((await row.left(sql)).length > 0) left.push(row)
  return left
}

async function refuse(sql) {
  await sql.unsafe(`
    create table public.poison (name text primary key);
    create function public.refuse_poisoned() returns trigger language plpgsql security definer as $$
      declare
        row_here jsonb := to_jsonb(case tg_op when 'DELETE' then old else new end);
      begin
        if exists (select from public.poison p where p.name = row_here ->> tg_argv[0]) then
          raise exception 'This row is poisoned.';
        end if;
        return case tg_op when 'DELETE' then old else new end;
      end $$;
    ${REFUSED.map(
      ([table, act, column]) => `
        create trigger poisoned before ${act} on ${table}
          for each row execute function public.refuse_poisoned('${column}');`,
    ).join('')}`)
}

const poison = (sql, name) => sql`insert into public.poison (name) values (${name})`

async function accountOf(sql, { id }) {
  const [row] = await sql`select account_id as id from public.account_members where user_id = ${id}`
  return row.id
}

/** Adds a member without triggers, so that nothing else is due for them. */
async function addMember(sql, account, name) {
  const id = randomUUID()
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`
      insert into public.profiles (id, email, name, account_id)
      values (${id}, ${`${name}@poison.example`}, ${name}, ${account})`
    await tx`
      insert into public.account_members (user_id, account_id, role, permission_level)
      values (${id}, ${account}, 'member', 'user')`
    await tx`insert into public.notification_preferences (user_id, weekly_digest) values (${id}, true)`
  })
  return id
}

/** Arranges two notifications of one member. */
async function notifications(sql, person) {
  const account = await accountOf(sql, person)
  const member = await addMember(sql, account, 'told')
  const add = async (id, number) => {
    await sql`
      insert into public.notifications (id, account_id, user_id, kind, number, in_app, mail_due, created_at)
      values (${id}, ${account}, ${member}, 'level_changed', ${number}, true, true, now() - interval '2 minutes')`
    return {
      job: 'queue notifications',
      item: `notification ${id}`,
      left: () => sql`select from public.notifications where id = ${id} and mail_due`,
    }
  }
  const id = randomUUID()
  await poison(sql, id)
  return { good: await add(randomUUID(), 1), bad: await add(id, 2) }
}

/** Arranges the digests of two members. Where it is not Monday morning, a due digest moves on without a mail. */
async function digests(sql) {
  const [{ id: account }] = await sql`
    select account_id as id from public.profiles where email = 'ada@poison.example'`
  const of = async (name) => {
    const id = await addMember(sql, account, name)
    await sql`insert into private.digest_times (user_id, due_at) values (${id}, now() - interval '30 days')`
    return {
      id,
      job: 'queue digests',
      item: `member ${id}`,
      left: () => sql`select from private.digest_times where user_id = ${id} and due_at < now()`,
    }
  }
  const [good, bad] = [await of('reader'), await of('poisoned')]
  await poison(sql, bad.id)
  return { good, bad }
}

async function records(sql, { id: owner }) {
  const of = async (name, isPoisoned) => {
    const id = randomUUID()
    if (isPoisoned) await poison(sql, id)
    await sql.begin(async (tx) => {
      await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: owner, role: 'authenticated' })}, true)`
      await tx`
        insert into public.systems (id, account_id, name, owner_id)
        select ${id}, account_id, ${name}, user_id from public.account_members where user_id = ${owner}`
    })
    return {
      job: 'count records',
      item: `record system ${id}`,
      left: () => sql`select from private.records_to_count where record_id = ${id}`,
    }
  }
  return { bad: await of('Poisoned', true), good: await of('Ledger', false) }
}

/** Arranges expired rows for each of the jobs that delete them. */
async function expired(sql, person) {
  const account = await accountOf(sql, person)
  const old = '2000-01-01'
  const kinds = [
    {
      job: 'delete expired audit',
      what: 'entry of the security log',
      table: 'public.security_audit_log',
      add: (id) => sql`
        insert into public.security_audit_log (id, account_id, action, resource_type, created_at)
        values (${id}, ${account}, 'tested', 'test', ${old})`,
    },
    {
      job: 'delete expired history',
      what: 'change of the history',
      table: 'public.record_history',
      add: (id) => sql`
        insert into public.record_history (id, account_id, kind, record_id, record_name, action, changed_at)
        values (${id}, ${account}, 'system', ${id}, 'Billing', 'created', ${old})`,
    },
    {
      job: 'delete expired bin',
      what: 'record in the bin',
      table: 'public.binned_records',
      column: 'record_id',
      keyOf: (id) => `system ${id}`,
      add: (id) => sql`
        insert into public.binned_records (account_id, kind, record_id, name, record, deleted_at)
        values (${account}, 'system', ${id}, 'Billing', '{}', ${old})`,
    },
    {
      job: 'delete expired sign-ins',
      what: 'sign-in',
      table: 'public.login_attempts',
      async add() {
        const [row] = await sql`
          insert into public.login_attempts (email, success, attempted_at, source)
          values ('nobody@poison.example', false, ${old}, 'server')
          returning id::text as id`
        return row.id
      },
    },
    {
      job: 'purge accounts',
      what: 'session',
      table: 'auth.sessions',
      add: (id) => sql`
        insert into auth.sessions (id, user_id, created_at, not_after) values (${id}, ${person.id}, ${old}, ${old})`,
    },
  ]
  const pairs = []
  for (const kind of kinds) {
    const [bad, good] = [await rowOf(sql, kind), await rowOf(sql, kind)]
    await poison(sql, bad.id)
    pairs.push({ good, bad })
  }
  return pairs
}

async function rowOf(sql, { job, what, table, column = 'id', keyOf = (id) => id, add }) {
  const given = randomUUID()
  const added = await add(given)
  const id = typeof added === 'string' ? added : given
  return {
    id,
    job,
    item: `${what} ${keyOf(id)}`,
    left: () => sql`select from ${sql(table)} where ${sql(column)}::text = ${id}`,
  }
}

/** Arranges a mail that no server with this secret has sealed, beside the mail about a good notification. */
async function messages(sql) {
  const id = randomUUID()
  await sql`
    insert into auth.mail_queue (id, template, recipient, values_sealed)
    values (${id}, 'confirmation', 'nobody@poison.example', 'nothing')`
  const left = () => sql`select from auth.mail_queue where id = ${id}`
  return {
    bad: { job: 'send messages', item: `confirmation ${id}`, left },
    good: {
      job: 'send messages',
      left: () => sql`select from auth.mail_queue where set_aside_at is null and id <> ${id}`,
    },
    // No server can unseal it: the operator removes it.
    mend: () => sql`delete from auth.mail_queue where id = ${id}`,
  }
}

import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ID } from '../../supabase/tests/support/cast.ts'
import { OWN } from '../../supabase/tests/support/own-rows.ts'
import type { Cairn } from '../support/cairn.ts'
import { type Caller, type OnlineCast, openCast } from '../support/cast.ts'
import { type Answer, type Outcome, outcomeOf, tryAll } from '../support/matrix.ts'
import { type Snapshot, takeSnapshot } from '../support/snapshot.ts'
import { ARRANGED, type ProcedureCase, type Tokens } from './case.ts'
import { PROCEDURES } from './procedures.cases.ts'
import { SERVER_FUNCTIONS } from './server-functions.cases.ts'

let cast: OnlineCast
let snapshot: Snapshot
let tokens: Tokens

beforeAll(async () => {
  cast = await openCast()
  const { database } = cast.cairn
  await arrangeRecords(database)
  const [row] = await database<Tokens[]>`
    select private.invitation_token(${ID.invitationOfUnplaced}) as acme,
      private.invitation_token(${ID.rivalInvitation}) as rivals`
  tokens = z.object({ acme: z.string(), rivals: z.string() }).parse(row)
  snapshot = await takeSnapshot(database)
})
afterAll(() => cast?.cairn.close())

/**
 * Exactly one notification and one event of the user's own, a lock that an admin can release, and a session and a
 * second factor that an admin can end. A system in each bin, one change in bulk and one handover of the user's. Assistants
 * may suggest edits.
 */
async function arrangeRecords(database: Cairn['database']): Promise<void> {
  await database.unsafe(`
    insert into public.binned_records (account_id, kind, record_id, name, record)
    select s.account_id, 'system', b.id, 'Deleted', to_jsonb(s) || jsonb_build_object('id', b.id, 'name', 'Deleted')
    from public.systems s
    join (values
      ('${ID.billing}'::uuid, '${ARRANGED.binned}'::uuid), ('${ID.rivalSystem}', '${ARRANGED.rivalBinned}')
    ) b (like_this, id) on b.like_this = s.id;
    insert into public.acts (id, account_id, action, kind, value, parts, records, done_by)
    select '${ARRANGED.bulkAct}', e.account_id, 'expert', 'system', e.expert_id, '{experts}', 1, '${ID.user}'
    from public.system_experts e
    where e.system_id = '${ID.ledger}';
    insert into public.record_history (account_id, kind, record_id, record_name, action, field, after, changed_by, act)
    select
      e.account_id, 'system', e.system_id, 'Ledger', 'updated', 'experts', jsonb_build_object('id', e.expert_id),
      '${ID.user}', '${ARRANGED.bulkAct}'
    from public.system_experts e
    where e.system_id = '${ID.ledger}';
    update public.api_settings set suggested_edits = true;
    -- A deletion that succeeds says the number of its records.
    update public.solutions set owner_id = null, team_id = '${OWN.team}' where id = '${ID.intranet}';
    update public.handovers set act = '${ARRANGED.handoverAct}' where id = '${OWN.handover}';
    insert into private.sign_in_locks (email, origin, series, locked_until)
    values ('uma@acme.test', '198.51.100.7', 1, now() + interval '1 hour');
    delete from public.notifications where id not in ('${OWN.notification}', '${OWN.rivalNotification}');
    delete from public.security_audit_log where action <> 'profile_viewed';
    insert into public.security_audit_log (account_id, user_id, action, resource_type)
    values ('${ID.acme}', '${ID.user}', 'login_successful', 'user_account');
    insert into auth.sessions (id, user_id)
    values (gen_random_uuid(), '${ID.colleague}');
    insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret_sealed)
    values (gen_random_uuid(), '${ID.colleague}', 'Phone', 'totp', 'verified', 'example')`)
}

const OUTSIDERS: readonly Caller[] = ['anonymous', 'unplaced', 'former', 'rival']
/** Texts of Acme that no answer to another account may hold. */
const SECRETS = [
  'Acme',
  ...[ID.acme, ID.admin, ID.manager, ID.user, ID.viewer, ID.billing, ID.ledger, ID.portal, ID.helper],
]

/** Expects neither a name nor an id of Acme, other than those in the request itself. */
function expectNothingOfAcme(args: object, { data, error }: Answer): void {
  const said = JSON.stringify(args)
  const answered = JSON.stringify([data, error])
  expect(SECRETS.filter((secret) => answered.includes(secret) && !said.includes(secret))).toEqual([])
}

const fields = z.record(z.string(), z.unknown())

/** The outcome, or the value of one field of the answer: its length, where it is a list. */
function told(given: Answer, field: string | undefined): Outcome {
  if (field === undefined || !fields.safeParse(given.data).success) return outcomeOf(given)
  const value = field
    .split('.')
    .reduce<unknown>((within, name) => fields.safeParse(within).data?.[name], given.data)
  return Array.isArray(value) ? value.length : String(value)
}

/** Every caller tries a case; `send` is one request of theirs. */
async function tryCase(
  { args, expected, former, says, reveals }: ProcedureCase,
  send: (caller: Caller, args: object) => PromiseLike<Answer>,
  successIsShown: boolean,
): Promise<void> {
  const given = args?.(tokens) ?? {}
  const run = async (caller: Caller) => {
    const answered = await send(caller, given)
    if (OUTSIDERS.includes(caller) && reveals !== true) expectNothingOfAcme(given, answered)
    return told(answered, says)
  }
  await tryAll({ run, writes: true, expected, former, successIsShown }, snapshot)
}

describe.each(Object.entries(PROCEDURES))('[PERM-18] callers of %s', (name, cases) => {
  it.each(cases)('about $title', async (found) => {
    await tryCase(found, (caller, args) => cast.clients[caller].rpc(name, args), found !== cases[0])
  })
})

const OF_ACME = new Set<string>(
  [ID, OWN, ARRANGED].flatMap((ids) =>
    Object.entries(ids).flatMap(([name, id]) => (/rival/i.test(name) ? [] : [id])),
  ),
)
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** Compares two answers to the other account, about ids of Acme and about unknown ids: they are the same, word for word. */
async function expectSameAsUnknown(name: string, args: object): Promise<void> {
  const unknown = new Map<string, string>()
  const hidden = (text: string) => text.replaceAll(UUID, (id) => unknown.get(id) ?? id)
  for (const [id] of JSON.stringify(args).matchAll(UUID))
    if (OF_ACME.has(id) && !unknown.has(id)) unknown.set(id, randomUUID())
  if (unknown.size === 0) return
  const answers: string[] = []
  for (const given of [args, JSON.parse(hidden(JSON.stringify(args)))]) {
    const { data, error } = await cast.clients.rival.rpc(name, given)
    answers.push(hidden(JSON.stringify({ name, data, error })))
    if (error === null && (await snapshot.changed()).length > 0) await snapshot.restore()
  }
  // A call that creates a row answers with a new id each time.
  const [ofAcme, ofNobody] = answers.map((answer) => answer.replaceAll(MADE, 'made'))
  expect(ofAcme).toBe(ofNobody)
}
const MADE = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)?/g

it.each(Object.keys(PROCEDURES))(
  'tells the other account no id of Acme from one that nobody has: %s',
  async (name) => {
    for (const { args } of PROCEDURES[name] ?? []) await expectSameAsUnknown(name, args?.(tokens) ?? {})
  },
)

const refusal = z.object({ code: z.string() })

/** The code of a refusal; for scripts it is the text itself. */
async function codeIn(answer: Response): Promise<{ code: string }> {
  const text = await answer.text()
  return text.startsWith('{') ? refusal.parse(JSON.parse(text)) : { code: text }
}

describe.each(Object.entries(SERVER_FUNCTIONS))('callers of the server function %s', (name, cases) => {
  it.each(cases)('about $title', async (found) => {
    const send = async (caller: Caller, body: object) => {
      const { data, error } = await cast.clients[caller].functions.invoke(name, { body })
      return { data, error: error === null ? null : await codeIn(error.context) }
    }
    await tryCase(found, send, found !== cases[0])
  })
})

it('tries every server function', () => {
  const folders = readdirSync(join(import.meta.dirname, '..', '..', 'supabase', 'functions'), {
    withFileTypes: true,
  })
  const functions = folders.filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
  expect(functions.map(({ name }) => name).toSorted()).toEqual(Object.keys(SERVER_FUNCTIONS).toSorted())
})

it('[OPEN-13] tries every procedure', async () => {
  const procedures = await cast.cairn.database<{ name: string }[]>`
    select distinct proname as name from pg_proc
    where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype
      -- Functions of a row only embed: no request calls them.
      and not exists (select from pg_type where oid = any (proargtypes) and typtype = 'c')
    order by proname`
  expect(procedures.map(({ name }) => name)).toEqual(Object.keys(PROCEDURES).toSorted())
})

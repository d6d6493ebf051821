import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { arrangePerson, PASSWORD } from '@cairn/testing/people'
import { startServerProcess } from '@cairn/testing/server-process'
import { ensureProgram, notRun } from './debian.mjs'
import { openSql } from './member.mjs'

/** Where Debian has libfaketime. */
export const LIBRARIES = ['x86_64', 'aarch64'].map(
  (cpu) => `/usr/lib/${cpu}-linux-gnu/faketime/libfaketimeMT.so.1`,
)
const STEPS = ['+1d', '+0', '-1d', '+0']
const CODES_IN_FIVE_MINUTES = 30
const LOCKED_FOR_MINUTES = 20
/** So long the drill may take until the lock that it looks at counts as opened. */
const LEAST_MINUTES = LOCKED_FOR_MINUTES - 5
/** The note of the time is some seconds old when the clock is set: by so much a lock may last longer. */
const MOST_MINUTES = LOCKED_FOR_MINUTES + STEPS.length
const SENT_WITHIN_MS = 60_000
const LOOK_AGAIN_MS = 100

/**
 * Sets the clock of server and Postgres a day forward and back and a day back and forward, while an address is locked, a
 * network has used up a limit, a person is signed in and mails are asked for.
 */
export async function clock({ short }) {
  await ensureProgram('/usr/bin/faketime', 'faketime')
  const library = LIBRARIES.find((path) => existsSync(path))
  if (library === undefined) return notRun('there is no libfaketime here')
  const folder = mkdtempSync(join(tmpdir(), 'cairn-clock-'))
  chmodSync(folder, 0o755)
  const file = join(folder, 'clock')
  const set = (step) => writeFileSync(file, `${step}\n`)
  set('+0')
  const steps = short ? STEPS.slice(0, 2) : [...STEPS, ...STEPS]
  try {
    const server = await startServerProcess({
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
    })
    try {
      return await rowOf(await meetSteps(server, steps, set), steps)
    } finally {
      await server.dispose()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function rowOf(problems, steps) {
  return {
    done: `the clock of server and Postgres set ${steps.length} times (to ${[...new Set(steps)].join(', ')} of the right time) with a locked address, a used up limit, a session and mails`,
    came: `${problems.length} locks or limits opened or prolonged, sessions or mails lost${problems.length === 0 ? '' : `: ${problems.slice(0, 5).join('; ')}`}`,
    passed: problems.length === 0,
  }
}

async function meetSteps(server, steps, set) {
  const sql = openSql(server.admin())
  const problems = []
  try {
    await arrangePerson(sql, { email: 'ada@drill.example', name: 'Ada' })
    await arrangePerson(sql, { email: 'bob@drill.example', name: 'Bob' })
    const ask = asker(server)
    let session = (await ask('/auth/v1/token?grant_type=password', credentials('ada', PASSWORD))).json
    await lock(ask, sql, 'bob')
    for (let count = 0; count < CODES_IN_FIVE_MINUTES; count += 1) await tryCode(ask)
    await expectLimits(ask, 'at first', problems)
    for (const [index, step] of steps.entries()) {
      set(step)
      const when = `after ${step} (${index + 1})`
      await expectLimits(ask, when, problems)
      session = await expectSession(ask, session, when, problems)
      await expectMail(server, ask, sql, { email: `visitor-${index}@drill.example`, when }, problems)
    }
  } finally {
    await sql.end()
  }
  return problems
}

const credentials = (name, password) => ({ email: `${name}@drill.example`, password })

/** Requests of a client that does not know what the clock of the server does. */
function asker({ url, publishableKey }) {
  return async (path, body, token) => {
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: {
        apikey: publishableKey,
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    return { status: answer.status, json: text === '' ? null : JSON.parse(text) }
  }
}

const tryCode = (ask) =>
  ask('/auth/v1/verify', { type: 'email', email: 'nobody@drill.example', token: '123456' })

async function lock(ask, sql, name) {
  for (let count = 0; count < 5; count += 1) {
    await ask('/auth/v1/token?grant_type=password', credentials(name, 'wrong horse battery'))
  }
  await sql`
    update private.sign_in_locks set locked_until = clock_timestamp() + make_interval(mins => ${LOCKED_FOR_MINUTES})`
}

/** The address is still locked, for hardly longer than at first, and the network has still tried too many codes. */
async function expectLimits(ask, when, problems) {
  const { json } = await ask('/auth/v1/token?grant_type=password', credentials('bob', PASSWORD))
  const minutes = Number(/Please wait (\d+) minutes?/.exec(json.msg)?.[1] ?? 0)
  if (minutes < LEAST_MINUTES || minutes > MOST_MINUTES) {
    problems.push(`${when} bob is locked for ${minutes} minutes`)
  }
  const { status } = await tryCode(ask)
  if (status !== 429) problems.push(`${when} a further code gets ${status}`)
}

/** The session goes on with its refresh token, its person writes, and could sign in again. */
async function expectSession(ask, session, when, problems) {
  const refreshed = await ask('/auth/v1/token?grant_type=refresh_token', {
    refresh_token: session.refresh_token,
  })
  if (refreshed.status !== 200) problems.push(`${when} a refresh gets ${refreshed.status}`)
  const { access_token } = refreshed.json
  const written = await ask('/rest/v1/systems', { name: `System ${when}` }, access_token)
  if (written.status !== 201) problems.push(`${when} a write gets ${written.status}`)
  const again = await ask('/auth/v1/token?grant_type=password', credentials('ada', PASSWORD))
  if (again.status !== 200) problems.push(`${when} a sign-in gets ${again.status}`)
  return refreshed.status === 200 ? refreshed.json : session
}

async function expectMail({ dataDir }, ask, sql, { email, when }, problems) {
  const outbox = join(dataDir, 'outbox')
  const before = readdirSync(outbox).length
  const { status } = await ask('/auth/v1/signup', { email, password: PASSWORD })
  if (status !== 200) problems.push(`${when} a sign-up gets ${status}`)
  const deadline = performance.now() + SENT_WITHIN_MS
  while (readdirSync(outbox).length === before) {
    if (performance.now() > deadline) {
      const [left] = await sql`select count(*)::int as mails from auth.mail_queue`
      problems.push(`${when} a mail was not sent (${left.mails} wait)`)
      return
    }
    await wait(LOOK_AGAIN_MS)
  }
}

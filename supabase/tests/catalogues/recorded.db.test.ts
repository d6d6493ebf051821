import { createDataApi, type DataApi } from '@cairn/data-api/handler'
import type { Caller } from '@cairn/postgres/pool/caller'
import { openPool, type Pool } from '@cairn/postgres/pool/pool'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Actor, callerOf, ID } from '../support/cast.ts'
import { arrangeTokens, SCOPED_CALLERS } from '../support/scoped-callers.ts'
import { openStage, type Stage } from '../support/stage.ts'
import { CATALOGUES, links, type RecordedRequest, requestsOf, writesOf } from './requests.ts'

let stage: Stage
let pool: Pool
let api: DataApi
beforeAll(async () => {
  stage = await openStage()
  await arrangeTokens(stage.admin)
  // Two records for each embedded resource that leads to people.
  for (const { name, ids } of CATALOGUES)
    await stage.admin.unsafe(`
      update public.${name} set owner_id = '${ID.user}', updated_by = '${ID.manager}' where id = '${ids[1]}';
      update public.${name} set invited_owner_id = '${ID.invitation}', owner_id = null where id = '${ids[0]}'`)
  pool = openPool({ target: stage.authenticator, size: 1, name: 'recorded' })
  api = await createDataApi({
    pool,
    schemas: ['public'],
    maxRows: 1_000,
    rollback: true,
    scoped: { preRequest: 'private.hold_to_scope', role: 'cairn_token' },
    observe: () => {},
  })
})
afterAll(async () => {
  await pool?.close()
  await stage?.close()
})

function personOf(actor: Actor): Caller {
  const { role } = callerOf(actor)
  if (actor === 'anonymous' || actor === 'service')
    return { role: actor === 'service' ? 'service_role' : 'anon', claims: { role }, sessionId: null }
  return { role: 'authenticated', claims: { role: 'authenticated', sub: ID[actor] }, sessionId: null }
}

const CALLERS: Readonly<Record<string, Caller>> = {
  ...Object.fromEntries(
    (['anonymous', 'unplaced', 'rival', 'viewer', 'user', 'manager', 'admin', 'service'] as const).map(
      (actor) => [actor, personOf(actor)],
    ),
  ),
  'token that reads': SCOPED_CALLERS['a token that reads'].caller,
  'token that writes': SCOPED_CALLERS['a token that writes'].caller,
}

const known = new Set<string>(Object.values(ID))
const HEADERS = ['content-range', 'content-type', 'location', 'preference-applied']

/** Sends a request as a caller, and rolls it back: status, headers and body, without what differs from run to run. */
async function answerTo(
  { method, url, body, prefer, accept }: RecordedRequest,
  caller: Caller,
): Promise<string> {
  const headers = new Headers({
    'content-type': 'application/json',
    prefer: ['tx=rollback', prefer].filter(Boolean).join(','),
    ...(accept && { accept }),
  })
  const inOrder = url.includes('order=') || accept !== undefined
  const response = await api.handle(
    {
      id: 'recorded',
      method,
      url,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      forwardedHeaders: {},
    },
    caller,
  )
  const named = HEADERS.flatMap((name) => {
    const value = response.headers.get(name)
    return value === null ? [] : [`${name}: ${value}`]
  })
  const text = withoutChance(await response.text())
  return [response.status, ...named.map(withoutChance), inOrder ? text : byTheirText(text)].join('\n  ')
}

/** Rows in the order of their texts: a request that asks for none gets them in any. */
function byTheirText(text: string): string {
  if (!text.startsWith('[')) return text
  const rows = z.array(z.unknown()).parse(JSON.parse(text))
  return rows.length < 2
    ? text
    : `[${rows
        .map((row) => JSON.stringify(row))
        .toSorted()
        .join(', ')}]`
}

const withoutChance = (text: string): string =>
  text
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) =>
      known.has(id) || id.startsWith('00000000-0000') ? id : 'an id',
    )
    // Its values come in the order of the columns of a table.
    .replace(/Failing row contains .*?\)\."/g, 'Failing row contains its values."')
    .replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?([+-]\d\d(:?\d\d)?)?/g, 'a time')

/** The answers to a request, each with the callers who got it. */
async function recorded(request: RecordedRequest): Promise<string> {
  const byAnswer = new Map<string, string[]>()
  // In turn: writers of a record would wait for each other.
  const answers: [string, string][] = []
  for (const [name, caller] of Object.entries(CALLERS)) answers.push([name, await answerTo(request, caller)])
  for (const [name, answer] of answers) byAnswer.set(answer, [...(byAnswer.get(answer) ?? []), name])
  const { method, url, body, prefer, accept } = request
  const title = [method, shortened(url), body && shortened(JSON.stringify(body)), prefer, accept].filter(
    Boolean,
  )
  return [
    `# ${title.join(' ')}`,
    ...[...byAnswer].map(([answer, names]) => `${names.join(', ')}: ${answer}`),
  ].join('\n')
}

const shortened = (text: string): string => text.replace(/x{20,}/g, (long) => `x*${long.length}`)

async function recordedAll(requests: readonly RecordedRequest[]): Promise<string> {
  const answers: string[] = []
  for (const request of requests) answers.push(await recorded(request))
  return `${answers.join('\n\n')}\n`
}

describe('the answers of a catalogue', () => {
  it.each(CATALOGUES)(
    'are those that were recorded, to each verb, caller and preference: $name',
    async (catalogue) => {
      await expect(await recordedAll(requestsOf(catalogue))).toMatchFileSnapshot(
        `recordings/${catalogue.name}.txt`,
      )
    },
  )

  it('are those that were recorded for its links', async () => {
    await expect(await recordedAll(links())).toMatchFileSnapshot('recordings/links.txt')
  })

  it('are those that were recorded while it is switched off', async () => {
    await stage.admin`
      insert into public.app_features (account_id, feature_name, enabled)
      select ${ID.acme}, k.feature, false from private.kinds k where k.feature is not null
      on conflict (account_id, feature_name) do update set enabled = false`
    await expect(await recordedAll(CATALOGUES.flatMap(writesOf))).toMatchFileSnapshot(
      'recordings/switched-off.txt',
    )
  })
})

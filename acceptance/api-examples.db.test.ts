import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { arrangePerson } from '@cairn/testing/people'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Cairn, openCairn } from './support/cairn.ts'

const run = promisify(execFile)

const sample = z
  .object({ 'x-title': z.string(), label: z.string(), source: z.string() })
  .transform(({ 'x-title': title, ...code }) => ({ title, ...code }))
type Sample = z.output<typeof sample>
const operation = z.object({ summary: z.string(), 'x-codeSamples': z.array(sample) })
const reference = z.object({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  'x-guide': z.array(z.object({ title: z.string(), codeSamples: z.array(sample) })),
})
const FILE = join(import.meta.dirname, '..', 'docs', 'use', 'openapi.json')
const { paths, 'x-guide': guide } = reference.parse(JSON.parse(readFileSync(FILE, 'utf8')))

/** The commands that run an example of each language as it is printed. */
const LANGUAGES: Record<string, readonly string[]> = {
  curl: ['sh', '-c'],
  JavaScript: ['node', '--input-type=module', '-e'],
  Python: ['python3', '-c'],
}
const INSTALLED = Object.keys(LANGUAGES).filter((label) => {
  const program = label === 'curl' ? 'curl' : (LANGUAGES[label]?.[0] ?? '')
  return spawnSync(program, ['--version']).status === 0
})

const ALL: readonly (Sample & { of: string })[] = [
  ...guide.flatMap(({ title, codeSamples }) => codeSamples.map((one) => ({ ...one, of: title }))),
  ...Object.entries(paths).flatMap(([path, operations]) =>
    Object.values(operations).flatMap((one) => one['x-codeSamples'].map((code) => ({ ...code, of: path }))),
  ),
]

/** The id in examples that need one: that of a system, of an automation, of its heartbeat and of a person. */
const SOME_ID = '0f8fad5b-d9cb-469f-a165-70867728950e'
/** The id of another system. */
const OTHER_ID = '7c9e6679-7425-40de-944b-e07fc1f90ae7'

let cairn: Cairn
let token: string

beforeAll(async () => {
  cairn = await openCairn({ API_REQUESTS_PER_MINUTE: '100000', API_REQUESTS_PER_MINUTE_OF_ACCOUNT: '100000' })
  const person = await arrangePerson(cairn.database, { email: 'ada@acme.example', name: 'Ada' })
  const { client } = await cairn.signedIn(person)
  const subjects = ['systems', 'automations', 'agents', 'solutions']
  const made = await client.rpc('make_api_token', {
    name: 'Examples',
    scopes: [
      ...subjects.flatMap((subject) => [`${subject}:read`, `${subject}:write`]),
      'people:read',
      'audit:read',
    ],
    days: 30,
  })
  token = z.object({ token: z.string() }).parse(made.data).token
})
afterAll(() => cairn?.close())

/** Runs an example with only address and token replaced, and returns what it printed. */
async function printed({ label, source }: Sample): Promise<string> {
  const [program = '', ...parameters] = LANGUAGES[label] ?? []
  const code = source.replaceAll('https://cairn.example', cairn.server.url).replaceAll('YOUR_TOKEN', token)
  const { stdout } = await run(program, [
    ...parameters,
    label === 'curl' ? code.replace(/^curl /, 'curl --fail-with-body ') : code,
  ])
  return stdout
}

/** Resets the records that the examples mention, before each language. */
async function arrange(): Promise<void> {
  await cairn.database`delete from public.systems where name in ('Ledger', 'Till', 'Invoices')`
  await cairn.database`delete from public.binned_records`
  await cairn.database`
    insert into public.systems (id, account_id, name)
    select made.id::uuid, account_id, made.name
    from (select account_id from public.account_members limit 1) member
    cross join (values (${SOME_ID}, 'Archive'), (${OTHER_ID}, 'Portal')) as made (id, name)
    on conflict (id) do nothing`
}

describe.each(INSTALLED)('each example in %s runs as it is printed', (language) => {
  beforeAll(arrange)

  it.each(ALL.filter(({ label }) => label === language).map((one) => [one.of, one.title, one] as const))(
    '%s: %s',
    async (_of, _title, example) => {
      const text = await printed(example)
      if (text.trim() !== '') expect(() => JSON.parse(text)).not.toThrow()
    },
  )
})

it('has examples in three languages for every operation', () => {
  const without = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, one]) =>
      one['x-codeSamples'].length >= 3 || path === '/tags' || path === '/record_experts'
        ? []
        : [`${method} ${path}`],
    ),
  )
  expect(without).toEqual([])
  expect(INSTALLED).toContain('JavaScript')
})

import { type TestDatabase, testDatabase } from '@cairn/testing/test-database'
import postgres from 'postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { command } from './command.ts'
import { COMMANDS } from './commands.ts'
import { Refused } from './refused.ts'
import { scriptedOperator, settingsFor } from './scripted-operator.ts'

let database: TestDatabase
let admin: postgres.Sql
let done: string[] = []

const remove = command({
  name: 'remove',
  summary: 'removes a thing',
  operands: ['THING', '[PLACE]'],
  options: { quick: { type: 'boolean' }, at: { type: 'string', value: 'HOUR' } },
  input: z.object({
    thing: z.string({ error: 'name the thing' }),
    place: z.string().optional(),
    at: z.coerce.number({ error: 'must be an hour' }).optional(),
  }),
  destroys: async (_context, { thing }) =>
    thing === 'nothing' ? null : { what: `The thing ${thing} will be gone.`, name: thing },
  run: async (_context, { thing, place = 'here' }) => {
    done.push(thing)
    return { text: `Removed ${thing} ${place}.`, json: { removed: thing } }
  },
})

const look = command({
  name: 'look',
  summary: 'looks, and finds trouble',
  input: z.object({}),
  run: async (context) => {
    await context.look((sql) => sql`delete from auth.audit_log_entries`)
    return { text: 'never', json: null }
  },
})

const act = command({
  name: 'act',
  summary: 'acts, and fails where it is told to',
  options: { fail: { type: 'boolean' } },
  input: z.object({ fail: z.boolean().default(false) }),
  run: async (context, { fail }) => {
    await context.act({ traits: { thing: 'a lamp' } }, async (sql) => {
      await sql`insert into public.domain_blacklist (domain) values ('rival.example')`
      if (fail) throw new Refused('It cannot be done.')
    })
    return { text: 'Found trouble.', json: {}, isTrouble: true }
  },
})

const unknown = command({
  name: 'unknown',
  summary: 'asks for a table of a later version',
  input: z.object({}),
  run: async (context) => {
    await context.look((sql) => sql`select * from private.of_a_later_version`)
    return { text: '', json: null }
  },
})

beforeAll(async () => {
  database = await testDatabase('product')
  admin = postgres({ ...database.admin, ssl: false, max: 1, onnotice: () => {} })
})

beforeEach(async () => {
  done = []
  await admin`delete from auth.audit_log_entries`
  await admin`delete from public.domain_blacklist`
})

afterAll(async () => {
  await admin.end()
  await database.drop()
})

const operator = () =>
  scriptedOperator({ env: settingsFor(database.admin), commands: [remove, look, act, unknown] })

const log = async () =>
  (await admin`select payload from auth.audit_log_entries`).map(({ payload }) => payload)

describe('words', () => {
  const LIST = [
    'The commands, each with --json and --help:',
    '  remove THING [PLACE] [--quick] [--at HOUR] [--yes]  removes a thing',
    '  look                                                looks, and finds trouble',
    '  act [--fail]                                        acts, and fails where it is told to',
    '  unknown                                             asks for a table of a later version',
    '',
  ].join('\n')

  it.each([[[]], [['help']]])('%j list the commands', async (words) => {
    expect(await operator().give(words)).toEqual({ code: 0, printed: LIST, said: '' })
  })

  it('are answered with the list where they are unknown', async () => {
    expect(await operator().give(['remov', 'lamp'])).toEqual({
      code: 2,
      printed: '',
      said: `Cairn does not know remov. ${LIST}`,
    })
  })

  it('with --help print the usage of a command', async () => {
    expect(await operator().give(['remove', '--help'])).toEqual({
      code: 0,
      printed: 'remove THING [PLACE] [--quick] [--at HOUR] [--yes] [--json]\n  removes a thing\n',
      said: '',
    })
  })

  it.each([
    [['remove'], 'THING: name the thing'],
    [['remove', 'lamp', 'here', 'now'], 'remove does not take now.'],
    [['remove', 'lamp', '--at', 'noon'], '--at: must be an hour'],
    [['remove', 'lamp', '--slow'], "Unknown option '--slow'."],
    [['remove', 'lamp', '--quick=yes'], "Option '--quick' does not take an argument."],
    [['look', '--yes'], "Unknown option '--yes'."],
  ])('%j are not understood', async (words, sentence) => {
    const { code, printed, said } = await operator().give(words)
    expect([code, printed, said.split('\n')[0]]).toEqual([2, '', sentence])
    expect(said).toContain('[--json]')
    expect(done).toEqual([])
  })
})

describe('a command that destroys something', () => {
  it('runs once its name was typed, or with --yes', async () => {
    expect(await operator().give(['remove', 'lamp'], 'lamp ')).toEqual({
      code: 0,
      printed: 'Removed lamp here.\n',
      said: 'The thing lamp will be gone. Type lamp to go on: ',
    })
    expect(await operator().give(['remove', 'desk', 'there', '--yes', '--json'])).toEqual({
      code: 0,
      printed: '{\n  "removed": "desk"\n}\n',
      said: '',
    })
    expect(done).toEqual(['lamp', 'desk'])
  })

  it('does not run otherwise', async () => {
    expect(await operator().give(['remove', 'lamp'], 'yes')).toMatchObject({
      code: 1,
      said: expect.stringMatching(/Nothing was done\.\n$/),
    })
    expect(await operator().give(['remove', 'lamp'])).toEqual({
      code: 1,
      printed: '',
      said: 'The thing lamp will be gone. Nothing was done: there is no terminal to ask at. Scripts say --yes.\n',
    })
    expect(done).toEqual([])
  })

  it('asks nothing where it destroys nothing', async () => {
    expect(await operator().give(['remove', 'nothing'])).toMatchObject({ code: 0, said: '' })
  })
})

describe('a command', () => {
  it('cannot change anything where it only looks', async () => {
    expect(await operator().give(['look'])).toMatchObject({
      code: 1,
      said: expect.stringContaining('read-only transaction'),
    })
  })

  it('writes an act to the log, and ends with 1 where it finds trouble', async () => {
    expect(await operator().give(['act'])).toEqual({ code: 1, printed: 'Found trouble.\n', said: '' })
    expect(await admin`select from public.domain_blacklist`).toHaveLength(1)
    expect(await log()).toEqual([
      {
        action: 'operator_command',
        actor_id: null,
        actor_via_sso: false,
        user_id: null,
        traits: { command: 'act', by: expect.stringMatching(/./), thing: 'a lamp' },
      },
    ])
  })

  it('changes nothing and writes nothing to the log where it fails', async () => {
    expect(await operator().give(['act', '--fail'])).toEqual({
      code: 1,
      printed: '',
      said: 'It cannot be done.\n',
    })
    expect(await admin`select from public.domain_blacklist`).toHaveLength(0)
    expect(await log()).toEqual([])
  })

  it('says that the database is of another version', async () => {
    expect(await operator().give(['unknown'])).toMatchObject({
      code: 1,
      said: 'The database is not of this version. Start this version once, so that it migrates, and ask again.\n',
    })
  })

  it('makes no database', async () => {
    const { give } = scriptedOperator({ env: { CAIRN_DATA_DIR: '/nonexistent/cairn' } })
    expect(await give(['jobs'])).toEqual({
      code: 1,
      printed: '',
      said: 'There is no database yet. Start Cairn once: it makes one.\n',
    })
    expect((await give(['check'])).printed).toBe('There is no database yet: a start makes one.\n')
  })
})

it('gives every command a unique name and a separate summary', () => {
  expect(new Set(COMMANDS.map(({ name }) => name)).size).toBe(COMMANDS.length)
  for (const { name, summary } of COMMANDS) {
    expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/)
    expect(summary).toMatch(/^[a-z].*[^.]$/)
  }
})

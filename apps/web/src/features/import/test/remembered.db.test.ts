import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withWord } from '../matching/first-mapping.ts'
import { withChoices } from '../matching/with-choices.ts'
import { bytesOf } from './becomes.ts'
import { type Field, openField, type UsedAccount } from './whole-way.ts'

// Decisions on words and people of files, and what the next import of the account knows of them.

let field: Field
beforeAll(async () => {
  field = await openField()
})
afterAll(() => field?.close())

const table = (text: string, name = 'a.csv') => ({ name, bytes: bytesOf(text) })
const idOf = async ({ workspace }: UsedAccount, name: string) =>
  (await workspace.team.members()).find((member) => member.name === name)?.id ?? ''

/** Imports a file whose owner is 'Sam (IT)', and says by hand who that is. */
async function saidWhoSamIs(account: UsedAccount, { isLeft = false } = {}) {
  const member = await idOf(account, 'Ben Sample')
  await account.importFile(table('Name,Owner\nMail,ORCHARD\\sam'), 'system', {
    decide: (imports, { id }) => imports.decidePerson(id, 'ORCHARD\\sam', { member }),
    isLeft,
  })
}

describe('the member whom a person chose for a word of a file', () => {
  it.each([
    ['in the next file of the account, shown as remembered', 'Name,Owner\nWiki,orchard\\SAM', 'system'],
    ['in a file with other heads and of another kind', 'Titel;Verantwortlich\nWiki;ORCHARD\\sam', 'agent'],
  ] as const)('is meant %s', async (_, text, kind) => {
    const account = await field.openAccount({ members: ['Ben Sample'] })
    await saidWhoSamIs(account)
    const { plan, records } = await account.importFile(table(text), kind)
    expect(plan.people).toMatchObject([{ isRemembered: true, choice: { member: expect.any(String) } }])
    expect(records).toContainEqual(expect.objectContaining({ name: 'Wiki', owner: 'Ben Sample' }))
  })

  it('is another one after it was changed, and nobody after it was taken back', async () => {
    const account = await field.openAccount({ members: ['Ben Sample'] })
    await saidWhoSamIs(account)
    const ann = await idOf(account, 'Ann Example')
    const next = (name: string) => table(`Name,Owner\n${name},ORCHARD\\sam`)
    await account.importFile(next('Wiki'), 'system', {
      decide: (imports, { id }) => imports.decidePerson(id, 'ORCHARD\\sam', { member: ann }),
    })
    const changed = await account.importFile(next('Desk'), 'system', {
      decide: (imports, { id }) => imports.decidePerson(id, 'ORCHARD\\sam', null),
    })
    expect(changed.plan.people).toMatchObject([{ isRemembered: true, choice: { member: ann } }])
    const { plan, records } = await account.importFile(next('Shop'), 'system')
    expect(plan.people).toMatchObject([{ isRemembered: false, choice: null }])
    expect(records).toContainEqual(expect.objectContaining({ name: 'Desk', owner: null }))
  })

  it('is not remembered of an import that was never applied', async () => {
    const account = await field.openAccount({ members: ['Ben Sample'] })
    await saidWhoSamIs(account, { isLeft: true })
    const { plan } = await account.importFile(table('Name,Owner\nWiki,ORCHARD\\sam'), 'system')
    expect(plan.people).toMatchObject([{ isRemembered: false, choice: null }])
  })

  it('is asked for again once that member has left', async () => {
    const account = await field.openAccount({ members: ['Ben Sample'] })
    await saidWhoSamIs(account)
    await account.workspace.team.remove(await idOf(account, 'Ben Sample'))
    const { plan } = await account.importFile(table('Name,Owner\nWiki,ORCHARD\\sam'), 'system')
    expect(plan.people).toMatchObject([{ word: 'ORCHARD\\sam', isRemembered: false, choice: null }])
  })
})

describe('a member in a field of the account', () => {
  it('is asked for where nobody is called so, and refuses no row', async () => {
    const account = await field.openAccount({ fields: [{ name: 'Auditor', type: 'member' }] })
    const member = await idOf(account, 'Ann Example')
    const { plan, records } = await account.importFile(table('Name,Auditor\nMail,Nemo\nWiki,'), 'system', {
      decide: (imports, { id }) => imports.decidePerson(id, 'Nemo', { member }),
    })
    expect(plan).toMatchObject({ summary: { new: 2, error: 0 }, people: [{ word: 'Nemo', isOwner: false }] })
    expect(records).toMatchObject([
      { name: 'Mail', own: { auditor: member } },
      { name: 'Wiki', own: {} },
    ])
  })
})

describe('words of choices', () => {
  const fields = [{ name: 'Stage', type: 'choice', choices: ['Pilot', 'Rollout'] }] as const

  it.each([
    ['agent', 'Name,Platform\nMail,n8n', { platform: 'Other' }],
    ['agent', 'Name,Platform\nMail,Claude', { platform: 'Anthropic' }],
    ['automation', 'Name,Platform\nMail,Integromat', { source: 'Make.com' }],
    ['automation', 'Name,Platform\nMail,cron on db-01', { source: 'Other' }],
    ['system', 'Name,Stage\nMail,Never heard of', { own: {} }],
    ['system', 'Name,Status,Criticality\nMail,Whatever,Sky high', { criticality: null }],
  ] as const)('of an %s that are none refuse no row: %j', async (kind, text, record) => {
    const { plan, records } = await field.importFile(table(text), kind, { fields })
    expect(plan.summary).toMatchObject({ new: 1, error: 0 })
    expect(records).toMatchObject([record])
  })

  it('mean what they meant in the last applied file, also with other heads, unless that choice is gone', async () => {
    const account = await field.openAccount({ fields })
    await account.importFile(table('Name,Stage\nMail,probe\nDesk,live'), 'system', {
      match: (mapping) =>
        [
          ['probe', 'pilot'],
          ['live', 'rollout'],
        ].reduce((now, [word = '', id = '']) => withWord(now, 'own.stage', word, id), mapping),
    })
    const [stage] = await account.workspace.ownFields.list()
    if (!stage) throw new Error('The field is there.')
    await account.workspace.ownFields.change(
      stage,
      withChoices({ ...stage, choices: stage.choices.slice(0, 1) }, []),
    )
    const { mapping, plan, records } = await account.importFile(
      table('Titel;Stage;Cost\nShop;probe;1\nWiki;live;2'),
      'system',
    )
    expect(mapping.remembered).toMatchObject({ 'own.stage': { probe: 'pilot' } })
    expect(plan.summary).toMatchObject({ new: 2, error: 0 })
    expect(records).toMatchObject([
      { name: 'Desk' },
      { name: 'Mail' },
      { name: 'Shop', own: { stage: 'pilot' } },
      { name: 'Wiki', own: {} },
    ])
  })

  it('become choices of the field, and are those in the same file', async () => {
    const account = await field.openAccount({ fields })
    const file = table('Name,Stage\nMail,Beta\nWiki,béta\nDesk,Pilot')
    await account.importFile(file, 'system', { isLeft: true })
    const [stage] = await account.workspace.ownFields.list()
    if (!stage) throw new Error('The field is there.')
    await account.workspace.ownFields.change(stage, withChoices(stage, ['Beta', 'béta']))
    const { records } = await account.importFile(file, 'system')
    expect(records.map(({ name, own }) => [name, own])).toEqual([
      ['Desk', { stage: 'pilot' }],
      ['Mail', { stage: 'beta' }],
      ['Wiki', { stage: 'beta' }],
    ])
  })

  it('mean something else in a single row, which no later file does', async () => {
    const account = await field.openAccount({ fields })
    const { records } = await account.importFile(table('Name,Stage\nMail,x\nWiki,x\nDesk,x'), 'system', {
      match: (mapping) =>
        withWord(withWord(mapping, 'own.stage', 'x', 'pilot'), 'own.stage', 'x', 'rollout', 3),
    })
    expect(records).toMatchObject([
      { name: 'Desk', own: { stage: 'pilot' } },
      { name: 'Mail', own: { stage: 'pilot' } },
      { name: 'Wiki', own: { stage: 'rollout' } },
    ])
    const next = await account.importFile(table('Name,Stage\nA,x\nB,x\nC,x'), 'system')
    expect(next.records).toContainEqual(expect.objectContaining({ name: 'B', own: { stage: 'pilot' } }))
  })
})

it('a file that was imported and undone comes back as its records, restored', async () => {
  const account = await field.openAccount()
  const file = table('Name,Vendor\nMail,Acme\nWiki,Other')
  const { done } = await account.importFile(file, 'system')
  await account.workspace.acts.undo(done.act ?? '')
  const again = await account.importFile(file, 'system', {
    decide: (imports, { id }) => imports.decide(id, { effect: 'error' }, { do: 'restore' }),
  })
  expect(again.plan).toMatchObject({ inBin: 2, summary: { error: 2 } })
  expect(again.sum).toBe('Nothing was lost: 2 rows = 2 errors.')
  expect(again.records).toMatchObject([
    { name: 'Mail', vendor: 'Acme' },
    { name: 'Wiki', vendor: 'Other' },
  ])
})

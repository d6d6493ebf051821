import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ID } from '../support/cast.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

const link = (fields: object) =>
  `links = '${JSON.stringify([{ purpose: 'docs', title: '', url: 'https://docs.example', ...fields }])}'`
const LINK = 'A link needs a purpose and an address that begins with http:// or https://.'
const COST = 'Cost per month must be a number from 0 to 1,000,000,000,000.'
const CURRENCY = 'A cost needs a currency of three capital letters, such as EUR.'
const RENEWAL = 'The renewal must be a day between the years 1900 and 9999.'

const WRONG: readonly (readonly [assignment: string, sentence: string])[] = [
  [`vendor = repeat('v', 121)`, 'Vendor must have at most 120 characters.'],
  [`department = repeat('d', 121)`, 'Department must have at most 120 characters.'],
  [`criticality = 'urgent'`, 'Criticality must be low, medium, high or critical.'],
  [`data_class = 'secret'`, 'Data class must be public, internal, confidential, personal or special.'],
  [`cost_per_month = -1, cost_currency = 'EUR'`, COST],
  [`cost_per_month = 'NaN', cost_currency = 'EUR'`, COST],
  [`cost_per_month = 'Infinity', cost_currency = 'EUR'`, COST],
  [`cost_per_month = 1e308, cost_currency = 'EUR'`, COST],
  [`cost_per_month = 10`, CURRENCY],
  [`cost_currency = 'EUR'`, CURRENCY],
  [`cost_per_month = 10, cost_currency = 'euro'`, CURRENCY],
  [`renews_on = '99999-01-01'`, RENEWAL],
  [`renews_on = 'infinity'`, RENEWAL],
  [`links = '{}'`, 'Links must be a list of at most 20.'],
  [
    `links = (select jsonb_agg('{"purpose": "docs", "title": "", "url": "https://docs.example"}'::jsonb) from generate_series(1, 21))`,
    'Links must be a list of at most 20.',
  ],
  [`links = '["https://docs.example"]'`, LINK],
  [link({ purpose: 'game' }), LINK],
  [link({ more: 1 }), LINK],
  [link({ title: 't'.repeat(121) }), LINK],
  [link({ url: 'javascript:alert(1)' }), LINK],
  [link({ url: 'data:text/html,x' }), LINK],
  [link({ url: ' https://docs.example' }), LINK],
  [link({ url: 'https://ada:secret@docs.example' }), LINK],
  [link({ url: 'https://docs.example/\u202egpj' }), LINK],
  [link({ url: `https://docs.example/${'x'.repeat(2000)}` }), LINK],
]

describe('a built-in field', () => {
  it.each(WRONG)('refuses %s', async (assignment, sentence) => {
    const change = stage.as('admin', (tx) =>
      tx.unsafe(`update public.systems set ${assignment} where id = '${ID.billing}'`),
    )
    await expect(change).rejects.toMatchObject({ code: '23514', message: sentence })
  })

  it.each([
    link({ url: 'http://localhost:8080/path?q=1#part' }),
    link({ purpose: 'runbook', title: 'What to do', url: 'HTTPS://wiki.example' }),
    `cost_per_month = 0, cost_currency = 'CHF'`,
    `criticality = null, data_class = 'special', lifecycle = 'phasing_out', renews_on = '2026-12-31'`,
  ])('takes %s', async (assignment) => {
    const statement = `update public.systems set ${assignment} where id = '${ID.billing}'`
    expect(await stage.outcome('admin', statement)).toBe(1)
  })

  it('is one clean line where it is a text, and a cost has cents', async () => {
    const [row] = await stage.as(
      'admin',
      (tx) => tx`
        update public.agents
        set vendor = ${'  A\tvendor\u200b '}, department = null, cost_per_month = 9.999, cost_currency = 'EUR'
        where id = ${ID.helper}
        returning vendor, department, cost_per_month`,
    )
    expect(row).toEqual({ vendor: 'A vendor', department: '', cost_per_month: '10.00' })
  })

  it('has the choices of its row, and the check refuses all others', async () => {
    const fields = await stage.admin<{ key: string; ids: string[] }[]>`
      select f.key, to_json(private.ids_of_choices(f.choices)) as ids
      from private.fields f where f.choices <> '[]' order by f.place`
    expect(fields.map(({ key }) => key)).toEqual(['criticality', 'data_class', 'lifecycle'])
    for (const { key, ids } of fields) {
      await stage.as('admin', async (tx) => {
        for (const id of ids)
          await tx.unsafe(`update public.systems set ${key} = '${id}' where id = '${ID.billing}'`)
      })
      const refused = stage.as('admin', (tx) =>
        tx.unsafe(`update public.systems set ${key} = 'other' where id = '${ID.billing}'`),
      )
      const said = `${ids.slice(0, -1).join(', ')} or ${ids.at(-1)}.`
      await expect(refused).rejects.toMatchObject({ message: expect.stringContaining(said) })
    }
  })
})

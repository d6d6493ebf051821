import type { Workspace } from '@cairn/workspace/port/workspace'
import { describe, expect, it, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import { refusal } from './support/catalogue.ts'
import {
  chooseOwner,
  expectAddress,
  expectGone,
  expectText,
  expectTexts,
  expectToast,
  fact,
  focus,
  namesIn,
  toast,
} from './support/look.ts'
import { ADA, BEN, mia } from './support/people.ts'
import { agent, automation, solution } from './support/records.ts'
import { membersWorkspace } from './support/workspace.ts'

// The shared part of agents and automations; agents.screen.test.tsx and automations.screen.test.tsx have the rest.

interface Row {
  name: string
  /** An agent's platform, an automation's source. */
  from?: string
  webhookUrl?: string
  description?: string
  status?: string
  /** When it was used, or ran. */
  last?: Date
  ownerId?: string
  updatedBy?: string
  createdAt?: Date
}

interface Kind {
  catalogue: 'Agents' | 'Automations'
  /** Its name in sentences. */
  one: 'agent' | 'automation'
  part: 'agents' | 'automations'
  numbers: { empty: string; list: string; edit: string; failure: string }
  /** The workspace with records of it. */
  open(rows: readonly Row[]): Workspace
  empty: { heading: string; add: string; tab: string }
  columns: { from: string; last: string }
  status: string
  /** The oldest first: where each is from, and the address to which its name leads. */
  rows: readonly (Row & { leadsTo: string | null })[]
  /** A record that leads nowhere. It is renamed with an r at its end, and its owner is set. */
  edited: {
    from: string
    opens: (name: string) => string
    leadsTo: string
    edit(form: Locator): Promise<void>
  }
}

const everybody = { people: [ADA, BEN, mia('viewer')], solutions: [solution({ name: 'Portal' })] }

const KINDS: readonly Kind[] = [
  {
    catalogue: 'Agents',
    one: 'agent',
    part: 'agents',
    numbers: {
      empty: '[AGT-01, 02, 04]',
      list: '[AGT-03, 05, 06, 07, 08, GAP-10]',
      edit: '[GAP-11, GAP-13, GAP-31]',
      failure: '[AGT-14, 15]',
    },
    open: (rows) =>
      membersWorkspace({
        ...everybody,
        agents: rows.map(({ from = 'Custom', last = null, webhookUrl: _, ...row }) =>
          agent({ ...row, platform: from, lastUsed: last }),
        ),
      }),
    empty: { heading: 'No Agents Created', add: 'Create Agent', tab: 'AI Agents' },
    columns: { from: 'Platform', last: 'Last Used' },
    status: 'Training',
    rows: [
      { name: 'Own', from: 'Custom', leadsTo: null },
      { name: 'Strange', from: 'Other', leadsTo: null },
      { name: 'Writer', from: 'OpenAI', leadsTo: 'https://platform.openai.com/' },
      { name: 'Reader', from: 'Anthropic', leadsTo: 'https://console.anthropic.com/' },
    ],
    edited: {
      from: 'OpenAI',
      opens: (name) => `Details of ${name}`,
      leadsTo: 'https://console.anthropic.com/',
      async edit(form) {
        await form.getByLabelText('Platform').selectOptions('Anthropic')
        await form.getByLabelText('Status').selectOptions('Active')
      },
    },
  },
  {
    catalogue: 'Automations',
    one: 'automation',
    part: 'automations',
    numbers: {
      empty: '[AUTO-01, 03]',
      list: '[AUTO-02, 04, 05, 06, 07, 08, 09, GAP-10]',
      edit: '[GAP-11, GAP-13, GAP-31, OPEN-04]',
      failure: '[AUTO-16, 17]',
    },
    open: (rows) =>
      membersWorkspace({
        ...everybody,
        automations: rows.map(({ from = 'Other', last = null, ...row }) =>
          automation({ ...row, source: from, lastRun: last }),
        ),
      }),
    empty: { heading: 'No Automations Connected', add: 'Connect Automation', tab: 'Automations' },
    columns: { from: 'Source', last: 'Last Run' },
    status: 'Active',
    rows: [
      { name: 'Own', from: 'Other', webhookUrl: 'https://hooks.example/own', leadsTo: null },
      {
        name: 'Scenario',
        from: 'Make.com',
        webhookUrl: 'https://hooks.example/scenario',
        leadsTo: 'https://www.make.com/',
      },
      { name: 'Flow', from: 'Power Automate', leadsTo: 'https://make.powerautomate.com/' },
      { name: 'Zap', from: 'Zapier', leadsTo: 'https://zapier.com/app/zaps' },
      {
        name: 'Hooked',
        from: 'Zapier',
        webhookUrl: 'https://hooks.example/zap?x=1',
        leadsTo: 'https://hooks.example/zap?x=1',
      },
    ],
    edited: {
      from: 'Other',
      opens: (name) => name,
      leadsTo: 'https://hooks.example/1',
      async edit(form) {
        await form.getByLabelText('Source').selectOptions('Zapier')
        await form.getByLabelText('Webhook URL').fill('javascript:alert(1)')
        await form.getByRole('button', { name: 'Save Changes' }).click()
        await expect
          .element(
            form.getByRole('alert').filter({ hasText: 'Enter a web address that begins with https://' }),
          )
          .toBeVisible()
        await form.getByLabelText('Webhook URL').fill('https://hooks.example/1')
      },
    },
  },
]

describe.each(KINDS)(
  '$catalogue',
  ({ catalogue, one, part, numbers, open, empty, columns, status, rows, edited }) => {
    const One = catalogue.slice(0, -1)
    const path = `/${part}`
    const head = (name: string) => page.getByRole('columnheader', { name })

    it(`${numbers.empty} lead an account without ${part} to the form`, async () => {
      await openApp(path, { as: ADA, workspace: open([]) })
      await expect.element(page.getByRole('heading', { name: empty.heading })).toBeVisible()
      await page.getByRole('link', { name: empty.add }).first().click()
      await expectAddress(/^\/settings\/connections/)
      await expect.element(page.getByRole('tab', { name: empty.tab, selected: true })).toBeVisible()
      await expect.element(page.getByRole('form', { name: `Create ${One}` })).toBeVisible()
    })

    it(`${numbers.list} are listed, the newest first, with names that lead to where they run`, async () => {
      await page.viewport(1680, 800)
      const newest = rows.length - 1
      const all = {
        description: 'Reads contracts.',
        status: status.toLowerCase(),
        last: new Date(Date.now() - 3 * 60 * 60_000),
        ownerId: BEN.id,
        updatedBy: ADA.id,
      }
      const made = rows.map(({ leadsTo: _, ...row }, index) => ({
        ...row,
        createdAt: new Date(Date.UTC(2024, 0, index + 1)),
        ...(index === newest ? all : {}),
      }))
      await openApp(path, { as: mia('viewer'), workspace: open(made) })

      const heads = ['Name', columns.from, 'Description', columns.last, 'Owner', 'Last Publisher', 'Status']
      await expectTexts(page.getByRole('columnheader'), [...heads, 'Actions'])
      await expectTexts(namesIn(catalogue), rows.map(({ name }) => name).toReversed())
      const lines = page.getByRole('table', { name: catalogue }).getByRole('row')
      const cells = lines.nth(1).getByRole('cell')
      await expectText(cells.nth(1), rows[newest]?.from ?? '')
      await expectText(cells.nth(2), 'Reads contracts.')
      await expectText(cells.nth(3), '3 hours ago')
      focus(cells.nth(3).getByCss('time'))
      await expectText(page.getByRole('tooltip'), /\d{4}, \d+:\d\d/)
      await expectText(cells.nth(4), /Ben Owner/)
      await expectText(cells.nth(5), /Ada Founder/)
      await expectText(cells.nth(6), status)
      const own = lines.last().getByRole('cell')
      await expectText(own.nth(1), rows[0]?.from ?? '')
      await expectText(own.nth(3), 'Never')
      await expectText(own.nth(4), 'No owner assigned')
      await expectText(own.nth(5), 'Unknown User')

      await head('Owner').getByRole('button').click()
      await expectAddress(/sort=owner/)
      await page.viewport(1280, 800)
      for (const name of heads) await expect.element(head(name)).toBeVisible()
      await page.viewport(1024, 800)
      await expectGone(head('Description'))
      await expect.element(head('Owner')).toBeVisible()

      for (const { name, leadsTo } of rows) {
        const link = expect.element(page.getByRole('link', { name, exact: true }))
        // A record without a known place of its runs leads to itself.
        await link.toHaveAttribute('href', leadsTo ?? expect.stringMatching(new RegExp(`^${path}/`)))
        if (leadsTo === null) continue
        await expect
          .element(page.getByRole('link', { name, exact: true }))
          .toHaveAttribute('target', '_blank')
        await expect
          .element(page.getByRole('link', { name, exact: true }))
          .toHaveAttribute('rel', 'noopener noreferrer')
      }
    })

    it(`${numbers.edit} are looked at, edited and deleted`, async () => {
      const workspace = open([{ name: 'Reade', from: edited.from }])
      const { items } = await workspace[part].list()
      const portals = [{ id: 'portal', name: 'Portal', ownerId: null }]
      vi.spyOn(workspace.deletion, 'impact').mockResolvedValue([
        { kind: 'solution', total: 1, active: 1, items: portals },
      ])
      await openApp(path, { as: ADA, workspace })
      const opens = { name: edited.opens('Reade'), exact: true }
      await page.getByRole('button', opens).or(page.getByRole('link', opens)).click()
      const details = page.getByRole('dialog', { name: 'Reade' })
      const id = items[0]?.id ?? ''
      await expectText(fact(details, `${One} ID`), id)
      await expectAddress(`${path}?id=${id}`)
      await details.getByRole('button', { name: 'Edit' }).click()
      const form = page.getByRole('dialog', { name: `Edit ${One}` })
      await form.getByLabelText(`${One} Name`).fill('Reader')
      await chooseOwner(form, `${One} Owner`, 'Ada Founder')
      await edited.edit(form)
      await form.getByRole('button', { name: 'Save Changes' }).click()
      await expectToast('Reader has been updated successfully')
      await expectGone(form)
      const changed = page.getByRole('dialog', { name: 'Reader' })
      await expectText(fact(changed, 'Owner'), /Ada Founder/)
      await changed.getByRole('button', { name: 'Close' }).click()
      const link = page.getByRole('link', { name: 'Reader', exact: true })
      await expect.element(link).toHaveAttribute('href', edited.leadsTo)

      await page.getByRole('button', { name: 'Delete Reader' }).click()
      const question = page.getByRole('alertdialog', { name: `Delete ${One}` })
      const solutions = question.getByRole('list', { name: 'Solutions 1' })
      await expect.element(solutions.getByRole('link', { name: 'Portal' })).toBeVisible()
      await question.getByLabelText('Type Reader to delete it').fill('Reader')
      await question.getByRole('button', { name: 'Delete' }).click()
      await expectToast(`${One} deleted`, `The ${one} has been deleted successfully`)
      await expect.element(page.getByRole('heading', { name: empty.heading })).toBeVisible()
    })

    it(`${numbers.failure} are not listed where they cannot be loaded`, async () => {
      const workspace = open([{ name: 'Reader' }])
      const refused = refusal('Not on a Sunday.')
      const asked = [
        vi.spyOn(workspace[part], 'list').mockRejectedValue(refused),
        vi.spyOn(workspace[part], 'find').mockRejectedValue(refused),
      ]
      await openApp(path, { as: ADA, workspace })
      const sentence = `Failed to fetch ${part}. Please try again.`
      await expect.element(toast().getByText(sentence)).toBeVisible()
      await expect.element(page.getByCss('#main').getByText(sentence)).toBeVisible()
      await expectGone(page.getByText('Reader'))
      for (const spy of asked) spy.mockRestore()
      await page.getByRole('button', { name: 'Try again' }).click()
      await expectTexts(namesIn(catalogue), ['Reader'])
    })
  },
)

import type { Locator } from '@playwright/test'
import type postgres from 'postgres'
import {
  arrangeAgent,
  arrangeAutomation,
  arrangeLink,
  arrangeSolution,
  chooseOwner,
  fact,
  namesIn,
  openCatalogue,
} from './support/records.ts'
import { keepSignInAs, REFUSED_REQUEST, refuse, sent } from './support/systems.ts'
import { expect, test } from './support/test.ts'
import { expectToast, toast } from './support/toasts.ts'

// What agents and automations have in common. What only one of them has is in agents.screen.test.tsx and automations.screen.test.tsx.

interface Row {
  accountId: string
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
  numbers: { empty: string; list: string; edit: string; failure: string }
  arrange(database: postgres.Sql, row: Row): Promise<string>
  empty: { heading: string; add: string; tab: string }
  columns: { from: string; last: string }
  status: string
  /** The oldest first: where each is from, and the address to which its name leads. */
  rows: readonly (Pick<Row, 'name' | 'from' | 'webhookUrl'> & { leadsTo: string | null })[]
  /** One that leads nowhere. It is renamed with an r at its end, and its owner is set. */
  edited: {
    from: string
    opens: (name: string) => string
    leadsTo: string
    edit(form: Locator): Promise<void>
  }
}

const KINDS: readonly Kind[] = [
  {
    catalogue: 'Agents',
    one: 'agent',
    numbers: {
      empty: '[AGT-01, 02, 04]',
      list: '[AGT-03, 05, 06, 07, 08, CALL-17, DATA-31, GAP-10]',
      edit: '[GAP-11, GAP-13, GAP-31]',
      failure: '[AGT-14, 15]',
    },
    arrange: (database, { from = 'Custom', last = null, ...row }) =>
      arrangeAgent(database, { ...row, platform: from, lastUsed: last }),
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
        await form.getByLabel('Platform').selectOption('Anthropic')
        await form.getByLabel('Status').selectOption('Active')
      },
    },
  },
  {
    catalogue: 'Automations',
    one: 'automation',
    numbers: {
      empty: '[AUTO-01, 03]',
      list: '[AUTO-02, 04, 05, 06, 07, 08, 09, CALL-18, DATA-33, GAP-10]',
      edit: '[GAP-11, GAP-13, GAP-31, OPEN-04]',
      failure: '[AUTO-16, 17]',
    },
    arrange: (database, { from = 'Other', last = null, ...row }) =>
      arrangeAutomation(database, { ...row, source: from, lastRun: last }),
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
        await form.getByLabel('Source').selectOption('Zapier')
        await form.getByLabel('Webhook URL').fill('javascript:alert(1)')
        await form.getByRole('button', { name: 'Save Changes' }).click()
        await expect(
          form.getByRole('alert').filter({ hasText: 'Enter a web address that begins with https://' }),
        ).toBeVisible()
        await form.getByLabel('Webhook URL').fill('https://hooks.example/1')
      },
    },
  },
]

for (const { catalogue, one, numbers, arrange, empty, columns, status, rows, edited } of KINDS) {
  const One = catalogue.slice(0, -1)
  const table = catalogue.toLowerCase()

  test(`${numbers.empty} an account without ${table} is led to the form`, async ({ page, organisation }) => {
    await keepSignInAs(page, organisation, 'admin')
    await openCatalogue(page, catalogue)
    await expect(page.getByRole('heading', { name: empty.heading })).toBeVisible()
    await page.getByRole('link', { name: empty.add }).first().click()
    await expect(page).toHaveURL(/\/settings\?tab=connections/)
    await expect(page.getByRole('tab', { name: empty.tab, selected: true })).toBeVisible()
    await expect(page.getByRole('form', { name: `Create ${One}` })).toBeVisible()
  })

  test(`${numbers.list} the table lists the ${table}, the newest first, and their names lead to where they run`, async ({
    page,
    cairn,
    organisation,
  }) => {
    await page.setViewportSize({ width: 1680, height: 800 })
    const { accountId, founder } = await keepSignInAs(page, organisation, 'viewer')
    const owner = await organisation.member('Ben Owner')
    const newest = rows.length - 1
    for (const [index, { leadsTo: _leadsTo, ...row }] of rows.entries()) {
      const createdAt = new Date(Date.UTC(2024, 0, index + 1))
      const last = new Date(Date.now() - 3 * 60 * 60_000)
      const updatedBy = founder.id
      const ownerId = owner.id
      const all = { description: 'Reads contracts.', status: status.toLowerCase(), last, ownerId, updatedBy }
      await arrange(cairn.database, { accountId, createdAt, ...row, ...(index === newest ? all : {}) })
    }
    const asked = sent(page, 'GET', table)
    await openCatalogue(page, catalogue)
    const query = new URL((await asked).url()).searchParams
    expect(query.get('account_id')).toBe(`eq.${accountId}`)
    expect(query.get('order')).toMatch(/^created_at\.desc/)

    const heads = ['Name', columns.from, 'Description', columns.last, 'Owner', 'Last Publisher', 'Status']
    await expect(page.getByRole('columnheader')).toHaveText([...heads, 'Actions'])
    await expect(namesIn(page, catalogue)).toHaveText(rows.map(({ name }) => name).toReversed())
    const lines = page.getByRole('table', { name: catalogue }).getByRole('row')
    const cells = lines.nth(1).getByRole('cell')
    await expect(cells.nth(1)).toHaveText(rows[newest]?.from ?? '')
    await expect(cells.nth(2)).toHaveText('Reads contracts.')
    await expect(cells.nth(3)).toHaveText('3 hours ago')
    await expect(cells.nth(4)).toContainText('Ben Owner')
    await expect(cells.nth(5)).toContainText('Ada Founder')
    await expect(cells.nth(6)).toHaveText(status)
    const own = lines.last().getByRole('cell')
    await expect(own.nth(1)).toHaveText(rows[0]?.from ?? '')
    await expect(own.nth(3)).toHaveText('Never')
    await expect(own.nth(4)).toHaveText('No owner assigned')
    await expect(own.nth(5)).toHaveText('Unknown User')

    await page.getByRole('columnheader', { name: 'Owner' }).getByRole('button').click()
    await expect(page).toHaveURL(/sort=owner/)
    await expect(namesIn(page, catalogue).first()).toHaveText(rows[newest]?.name ?? '')
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect(page.getByRole('columnheader', { name: 'Owner' })).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'Description' })).toBeHidden()
    await page.setViewportSize({ width: 1440, height: 800 })
    await expect(page.getByRole('columnheader', { name: 'Description' })).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'Last Publisher' })).toBeHidden()

    for (const { name, leadsTo } of rows) {
      const link = page.getByRole('link', { name, exact: true })
      if (leadsTo === null) {
        // It runs nowhere that is known: the name leads to the record.
        await expect(link).toHaveAttribute('href', new RegExp(`^/${table}/`))
        continue
      }
      await expect(link).toHaveAttribute('href', leadsTo)
      await expect(link).toHaveAttribute('target', '_blank')
      await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
    }
  })

  test(`${numbers.edit} an ${one} is looked at, edited and deleted`, async ({
    page,
    cairn,
    organisation,
  }) => {
    const { accountId } = await keepSignInAs(page, organisation, 'admin')
    const id = await arrange(cairn.database, { accountId, name: 'Reade', from: edited.from })
    const solutionId = await arrangeSolution(cairn.database, { accountId, name: 'Portal' })
    await arrangeLink(cairn.database, { accountId, solutionId, [`${one}Id`]: id })
    await openCatalogue(page, catalogue)
    const opens = { name: edited.opens('Reade'), exact: true }
    await page.getByRole('button', opens).or(page.getByRole('link', opens)).click()
    const details = page.getByRole('dialog', { name: 'Reade' })
    await expect(fact(details, `${One} ID`)).toHaveText(id)
    await expect(page).toHaveURL(`/${table}?id=${id}`)
    await details.getByRole('button', { name: 'Edit' }).click()
    const form = page.getByRole('dialog', { name: `Edit ${One}` })
    await form.getByLabel(`${One} Name`).fill('Reader')
    await chooseOwner(form, `${One} Owner`, 'Ada Founder')
    await edited.edit(form)
    await form.getByRole('button', { name: 'Save Changes' }).click()
    await expectToast(page, 'Reader has been updated successfully')
    await expect(form).toHaveCount(0)
    const changed = page.getByRole('dialog', { name: 'Reader' })
    await expect(fact(changed, 'Owner')).toContainText('Ada Founder')
    await changed.getByRole('button', { name: 'Close' }).click()
    const link = page.getByRole('link', { name: 'Reader', exact: true })
    await expect(link).toHaveAttribute('href', edited.leadsTo)

    await page.getByRole('button', { name: 'Delete Reader' }).click()
    const question = page.getByRole('alertdialog', { name: `Delete ${One}` })
    const solutions = question.getByRole('list', { name: 'Solutions 1' })
    await expect(solutions.getByRole('link', { name: 'Portal' })).toBeVisible()
    await question.getByLabel('Type Reader to delete it').fill('Reader')
    await question.getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, `${One} deleted`, `The ${one} has been deleted successfully`)
    await expect(page.getByRole('heading', { name: empty.heading })).toBeVisible()
  })

  test.describe('what the server refuses', () => {
    test.use({ expectedComplaints: [[REFUSED_REQUEST], { scope: 'test' }] })

    test(`${numbers.failure} failed ${table} list nothing`, async ({ page, cairn, organisation }) => {
      const { accountId } = await keepSignInAs(page, organisation, 'admin')
      await arrange(cairn.database, { accountId, name: 'Reader' })
      await refuse(page, 'GET', table, 'Not on a Sunday.')
      await openCatalogue(page, catalogue)
      const sentence = `Failed to fetch ${table}. Please try again.`
      await expect(toast(page).getByText(sentence)).toBeVisible()
      await expect(page.locator('#main').getByText(sentence)).toBeVisible()
      await expect(page.getByText('Reader')).toHaveCount(0)
      // The page may ask again by itself from here on: who tries again is already there.
      await page.getByRole('button', { name: 'Try again' }).focus()
      await page.unrouteAll()
      await page.keyboard.press('Enter')
      await expect(namesIn(page, catalogue)).toHaveText(['Reader'])
    })
  })
}

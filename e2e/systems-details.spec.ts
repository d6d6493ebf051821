import type { Locator } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { colourOf } from './support/browser.ts'
import { doAs } from './support/do-as.ts'
import { arrangeSolution, fact } from './support/records.ts'
import { arrangeSystem, keepSignInAs, openDetails, openSystems, rewrite } from './support/systems.ts'
import { continueAsGuest, expect, test } from './support/test.ts'

test('[SYS-24, 25, 26, 27, 29] the details say everything about a system', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId, founder } = await keepSignInAs(page, organisation, 'viewer')
  const createdAt = new Date('2024-02-03T10:20:30Z')
  const id = await arrangeSystem(cairn.database, {
    accountId,
    name: 'Payroll',
    description: 'Pays everybody.\nOn the 25th.',
    ownerId: founder.id,
    details: { vendor: 'Example', regions: ['north', 'south'] },
    createdAt,
  })
  await arrangeSystem(cairn.database, { accountId, name: 'Archive' })
  await openSystems(page)

  const payroll = await openDetails(page, 'Payroll')
  await expect(fact(payroll, 'Description')).toHaveText('Pays everybody.\nOn the 25th.')
  await expect(fact(payroll, 'Owner')).toContainText('Ada Founder')
  await expect(fact(payroll, 'Created')).toHaveText(/^Feb 3, 2024, 10:20\sAM$/)
  await expect(fact(payroll, 'System ID')).toHaveText(id)
  await expect(payroll.getByRole('heading', { name: 'Additional Details' })).toBeVisible()
  const json = (await payroll.locator('pre').textContent()) ?? ''
  expect(json).toContain('\n  "vendor": "Example"')
  expect(JSON.parse(json)).toEqual({ vendor: 'Example', regions: ['north', 'south'] })
  await page.keyboard.press('Escape')

  const archive = await openDetails(page, 'Archive')
  await expect(fact(archive, 'Description')).toHaveText('No description provided')
  await expect(fact(archive, 'Owner')).toHaveText('No owner assigned')
  await expect(archive.getByText('Additional Details')).toHaveCount(0)
})

test('the details list the dependents of a system, and lead there', async ({ page, cairn, organisation }) => {
  const { accountId, founder } = await keepSignInAs(page, organisation, 'viewer')
  const ledger = await arrangeSystem(cairn.database, { accountId, name: 'Ledger' })
  await arrangeSystem(cairn.database, { accountId, name: 'Archive' })
  const relatedSystems = [ledger]
  for (const n of [1, 2, 3, 4, 5, 6, 7])
    await arrangeSolution(cairn.database, {
      ...{ accountId, relatedSystems, ownerId: founder.id },
      name: `Portal ${n}`,
    })
  await openSystems(page)

  const details = await openDetails(page, 'Ledger')
  const solutions = details.getByRole('list', { name: 'Solutions' })
  await expect(details.getByRole('heading', { name: 'Solutions 7' })).toBeVisible()
  await expect(solutions.getByRole('listitem')).toHaveCount(5)
  await expect(solutions.getByRole('listitem').first()).toContainText('Ada Founder')
  await details.getByRole('button', { name: 'Show all' }).press('Enter')
  await expect(solutions.getByRole('listitem')).toHaveCount(7)
  await expectAccessible(page, 'a system with what rests on it')
  await solutions.getByRole('link', { name: 'Portal 7' }).click()
  await expect(page.getByRole('heading', { name: 'Portal 7' })).toBeVisible()
  await expect(page).toHaveURL(/\/solutions\?id=/)

  await page.keyboard.press('Escape')
  await openSystems(page)
  const archive = await openDetails(page, 'Archive')
  await expect(archive.getByText('Nothing is linked to it.')).toBeVisible()
})

test('guests see the dependents of an example', async ({ page }) => {
  await continueAsGuest(page)
  await page.goto('/systems?id=demo-system-crm')
  await expect(page.getByRole('list', { name: 'Solutions' }).getByRole('link')).toHaveCount(1)
})

const STATUSES = [
  { status: 'active', label: 'Active', colour: 'green' },
  { status: 'inactive', label: 'Inactive', colour: 'grey' },
  { status: 'maintenance', label: 'Maintenance', colour: 'yellow' },
  { status: 'deprecated', label: 'Deprecated', colour: 'red' },
]

for (const scheme of ['light', 'dark'] as const) {
  test(`[SYS-21, 22, DATA-26] each status has its word and its colour, in ${scheme}`, async ({
    page,
    cairn,
    organisation,
  }) => {
    await page.emulateMedia({ colorScheme: scheme })
    const { accountId } = await keepSignInAs(page, organisation, 'viewer')
    for (const { status } of STATUSES)
      await arrangeSystem(cairn.database, { accountId, name: status, status })
    await openSystems(page)
    for (const { status, label, colour } of STATUSES) {
      const details = await openDetails(page, status)
      const badge = details.getByText(label, { exact: true })
      expect(await colourName(badge), status).toBe(colour)
      await page.keyboard.press('Escape')
      await expect(details).toHaveCount(0)
    }
  })
}

test('[SYS-21, 23] a status that is not known is Unknown, and no status shows none', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'viewer')
  await arrangeSystem(cairn.database, { accountId, name: 'Strange', status: 'inactive' })
  await arrangeSystem(cairn.database, { accountId, name: 'Blank', status: 'maintenance' })
  await rewrite(page, 'systems', (body) =>
    body.replace('"inactive"', '"retired"').replace('"maintenance"', 'null'),
  )
  await openSystems(page)
  const strange = await openDetails(page, 'Strange')
  await expect(strange.getByText('Unknown', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  const blank = await openDetails(page, 'Blank')
  await expect(blank.getByText(/Unknown|Maintenance|Active/)).toHaveCount(0)
})

/** The name that a person would give to the colour of a text. */
async function colourName(text: Locator): Promise<string> {
  const { red, green, blue } = await colourOf(text, 'color')
  const most = Math.max(red, green, blue)
  const spread = most - Math.min(red, green, blue)
  if (spread < most / 4) return 'grey'
  if (green === most) return 'green'
  return green - blue > spread / 3 ? 'yellow' : 'red'
}

test('[GAP-34] the details tell who changed what, ten changes at a time, and what was just changed', async ({
  page,
  cairn: { database },
  organisation,
}) => {
  const { me, accountId } = await keepSignInAs(page, organisation, 'manager')
  const leaver = await organisation.member('Lea Leaver', 'manager')
  const id = await arrangeSystem(database, { accountId, name: 'Payroll', description: 'Version 0' })
  for (let version = 1; version <= 11; version += 1) {
    const description = `Version ${version}`
    await doAs(
      database,
      leaver,
      (tx) => tx`update public.systems set ${tx({ description })} where id = ${id}`,
    )
  }
  await database`delete from public.account_members where user_id = ${leaver.id}`
  await openSystems(page)
  const details = await openDetails(page, 'Payroll')
  await details.getByRole('button', { name: 'History' }).click()
  const changes = details.getByRole('listitem').filter({ hasText: /changed|created/ })
  await expect(changes).toHaveCount(10)
  await expect(changes.first()).toContainText('A former member changed Description')
  await expect(changes.first()).toContainText(/from\s*Version 10\s*→\s*to\s*Version 11/)
  await details.getByRole('button', { name: 'Show more' }).click()
  await expect(changes).toHaveCount(12)
  await expect(changes.last()).toContainText('Cairn created it')

  await details.getByRole('button', { name: 'Edit', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Edit System' })
  await form.getByLabel('Status').selectOption('Deprecated')
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(form).toHaveCount(0)
  await expect(changes.first()).toContainText(`${me.name} changed Status`)
  await expect(changes.first()).toContainText(/Active\s*→\s*to\s*Deprecated/)
})

import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { doAs } from '../support/do-as.ts'
import { exampleWorks } from '../support/example-works.ts'
import { expectWhole } from '../support/layout.ts'
import { chooseInListMenu } from '../support/list-menu.ts'
import { arrangeSystem, openDetails, signInAs } from '../support/systems.ts'
import { continueAsGuest, expect, freshDomain, keepSignIn, test } from '../support/test.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Export: Systems' })

/** Presses the button of the window. Gives the name of the file and what is in it. */
async function exported(page: Page): Promise<{ name: string; text: string }> {
  const download = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: 'Export', exact: true }).press('Enter')
  const file = await download
  await expect(dialog(page)).toHaveCount(0)
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') }
}

test('a list is exported as it is filtered, with the keyboard alone, and on a phone', async ({
  page,
  cairn,
}) => {
  const { database } = cairn
  await keepSignIn(page, await exampleWorks(database, { domain: freshDomain() }))
  await database`update public.systems set vendor = 'Acme', description = '=1+1' where name = 'Billing'`
  await page.setViewportSize({ width: 375, height: 740 })
  await page.goto('/systems?q=Billing&cols=name,vendor,description')
  await expect(page.getByText('Billing', { exact: true }).first()).toBeVisible()

  const options = page.getByRole('button', { name: 'List options' })
  await chooseInListMenu(page, 'Export')
  await expect(dialog(page).getByRole('radio', { name: 'CSV' })).toBeFocused()
  await expectAccessible(page, 'window of the export')
  const csv = await exported(page)
  expect(csv.name).toMatch(/^systems-\d{4}-\d\d-\d\d\.csv$/)
  expect(csv.text).toBe("\ufeffName,Vendor,Description\r\nBilling,Acme,'=1+1\r\n")
  await expect(options).toBeFocused()

  await page.setViewportSize({ width: 1280, height: 800 })
  await chooseInListMenu(page, 'Export')
  await dialog(page).getByRole('radio', { name: 'CSV' }).press('ArrowLeft')
  await expect(dialog(page).getByRole('radio', { name: 'JSON' })).toBeChecked()
  await expect(dialog(page).getByRole('switch', { name: 'With ids' })).toBeChecked()
  await dialog(page).getByRole('combobox', { name: 'Columns' }).selectOption('All')
  const json = await exported(page)
  expect(JSON.parse(json.text)).toEqual([
    expect.objectContaining({ id: expect.any(String), name: 'Billing', vendor: 'Acme', status: 'Active' }),
  ])

  await expect(options).toBeFocused()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await palette.getByRole('combobox').fill('export systems')
  await palette.getByRole('option', { name: 'Export: Systems' }).click()
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page).toHaveURL(/q=Billing/)
})

test('guests export the examples', async ({ page }) => {
  await continueAsGuest(page)
  await page.goto('/systems')
  await chooseInListMenu(page, 'Export')
  const { text } = await exported(page)
  expect(text.split('\r\n').length).toBeGreaterThan(3)
  expect(text).toContain('Salesforce')
})

test('the team, the bin, acts and a history are exported, as far as the user sees them', async ({
  page,
  cairn,
  organisation,
}) => {
  const { database } = cairn
  const { accountId, me } = await signInAs(page, organisation, 'manager')
  const id = await arrangeSystem(database, { accountId, name: '=Billing', createdBy: me.id })
  const gone = await arrangeSystem(database, { accountId, name: 'Old fax', createdBy: me.id })
  const tag = await database<{ id: string }[]>`
    insert into public.tags (account_id, name) values (${accountId}, 'core') returning id`
  await doAs(database, me, async (tx) => {
    await tx`update public.systems set status = 'inactive', owner_id = ${me.id} where id = ${id}`
  })
  await doAs(database, me, async (tx) => {
    await tx`select public.change_in_bulk('system', 'add_tag', ${tag[0]?.id ?? ''}, ${`{${id},${gone}}`}::uuid[])`
  })
  await doAs(database, me, async (tx) => {
    await tx`delete from public.systems where id = ${gone}`
  })
  const export_ = async (list: string, within: Page | Locator = page) => {
    const window = page.getByRole('dialog', { name: `Export: ${list}` })
    await within.getByRole('button', { name: 'Export', exact: true }).click()
    await expect(window).toBeVisible()
    const download = page.waitForEvent('download')
    await window.getByRole('button', { name: 'Export', exact: true }).press('Enter')
    const file = await download
    await expect(window).toHaveCount(0)
    return { name: file.suggestedFilename(), lines: readFileSync(await file.path(), 'utf8').split('\r\n') }
  }

  await page.setViewportSize({ width: 375, height: 740 })
  await page.goto(`/team?q=${encodeURIComponent(me.name)}`)
  await expect(page.getByText(me.name).first()).toBeVisible()
  const team = await export_('Team Directory')
  expect(team.name).toMatch(/^team-\d{4}-\d\d-\d\d\.csv$/)
  expect(team.lines[0]).toBe('\ufeffName,Job Role,Permission,Department,Knowledge Areas,Status,Contributions')
  expect(team.lines[1]).toMatch(new RegExp(`^${me.name},.*,Manager,`))
  expect(team.lines).toHaveLength(3)
  await expectAccessible(page, 'a team that can be exported')
  await expectWhole(page, 'a team that can be exported, on a phone')

  await page.goto('/activity?show=bin&kind=system')
  await expect(page.getByText('Old fax')).toBeVisible()
  await expectWhole(page, 'a bin that can be exported, on a phone')
  expect((await export_('Bin')).lines[1]).toMatch(new RegExp(`^Old fax,System,${me.name},20`))

  await page.goto('/activity')
  await expect(page.getByRole('list', { name: 'Bulk changes' })).toBeVisible()
  await expectWhole(page, 'acts that can be exported, on a phone')
  expect((await export_('Bulk changes')).lines[1]).toMatch(
    new RegExp(`Z,${me.name},Tag added,core,System,2,`),
  )

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/systems')
  const details = await openDetails(page, '=Billing')
  const unfold = details.getByRole('button', { name: 'Activity' })
  await unfold.click()
  await expect(unfold).toHaveAttribute('aria-expanded', 'true')
  const history = (await export_('History', details)).lines
  expect(history[0]).toBe('\ufeffWhen,Changed By,Action,Field,Before,After')
  expect(history.join('\n')).toMatch(new RegExp(`Z,${me.name} <.*>,Changed,Status,Active,Inactive`))
  expect(history.join('\n')).toMatch(new RegExp(`Z,${me.name} <.*>,Changed,Owner,,`))
  await expectAccessible(page, 'a history that can be exported')
})

import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { boxOf, WITH_MOTION } from '../support/motion.ts'
import { arrangeAutomation, fact, namesIn } from '../support/records.ts'
import { arrangeSystem, keepSignInAs, openDetails } from '../support/systems.ts'
import { expect, test } from '../support/test.ts'

test.use(WITH_MOTION)

const names = (page: Page) => namesIn(page, 'Systems')
const gapsChip = (page: Page) =>
  page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: /^Gaps/ })

test('gaps lead from the dashboard to their records, and an owner is given in the row', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId, founder } = await keepSignInAs(page, organisation, 'manager')
  const ben = await organisation.member('Ben Owner')
  const own = { accountId, ownerId: ben.id }
  const ledger = await arrangeSystem(cairn.database, { ...own, name: 'Ledger' })
  await arrangeSystem(cairn.database, { accountId, name: 'Payroll', ownerId: founder.id })
  await arrangeAutomation(cairn.database, { ...own, name: 'Helper' })
  await cairn.database`
    insert into public.system_experts (account_id, system_id, expert_id) values (${accountId}, ${ledger}, ${founder.id})`
  await cairn.database`delete from public.account_members where user_id = ${ben.id}`

  await test.step('the card says how many, and where', async () => {
    await page.goto('/')
    const main = page.locator('#main')
    await expect(main.getByText('Owner left')).toBeVisible()
    await expect(main.getByRole('link', { name: 'Systems 1' })).toHaveCount(3)
    await expect(main.getByRole('link', { name: 'Automations 1' })).toHaveCount(3)
    await expectAccessible(page, 'the dashboard with gaps')
    await main.locator('a[href="/systems?gap=owner_left"]').click()
    await expect(names(page)).toHaveText(['Ledger'])
    await expect(gapsChip(page)).toHaveText('Gaps: Owner left')
    await expectAccessible(page, 'systems whose owner left')
  })

  await test.step('another one beside it', async () => {
    await gapsChip(page).click()
    const nobodyElse = page.getByRole('option', { name: 'Only one person knows it 1' })
    await nobodyElse.click()
    await expect(names(page)).toHaveText(['Ledger', 'Payroll'])
    await expect(page).toHaveURL('/systems?gap=owner_left%2Cnobody_else')
    await nobodyElse.click()
    await expect(names(page)).toHaveText(['Ledger'])
    await page.keyboard.press('Escape')
  })

  await test.step('the owner, with the keys alone', async () => {
    await page.getByRole('button', { name: 'Owner left: Ben Owner. Assign an owner to Ledger' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.type('Ada')
    await expect(page.getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Ada Founder now owns Ledger.').first()).toBeVisible()
    await expect(page.getByText('No systems found.')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page.getByRole('row', { name: 'Ledger' }).getByText('Ada Founder')).toBeVisible()
    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByRole('option', { name: 'Gaps' }).click()
    await expect(page.getByRole('option', { name: 'Only one person knows it' })).toBeVisible()
    await expect(page.getByRole('option', { name: 'Owner left' })).toHaveCount(0)
    await page.keyboard.press('Escape')
  })

  await test.step('automations say whose they are while gaps are looked for', async () => {
    await page.goto('/automations?gap=owner_left')
    const give = page.getByRole('button', { name: 'Owner left: Ben Owner. Assign an owner to Helper' })
    await expect(give).toHaveText('Owner left: Ben Owner')
    const table = await boxOf(page.locator('#main [data-wide]'))
    const last = await boxOf(page.getByRole('columnheader', { name: 'Actions' }))
    expect(last.x + last.width, 'no column is cut').toBeLessThanOrEqual(table.x + table.width)
    await page.setViewportSize({ width: 375, height: 740 })
    await expect(give).toBeInViewport()
    expect(await give.evaluate((button) => button.scrollWidth <= button.clientWidth)).toBe(true)
    await page.setViewportSize({ width: 1280, height: 800 })
    const details = await openDetails(page, 'Helper')
    await expect(fact(details, 'Owner')).toHaveText('Owner left: Ben Owner')
  })
})

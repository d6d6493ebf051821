import { arrangeSystem, keepSignInAs } from './support/systems.ts'
import { expect, test } from './support/test.ts'

const TRANSPARENT = 'rgba(0, 0, 0, 0)'

/** The filter, which may say how many there are; rows have a button whose name begins alike. */
const NO_OWNER = /^No owner( \d+)?$/

test('in forced colours, edges of buttons, switches and the active tab show', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  await arrangeSystem(cairn.database, { accountId, name: 'Payroll' })
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/systems')
  for (const name of ['Add System', NO_OWNER])
    await expect(page.getByRole('button', { name })).toHaveCSS('border-top-width', '1px')
  const noOwner = page.getByRole('button', { name: NO_OWNER })
  const background = (element: typeof noOwner) =>
    element.evaluate((found) => found.ownerDocument.defaultView?.getComputedStyle(found).backgroundColor)
  const released = await background(noOwner)
  await noOwner.click()
  await expect.poll(() => background(noOwner)).not.toBe(released)

  const badge = page.getByRole('row', { name: 'Payroll' }).getByText('Active', { exact: true })
  expect(await background(badge.locator('span'))).not.toBe(await background(badge))

  await page.goto('/settings?tab=features')
  const active = page.getByRole('tab', { selected: true })
  await expect(active).toBeVisible()
  expect(await background(active)).not.toBe(
    await background(page.getByRole('tab', { selected: false }).first()),
  )
  const feature = page.getByRole('switch', { name: 'Systems' })
  await expect(feature).toHaveCSS('border-top-width', '1px')
  const on = await background(feature)
  expect(await background(feature.locator('span'))).not.toBe(on)
  expect(on).not.toBe(TRANSPARENT)
  await feature.click()
  await expect.poll(() => background(feature)).not.toBe(on)
  expect(await background(feature.locator('span'))).not.toBe(await background(feature))
})

import { boxOf } from './support/motion.ts'
import { arrangeSystem, keepSignInAs, openDetails, openSystems } from './support/systems.ts'
import { expect, test } from './support/test.ts'

test('on paper an open window stands at the start of the page, and nothing to press is printed', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  const ben = await organisation.member('Ben Example', 'user')
  await arrangeSystem(cairn.database, { accountId, name: 'Payroll', description: 'Pays everybody.' })
  await openSystems(page)
  const details = await openDetails(page, 'Payroll')
  await page.setViewportSize({ width: 800, height: 1000 })
  await page.emulateMedia({ media: 'print' })
  const { x, y } = await boxOf(details)
  expect({ x, y }).toEqual({ x: 0, y: 0 })
  await expect(details.getByText('Pays everybody.')).toBeVisible()
  await expect(details.getByRole('button', { name: 'Edit' })).toBeHidden()

  await page.goto(`/team/${ben.id}`)
  await expect(page.getByRole('heading', { name: 'Ben Example Profile' })).toBeVisible()
  await expect(page.getByText('Admin Actions')).toBeHidden()
  await expect(page.getByRole('link', { name: 'Back to Team' })).toBeHidden()
})

import { arrangeInvitation } from './support/invitations.ts'
import { arrangeSystem, keepSignInAs, openDetails, openSystems } from './support/systems.ts'
import { expect, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

test('[SYS-33, 37, 38, 39] experts are searched and picked with the keys, several in a row; a pending one is refused', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId, founder } = await keepSignInAs(page, organisation, 'admin')
  for (const name of ['Ben', 'Cara', 'Dora', 'Emil', 'Finn', 'Gina'])
    await organisation.member(`${name} Expert`)
  await arrangeInvitation(cairn.database, {
    accountId,
    email: `zoe@${organisation.domain}`,
    name: 'Zoe Invited',
    invitedBy: founder.id,
  })
  await arrangeSystem(cairn.database, { accountId, name: 'Payroll' })
  await openSystems(page)
  const details = await openDetails(page, 'Payroll')
  await expect(details.getByRole('button', { name: 'Add Expert' })).toBeEnabled()
  await details.getByRole('button', { name: 'Add Expert' }).press('Enter')
  const picker = page.getByRole('dialog', { name: 'Add Expert' })
  const options = picker.getByRole('option')
  await expect(options).toHaveCount(8)
  await expect(options.first()).toHaveText(/Ada FounderYou$/)
  await expect(options.last()).toHaveText(/Zoe InvitedPending$/)

  await test.step('typing and arrows', async () => {
    await expect(picker.getByRole('combobox', { name: 'Filter the list' })).toBeFocused()
    await page.keyboard.type('expert')
    await expect(options).toHaveCount(6)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expectToast(page, 'Expert added')
    await expect(options).toHaveCount(5)
    // There is one toast at a time: that of this one must not come after the next step's.
    const saved = page.waitForResponse(
      (answer) => answer.request().method() === 'POST' && answer.url().includes('/rest/v1/system_experts'),
    )
    await page.keyboard.press('Enter')
    await expect(options).toHaveCount(4)
    await saved
  })

  await test.step('pending', async () => {
    await page.keyboard.press('Control+A')
    await page.keyboard.type('zoe')
    await expect(options).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expectToast(page, 'Cannot add pending user', 'This user has not yet accepted their invitation')
    await expect(options).toHaveCount(1)
  })

  await page.keyboard.press('Escape')
  await expect(picker).toHaveCount(0)
  await expect(details.getByRole('button', { name: 'Add Expert' })).toBeFocused()
  await expect(details.getByRole('list', { name: 'System Experts' }).getByRole('listitem')).toHaveText([
    /Cara Expert/,
    /Dora Expert/,
  ])
})

test('[SYS-14] an owner is found among many by typing', async ({ page, organisation }) => {
  await keepSignInAs(page, organisation, 'admin')
  for (const number of Array.from({ length: 12 }, (_, index) => index + 10))
    await organisation.member(`Colleague ${number}`)
  await openSystems(page)
  await page.getByRole('button', { name: 'Add System' }).click()
  const owner = page.getByRole('combobox', { name: 'System Owner' })
  await owner.press('ArrowDown')
  await expect(page.getByRole('option').nth(1)).toHaveText(/Ada FounderYou$/)
  await page.keyboard.type('gue 17')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(owner).toBeFocused()
  await expect(owner).toHaveText(/Colleague 17$/)
})

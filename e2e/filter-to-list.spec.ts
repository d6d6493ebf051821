import { arrangeSystem, signInAs } from './support/systems.ts'
import { expect, test } from './support/test.ts'

test('a line of the palette says status, owner and gap', async ({ page, cairn, organisation }) => {
  const { accountId, me } = await signInAs(page, organisation, 'admin')
  await arrangeSystem(cairn.database, { accountId, name: 'Workday', description: '', ownerId: me.id })
  await arrangeSystem(cairn.database, {
    accountId,
    name: 'Workday Payroll',
    description: '',
    status: 'deprecated',
  })
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await expect(palette.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('wrokday')
  await expect(
    palette.getByRole('option', { name: /^Workday\s?Active\s?Ada Founder\s?Nobody else knows it/ }),
  ).toBeVisible()
  await expect(
    palette.getByRole('option', { name: /^Workday Payroll\s?Deprecated\s?No owner/ }),
  ).toBeVisible()
})

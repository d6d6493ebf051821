import { expect, it, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import { expectGone, expectResting, expectToast, press } from './support/look.ts'
import { ADA, BEN, mia } from './support/people.ts'
import { system } from './support/records.ts'

const badge = (label: string) => page.getByRole('banner').getByText(label, { exact: true })

/** Expects that a control says why it rests, and that pressing it opens nothing. */
async function expectNothingOpens(control: Locator, reason: string): Promise<void> {
  await expectResting(control, reason)
  await press(control, '{Enter}')
  await expectGone(page.getByRole('dialog'))
}

it('[PERM-03, 05, GAP-08] lets a user create, and change what is their own', async () => {
  const me = mia('user')
  const { workspace } = await openApp('/systems', {
    as: me,
    systems: [system({ name: 'Owned', ownerId: me.id }), system({ name: 'Strange' })],
  })
  vi.spyOn(workspace.systems, 'add').mockResolvedValue(system({ name: 'Made', createdBy: me.id }))
  await expect.element(badge('User')).toBeVisible()
  await page.getByRole('button', { name: 'Add System' }).click()
  await page.getByLabelText('System Name').fill('Made')
  await page.getByRole('dialog').getByRole('button', { name: 'Add System' }).click()
  await expectToast('Made has been added successfully')
  await page.getByRole('button', { name: 'Edit Owned' }).click()
  await page.getByLabelText('Description').fill('Changed.')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast('Owned has been updated successfully')
  await expectNothingOpens(
    page.getByRole('button', { name: 'Edit Strange' }),
    'You can change only what you created or own.',
  )
  await expectNothingOpens(
    page.getByRole('button', { name: 'Delete Strange' }),
    'You can delete only what you created or own.',
  )
})

for (const { numbers, me, label } of [
  { numbers: '[PERM-03, 06]', me: mia('manager'), label: 'Manager' },
  { numbers: '[PERM-03, 07]', me: ADA, label: 'Admin' },
])
  it(`${numbers} lets a level of ${label} change what others made`, async () => {
    await openApp('/systems', { as: me, systems: [system({ name: 'Strange', createdBy: BEN.id })] })
    await expect.element(badge(label)).toBeVisible()
    await page.getByRole('button', { name: 'Edit Strange' }).click()
    await page.getByLabelText('System Name').fill('Known')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expectToast('Known has been updated successfully')
    await page.getByRole('button', { name: 'Delete Known' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expectToast('System deleted')
  })

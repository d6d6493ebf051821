import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import { refusal } from './support/catalogue.ts'
import { expectCount, expectResting, expectToast, namesIn, press } from './support/look.ts'
import { ADA, mia } from './support/people.ts'
import { automation } from './support/records.ts'

// The part that automations share with agents is in agents-and-automations.screen.test.tsx.

const toggle = (name: string) => page.getByRole('switch', { name: `${name} is active` })

for (const webhookUrl of [
  'javascript:alert(1)',
  'http://hooks.example/',
  '//evil.test',
  'https://a@evil.test/',
])
  it(`[AUTO-04, 05] never leads a Zap to ${webhookUrl}`, async () => {
    const zap = automation({ name: 'Zap', source: 'Zapier', webhookUrl })
    await openApp('/automations', { as: mia('viewer'), automations: [zap] })
    const link = page.getByRole('link', { name: 'Zap', exact: true })
    await expect.element(link).toHaveAttribute('href', 'https://zapier.com/app/zaps')
  })

it('[AUTO-10, 11, 12] activates and deactivates an automation', async () => {
  const invoices = automation({ name: 'Invoices' })
  const { workspace } = await openApp('/automations', { as: ADA, automations: [invoices] })
  const change = vi.spyOn(workspace.automations, 'setStatus')
  await expect.element(toggle('Invoices')).not.toBeChecked()
  await toggle('Invoices').click()
  await expectToast('Automation activated', 'Invoices has been activated')
  expect(change).toHaveBeenCalledWith(invoices.id, 'active')
  await expect.element(toggle('Invoices')).toBeChecked()
  await expect.element(page.getByRole('row', { name: 'Invoices' })).toHaveTextContent('Active')
  await press(toggle('Invoices'), ' ')
  await expectToast('Automation deactivated', 'Invoices has been deactivated')
  await expect.element(toggle('Invoices')).not.toBeChecked()
})

it('[AUTO-19] takes a refused change back, with the message', async () => {
  const { workspace } = await openApp('/automations', {
    as: ADA,
    automations: [automation({ name: 'Invoices' })],
  })
  vi.spyOn(workspace.automations, 'setStatus').mockRejectedValue(refusal('Not on a Sunday.'))
  vi.spyOn(workspace.automations, 'update').mockRejectedValue(refusal('Not on a Sunday.'))
  await toggle('Invoices').click()
  await expectToast('Failed to update automation: Not on a Sunday.')
  await expect.element(toggle('Invoices')).not.toBeChecked()
  await page.getByRole('button', { name: 'Edit Invoices' }).click()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast('Failed to update automation: Not on a Sunday.')
  await expect.element(page.getByRole('dialog', { name: 'Edit Automation' })).toBeVisible()
})

it('[GAP-08] lets a user switch only what is their own', async () => {
  const me = mia('user')
  await openApp('/automations', {
    as: me,
    automations: [automation({ name: 'Owned', ownerId: me.id }), automation({ name: 'Strange' })],
  })
  await toggle('Owned').click()
  await expectToast('Automation activated')
  await expectResting(toggle('Strange'), 'You can change only what you created or own.')
  await press(toggle('Strange'), ' ')
  await expect.element(toggle('Strange')).not.toBeChecked()
})

it('[GUEST-27, GAP-08] shows guests three example automations, and saves nothing', async () => {
  await openApp('/automations')
  await expectCount(namesIn('Automations'), 3)
  await toggle('Invoice approval').click()
  await expectToast('Guest Mode', "Automations aren't saved in guest mode. Please sign up for full access.")
  await expect.element(toggle('Invoice approval')).toBeChecked()
})

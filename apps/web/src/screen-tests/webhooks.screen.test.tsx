import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import { expectCount, expectGone, expectToast, press } from './support/look.ts'
import { ADA, mia } from './support/people.ts'

it('shows a manager no webhooks', async () => {
  await openApp('/settings/webhooks', { as: mia('manager') })
  await expect.element(page.getByText('Only administrators can change this.')).toBeVisible()
  await expectGone(page.getByRole('link', { name: 'Webhooks' }))
})

it('shows a guest two examples, and changes none', async () => {
  await openApp('/settings/webhooks')
  await expectCount(page.getByRole('list', { name: 'Webhooks' }).getByRole('listitem'), 2)
  await page.getByRole('link', { name: 'Asset inventory' }).click()
  const lines = page.getByRole('table', { name: 'Log' }).getByCss('tbody tr')
  await expectCount(lines, 6)
  await page.getByLabelText('Outcome').selectOptions('Failed')
  await expectCount(lines, 4)
  await page.getByRole('button', { name: 'Send a Test' }).click()
  await expectToast('Guest Mode')
})

it('validates the form of a webhook, and asks before its text is lost', async () => {
  await openApp('/settings', { as: ADA })
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await press(page.getByRole('button', { name: 'New Webhook' }), '{Enter}')
  const form = page.getByRole('dialog', { name: 'New Webhook' })
  await press(form.getByRole('button', { name: 'Create Webhook' }), '{Enter}')
  const name = form.getByLabelText('Name')
  await expect.element(name).toHaveFocus()
  await expect
    .element(form.getByRole('alert').filter({ hasText: 'Choose at least one event.' }))
    .toBeVisible()
  await name.fill('Inventory')
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await userEvent.keyboard('{Escape}')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expectGone(question)
  await expect.element(name).toHaveValue('Inventory')
  await userEvent.keyboard('{Escape}')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expectGone(form)
})

import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import { expectCount, expectGone, expectToast } from './support/look.ts'
import { mia } from './support/people.ts'

it('shows a manager no webhooks', async () => {
  await openApp('/settings?tab=webhooks', { as: mia('manager') })
  await expect
    .element(page.getByRole('tab', { name: 'Notifications' }))
    .toHaveAttribute('aria-selected', 'true')
  await expectGone(page.getByRole('tab', { name: 'Webhooks' }))
})

it('shows a guest two examples, and changes none', async () => {
  await openApp('/settings?tab=webhooks')
  await expectCount(page.getByRole('list', { name: 'Webhooks' }).getByRole('listitem'), 2)
  await page.getByRole('link', { name: 'Asset inventory' }).click()
  const lines = page.getByRole('table', { name: 'Log' }).getByCss('tbody tr')
  await expectCount(lines, 6)
  await page.getByLabelText('Outcome').selectOptions('Failed')
  await expectCount(lines, 4)
  await page.getByRole('button', { name: 'Send a Test' }).click()
  await expectToast('Guest Mode')
})

import type { Page } from '@playwright/test'
import { Webhook } from 'standardwebhooks'
import { z } from 'zod'
import { SOON } from '../support/news.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { arrangeSystem, keepSignInAs } from '../support/systems.ts'
import { expect, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'

test.use({ operatorEnv: { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' } })

const sent = z.object({
  type: z.string(),
  data: z.object({ record: z.optional(z.object({ name: z.string() })) }),
})

/** Fills in a new webhook for a receiver and creates it; returns its secret. */
async function createWebhook(page: Page, { url }: Receiver): Promise<string> {
  await page.goto('/settings/webhooks')
  await page.getByRole('button', { name: 'New Webhook' }).click()
  const form = page.getByRole('dialog', { name: 'New Webhook' })
  await form.getByLabel('Name').fill('Inventory')
  await form.getByLabel('Address').fill(url)
  await form.getByRole('checkbox', { name: 'Record changed' }).check()
  await form.getByRole('button', { name: 'Create Webhook' }).click()
  const shown = page.getByRole('dialog', { name: 'Secret of Inventory' })
  const secret = await shown.locator('button code').innerText()
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect(shown).toHaveCount(0)
  return secret
}

/** The lines of the log. */
const linesOf = (page: Page) => page.getByRole('table', { name: 'Log' }).locator('tbody tr')

/** Changes a record as its owner would. */
async function describeSystem(page: Page, name: string, description: string): Promise<void> {
  await page.goto('/systems')
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await page.getByLabel('Description').fill(description)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, `${name} has been updated successfully`)
}

test('an admin makes a webhook, tests it, and a changed record is delivered and signed', async ({
  page,
  cairn,
  organisation,
}) => {
  const receiver = await startReceiver()
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  await arrangeSystem(cairn.database, { accountId, name: 'Payroll' })
  const secret = await createWebhook(page, receiver)
  const details = page.url()

  await test.step('a test arrives and is in the log', async () => {
    await page.getByRole('button', { name: 'Send a Test' }).click()
    await expectToast(page, 'Delivered')
    await expect(linesOf(page)).toHaveCount(1)
    await expect(linesOf(page)).toContainText('Delivered')
    const [call] = receiver.calls
    expect(new Webhook(secret).verify(call?.body ?? '', call?.headers ?? {})).toMatchObject({ type: 'test' })
  })

  await test.step('a changed record arrives', async () => {
    await describeSystem(page, 'Payroll', 'Pays everybody.')
    await expect.poll(() => receiver.calls.length).toBe(2)
    const call = receiver.calls[1]
    const event = sent.parse(new Webhook(secret).verify(call?.body ?? '', call?.headers ?? {}))
    expect(event).toMatchObject({ type: 'record.changed', data: { record: { name: 'Payroll' } } })
  })

  await test.step('its delivery shows the request, and is sent again', async () => {
    await page.goto(details)
    await linesOf(page).getByRole('button', { name: 'Record changed' }).click()
    const delivery = page.getByRole('dialog', { name: 'Record changed' })
    await expect(delivery.getByRole('region', { name: 'Request headers' })).toContainText('webhook-signature')
    await expect(delivery.getByRole('region', { name: 'Request body' })).toContainText('Payroll')
    await expect(delivery.getByRole('region', { name: 'Answer' })).toContainText('ok')
    await delivery.getByRole('button', { name: 'Send Again' }).click()
    await expectToast(page, 'Delivered')
    expect(receiver.calls[2]?.headers['webhook-id']).toBe(receiver.calls[1]?.headers['webhook-id'])
    await page.goBack()
    await expect(delivery).toHaveCount(0)
    await expect(linesOf(page)).toHaveCount(3)
  })

  await test.step('after the secret is rotated, both sign', async () => {
    await page.getByRole('button', { name: 'Options of the webhook' }).click()
    await page.getByRole('menuitem', { name: 'Rotate Secret' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate Secret' }).click()
    const shown = page.getByRole('dialog', { name: 'Secret of Inventory' })
    const next = await shown.locator('button code').innerText()
    await shown.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Send a Test' }).click()
    await expect.poll(() => receiver.calls.length).toBe(4)
    const call = receiver.calls[3]
    for (const one of [secret, next])
      expect(new Webhook(one).verify(call?.body ?? '', call?.headers ?? {})).toMatchObject({ type: 'test' })
  })

  await test.step('deleted, it is gone from the list', async () => {
    await page.getByRole('button', { name: 'Options of the webhook' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('No webhooks yet')).toBeVisible()
  })
  receiver.close()
})

test('a receiver that fails is shown, one that is gone pauses its webhook, and it is resumed', async ({
  page,
  cairn,
  organisation,
}) => {
  const receiver = await startReceiver()
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  await arrangeSystem(cairn.database, { accountId, name: 'Payroll' })
  await createWebhook(page, receiver)
  const details = page.url()

  await test.step('a response of 503 is in the log, with its body', async () => {
    receiver.answer(503, 'closed until noon')
    await page.getByRole('button', { name: 'Send a Test' }).click()
    await expectToast(page, 'Not delivered')
    await expect(linesOf(page)).toContainText('Failed')
    await expect(linesOf(page)).toContainText('503')
    await linesOf(page).getByRole('button', { name: 'Test' }).click()
    await expect(page.getByRole('region', { name: 'Answer' })).toContainText('closed until noon')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('a response of 410 pauses it, and says why', async () => {
    receiver.answer(410, 'gone')
    await describeSystem(page, 'Payroll', 'Pays everybody.')
    await page.goto(details)
    await expect(page.getByText('Its receiver answered 410')).toBeVisible(SOON)
  })

  await test.step('resumed, it delivers again', async () => {
    receiver.answer(200, 'ok')
    const before = receiver.calls.length
    await page.getByRole('button', { name: 'Resume' }).click()
    await expect(page.getByText('Its receiver answered 410')).toHaveCount(0)
    await describeSystem(page, 'Payroll', 'Pays everybody on time.')
    await expect.poll(() => receiver.calls.length).toBeGreaterThan(before)
    await page.goto('/settings/webhooks')
    await expect(page.getByRole('list', { name: 'Webhooks' })).toContainText('Active')
  })
  receiver.close()
})

import { firstOf } from '@cairn/testing/tier'
import type { Page } from '@playwright/test'
import { SOON } from '../support/news.ts'
import { arrangeAgent, arrangeAutomation } from '../support/records.ts'
import { keepSignInAs } from '../support/systems.ts'
import { type Cairn, expect, test } from '../support/test.ts'

/** Exceeds the grace period: the last report was hours ago, and the address has been reachable all the time. */
async function passGrace({ database }: Pick<Cairn, 'database'>, recordId: string): Promise<void> {
  await database`update private.answering set since = now() - interval '1 day'`
  await database`
    update public.heartbeats
    set expects = 'interval', every_seconds = 3600, grace_seconds = 60,
      last_at = now() - interval '3 hours', due_at = now() - interval '2 hours',
      late_at = now() - interval '119 minutes'
    where record_id = ${recordId}`
}

/** Notifications wait a minute before they are mailed. */
const passMinute = ({ database }: Pick<Cairn, 'database'>, personId: string) => database`
  update public.notifications set created_at = created_at - interval '2 minutes'
  where user_id = ${personId} and mail_due`

async function addressOf(page: Page, path: string): Promise<string> {
  await page.goto(path)
  await page.getByRole('button', { name: 'Create Address' }).press('Enter')
  const address = await page
    .getByRole('dialog', { name: /^Address of/ })
    .locator('button code')
    .innerText()
  await page.getByRole('button', { name: 'Done' }).press('Enter')
  return address
}

const KINDS = [
  { kind: 'automation', path: '/automations', arrange: arrangeAutomation, name: 'Nightly invoices' },
  { kind: 'agent', path: '/agents', arrange: arrangeAgent, name: 'Travel desk' },
] as const

for (const { kind, path, arrange, name } of firstOf(KINDS))
  test(`the owner of an ${kind} is told once that it is late, and once that it is back`, async ({
    page,
    cairn,
    organisation,
  }) => {
    const { me, accountId } = await keepSignInAs(page, organisation, 'user')
    // The earlier notification of this member, about their level, does not matter here.
    await cairn.database`delete from public.notifications where user_id = ${me.id}`
    const id = await arrange(cairn.database, { accountId, name, ownerId: me.id, createdBy: me.id })
    const address = await addressOf(page, `${path}/${id}`)
    // The creation of a secret address notifies its creator.
    expect((await cairn.mailbox.next(me.email)).subject).toBe('Was this you?')
    await expect(await page.request.post(address)).toBeOK()
    await page.goto(path)
    const row = page.getByRole('row', { name })
    await expect(row).toContainText('On time')

    await test.step('its grace passes', async () => {
      await passGrace(cairn, id)
      await expect(row).toContainText('Late', SOON)
      await expect(page.getByRole('link', { name: 'Notifications, 1 unread' })).toBeVisible(SOON)
      await passMinute(cairn, me.id)
      const { subject = '' } = await cairn.mailbox.next(me.email)
      expect(subject).toContain(`${name} is late`)
    })

    await test.step('it reports again', async () => {
      await expect(await page.request.post(address)).toBeOK()
      await expect(row).toContainText('On time', SOON)
      await expect(page.getByRole('link', { name: 'Notifications, 2 unread' })).toBeVisible(SOON)
      await passMinute(cairn, me.id)
      const { subject = '' } = await cairn.mailbox.next(me.email)
      expect(subject).toContain(`${name} reports again after`)
      const told =
        await cairn.database`select kind from public.notifications where user_id = ${me.id} order by number`
      expect(told.map((one) => one['kind'])).toEqual(['heartbeat_late', 'heartbeat_back'])
    })
  })

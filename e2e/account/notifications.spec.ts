import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { heldBack, refusal } from '../support/browser.ts'
import { doAs } from '../support/do-as.ts'
import { refuse } from '../support/systems.ts'
import { expect, signIn, test } from '../support/test.ts'
import { toast } from '../support/toasts.ts'

/** The link in the header, with the number of unread notifications. */
function bell(page: Page, unread: number): Locator {
  const name = unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`
  return page.getByRole('banner').getByRole('link', { name, exact: true })
}

/** The row of a notification on the screen. */
function row(page: Page, sentence: string): Locator {
  return page.getByRole('main').getByRole('listitem').filter({ hasText: sentence })
}

test.describe('with a server that refuses once', () => {
  test.use({ expectedComplaints: [refusal(400)] })

  test('[OPEN-02, SHELL-19, 61, DIS-26] the notifications of a member are counted, listed by day, opened and marked as read', async ({
    page,
    cairn: { database },
    organisation,
  }) => {
    const founder = await organisation.member('Ada Founder')
    const me = await organisation.member('Mia Member', 'user')
    const accountId = await organisation.accountId()
    await database`delete from public.notifications where user_id = ${me.id}`
    const mine = { account_id: accountId, owner_id: me.id }
    await doAs(database, founder, async (tx) => {
      await tx`insert into public.systems ${tx({ ...mine, name: 'Ledger' })}`
    })
    await database`update public.notifications set created_at = now() - interval '1 day' where user_id = ${me.id}`
    await doAs(database, founder, (tx) => tx`insert into public.systems ${tx({ ...mine, name: 'Billing' })}`)
    await doAs(
      database,
      founder,
      (tx) =>
        tx`update public.systems set status = 'maintenance' where name = 'Ledger' and account_id = ${accountId}`,
    )
    // Midnight may pass while this runs: the page keeps the time of the latest notification.
    const now = new Date()
    await page.clock.setFixedTime(now)
    await database`
      update public.notifications
      set created_at = ${now}::timestamptz
        - case when kind = 'owner_assigned' and record_name = 'Ledger' then interval '1 day' else interval '0' end
      where user_id = ${me.id}`

    await signIn(page, me)
    await bell(page, 3).click()
    await expect(page).toHaveURL('/notifications')
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(['Today', 'Yesterday'])
    const sentences = ['changed Ledger.', 'made you the owner of Billing.', 'made you the owner of Ledger.']
    await expect(page.getByRole('main').getByRole('listitem')).toHaveText(
      sentences.map((sentence) => new RegExp(`^Unread.*Ada Founder ${sentence}`)),
    )
    await expect(row(page, sentences[0] ?? '')).toContainText('Status')

    await expectAccessible(page, 'notifications')

    // Opening a notification marks it as read, and leads to its record.
    await page.getByRole('link', { name: 'Ada Founder changed Ledger.' }).click()
    await expect(page.getByRole('dialog', { name: 'Ledger' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await bell(page, 2).click()
    await expect(row(page, 'changed Ledger.')).not.toContainText('Unread')

    // By the keyboard: the button disappears, and the focus stays in the row. The list of the unread waits for the
    // server.
    const release = await heldBack(page, '**/rest/v1/notifications?**')
    await row(page, 'owner of Billing.').getByRole('button', { name: 'Mark as read' }).focus()
    await page.keyboard.press('Enter')
    await expect(bell(page, 1)).toBeVisible()
    await expect(page.getByRole('link', { name: 'owner of Billing.' })).toBeFocused()

    await page.getByRole('tab', { name: 'Unread' }).click()
    await expect(page).toHaveURL('/notifications?show=unread')
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(0)
    release()
    await expect(page.getByRole('main').getByRole('listitem')).toHaveText([/owner of Ledger\./])

    // A change that the server refuses is undone.
    await refuse(page, 'POST', 'rpc/mark_all_notifications_read', 'Not today.')
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await expect(toast(page)).toContainText('Not today.')
    await expect(row(page, 'owner of Ledger.')).toContainText('Unread')
    await expect(bell(page, 1)).toBeVisible()
    await page.unrouteAll({ behavior: 'wait' })

    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await expect(bell(page, 0)).toBeVisible()
    await expect(row(page, 'owner of Ledger.')).not.toContainText('Unread')
    await expect
      .poll(() => database`select from public.notifications where user_id = ${me.id} and read_at is null`)
      .toHaveLength(0)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'You have read everything' })).toBeVisible()
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(3)
  })
})

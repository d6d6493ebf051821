import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { heldBack, refusal } from './support/browser.ts'
import { doAs } from './support/do-as.ts'
import { arrangeSystem, refuse } from './support/systems.ts'
import { expect, keepSignIn, signIn, test } from './support/test.ts'
import { toast } from './support/toasts.ts'

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

test('[OPEN-02] older notifications are loaded on scrolling, and more than nine are counted as 9+', async ({
  page,
  cairn: { database },
  organisation,
}) => {
  const me = await organisation.member('Ada Founder')
  await database`
    insert into public.notifications (account_id, user_id, number, kind, payload, in_app, mail_due)
    select ${await organisation.accountId()}, ${me.id}, n, 'member_joined',
      jsonb_build_object('name', 'Person ' || n), true, false
    from generate_series(1, 70) n`
  await signIn(page, me)
  await expect(bell(page, 70)).toContainText('9+')
  await bell(page, 70).click()
  await expect(row(page, 'Person 70 joined your account.')).toBeVisible()
  const oldest = row(page, 'Person 1 joined your account.')
  await expect(async () => {
    await page.getByRole('main').getByRole('listitem').last().scrollIntoViewIfNeeded()
    await expect(oldest).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(70)
  await expect(page.getByRole('button', { name: 'Show older' })).toHaveCount(0)
})

test('a bulk change is one line, which leads to the list of its records, in the reader’s language', async ({
  page,
  cairn: { database },
  organisation,
}) => {
  const founder = await organisation.member('Ada Founder')
  const me = await organisation.member('Mia Member', 'user')
  const accountId = await organisation.accountId()
  for (let n = 1; n <= 30; n++)
    await arrangeSystem(database, { accountId, name: `Server ${String(n).padStart(2, '0')}` })
  await database`delete from public.notifications where user_id = ${me.id}`
  await doAs(
    database,
    founder,
    (tx) => tx`update public.systems set owner_id = ${me.id} where account_id = ${accountId}`,
  )
  await signIn(page, me)
  await bell(page, 1).click()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
  await row(page, 'Ada Founder made you the owner of 30 systems.').getByRole('link').click()
  await expect(page).toHaveURL('/systems?owner=me')
  await expect(page.getByRole('link', { name: 'Server 30', exact: true })).toBeVisible()
  await page.evaluate(() => localStorage.setItem('language', 'de'))
  await page.goto('/notifications')
  await expect(row(page, 'Ada Founder hat Ihnen die Verantwortung für 30 Systeme übertragen.')).toBeVisible()
})

test('custom fields show their names, also those that are retired or deleted', async ({
  page,
  cairn: { database },
  organisation,
}) => {
  const founder = await organisation.member('Ada Founder')
  const me = await organisation.member('Mia Member', 'user')
  const accountId = await organisation.accountId()
  await database`
    insert into public.own_fields (account_id, kind, key, name, type)
    values
      (${accountId}, 'system', 'seats', 'Seats', 'number'), (${accountId}, 'system', 'plan', 'Old plan', 'text'),
      (${accountId}, 'system', 'floor', 'Floor', 'text'), (${accountId}, 'system', 'gone', 'Gone', 'text')`
  const id = await arrangeSystem(database, { accountId, name: 'Ledger', ownerId: me.id })
  const own = '{"seats": 4, "plan": "B", "floor": "3", "gone": "x"}'
  await doAs(
    database,
    founder,
    (tx) => tx`update public.systems set own = ${own}::text::jsonb where id = ${id}`,
  )
  await database`
    update public.own_fields
    set retired_at = case key when 'plan' then now() end, deleted_at = case key when 'floor' then now() end
    where account_id = ${accountId}`
  await database`delete from public.own_fields where account_id = ${accountId} and key = 'gone'`

  await keepSignIn(page, me)
  await page.goto('/notifications')
  const told = row(page, 'Ada Founder changed Ledger.')
  await expect(told).toContainText('Floor, Deleted field, Old plan, Seats')
  await expect(told).not.toContainText(/own\.|gone/)
  await page.getByRole('link', { name: 'Ada Founder changed Ledger.' }).click()
  const details = page.getByRole('dialog', { name: 'Ledger' })
  await details.getByRole('button', { name: 'History' }).click()
  await expect(details.getByRole('list', { name: 'History' })).toContainText('Old plan')
  await expect(details.getByRole('list', { name: 'History' })).toContainText('Deleted field')
  await expect(details.getByRole('list', { name: 'History' })).not.toContainText(/own\.|gone/)
})

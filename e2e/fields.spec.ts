import { expectAccessible } from './support/accessibility.ts'
import { atRest } from './support/motion.ts'
import { withoutNews } from './support/news.ts'
import { arrangeSystem, keepSignInAs, openDetails, openSystems, signInAs } from './support/systems.ts'
import { expect, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const DAY_MS = 86_400_000

/** Formats a day so many days from today for a date field. */
function dayFromNow(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
}

test('a member fills fields and links under More, sees them, and undoes a change', async ({
  page,
  cairn: { database },
  organisation,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  await withoutNews(page)
  const id = await arrangeSystem(database, { accountId, name: 'Payroll' })
  await openSystems(page)
  await page.getByRole('button', { name: 'Edit Payroll' }).click()
  const form = page.getByRole('dialog', { name: 'Edit System' })
  const more = form.getByRole('button', { name: 'More' })
  await expect(more).toHaveAttribute('aria-expanded', 'false')
  await expect(form.getByLabel('Vendor')).toHaveCount(0)
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(more).toHaveAttribute('aria-expanded', 'true')
  await form.getByLabel('Vendor').fill('Acme')
  await form.getByLabel('Criticality').click()
  await page.getByRole('option', { name: 'Critical' }).click()
  await form.getByLabel('Cost per Month').fill('a lot')
  await form.getByRole('combobox', { name: 'Currency' }).selectOption('CHF')
  await form.getByLabel('Renewal or Contract End').fill(dayFromNow(12))
  await form.getByRole('button', { name: 'Add a link' }).click()
  await expect(form.getByLabel('Purpose of link 1')).toBeFocused()
  await form.getByLabel('Purpose of link 1').selectOption('Runbook')
  await form.getByLabel('Address of link 1').fill('wiki.example.com')
  await atRest(form)
  await expectAccessible(page, 'the unfolded form')

  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(form.getByText('Enter a number.')).toBeVisible()
  await expect(form.getByText('Enter a web address that begins with http:// or https://.')).toBeVisible()
  await expect(form.getByLabel('Cost per Month')).toBeFocused()
  await form.getByLabel('Cost per Month').fill('1,234.50')
  await form.getByLabel('Address of link 1').fill('https://wiki.example.com/on-call')
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Payroll has been updated successfully')
  const stored = async () =>
    (
      await database`
      select vendor, criticality, cost_per_month::float, cost_currency, links from public.systems where id = ${id}`
    )[0]
  const link = { purpose: 'runbook', title: '', url: 'https://wiki.example.com/on-call' }
  expect(await stored()).toEqual({
    vendor: 'Acme',
    criticality: 'critical',
    cost_per_month: 1234.5,
    cost_currency: 'CHF',
    links: [link],
  })

  const details = await openDetails(page, 'Payroll')
  await expect(details.getByText('CHF 1,234.50')).toBeVisible()
  await expect(details.getByText('Due in 12 days')).toBeVisible()
  const opened = details.getByRole('link', { name: 'wiki.example.com/on-call' })
  await expect(opened).toHaveAttribute('rel', 'noopener noreferrer')
  await expect(opened).toHaveAttribute('target', '_blank')
  await atRest(page.getByRole('dialog'))
  await expectAccessible(page, 'the details')

  await details.getByRole('button', { name: 'History' }).click()
  const history = page.getByRole('list', { name: 'History' })
  await expect(history).toContainText('Criticality: added Critical')
  await expect(history).toContainText('Links: added Runbook: https://wiki.example.com/on-call')
  await history.getByRole('button', { name: 'Restore this value Cost per Month' }).click()
  await expectToast(page, 'Value restored', 'Restored in Payroll: Currency, Cost per Month.')
  expect(await stored()).toMatchObject({ vendor: 'Acme', cost_per_month: null, cost_currency: null })
  await expect(details.getByText('CHF 1,234.50')).toHaveCount(0)
})

test('two users who change fields at the same time choose field by field', async ({
  page,
  cairn: { database },
  organisation,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  const id = await arrangeSystem(database, { accountId, name: 'Payroll' })
  // A retired field is in no form, and its values stay unchanged.
  await database`
    insert into public.own_fields (account_id, kind, key, name, type, retired_at)
    values (${accountId}, 'system', 'old_key', 'Old key', 'text', now())`
  await database`
    update public.systems
    set vendor = 'Acme', department = 'Finance', cost_per_month = 10, cost_currency = 'EUR', own = '{"old_key": "kept"}'
    where id = ${id}`
  await openSystems(page)
  await page.getByRole('button', { name: 'Edit Payroll' }).click()
  const form = page.getByRole('dialog', { name: 'Edit System' })
  // Fields with a value are open at once.
  await expect(form.getByLabel('Vendor')).toHaveValue('Acme')
  await expect(form.getByLabel('Cost per Month')).toHaveValue('10')
  await expect(form.getByLabel('Criticality')).toHaveCount(0)
  await form.getByLabel('Vendor').fill('Mine')
  await form.getByLabel('Cost per Month').fill('20')
  await database`
    update public.systems
    set vendor = 'Theirs', department = 'Sales', own = '{"old_key": "theirs"}', updated_at = now() + interval '1 second'
    where id = ${id}`
  await form.getByRole('button', { name: 'Save Changes' }).click()
  const field = (label: string) => form.getByRole('group', { name: label, exact: true })
  await expect(field('Vendor').getByRole('radio', { name: 'Yours Mine' })).toBeChecked()
  await expect(field('Department').getByRole('radio', { name: 'Theirs Sales' })).toBeChecked()
  await expect(field('Cost per Month')).toHaveCount(0)
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Payroll has been updated successfully')
  const [row] = await database`
    select vendor, department, cost_per_month::float, own from public.systems where id = ${id}`
  expect(row).toEqual({
    vendor: 'Mine',
    department: 'Sales',
    cost_per_month: 20,
    own: { old_key: 'theirs' },
  })
})

test('the key o opens the only link, or a list of them', async ({
  page,
  cairn: { database },
  organisation,
}) => {
  const { accountId } = await signInAs(page, organisation, 'viewer')
  await page
    .context()
    .route('https://*.example.com/**', (route) =>
      route.fulfill({ body: 'A page.', contentType: 'text/plain' }),
    )
  const id = await arrangeSystem(database, { accountId, name: 'Payroll' })
  const guide = { purpose: 'docs', title: 'Guide', url: 'https://docs.example.com/guide' }
  const chat = { purpose: 'chat', title: '', url: 'https://chat.example.com/payroll' }
  await database`update public.systems set links = ${database.json([guide])} where id = ${id}`
  await openSystems(page)
  await openDetails(page, 'Payroll')
  const first = page.waitForEvent('popup')
  await page.keyboard.press('o')
  expect((await first).url()).toBe(guide.url)
  await (await first).close()

  await database`
    update public.systems set links = ${database.json([guide, chat])}, updated_at = now() where id = ${id}`
  await page.reload()
  await expect(page.getByRole('link', { name: 'chat.example.com/payroll' })).toBeVisible()
  await page.keyboard.press('o')
  const chooser = page.getByRole('dialog', { name: 'Open a link' })
  await expect(chooser.getByRole('listbox', { name: 'Links' })).toBeFocused()
  const second = page.waitForEvent('popup')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  expect((await second).url()).toBe(chat.url)
  await expect(chooser).toHaveCount(0)
})

test('on a phone, a new agent gets fields and links', async ({ page, cairn: { database }, organisation }) => {
  const { accountId } = await keepSignInAs(page, organisation, 'user')
  await page.setViewportSize({ width: 375, height: 740 })
  await page.goto('/settings?tab=connections&section=agents')
  const form = page.getByRole('form', { name: 'Create Agent' })
  await form.getByLabel('Agent Name').fill('Reader')
  await form.getByRole('button', { name: 'More' }).click()
  await form.getByLabel('Department').fill('Finance')
  await form.getByLabel('Cost per Month').fill('5')
  await form.getByRole('button', { name: 'Add a link' }).click()
  await form.getByLabel('Title of link 1').fill('Guide')
  await form.getByLabel('Address of link 1').fill('http://docs.example.com')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
  await form.getByRole('button', { name: 'Create Agent' }).click()
  await expectToast(page, 'Agent created')
  await expect(form.getByLabel('Agent Name')).toHaveValue('')
  await expect(form.getByLabel('Department')).toHaveCount(1)
  await expect(form.getByLabel('Department')).toHaveValue('')
  const [row] = await database`
    select department, cost_currency, links from public.agents where account_id = ${accountId}`
  expect(row).toEqual({
    department: 'Finance',
    cost_currency: 'EUR',
    links: [{ purpose: 'docs', title: 'Guide', url: 'http://docs.example.com' }],
  })
})

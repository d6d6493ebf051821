import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { expectAccessible } from '../support/accessibility.ts'
import { keepSignInAs } from '../support/systems.ts'
import { expect, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'

const MARKUP = '<img src=x onerror=alert(1)>'

test('[SEC-04, 06, 09, 13] an admin reads, filters and exports the audit log', async ({
  page,
  organisation,
  cairn,
}) => {
  const { me: admin, accountId: account } = await keepSignInAs(page, organisation, 'admin')
  await cairn.database`
    insert into public.security_audit_log
      (account_id, user_id, action, resource_type, resource_id, details, user_agent, ip_address, created_at)
    select ${account}, ${admin.id}, case n when 7 then 'system_deleted' else 'printer_on_fire' end, 'printer', n::text,
      jsonb_build_object('name', case n when 7 then ${MARKUP} else '=1+1' end),
      'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', '192.0.2.7',
      '2026-03-02T12:00:00Z'::timestamptz + n * interval '1 minute'
    from generate_series(1, 150) n`
  await page.goto('/settings/security?view=log&action=printer_on_fire')
  const area = page.getByRole('region', { name: 'Audit log entries' })
  const rows = area.getByRole('listitem')

  await test.step('a hundred at once, older ones on scrolling', async () => {
    await expect(rows).toHaveCount(100)
    await expect(rows.first()).toContainText('printer on fire')
    expect((await area.boundingBox())?.height).toBe(384)
    await rows.last().scrollIntoViewIfNeeded()
    await expect(rows).toHaveCount(149)
  })

  await test.step('an entry opens with its details', async () => {
    await page.goto('/settings/security?view=log&action=system_deleted')
    await rows.getByRole('button', { name: 'System deleted' }).click()
    for (const text of [MARKUP, '192.0.2.7', 'Firefox · Linux', 'Seen by the server'])
      await expect(area.getByText(text).first()).toBeVisible()
    await expectAccessible(page, 'audit log')
  })

  await test.step('the filter is in the address', async () => {
    await page.getByLabel('Action').selectOption('All actions')
    await page.getByLabel('Severity').selectOption('Medium')
    await page.getByLabel('Person').selectOption({ value: admin.id })
    await page.getByLabel('From').fill('2026-03-01')
    await page.getByLabel('Until').fill('2026-03-03')
    await expect(rows).toHaveCount(1)
    await expect(page).toHaveURL(
      `/settings/security?view=log&severity=medium&person=${admin.id}&from=2026-03-01&until=2026-03-03`,
    )
    await page.reload()
    await expect(rows).toHaveCount(1)
    await page.getByLabel('Until').fill('2026-02-01')
    await expect(
      page.getByRole('alert').filter({ hasText: 'The end must be after the start.' }),
    ).toBeVisible()
    await page.getByLabel('From').fill('2026-01-01')
    await expect(area.getByText('No security events match the filter.')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page).toHaveURL('/settings/security?view=log')
    await expect(rows.filter({ hasText: 'Signed in' })).not.toHaveCount(0)
  })

  await test.step('the filtered entries are exported to a file', async () => {
    await page.getByLabel('Action').selectOption('printer on fire')
    await expect(page).toHaveURL(/action=printer_on_fire/)
    for (const [choice, check] of [
      ['As CSV', (text: string) => text.split('\r\n').length === 151],
      ['As JSON', (text: string) => z.array(z.unknown()).parse(JSON.parse(text)).length === 149],
    ] as const) {
      await page.getByRole('button', { name: 'Export' }).click()
      const download = page.waitForEvent('download')
      await page.getByRole('menuitem', { name: choice }).click()
      const file = await (await download).path()
      expect(check(await readFile(file, 'utf8'))).toBe(true)
      await expectToast(page, 'Audit log exported', 'Entries: 149')
    }
  })
})

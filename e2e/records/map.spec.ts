import { arrangeSystem, keepSignInAs } from '../support/systems.ts'
import { expect, test } from '../support/test.ts'

test('the map leads from a record to its neighbors and to all records, by keyboard and on a phone', async ({
  page,
  cairn: { database },
  organisation,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'viewer')
  const names = ['Billing', 'Ledger', 'Portal']
  for (const name of names) await arrangeSystem(database, { accountId, name })
  await database`
    update private.records set department = case name when 'Portal' then 'Sales' else 'Finance' end
    where account_id = ${accountId}`
  await database`
    insert into public.relations (account_id, from_id, to_id, type)
    select ${accountId}, f.id, t.id, 'depends_on'
    from (values ('Portal', 'Ledger'), ('Ledger', 'Billing')) as r (from_name, to_name)
    join private.records f on f.account_id = ${accountId} and f.name = r.from_name
    join private.records t on t.account_id = ${accountId} and t.name = r.to_name`
  const table = page.getByRole('table', { name: 'The map as a table' })
  const row = (name: string) => table.getByRole('row', { name: new RegExp(`^${name}`) })
  const picture = page.getByRole('region', { name: 'The map as a picture' })
  const box = (name: string) => picture.locator('a').filter({ hasText: name })
  const placeOf = async (name: string) => {
    const [inside, around] = [await box(name).boundingBox(), await picture.boundingBox()]
    return [(inside?.x ?? 0) - (around?.x ?? 0), (inside?.y ?? 0) - (around?.y ?? 0)]
  }

  await test.step('from the card of a record', async () => {
    await page.goto('/systems')
    await page.getByRole('row').getByRole('link', { name: 'Billing', exact: true }).press('Enter')
    await page.getByRole('dialog', { name: 'Billing' }).getByRole('link', { name: 'Map' }).press('Enter')
    await expect(row('Ledger')).toContainText('Billing')
    await expect(row('Portal')).toHaveCount(0)
    await expect(box('Ledger')).toBeVisible()
    await page.getByRole('combobox', { name: 'Steps' }).selectOption('3')
    await expect(row('Portal')).toContainText('Ledger')
    await expect(box('Portal')).toBeVisible()
  })

  await test.step('over all records, where nothing moves when a group unfolds', async () => {
    await page.getByRole('link', { name: 'All records' }).press('Enter')
    await expect(row('Finance')).toContainText('2 records')
    const before = await placeOf('Finance')
    await table.getByRole('button', { name: 'Finance' }).press('Enter')
    await expect(row('Ledger')).toContainText('Sales (1)')
    await expect(box('Ledger')).toBeVisible()
    expect(await placeOf('Finance')).toEqual(before)
    await page.reload()
    await expect(row('Ledger')).toBeVisible()
    expect(await placeOf('Finance')).toEqual(before)
    await box('Finance').click()
    await expect(row('Ledger')).toHaveCount(0)
  })

  await test.step('on a phone as a table', async () => {
    await page.setViewportSize({ width: 375, height: 800 })
    await expect(picture).toBeHidden()
    await table.getByRole('button', { name: 'Sales' }).click()
    await row('Portal').getByRole('link', { name: 'Portal' }).click()
    await expect(page.getByRole('dialog', { name: 'Portal' })).toBeVisible()
  })
})

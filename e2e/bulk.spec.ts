import { expectAccessible } from './support/accessibility.ts'
import { arrangeSolution } from './support/records.ts'
import { arrangeManySystems, arrangeSystem, keepSignInAs } from './support/systems.ts'
import { expect, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

test('all 214 rows that match a filter change their owner in one action, and get it back in one', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId, founder } = await keepSignInAs(page, organisation, 'manager')
  const ben = await organisation.member('Ben Owner')
  await arrangeManySystems(cairn.database, { accountId, ownerId: founder.id, count: 214 })
  await arrangeSystem(cairn.database, { accountId, name: 'Archive', ownerId: founder.id })
  const owned = async (id: string) => {
    const [row] = await cairn.database<{ count: number }[]>`
      select count(*)::int as count from public.systems where account_id = ${accountId} and owner_id = ${id}`
    return row?.count
  }
  await page.goto('/systems?q=Register')
  await expect(page.getByText('214 of 215', { exact: true })).toBeVisible()
  const bar = page.getByRole('region', { name: 'Selection' })

  await test.step('a range by Shift, by keys, and then all', async () => {
    await page.getByRole('checkbox', { name: 'Select Register 0001' }).click()
    await page.getByRole('checkbox', { name: 'Select Register 0004' }).click({ modifiers: ['Shift'] })
    await expect(bar.getByText('4 selected')).toBeVisible()
    await page.getByRole('link', { name: 'Register 0006', exact: true }).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Shift+ArrowDown')
    await expect(bar.getByText('6 selected')).toBeVisible()
    await expectAccessible(page, 'a list with a selection')
    await bar.getByRole('button', { name: 'Select all 214 that match' }).click()
    await expect(bar.getByText('214 selected')).toBeVisible()
  })

  await test.step('the preview, and the change', async () => {
    await bar.getByRole('button', { name: 'Change owner' }).click()
    await page.getByRole('option', { name: 'Ben Owner' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Make Ben Owner their owner?' })
    await expect(dialog).toContainText('214 of 214 selected records will change.')
    await expect(dialog).toContainText('214 Ada Founder → Ben Owner')
    await dialog.getByRole('button', { name: 'Show the records' }).press('Enter')
    await expect(dialog.getByRole('listitem').first()).toHaveText('Register 0001Ada Founder')
    await expect(dialog.getByRole('listitem').last()).toHaveText('and 164 more')
    await expectAccessible(page, 'the preview of a change in bulk')
    await dialog.getByRole('button', { name: 'Change', exact: true }).click()
    await expect(page.getByText('Changed: 214 records').first()).toBeVisible()
    await expect(bar).toHaveCount(0)
    expect([await owned(ben.id), await owned(founder.id)]).toEqual([214, 1])
    const [acts] = await cairn.database<{ acts: number; lines: number }[]>`
      select count(distinct act)::int as acts, count(*)::int as lines from public.record_history
      where account_id = ${accountId} and field = 'owner_id'`
    expect(acts).toEqual({ acts: 1, lines: 214 })
  })

  await test.step('Undo', async () => {
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Undone: 214 records').first()).toBeVisible()
    expect([await owned(ben.id), await owned(founder.id)]).toEqual([0, 215])
  })
})

test('records that the user may not change are skipped and named, and deleted records come back', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId, founder, me } = await keepSignInAs(page, organisation, 'user')
  await arrangeSystem(cairn.database, { accountId, name: 'Archive', ownerId: founder.id })
  await arrangeSystem(cairn.database, { accountId, name: 'Billing', ownerId: me.id })
  await page.goto('/systems')
  const bar = page.getByRole('region', { name: 'Selection' })
  await page.getByRole('checkbox', { name: 'Select Archive' }).click()
  await page.getByRole('checkbox', { name: 'Select Billing' }).click()
  await bar.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete them?' })
  await expect(dialog).toContainText('1 of 2 selected records will be deleted.')
  await expect(dialog).toContainText('Skipped because you cannot delete it: 1')
  await expect(dialog).toContainText('Archive')
  // Nothing depends on it: a reason is optional.
  await expect(dialog.getByRole('textbox')).toHaveCount(1)
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Moved out')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Deleted: 1 record')
  await expect(page.getByRole('row', { name: 'Billing' })).toHaveCount(0)
  const binned = await cairn.database`
    select name, reason from public.binned_records where account_id = ${accountId}`
  expect(binned).toEqual([{ name: 'Billing', reason: 'Moved out' }])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('row', { name: 'Billing' })).toBeVisible()
})

test('the dependents of many records are shown before these are deleted, the links move, the owners learn why', async ({
  page,
  cairn,
  organisation,
}) => {
  const { database } = cairn
  const { accountId } = await keepSignInAs(page, organisation, 'manager')
  const owner = await organisation.member('Ola Owner')
  const one = await arrangeSystem(database, { accountId, name: 'Archive' })
  const other = await arrangeSystem(database, { accountId, name: 'Billing' })
  const next = await arrangeSystem(database, { accountId, name: 'Successor' })
  const solution = { accountId, name: 'Portal', relatedSystems: [one, other], ownerId: owner.id }
  await arrangeSolution(database, solution)
  const rests = async () => {
    const [row] = await database`select related_systems from public.solutions where account_id = ${accountId}`
    return row?.['related_systems']
  }
  await page.goto('/systems')
  const bar = page.getByRole('region', { name: 'Selection' })
  await page.getByRole('checkbox', { name: 'Select Archive' }).click()
  await page.getByRole('checkbox', { name: 'Select Billing' }).click()
  await bar.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete them?' })
  await expect(dialog.getByRole('list', { name: 'Solutions' }).getByRole('listitem')).toHaveText([
    /^Portal.*Ola Owner$/,
  ])
  await expectAccessible(page, 'what depends on many records')
  const stand = dialog.getByRole('combobox', { name: 'Move the links to…' })
  await stand.click()
  // Deleted records are not offered.
  await expect(page.getByRole('option')).toHaveText(['Nowhere: remove the links', 'Successor'])
  await page.keyboard.type('succ')
  await page.keyboard.press('Enter')
  await expect(stand).toHaveText('Successor')
  await dialog.getByLabel('Reason').fill('One is enough')
  await dialog.getByLabel('Tell the owners').check()
  const confirm = dialog.getByRole('button', { name: 'Delete', exact: true })
  await expect(confirm).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByLabel('Type 2 to delete them').fill('2')
  await confirm.click()
  await expectToast(page, 'Deleted: 2 records')
  expect(await rests()).toEqual([next])
  const told = await database`
    select payload from public.notifications
    where user_id = ${owner.id} and kind = 'dependency_deleted' order by record_name`
  const payload = { amount: 2, dependents: ['Portal'], reason: 'One is enough', moved_to: 'Successor' }
  expect(told).toEqual([{ payload: { ...payload, act: expect.any(String) } }])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('row', { name: /^Archive/ })).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Billing', exact: true })).toBeVisible()
  expect(await rests()).toEqual([one, other])
})

test('a deletion in bulk names the first three, and can retire them instead', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  for (const name of ['Archive', 'Billing', 'Crm', 'Desk'])
    await arrangeSystem(cairn.database, {
      accountId,
      name,
      status: name === 'Desk' ? 'maintenance' : 'active',
    })
  await page.goto('/systems')
  await page.getByRole('checkbox', { name: 'Select Archive' }).click()
  await page.getByRole('checkbox', { name: 'Select Desk' }).click({ modifiers: ['Shift'] })
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete them?' })
  await expect(question).toContainText('Archive, Billing, Crm and 1 more')
  await question.getByRole('button', { name: 'Retire instead' }).click()
  const preview = page.getByRole('alertdialog', { name: 'Set their status to Deprecated?' })
  await expect(preview).toContainText('3 Active, 1 Maintenance → Deprecated')
  await expectAccessible(page, 'the preview of a retirement in bulk')
  await preview.getByRole('button', { name: 'Change', exact: true }).click()
  await expect(page.getByText('Changed: 4 records').first()).toBeVisible()
})

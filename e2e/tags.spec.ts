import { expectAccessible } from './support/accessibility.ts'
import { arrangeSystem, keepSignInAs, REFUSED_REQUEST, signInAs } from './support/systems.ts'
import { expect, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

// A name that is taken is refused.
test.use({ expectedComplaints: [[REFUSED_REQUEST], { scope: 'test' }] })

test('tags are made, filtered by, given to many records and managed, by the keyboard alone', async ({
  page,
  cairn,
  organisation,
}) => {
  // Wide enough for the column of tags.
  await page.setViewportSize({ width: 1440, height: 900 })
  const { accountId, me } = await signInAs(page, organisation, 'manager')
  for (const name of ['Archive', 'Billing', 'Ledger'])
    await arrangeSystem(cairn.database, { accountId, name, ownerId: me.id })
  const press = (key: string) => page.keyboard.press(key)
  const type = (text: string) => page.keyboard.type(text)
  const rows = page.getByRole('table', { name: 'Systems' }).getByRole('row')
  const tagsOf = async (name: string) => {
    const [row] = await cairn.database<{ names: string[] }[]>`
      select to_json(array(select t.name from public.tags t where t.id = any (s.tags) order by t.name)) as names
      from public.systems s where s.account_id = ${accountId} and s.name = ${name}`
    return row?.names
  }

  await test.step('a new tag, in the form', async () => {
    await page.goto('/systems')
    await page.getByRole('button', { name: 'Edit Billing' }).press('Enter')
    const form = page.getByRole('dialog', { name: 'Edit System' })
    await form.getByRole('button', { name: 'More' }).press('Enter')
    await form.getByRole('combobox', { name: 'Tags' }).focus()
    await type('finance')
    await expect(page.getByRole('option', { name: 'Create the tag finance' })).toBeVisible()
    await press('Enter')
    await expect(form.getByRole('button', { name: 'Remove finance' })).toBeVisible()
    await type('Audit')
    await press('Enter')
    await expect(form.getByRole('button', { name: 'Remove Audit' })).toBeVisible()
    await press('Backspace')
    await expect(form.getByRole('button', { name: 'Remove Audit' })).toHaveCount(0)
    await type('aud')
    await press('ArrowDown')
    await expect(page.getByRole('option', { name: 'Create the tag aud' })).toHaveAttribute(
      'aria-selected',
      'true',
    )
    await press('ArrowUp')
    await expectAccessible(page, 'the form with a list of tags')
    await press('Enter')
    await expect(form.getByRole('button', { name: 'Remove Audit' })).toBeVisible()
    await type('x')
    await expect(form.getByRole('listbox', { name: 'Tags' })).toBeVisible()
    await press('Escape')
    await expect(form.getByRole('listbox', { name: 'Tags' })).toBeHidden()
    await press('Backspace')
    await form.getByRole('button', { name: 'Save Changes' }).press('Enter')
    await expectToast(page, 'System updated')
    await expect.poll(() => tagsOf('Billing')).toEqual(['Audit', 'finance'])
  })

  await test.step('any of them, or all', async () => {
    const [audit] = await cairn.database<{ id: string }[]>`
      select id from public.tags where account_id = ${accountId} and name = 'Audit'`
    await cairn.database`
      update public.systems set tags = ${`{${audit?.id}}`}::uuid[] where account_id = ${accountId} and name = 'Ledger'`
    await page.reload()
    await page.getByRole('button', { name: 'Tags', exact: true }).press('Enter')
    const list = page.getByRole('listbox', { name: 'Tags' })
    await expect(list.getByRole('option')).toHaveCount(2)
    await press('Enter')
    await expect(page).toHaveURL(/where=tags\.is\./)
    await press('ArrowDown')
    await press('Enter')
    await expect(page).toHaveURL(/where=tags\.is\.[^&]*(,|%2C)/)
    await press('Escape')
    await expect(rows.getByRole('link', { name: /^(Billing|Ledger)$/ })).toHaveCount(2)
    await expect(rows.getByRole('link', { name: 'Archive', exact: true })).toHaveCount(0)
    await page.getByRole('button', { name: 'All of these tags' }).press('Enter')
    await expect(rows.getByRole('link', { name: 'Ledger', exact: true })).toHaveCount(0)
    await expect(page).toHaveURL(/where=tags\.all_of\./)
    await expectAccessible(page, 'a list filtered by tags')
    await page.getByRole('button', { name: 'Clear filters' }).press('Enter')
    await expect(rows.getByRole('link', { name: 'Ledger', exact: true })).toBeVisible()
  })

  await test.step('a chip of a row', async () => {
    await rows.getByRole('button', { name: 'Filter by finance' }).press('Enter')
    await expect(rows.getByRole('link', { name: 'Ledger', exact: true })).toHaveCount(0)
    await page.getByRole('button', { name: 'Clear filters' }).press('Enter')
    await expect(rows.getByRole('link', { name: 'Ledger', exact: true })).toBeVisible()
  })

  await test.step('many records, and back', async () => {
    await page.getByRole('checkbox', { name: 'Select Archive' }).press('Space')
    await page.getByRole('checkbox', { name: 'Select Billing' }).press('Space')
    const bar = page.getByRole('region', { name: 'Selection' })
    await bar.getByRole('button', { name: 'Tags' }).press('Enter')
    await page.getByRole('listbox', { name: 'Add a tag' }).focus()
    await press('ArrowDown')
    await press('Enter')
    const dialog = page.getByRole('alertdialog', { name: 'Add the tag finance?' })
    await expect(dialog).toContainText('1 of 2 selected records will change.')
    await expectAccessible(page, 'the preview of a tag in bulk')
    await dialog.getByRole('button', { name: 'Change', exact: true }).press('Enter')
    await expect(page.getByText('Changed: 1 record').first()).toBeVisible()
    expect(await tagsOf('Archive')).toEqual(['finance'])
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await expect(page.getByText('Undone: 1 record').first()).toBeVisible()
    expect([await tagsOf('Archive'), await tagsOf('Billing')]).toEqual([[], ['Audit', 'finance']])
    await page.goto('/acts')
    await expect(page.getByText('Tag finance added: 1 record').first()).toBeVisible()
  })

  await test.step('found by #', async () => {
    await page.goto('/search?q=%23fin')
    await expect(
      page.getByRole('list', { name: 'Tags' }).getByRole('link', { name: 'Systems' }),
    ).toBeVisible()
    await expect(page.getByRole('list', { name: 'Results' }).getByText('Billing')).toBeVisible()
    await press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Command palette' })
    await palette.getByRole('combobox').focus()
    await type('#fin')
    await expect(palette.getByRole('option', { name: '#finance Systems' })).toBeVisible()
    await palette.getByRole('option', { name: '#finance Systems' }).click()
    await expect(page).toHaveURL(/\/systems\?where=tags\.is\./)
  })

  await test.step('renamed, recolored, merged and deleted', async () => {
    await page.goto('/settings?tab=tags')
    const tags = page.getByRole('list', { name: 'Tags' })
    await expect(tags.getByRole('listitem')).toHaveCount(2)
    await tags.getByRole('button', { name: 'Rename finance' }).press('Enter')
    await type('Audit')
    await press('Enter')
    await expect(page.getByText('A tag with this name already exists.').first()).toBeVisible()
    await tags.getByRole('button', { name: 'Rename finance' }).press('Enter')
    await type('cash')
    await press('Escape')
    await expect(tags.getByRole('button', { name: 'Rename finance' })).toBeFocused()
    await press('Enter')
    await type('mon')
    // As a browser tells of a user who leaves its window: the box still has the focus.
    const box = tags.getByRole('textbox', { name: 'Name of the tag' })
    await box.dispatchEvent('focusout')
    await type('ey')
    await expect(box).toHaveValue('money')
    // Going on saves, as Enter does; the button that gives it up comes first.
    await press('Tab')
    await expect(tags.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await press('Tab')
    await expectToast(page, 'Tag changed')
    await expect(tags.getByRole('button', { name: 'Rename money' })).toBeVisible()
    await tags.getByRole('button', { name: 'Rename money' }).press('Enter')
    await type('coins')
    await tags.getByRole('button', { name: 'Cancel' }).click()
    await expect(tags.getByRole('button', { name: 'Rename money' })).toBeFocused()
    await tags.getByRole('button', { name: 'Color of money' }).press('Enter')
    await press('ArrowDown')
    await press('Enter')
    await expect(tags.getByRole('listitem').filter({ hasText: 'money' }).getByRole('link')).toHaveText(
      'Systems: 1',
    )
    await expectAccessible(page, 'the tags in the settings')
    await tags.getByRole('button', { name: 'Merge money' }).press('Enter')
    const merge = page.getByRole('alertdialog', { name: 'Merge the tag money?' })
    await expect(merge).toContainText('1 record has this tag.')
    await merge.getByRole('combobox', { name: 'Merge into' }).press('Enter')
    await page.getByRole('option', { name: 'Audit' }).waitFor()
    await press('Enter')
    await expectAccessible(page, 'the question of a merge')
    await merge.getByRole('button', { name: 'Merge', exact: true }).press('Enter')
    await expectToast(page, 'Tags merged')
    await expect.poll(() => tagsOf('Billing')).toEqual(['Audit'])
    await tags.getByRole('button', { name: 'Delete Audit' }).press('Enter')
    const deletion = page.getByRole('alertdialog', { name: 'Delete the tag Audit?' })
    await expect(deletion).toContainText('2 records have this tag.')
    await deletion.getByRole('button', { name: 'Delete', exact: true }).press('Enter')
    await expectToast(page, 'Tag deleted')
    await expect(page.getByText('There are no tags yet.')).toBeVisible()
    expect([await tagsOf('Billing'), await tagsOf('Ledger')]).toEqual([[], []])
  })
})

test('viewers see tags and manage none, on a phone and in the dark too', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId, founder } = await keepSignInAs(page, organisation, 'viewer')
  const id = await arrangeSystem(cairn.database, { accountId, name: 'Billing', ownerId: founder.id })
  await cairn.database`
    with tag as (
      insert into public.tags (account_id, name, color)
      values (${accountId}, 'finance', 'green'), (${accountId}, 'a long word about what it is', 'pink')
      returning id
    )
    update public.systems set tags = array(select tag.id from tag) where id = ${id}`
  await page.setViewportSize({ width: 375, height: 740 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/systems')
  await expect(page.getByRole('button', { name: 'Filter by finance' })).toBeVisible()
  await expectAccessible(page, 'a card with tags, in the dark')
  await page.getByRole('link', { name: 'Billing', exact: true }).click()
  const details = page.getByRole('dialog', { name: 'Billing' })
  await details.getByRole('link', { name: 'finance' }).click()
  await expect(page).toHaveURL(/\/systems\?where=tags\.is\./)
  await page.goto('/settings?tab=tags')
  await expect(page.getByText('Only managers and administrators can change tags.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveCount(2)
  await expect(page.getByRole('button', { name: /^(Rename|Merge|Delete|Color)/ })).toHaveCount(0)
  await expectAccessible(page, 'the tags of a viewer on a phone')
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  expect(overflow).toBe(false)
})

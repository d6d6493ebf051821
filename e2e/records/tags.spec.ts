import { arrangeSystem, keepSignInAs } from '../support/systems.ts'
import { expect, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'

test('tags are made, filtered by, given to many records, found and managed', async ({
  page,
  cairn: { database },
  organisation,
}) => {
  // Wide enough for the column of tags.
  await page.setViewportSize({ width: 1440, height: 900 })
  const { accountId } = await keepSignInAs(page, organisation, 'manager')
  for (const name of ['Archive', 'Billing']) await arrangeSystem(database, { accountId, name })
  const rows = page.getByRole('table', { name: 'Systems' }).getByRole('row')
  const tagsOf = async (name: string) => {
    const [row] = await database<{ names: string[] }[]>`
      select to_json(array(select t.name from public.tags t where t.id = any (s.tags) order by t.name)) as names
      from public.systems s where s.account_id = ${accountId} and s.name = ${name}`
    return row?.names
  }

  await test.step('two new tags, in the form', async () => {
    await page.goto('/systems')
    await page.getByRole('button', { name: 'Edit Billing' }).click()
    const form = page.getByRole('dialog', { name: 'Edit System' })
    await form.getByRole('button', { name: 'More' }).click()
    for (const name of ['finance', 'Audit']) {
      await form.getByRole('combobox', { name: 'Tags' }).fill(name)
      await page.getByRole('option', { name: `Create the tag ${name}` }).click()
      await expect(form.getByRole('button', { name: `Remove ${name}` })).toBeVisible()
    }
    await form.getByRole('button', { name: 'Save Changes' }).click()
    await expectToast(page, 'System updated')
    await expect.poll(() => tagsOf('Billing')).toEqual(['Audit', 'finance'])
  })

  await test.step('a filter, many records, and the act', async () => {
    await rows.getByRole('button', { name: 'Filter by finance' }).click()
    await expect(rows.getByRole('link', { name: 'Archive', exact: true })).toHaveCount(0)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('checkbox', { name: 'Select Archive' }).click()
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Tags' }).click()
    await page.getByRole('option', { name: 'finance' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Change', exact: true }).click()
    await expectToast(page, 'Changed: 1 record')
    expect(await tagsOf('Archive')).toEqual(['finance'])
    await page.goto('/activity')
    await expect(page.getByText('Tag finance added: 1 record').first()).toBeVisible()
  })

  await test.step('found by #', async () => {
    await page.goto('/search?q=%23fin')
    const found = page.getByRole('list', { name: 'Tags' })
    await expect(found.getByRole('link', { name: 'Systems' })).toBeVisible()
    await expect(page.getByRole('list', { name: 'Results' }).getByText('Billing')).toBeVisible()
  })

  await test.step('merged and deleted', async () => {
    await page.goto('/settings/tags')
    const tags = page.getByRole('list', { name: 'Tags' })
    await tags.getByRole('button', { name: 'Merge finance' }).click()
    const merge = page.getByRole('alertdialog', { name: 'Merge the tag finance?' })
    await expect(merge).toContainText('2 records have this tag.')
    await merge.getByRole('combobox', { name: 'Merge into' }).click()
    await page.getByRole('option', { name: 'Audit' }).click()
    await merge.getByRole('button', { name: 'Merge', exact: true }).click()
    await expectToast(page, 'Tags merged')
    expect([await tagsOf('Archive'), await tagsOf('Billing')]).toEqual([['Audit'], ['Audit']])
    await tags.getByRole('button', { name: 'Delete Audit' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await expectToast(page, 'Tag deleted')
    await expect.poll(() => tagsOf('Billing')).toEqual([])
  })
})

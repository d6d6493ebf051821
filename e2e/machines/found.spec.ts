import { expectAccessible } from '../support/accessibility.ts'
import { expectWhole } from '../support/layout.ts'
import { keepSignInAs } from '../support/systems.ts'
import { expect, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'

test('a script pushes agents with a key; they are reviewed, ignored and taken back by keyboard', async ({
  page,
  cairn,
  organisation,
}) => {
  const { database, server } = cairn
  const { accountId } = await keepSignInAs(page, organisation, 'manager')
  await page.goto('/discovery')
  await expect(page.getByText('Nothing has been found yet')).toBeVisible()
  await expectAccessible(page, 'an empty inbox')

  const key = await test.step('a manager adds a source and sees its key once', async () => {
    await page.getByRole('link', { name: 'Sources' }).press('Enter')
    await page.getByLabel('New source').fill('n8n')
    await page.getByLabel('New source').press('Enter')
    const shown = page.getByRole('region', { name: 'Key of n8n' })
    await expect(shown.getByText('It is not shown again.')).toBeVisible()
    await expectAccessible(page, 'sources and a key')
    return shown.getByText(/^cairn_src_/).innerText()
  })

  await test.step('a script pushes', async () => {
    const answer = await fetch(`${server.url}/functions/v1/found`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify({
        kind: 'agent',
        records: ['Travel desk', 'Contract reader', 'Test bot'].map((name, index) => ({
          ...{ source_id: `${index}`, name, owner: 'Nemo' },
        })),
      }),
    })
    expect(await answer.json()).toMatchObject({ received: 3, new: 3 })
  })

  const rows = page.getByRole('list', { name: 'Not registered yet' }).getByRole('listitem')
  await test.step('the catalogue links to the waiting records', async () => {
    await page.goto('/agents')
    await page.getByRole('link', { name: 'Discovery 3' }).press('Enter')
    await expect(rows).toHaveCount(3)
    await expectAccessible(page, 'what was found')
    await page.setViewportSize({ width: 375, height: 780 })
    await expectWhole(page, 'what was found, on a phone')
    await page.setViewportSize({ width: 1280, height: 900 })
  })

  await test.step('a record is ignored, taken back and ignored again', async () => {
    await page.getByLabel('Select Test bot').press('Space')
    await page.getByRole('button', { name: 'Ignore' }).press('Enter')
    await expectToast(page, 'Ignored: 1 record')
    await expect(rows).toHaveCount(2)
    await page.getByLabel('State').selectOption('ignored')
    await page.getByLabel('Select all (1)').press('Space')
    await page.getByRole('button', { name: 'Move back' }).press('Enter')
    await expectToast(page, 'Waiting again: 1 record')
    await page.getByLabel('State').selectOption('waiting')
    await page.getByLabel('Select Test bot').press('Space')
    await page.getByRole('button', { name: 'Ignore' }).press('Enter')
    await expect(rows).toHaveCount(2)
  })

  await test.step('the others are reviewed, and one is left', async () => {
    await page.getByLabel('Select all (2)').press('Space')
    await page.getByRole('button', { name: 'Review 2' }).press('Enter')
    await expect(page.getByRole('heading', { name: '2 new' })).toBeVisible()
    await page
      .getByRole('list', { name: 'Rows' })
      .getByRole('listitem')
      .filter({ hasText: 'Contract reader' })
      .getByRole('button', { name: 'Skip Row' })
      .press('Enter')
    const apply = page.getByRole('button', { name: 'Apply 1 Row' })
    await expect(apply).toBeEnabled()
    await apply.press('Enter')
    await expect(page.getByRole('heading', { name: 'Imported: 1 record' })).toBeVisible()
    const agents = await database`
      select name, imported_from, source_id from public.agents where account_id = ${accountId}`
    expect(agents).toEqual([{ name: 'Travel desk', imported_from: 'n8n', source_id: '0' }])
  })

  await test.step('a registered discovery links to its record', async () => {
    await page.goto('/discovery?state=registered')
    await rows.getByRole('link', { name: 'Travel desk' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Travel desk' })).toBeVisible()
  })
})

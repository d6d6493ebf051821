import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type postgres from 'postgres'
import { chooseInListMenu } from '../support/list-menu.ts'
import { arrangeSystem, keepSignInAs } from '../support/systems.ts'
import { expect, test } from '../support/test.ts'

const DESCRIPTIONS = [
  '=HYPERLINK("http://evil.test";"x")',
  '+49 30 1, "so" and; so\nin two lines',
  "-1\tand @more, '=quoted",
  '\u200f\u05e9\u05dc\u05d5\u05dd\u200e; 1.234,5',
] as const

interface Arranged {
  accountId: string
  ownerId: string
}

/** Creates tags, custom fields, and systems that have all of them. */
async function arrange(database: postgres.Sql, { accountId, ownerId }: Arranged): Promise<void> {
  const tags = await database<{ id: string }[]>`
    insert into public.tags (account_id, name) values (${accountId}, 'a;b|c'), (${accountId}, '=one')
    returning id`
  await database`
    insert into public.own_fields (account_id, kind, key, name, type, record_kind, choices)
    values
      (${accountId}, 'system', 'rooms', 'Rooms', 'number', null, '[]'),
      (${accountId}, 'system', 'checked', 'Checked', 'yes_no', null, '[]'),
      (${accountId}, 'system', 'since', 'Since', 'date', null, '[]'),
      (${accountId}, 'system', 'note', '@Note', 'long_text', null, '[]'),
      (${accountId}, 'system', 'backup', 'Backup', 'member', null, '[]'),
      (${accountId}, 'system', 'feeds', 'Feeds', 'record', 'system', '[]'),
      (${accountId}, 'system', 'places', 'Places', 'choices', null, ${database.json([
        { id: 'paris', name: 'Paris, France', color: 'blue' },
        { id: 'bonn', name: 'Bonn', color: 'green' },
      ])})`
  const first = await arrangeSystem(database, { accountId, name: 'Plain' })
  for (const [at, description] of DESCRIPTIONS.entries()) {
    const id = await arrangeSystem(database, {
      ...{ accountId, name: `=${at}+1`, description, ownerId, status: 'maintenance' },
    })
    const own = {
      ...{ rooms: 1.234 + at, checked: at % 2 === 0, since: '2026-01-02', note: `${description} ` },
      ...{ backup: ownerId, feeds: first, places: ['paris', 'bonn'] },
    }
    const links = [{ purpose: 'docs', title: 'T', url: 'https://a.test/x;y,z' }]
    await database`
      update public.systems
      set tags = ${tags.map((tag) => tag.id)}::uuid[], own = ${database.json(own)}, links = ${database.json(links)},
        vendor = '@acme, "inc"', cost_per_month = ${1234.5 + at}, cost_currency = 'EUR', renews_on = '2026-12-31',
        criticality = 'high', imported_from = 'CMDB', source_id = ${`+00${at}`}
      where id = ${id}`
    await database`
      insert into public.record_experts (account_id, kind, record_id, expert_id) values (${accountId}, 'system', ${id}, ${ownerId})`
  }
}

/** Exports all columns of the list with ids, and returns the path of the file. */
async function exported(page: Page, format: string): Promise<string> {
  await page.goto('/systems')
  await chooseInListMenu(page, 'Export')
  const dialog = page.getByRole('dialog', { name: 'Export: Systems' })
  await dialog.getByText(format, { exact: true }).click()
  await dialog.getByRole('combobox', { name: 'Columns' }).selectOption('All')
  const ids = dialog.getByRole('switch', { name: 'With ids' })
  if (!(await ids.isChecked())) await ids.click()
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  return (await download).path()
}

test('an export is imported again, and nothing changes', async ({ page, cairn, organisation }) => {
  const { database } = cairn
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  const ben = await organisation.member('Ben "Bo" Owner, Jr.')
  await arrange(database, { accountId, ownerId: ben.id })
  for (const [format, extension] of [
    ['CSV', 'csv'],
    ['Excel', 'xlsx'],
    ['JSON', 'json'],
  ] as const)
    await test.step(`as ${format}`, async () => {
      const path = await exported(page, format)
      const buffer = readFileSync(path)
      await page.goto('/import?kind=system')
      await page
        .getByLabel('File', { exact: true })
        .setInputFiles({ name: `systems.${extension}`, mimeType: 'application/octet-stream', buffer })
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByRole('button', { name: 'Check 5 Rows' }).click()
      await expect(page.getByRole('heading', { name: '5 unchanged' })).toBeVisible()
    })
})

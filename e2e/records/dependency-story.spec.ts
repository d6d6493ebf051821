import type postgres from 'postgres'
import { countPointer, enterOn, tabTo, typeInto } from '../support/keyboard.ts'
import { keepSignInAs } from '../support/systems.ts'
import { expect, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'

test.use({ viewport: { width: 375, height: 800 } })

const SERVICES = Array.from({ length: 39 }, (_, index) => `service-${String(index + 1).padStart(2, '0')}`)

/** Forty documents: a database, and the services that depend on it, each document in front of what it names. */
const DOCUMENTS = [
  ...SERVICES.map(
    (name) =>
      `apiVersion: backstage.io/v1alpha1\nkind: Component\nmetadata:\n  name: ${name}\nspec:\n  type: service\n  lifecycle: production\n  owner: group:default/platform\n  dependsOn:\n    - resource:default/orders-db\n`,
  ),
  'apiVersion: backstage.io/v1alpha1\nkind: Resource\nmetadata:\n  name: orders-db\n  title: Orders DB\n  description: Keeps the orders.\nspec:\n  type: database\n  owner: group:default/platform\n',
].join('---\n')

test('a database of forty documents is handed to a team, deleted, and brought back from the keyboard on a phone', async ({
  page,
  cairn: { database },
  organisation,
}) => {
  test.slow()
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  await database`
    insert into public.own_fields (account_id, kind, key, name, type, record_kind)
    values (${accountId}, 'system', 'backup_of', 'Backup of', 'record', 'system')`
  await database`insert into public.teams (account_id, name) values (${accountId}, 'Team Platform')`
  const pointerUses = await countPointer(page)
  const { keyboard } = page
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const details = page.getByRole('dialog', { name: 'Orders DB', exact: true })
  const question = page.getByRole('alertdialog')
  const usedBy = details.getByRole('region', { name: 'Used by', exact: true })
  const deleteIt = async () => {
    await enterOn(details.getByRole('button', { name: 'Delete', exact: true }))
    await expect(question).toContainText('Linked to it: 40')
    await expect(question.getByRole('list', { name: 'Systems' })).toContainText('Orders DB copy')
    await typeInto(question.getByLabel('Type Orders DB to delete it'), 'Orders DB')
    await enterOn(question.getByRole('button', { name: 'Delete', exact: true }))
    await expectToast(page, 'System deleted')
  }
  const open = async () => {
    await page.goto('/systems?q=orders')
    await enterOn(page.getByRole('link', { name: 'Orders DB', exact: true }))
    await expect(usedBy).toContainText('service-01')
  }

  await test.step('the documents are imported', async () => {
    await page.goto('/import?kind=system')
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'catalog-info.yaml', mimeType: 'text/yaml', buffer: Buffer.from(DOCUMENTS) })
    await enterOn(button('Continue'))
    await enterOn(button('Check 40 Rows'))
    await expect(page.getByRole('heading', { name: '40 new' })).toBeVisible()
    await enterOn(button('Apply 40 Rows'))
    await expect(page.getByRole('heading', { name: 'Imported: 40 records' })).toBeVisible()
  })

  await test.step('all services are seen on the database', async () => {
    await fillBackup(database, accountId)
    await open()
    await expect(usedBy).toContainText('Systems 40')
    await expect(usedBy).toContainText('Orders DB copyBackup of')
  })

  await test.step('it is handed to a team', async () => {
    await tabTo(details.getByRole('button', { name: /Owner/ }).first())
    await keyboard.press('Enter')
    await keyboard.type('platform')
    await expect(page.getByRole('option', { name: 'Team Platform' })).toBeVisible()
    await keyboard.press('Enter')
    await expect(details.getByRole('link', { name: 'Team Platform' })).toBeVisible()
  })

  await test.step('its deletion names all that is linked to it, and is undone', async () => {
    await deleteIt()
    await enterOn(button('Undo'))
    await open()
    await expect(details.getByRole('link', { name: 'Team Platform' })).toBeVisible()
  })

  await test.step('deleted again, it is restored from the bin', async () => {
    await deleteIt()
    await enterOn(button('Close'))
    await page.goto('/bin')
    await enterOn(button('Restore Orders DB'))
    await expectToast(page, 'Orders DB has been restored')
    await open()
    await expect(usedBy).toContainText('Systems 40')
    await expect(details.getByRole('link', { name: 'Team Platform' })).toBeVisible()
  })
  expect(await pointerUses()).toBe(0)
})

/** A copy of the database names it in a custom field. */
async function fillBackup(database: postgres.Sql, accountId: string): Promise<void> {
  await database`
    insert into public.systems (account_id, name, own)
    select ${accountId}, 'Orders DB copy', jsonb_build_object('backup_of', id)
    from public.systems where account_id = ${accountId} and name = 'Orders DB'`
}

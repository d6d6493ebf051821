import type { Locator, Page } from '@playwright/test'
import { arrangeInvitation } from './support/invitations.ts'
import { arrangeAgent, arrangeAutomation, arrangeSolution } from './support/records.ts'
import { arrangeExperts, arrangeManySystems, arrangeSystem } from './support/systems.ts'
import { expect, type Organisation, signIn, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

/** Opens the page of a member and asks to remove them. */
async function askToRemove(page: Page, id: string, name: string): Promise<Locator> {
  await page.goto(`/team/${id}`)
  await page.getByRole('button', { name: 'Remove from account' }).click()
  const dialog = page.getByRole('dialog', { name: `Remove ${name} from the account?` })
  await expect(dialog).toBeVisible()
  return dialog
}

/** Ana owns twelve records, and is the only expert of three systems that Ben owns. */
async function arrangeAna(
  cairn: { database: Parameters<typeof arrangeSystem>[0] },
  organisation: Organisation,
) {
  const { database } = cairn
  const ada = await organisation.member('Ada Founder')
  const ana = await organisation.member('Ana Alvarez', 'user')
  const ben = await organisation.member('Ben Example', 'user')
  const cleo = await organisation.member('Cleo Example', 'user')
  const accountId = await organisation.accountId()
  await database`
    insert into public.app_features (account_id, feature_name, enabled) values (${accountId}, 'agents', true)
    on conflict (account_id, feature_name) do update set enabled = true`
  const owned = { accountId, ownerId: ana.id, createdBy: ana.id }
  for (const name of ['Ledger', 'Payroll', 'Storage', 'Archive', 'Mail', 'Wiki'])
    await arrangeSystem(database, { ...owned, name })
  const [ledger] =
    await database`select id from public.systems where account_id = ${accountId} and name = 'Ledger'`
  await arrangeExperts(database, { accountId, systemId: ledger?.['id'], people: [ben] })
  for (const name of ['Portal', 'Intranet']) await arrangeSolution(database, { ...owned, name })
  for (const name of ['Helper', 'Oracle']) await arrangeAgent(database, { ...owned, name })
  for (const name of ['Invoices', 'Reminders']) await arrangeAutomation(database, { ...owned, name })
  for (const name of ['Billing', 'Crm', 'Erp']) {
    const systemId = await arrangeSystem(database, { accountId, ownerId: ben.id, name })
    await arrangeExperts(database, { accountId, systemId, people: [ana] })
  }
  await arrangeInvitation(database, {
    accountId,
    email: `ivy@${organisation.domain}`,
    name: 'Ivy Invited',
    invitedBy: ada.id,
  })
  return { ada, ana, ben, cleo, accountId }
}

test('somebody who leaves by themselves is asked the same', async ({ page, cairn, organisation }) => {
  const { ana, cleo, accountId } = await arrangeAna(cairn, organisation)
  await signIn(page, ana)
  await page.goto(`/team/${ana.id}`)
  await page.getByRole('button', { name: 'Leave account' }).click()
  const dialog = page.getByRole('dialog', { name: /^Leave / })
  await dialog.getByRole('combobox', { name: 'Assign all to…' }).click()
  await page.getByRole('option', { name: 'Cleo Example' }).click()
  await dialog.getByRole('button', { name: 'Leave account' }).click()
  await expectToast(page, 'You have left the account')
  const owned = await cairn.database`
    select from private.catalogue_records where account_id = ${accountId} and owner_id = ${cleo.id}`
  expect(owned).toHaveLength(12)
})

test('who becomes a viewer is asked for what they own, and keeps what nobody gets', async ({
  page,
  cairn,
  organisation,
}) => {
  const { ada, ana, ben } = await arrangeAna(cairn, organisation)
  await signIn(page, ada)
  await page.goto(`/team/${ana.id}`)
  await page.getByLabel('Permission Level').selectOption('viewer')
  const dialog = page.getByRole('dialog', { name: 'Make Ana Alvarez Viewer?' })
  await expect(dialog.getByRole('list', { name: 'Systems' }).getByRole('listitem')).toHaveCount(6)
  await dialog.getByRole('button', { name: 'Change level' }).click()
  await expectToast(page, 'Permission Updated', 'User permission has been successfully updated.')
  const owned = await cairn.database`
    select owner_id from public.systems where name in ('Ledger', 'Mail') and owner_id in (${ana.id}, ${ben.id})
    order by name`
  expect(owned.map(({ owner_id }) => owner_id)).toEqual([ben.id, ana.id])
})

test('a thousand records are folded by kind, and assigned at once on a phone', async ({
  page,
  cairn,
  organisation,
}) => {
  const ada = await organisation.member('Ada Founder')
  const ana = await organisation.member('Ana Alvarez', 'user')
  const ben = await organisation.member('Ben Example', 'user')
  const accountId = await organisation.accountId()
  await arrangeManySystems(cairn.database, { accountId, ownerId: ana.id, count: 1000 })
  await page.setViewportSize({ width: 375, height: 720 })
  await signIn(page, ada)
  const dialog = await askToRemove(page, ana.id, 'Ana Alvarez')
  await dialog.getByRole('button', { name: 'Systems 1,000' }).click()
  const systems = dialog.getByRole('list', { name: 'Systems' })
  await expect(systems.getByRole('listitem')).toHaveCount(50)
  await dialog.getByRole('button', { name: 'Show more' }).click()
  await expect(systems.getByRole('listitem')).toHaveCount(100)
  await dialog.getByRole('combobox', { name: 'Assign all to…' }).click()
  await page.getByRole('option', { name: 'Ben Example' }).click()
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await expectToast(page, 'Member removed', 'Ana Alvarez no longer belongs to the account.')
  const [row] = await cairn.database`
    select count(*)::integer from public.systems where account_id = ${accountId} and owner_id = ${ben.id}`
  expect(row).toEqual({ count: 1000 })
})

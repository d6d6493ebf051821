import { expectAccessible } from '../support/accessibility.ts'
import { askToRemove, give } from '../support/handovers.ts'
import { arrangeInvitation } from '../support/invitations.ts'
import { logOut } from '../support/log-out.ts'
import { WITH_MOTION } from '../support/motion.ts'
import { arrangeAgent, arrangeAutomation, arrangeSolution } from '../support/records.ts'
import { arrangeExperts, arrangeSystem, openDetails, openSystems } from '../support/systems.ts'
import { expect, keepSignIn, type Organisation, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'

test.use(WITH_MOTION)

/** Arranges Ana, who owns twelve records, and is the only expert of three systems that Ben owns. */
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

test('the records of a leaver are handed over, answered, and listed in the history', async ({
  page,
  cairn,
  organisation,
}) => {
  const { ada, ana, ben, accountId } = await arrangeAna(cairn, organisation)
  await keepSignIn(page, ada)

  await test.step('an admin sees everything with suggestions, and assigns it', async () => {
    const dialog = await askToRemove(page, ana.id, 'Ana Alvarez')
    const systems = dialog.getByRole('list', { name: 'Systems' })
    await expect(systems.getByRole('listitem')).toHaveCount(9)
    await expect(systems.getByRole('listitem').filter({ hasText: 'Ledger' })).toContainText(
      'Suggested: Ben Example, its only other expert',
    )
    await expect(dialog.getByRole('list', { name: 'Solutions' }).getByRole('listitem')).toHaveCount(2)
    await expectAccessible(page, 'handover dialog')
    await give(page, systems, 'Payroll', 'Ben Example')
    await give(page, systems, 'Billing', 'Cleo Example')
    await give(page, systems, 'Storage', 'Ivy Invited')
    await give(page, dialog.getByRole('list', { name: 'Agents' }), 'Helper', 'Ben Example')
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
    await expectToast(page, 'Member removed', 'Ana Alvarez no longer belongs to the account.')
  })

  await test.step('a record without a receiver becomes a gap', async () => {
    const owners = await cairn.database`
      select name, owner_id from public.systems where account_id = ${accountId} and name in ('Archive', 'Ledger')
      order by name`
    expect(owners.map(({ owner_id }) => owner_id)).toEqual([null, ben.id])
    await page.goto('/systems?gap=owner_left')
    await expect(page.getByRole('row').getByRole('link', { name: 'Archive', exact: true })).toBeVisible()
  })

  await logOut(page)
  await keepSignIn(page, ben)

  await test.step('the record shows that it waits for an answer', async () => {
    await openSystems(page)
    await expect(page.getByRole('row').filter({ hasText: 'Payroll' })).toContainText('Handover pending')
    const details = await openDetails(page, 'Payroll')
    await expect(details).toContainText('Ana Alvarez owned it before. Ben Example has not answered yet.')
  })

  await test.step('the receiver accepts two and passes one on', async () => {
    await page.goto('/notifications')
    const waiting = page.getByRole('region', { name: 'Waiting for you' })
    await waiting.getByRole('button', { name: 'One by one' }).click()
    const list = waiting.getByRole('list', { name: 'Handed over by Ana Alvarez' })
    await expect(list.getByRole('listitem')).toHaveCount(3)
    await list.getByRole('button', { name: 'Accept Ledger' }).press('Enter')
    await expect(list.getByRole('listitem').filter({ hasText: 'Ledger' })).toContainText('Accepted')
    await expect(list.getByRole('link', { name: 'Ledger' })).toBeFocused()
    await list.getByRole('button', { name: 'Accept Payroll' }).click()
    await expect(list.getByRole('listitem').filter({ hasText: 'Payroll' })).toContainText('Accepted')
    await expectAccessible(page, 'notifications with a handover')
    await list.getByRole('button', { name: 'Pass on Helper' }).click()
    const asks = page.getByRole('dialog', { name: 'Pass on Helper' })
    await asks.getByRole('combobox', { name: 'Pass on to' }).click()
    await page.getByRole('option', { name: 'Cleo Example' }).click()
    await asks.getByRole('button', { name: 'Pass on', exact: true }).click()
    await expect(waiting).toHaveCount(0)
    const told = page.getByRole('list', {
      name: 'Ada Founder handed over 3 records from Ana Alvarez to you.',
    })
    await expect(told.getByRole('listitem').filter({ hasText: 'Helper' })).toContainText('Passed on')
  })

  await test.step('the history tells all of it, with the name of the leaver', async () => {
    const historyOf = async (path: string, name: string) => {
      await page.goto(path)
      const details = await openDetails(page, name)
      await details.getByRole('button', { name: 'Activity' }).click()
      return details.getByRole('list', { name: 'Activity' })
    }
    const payroll = await historyOf('/systems', 'Payroll')
    await expect(payroll).toContainText('Ben Example accepted it from Ana Alvarez')
    await expect(payroll).toContainText('Ada Founder handed it over from Ana Alvarez to Ben Example')
    const archive = await historyOf('/systems', 'Archive')
    await expect(archive).toContainText('Ana Alvarez left, and nobody owns it')
    const storage = await historyOf('/systems', 'Storage')
    await expect(storage).toContainText('Ada Founder handed it over from Ana Alvarez to Ivy Invited')
    const helper = await historyOf('/agents', 'Helper')
    await expect(helper).toContainText('Ben Example passed it on to Cleo Example; it came from Ana Alvarez')
  })
})

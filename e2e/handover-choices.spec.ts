import { askToRemove, give, handOverAll } from './support/handovers.ts'
import { drawn, watchRow } from './support/row-places.ts'
import { arrangeExperts, arrangeSystem, openDetails, openSystems } from './support/systems.ts'
import { expect, keepSignIn, type Organisation, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

/** Arranges Ana, who owns two systems; Ben and Cleo could take them. */
async function arrangeLeaver(
  { database }: { database: Parameters<typeof arrangeSystem>[0] },
  organisation: Organisation,
) {
  const ada = await organisation.member('Ada Founder')
  const ana = await organisation.member('Ana Alvarez', 'user')
  const ben = await organisation.member('Ben Example', 'user')
  const cleo = await organisation.member('Cleo Example', 'user')
  const accountId = await organisation.accountId()
  for (const name of ['Archive', 'Payroll'])
    await arrangeSystem(database, { accountId, ownerId: ana.id, name })
  return { ada, ana, ben, cleo, accountId }
}

test.describe('a chosen receiver who leaves meanwhile', () => {
  test.use({ expectedComplaints: [/404/] })

  test('is reported in the dialog, which keeps the other choices', async ({ page, cairn, organisation }) => {
    const { ada, ana, cleo } = await arrangeLeaver(cairn, organisation)
    await keepSignIn(page, ada)
    const dialog = await askToRemove(page, ana.id, 'Ana Alvarez')
    const systems = dialog.getByRole('list', { name: 'Systems' })
    const choiceOf = (record: string) =>
      systems.getByRole('listitem').filter({ hasText: record }).getByRole('combobox')
    const forAll = dialog.getByRole('combobox', { name: 'Assign all to…' })

    await test.step('the prompt to choose is no option', async () => {
      await expect(forAll).toHaveText('Choose someone')
      await forAll.focus()
      await page.keyboard.press('ArrowDown')
      await expect(page.getByRole('option')).toHaveCount(3)
      await expect(page.getByRole('option', { name: 'Choose someone' })).toHaveCount(0)
      await page.keyboard.press('Escape')
    })

    await test.step('a rule for all keeps the individual choices', async () => {
      await give(page, systems, 'Payroll', 'Cleo Example')
      await forAll.click()
      await page.getByRole('option', { name: 'Ben Example' }).click()
      await expect(choiceOf('Archive')).toContainText('Ben Example')
      await expect(choiceOf('Payroll')).toContainText('Cleo Example')
      await expect(dialog.getByText('1 individual choice stays as it is.')).toBeVisible()
    })

    await test.step('a refusal shows beside the choices', async () => {
      await cairn.database`delete from public.account_members where user_id = ${cleo.id}`
      await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
      await expect(dialog.getByRole('alert').filter({ hasText: 'take over' })).toHaveText(
        'A person who should take over is no longer in your account.',
      )
      await expect(choiceOf('Payroll')).toHaveText('Has left: choose someone else')
      await expect(choiceOf('Archive')).toContainText('Ben Example')
    })

    await test.step('and the rule covers the rest', async () => {
      await dialog.getByRole('button', { name: 'Reset' }).click()
      await expect(choiceOf('Payroll')).toContainText('Ben Example')
      await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
      await expectToast(page, 'Member removed', 'Ana Alvarez no longer belongs to the account.')
    })
  })
})

test('passing on needs a choice of the receiver, and nobody is a choice too', async ({
  page,
  cairn,
  organisation,
}) => {
  const { ada, ana, ben, accountId } = await arrangeLeaver(cairn, organisation)
  const id = await arrangeSystem(cairn.database, { accountId, ownerId: ada.id, name: 'Wiki' })
  await arrangeExperts(cairn.database, { accountId, systemId: id, people: [ana] })
  await handOverAll(cairn.database, { admin: ada, leaver: ana, to: ben })
  await keepSignIn(page, ben)
  const stoodAt = await watchRow(page, 'Wiki')
  const records = page.waitForResponse(/\/rest\/v1\/systems\?/)
  await page.route('**/rpc/get_pending_handovers*', async (route) => {
    await (await records).finished()
    await drawn(page)
    await route.continue()
  })
  await openSystems(page)

  await test.step('a list does not move when handovers are loaded after its records', async () => {
    await expect(page.getByRole('row').filter({ hasText: 'Payroll' })).toContainText('Handover pending')
    expect(await stoodAt()).toHaveLength(1)
  })

  const details = await openDetails(page, 'Wiki')
  await details.getByRole('button', { name: 'Pass on Wiki' }).click()
  const asks = page.getByRole('dialog', { name: 'Pass on Wiki' })
  await expect(asks).toContainText('If you choose nobody, it has one expert fewer.')
  const passOn = asks.getByRole('button', { name: 'Pass on', exact: true })
  await expect(passOn).toHaveAccessibleDescription('First choose who gets it.')
  await passOn.press('Enter')
  await expect(asks).toBeVisible()

  await test.step('Escape closes the dialog, also while a toast is above it', async () => {
    await asks.getByRole('button', { name: 'Cancel' }).click()
    await page.keyboard.press('Escape')
    await expect(details).toHaveCount(0)
    const payroll = await openDetails(page, 'Payroll')
    await payroll.getByRole('button', { name: 'Accept Payroll' }).click()
    await expectToast(page, 'Accepted')
    // A toast waits for a user who has left the window, however long the next steps take.
    await page.evaluate("window.dispatchEvent(new Event('blur'))")
    await page.goBack()
    const again = await openDetails(page, 'Wiki')
    await again.getByRole('button', { name: 'Pass on Wiki' }).click()
    await expectToast(page, 'Accepted')
    await page.keyboard.press('Escape')
    await expect(asks).toHaveCount(0)
    await expect(again).toBeVisible()
    await again.getByRole('button', { name: 'Pass on Wiki' }).click()
  })

  await asks.getByRole('combobox', { name: 'Pass on to' }).click()
  await page.getByRole('option', { name: 'Nobody' }).click()
  await passOn.click()
  await expectToast(page, 'Passed on')
  const experts = await cairn.database`select from public.system_experts where system_id = ${id}`
  expect(experts).toHaveLength(0)
})

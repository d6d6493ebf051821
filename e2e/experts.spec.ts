import { firstOf } from '@cairn/testing/tier'
import { arrangeAgent, arrangeAutomation, arrangeSolution, openCatalogue } from './support/records.ts'
import { expectResting, keepSignInAs, openDetails, sent, VIEWERS_CHANGE_NOTHING } from './support/systems.ts'
import { continueAsGuest, expect, keepSignIn, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const KINDS = [
  { kind: 'solution', screen: 'Solutions', title: 'Solution Experts', arrange: arrangeSolution },
  { kind: 'agent', screen: 'Agents', title: 'Agent Experts', arrange: arrangeAgent },
  { kind: 'automation', screen: 'Automations', title: 'Automation Experts', arrange: arrangeAutomation },
] as const

// The policies are tried on each kind, and the screens of all kinds are the same components.
for (const { kind, screen, title, arrange } of firstOf(KINDS)) {
  test(`a user names and removes experts of the ${kind}; they are told, and the history tells`, async ({
    page,
    cairn,
    organisation,
  }) => {
    const { me, accountId } = await keepSignInAs(page, organisation, 'user')
    const ben = await organisation.member('Ben Expert')
    const id = await arrange(cairn.database, { accountId, name: 'Payroll' })
    await openCatalogue(page, screen)
    const details = await openDetails(page, 'Payroll')
    const experts = details.getByRole('list', { name: title })
    await expect(details.getByRole('heading', { name: title })).toBeVisible()
    await expect(details.getByText('No experts assigned')).toBeVisible()

    await details.getByRole('button', { name: 'Add Expert' }).click()
    const picker = page.getByRole('dialog', { name: 'Add Expert' })
    const request = sent(page, 'POST', 'record_experts')
    await picker.getByRole('option', { name: 'Ben Expert' }).click()
    expect((await request).postDataJSON()).toEqual({
      kind,
      record_id: id,
      expert_id: ben.id,
      assigned_by: me.id,
    })
    await expectToast(page, 'Expert added', 'The expert has been added successfully')
    await page.keyboard.press('Escape')
    await expect(experts.getByRole('listitem')).toHaveText([/Ben Expert/])

    await experts.getByRole('button', { name: 'Remove Ben Expert' }).click()
    await expectToast(page, 'Expert removed', 'The expert has been removed successfully')
    await expect(details.getByText('No experts assigned')).toBeVisible()

    await details.getByRole('button', { name: 'History' }).click()
    const changes = details.getByRole('list', { name: 'History' }).getByRole('listitem')
    await expect(changes.filter({ hasText: 'Experts' }).filter({ hasText: 'Ben Expert' })).toHaveCount(2)

    await keepSignIn(page, ben)
    await page.goto('/notifications')
    await expect(page.getByText(`${me.name} made you an expert of Payroll.`)).toBeVisible()
  })

  test(`a viewer sees the experts of the ${kind} and can change none`, async ({
    page,
    cairn,
    organisation,
  }) => {
    const { accountId, founder } = await keepSignInAs(page, organisation, 'viewer')
    const id = await arrange(cairn.database, { accountId, name: 'Payroll' })
    await cairn.database`
      insert into public.record_experts ${cairn.database({
        account_id: accountId,
        kind,
        record_id: id,
        expert_id: founder.id,
      })}`
    await openCatalogue(page, screen)
    const details = await openDetails(page, 'Payroll')
    await expect(details.getByRole('list', { name: title }).getByRole('listitem')).toHaveText([/Ada Founder/])
    await expectResting(details.getByRole('button', { name: 'Add Expert' }), VIEWERS_CHANGE_NOTHING)
    await expectResting(details.getByRole('button', { name: 'Remove Ada Founder' }), VIEWERS_CHANGE_NOTHING)
  })
}

test('a guest sees no experts of a solution', async ({ page }) => {
  await continueAsGuest(page)
  await openCatalogue(page, 'Solutions')
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await expect(page.getByRole('dialog').getByText('Solution ID')).toBeVisible()
  await expect(page.getByText('Solution Experts')).toHaveCount(0)
})

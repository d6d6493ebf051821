import { firstOf } from '@cairn/testing/tier'
import { arrangeAgent, arrangeAutomation, arrangeSolution, openCatalogue } from './support/records.ts'
import { keepSignInAs, openDetails, sent } from './support/systems.ts'
import { expect, keepSignIn, test } from './support/test.ts'
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
}

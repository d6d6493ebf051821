import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import { refusal } from './support/catalogue.ts'
import {
  closeToast,
  expectAddress,
  expectCount,
  expectText,
  expectTexts,
  expectToast,
  fact,
  namesIn,
  openDetails,
} from './support/look.ts'
import { ADA, mia } from './support/people.ts'
import { agent, automation, solution, system } from './support/records.ts'
import { membersWorkspace } from './support/workspace.ts'

it('[SOL-29, 30, 31, 32, 33, 38, 39] says everything about a solution', async () => {
  const payroll = system({ name: 'Payroll' })
  const portal = solution({
    name: 'Portal',
    description: 'Requests and orders.',
    ownerId: ADA.id,
    status: 'development',
    useCases: ['Order', 'Pay'],
    users: ['ada founder', 'Finance'],
    relatedSystems: [payroll.id],
    details: { repository: 'portal' },
    createdAt: new Date('2024-02-03T10:20:30Z'),
  })
  const me = mia('viewer')
  const visit = {
    as: me,
    workspace: membersWorkspace({ people: [ADA, me], systems: [payroll], solutions: [portal] }),
  }
  await openApp('/solutions', visit)
  const details = await openDetails('Portal')
  await expect.element(details.getByText('Development', { exact: true })).toBeVisible()
  await expectText(fact(details, 'Description'), 'Requests and orders.')
  await expectText(fact(details, 'Owner'), /Ada Founder/)
  await expectText(fact(details, 'Created'), /^Feb 3, 2024, 10:20\sAM$/)
  await expectText(fact(details, 'Solution ID'), portal.id)
  await expectTexts(fact(details, 'Use Cases').getByRole('listitem'), ['Order', 'Pay'])
  await expectTexts(fact(details, 'Users').getByRole('listitem'), ['AAda Founder', 'Finance'])
  expect(JSON.parse(details.getByCss('pre').element().textContent ?? '')).toEqual({ repository: 'portal' })
  await expectAddress(`/solutions?id=${portal.id}`)

  await fact(details, 'Related Systems').getByRole('link', { name: 'Payroll' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Payroll' })).toBeVisible()
  history.back()
  await expect.element(details).toBeVisible()
  await openApp('/solutions?id=00000000-0000-4000-8000-000000000000', visit)
  await expect.element(page.getByRole('dialog', { name: 'Solution not found' })).toBeVisible()
})

it('[SOL-34, 35, 36, 37, GAP-33] shows three active ones where nothing is linked, and says so', async () => {
  const days = [1, 2, 3, 4]
  await openApp('/solutions', {
    as: mia('viewer'),
    solutions: [solution({ name: 'Portal' })],
    automations: [
      ...days.map((day) =>
        automation({
          name: `Flow ${day}`,
          description: `Moves ${day}.`,
          source: 'Make.com',
          status: 'active',
          createdAt: new Date(Date.UTC(2024, 0, day)),
        }),
      ),
      automation({ name: 'Resting flow' }),
    ],
    agents: days.map((day) =>
      agent({
        name: `Agent ${day}`,
        platform: 'OpenAI',
        status: 'active',
        createdAt: new Date(Date.UTC(2024, 0, day)),
      }),
    ),
  })
  const details = await openDetails('Portal')
  const related = (name: string) => details.getByRole('list', { name }).getByRole('listitem')
  await expectCount(related('Related Automations'), 3)
  await expectText(related('Related Automations').first(), 'Flow 4Make.comActiveMoves 4.')
  await expectCount(related('Related Agents'), 3)
  await expectText(related('Related Agents').first(), 'Agent 4OpenAIActive')
  await expectCount(details.getByText('None are linked yet. These are active in your account:'), 2)
})

it('[GAP-33] links and unlinks automations and agents, and shows only these', async () => {
  const portal = solution({ name: 'Portal' })
  const resting = automation({ name: 'Resting flow' })
  const reader = agent({ name: 'Reader', platform: 'Anthropic' })
  const workspace = membersWorkspace({
    solutions: [portal],
    automations: [automation({ name: 'Active flow', status: 'active' }), resting],
    agents: [reader],
  })
  await workspace.solutions.addLink('agents', portal.id, reader.id)
  await openApp('/solutions', { as: ADA, workspace })
  const link = vi.spyOn(workspace.solutions, 'addLink')
  const details = await openDetails('Portal')
  const automations = details.getByRole('list', { name: 'Related Automations' }).getByRole('listitem')
  await expectTexts(automations, ['Active flowOtherActive'])
  await details.getByRole('button', { name: 'Link Automation' }).click()
  await page
    .getByRole('listbox', { name: 'Automations', exact: true })
    .getByRole('option', { name: 'Resting flow' })
    .click()
  await expectToast('Automation linked')
  expect(link).toHaveBeenCalledWith('automations', portal.id, resting.id)
  await userEvent.keyboard('{Escape}')
  await expectTexts(automations, ['Resting flowOtherInactive'])
  await details.getByRole('button', { name: 'Remove Reader' }).click()
  await expectToast('Agent unlinked')
  await expect.element(details.getByText('No agents linked')).toBeVisible()
})

it('[GAP-33] takes a link back that the server refuses', async () => {
  const { workspace } = await openApp('/solutions', {
    as: ADA,
    solutions: [solution({ name: 'Portal' })],
    agents: [agent({ name: 'Reader' })],
  })
  vi.spyOn(workspace.solutions, 'addLink').mockRejectedValue(refusal('Not on a Sunday.'))
  const details = await openDetails('Portal')
  await details.getByRole('button', { name: 'Link Agent' }).click()
  await page
    .getByRole('listbox', { name: 'Agents', exact: true })
    .getByRole('option', { name: 'Reader' })
    .click()
  await expectToast('Error linking agent', 'Not on a Sunday.')
  await userEvent.keyboard('{Escape}')
  await expect.element(details.getByText('No agents linked')).toBeVisible()
})

it('[SOL-40, 41, GAP-13] asks before deleting, and says what goes with it', async () => {
  const portal = solution({ name: 'Portal' })
  const workspace = membersWorkspace({ solutions: [portal] })
  const reader = { id: 'reader', name: 'Reader', ownerId: null }
  vi.spyOn(workspace.deletion, 'impact').mockResolvedValue([
    { kind: 'agent', total: 1, active: 0, items: [reader] },
  ])
  const remove = vi.spyOn(workspace.solutions, 'remove')
  await openApp('/solutions', { as: ADA, workspace })
  await page.getByRole('button', { name: 'Delete Portal' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete Solution' })
  await expect
    .element(question.getByText('Are you sure you want to delete this solution?', { exact: true }))
    .toBeVisible()
  await expect.element(question.getByRole('link', { name: 'Reader' })).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expectTexts(namesIn('Solutions'), ['Portal'])

  await page.getByRole('button', { name: 'Delete Portal' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expectToast('Solution deleted', 'The solution has been deleted successfully')
  await closeToast()
  await expect.poll(() => remove.mock.calls).toEqual([[portal.id]])
  await expect.element(page.getByText('No Solutions Yet')).toBeVisible()
})

it('[SOL-08] shows a missing status as active, and one that is not known as Unknown', async () => {
  await openApp('/solutions', {
    as: mia('viewer'),
    solutions: [solution({ name: 'Blank', status: null }), solution({ name: 'Strange', status: 'retired' })],
  })
  await expect.element(page.getByRole('row', { name: 'Blank' })).toHaveTextContent('Active')
  await expect.element(page.getByRole('row', { name: 'Strange' })).toHaveTextContent('Unknown')
})

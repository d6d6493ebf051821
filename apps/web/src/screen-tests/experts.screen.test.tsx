import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import {
  expectGone,
  expectResting,
  expectTexts,
  openDetails,
  VIEWERS_CHANGE_NOTHING,
} from './support/look.ts'
import { ADA, mia } from './support/people.ts'
import { agent, automation, solution } from './support/records.ts'
import { membersWorkspace } from './support/workspace.ts'

const me = mia('viewer')
const everybody = { people: [ADA, me] }

const KINDS = [
  {
    part: 'solutions',
    title: 'Solution Experts',
    workspace: () => membersWorkspace({ ...everybody, solutions: [solution({ name: 'Payroll' })] }),
  },
  {
    part: 'agents',
    title: 'Agent Experts',
    workspace: () => membersWorkspace({ ...everybody, agents: [agent({ name: 'Payroll' })] }),
  },
  {
    part: 'automations',
    title: 'Automation Experts',
    workspace: () => membersWorkspace({ ...everybody, automations: [automation({ name: 'Payroll' })] }),
  },
] as const

describe.each(KINDS)('the experts of $part', ({ part, title, workspace: arrange }) => {
  it('are seen by a viewer, who can change none', async () => {
    const workspace = arrange()
    const { items } = await workspace[part].list()
    await workspace[part].addExpert(items[0]?.id ?? '', ADA.id)
    await openApp(`/${part}`, { as: me, workspace })
    // The name of an agent may lead to where it runs.
    await page.getByRole('row', { name: 'Payroll' }).getByRole('cell').nth(2).click()
    const details = page.getByRole('dialog', { name: 'Payroll' })
    await expectTexts(details.getByRole('list', { name: title }).getByRole('listitem'), [/Ada Founder/])
    for (const name of ['Add Expert', 'Remove Ada Founder'])
      await expectResting(details.getByRole('button', { name }), VIEWERS_CHANGE_NOTHING)
  })
})

it('shows a guest no experts of a solution', async () => {
  await openApp('/solutions')
  const details = await openDetails('Customer 360')
  await expect.element(details.getByText('Solution ID')).toBeVisible()
  await expectGone(page.getByText('Solution Experts'))
})

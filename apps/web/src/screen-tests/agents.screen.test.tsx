import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import { refusal } from './support/catalogue.ts'
import {
  expectGone,
  expectResting,
  expectTexts,
  expectToast,
  namesIn,
  VIEWERS_CHANGE_NOTHING,
} from './support/look.ts'
import { ADA, mia } from './support/people.ts'
import { agent } from './support/records.ts'

// The part that agents share with automations is in agents-and-automations.screen.test.tsx.

const status = (name: string) => page.getByRole('button', { name: `Status of ${name}` })

it('[AGT-09, GAP-11] changes the status where it stands', async () => {
  const reader = agent({ name: 'Reader', updatedBy: ADA.id })
  const { workspace } = await openApp('/agents', { as: ADA, agents: [reader] })
  const change = vi.spyOn(workspace.agents, 'setStatus')
  await status('Reader: Inactive').click()
  await expectTexts(page.getByRole('menuitemradio'), ['Active', 'Training', 'Inactive'])
  await page.getByRole('menuitemradio', { name: 'Training' }).click()
  await expectToast('Reader has been updated successfully')
  expect(change).toHaveBeenCalledWith(reader.id, 'training')
  await expect.element(status('Reader: Training')).toBeVisible()
  await expect.element(page.getByRole('row', { name: 'Reader' })).toHaveTextContent('Ada Founder')
})

it('[GAP-11] takes a refused status back', async () => {
  const { workspace } = await openApp('/agents', {
    as: ADA,
    agents: [agent({ name: 'Reader' })],
  })
  vi.spyOn(workspace.agents, 'setStatus').mockRejectedValue(refusal('Not on a Sunday.'))
  await status('Reader').click()
  await page.getByRole('menuitemradio', { name: 'Active', exact: true }).click()
  await expectToast('Failed to update agent: Not on a Sunday.')
  await expect.element(status('Reader: Inactive')).toBeVisible()
})

it('[GAP-08] lets a viewer change nothing', async () => {
  await openApp('/agents', {
    as: mia('viewer'),
    agents: [agent({ name: 'Reader' })],
  })
  for (const name of ['Create Agent', 'Edit Reader', 'Delete Reader', 'Status of Reader'])
    await expectResting(page.getByRole('button', { name }), VIEWERS_CHANGE_NOTHING)
})

it('[GUEST-27, GAP-08] shows guests two example agents, and saves nothing', async () => {
  await openApp('/agents')
  await expectTexts(namesIn('Agents'), ['Support Assistant', 'Contract Reader'])
  await status('Contract Reader: Training').click()
  await page.getByRole('menuitemradio', { name: 'Active', exact: true }).click()
  await expectToast('Guest Mode', "Agents aren't saved in guest mode. Please sign up for full access.")
  await expect.element(status('Contract Reader: Training')).toBeVisible()
})

it('[AGT-09] changes the status on the card of a phone, which opens beside it', async () => {
  await page.viewport(375, 740)
  await openApp('/agents', {
    as: ADA,
    agents: [agent({ name: 'Planner' })],
  })
  await status('Planner: Inactive').click()
  await page.getByRole('menuitemradio', { name: 'Active', exact: true }).click()
  await expect.element(status('Planner: Active')).toBeVisible()
  await expectGone(page.getByRole('menu'))
  await page.getByText('Platform', { exact: true }).click({ force: true })
  await expect.element(page.getByRole('dialog', { name: 'Planner' })).toBeVisible()
})

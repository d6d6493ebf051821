import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import { refusal } from './support/catalogue.ts'
import { expectAddress, expectTexts, expectToast, press } from './support/look.ts'
import { ADA } from './support/people.ts'
import { system } from './support/records.ts'
import { findAlways, searchResult } from './support/search.ts'
import { membersWorkspace } from './support/workspace.ts'

const box = page.getByRole('searchbox', { name: 'Search everything' })
const results = page.getByRole('list', { name: 'Results' }).getByRole('listitem')

it('[SRCH-10, 11, 19, 25, GAP-32] finds the records of the account, and leads to them', async () => {
  const ledger = system({ name: 'Ledger', description: 'Keeps every account.' })
  const workspace = membersWorkspace({ systems: [ledger] })
  findAlways(workspace, [
    searchResult({ id: ledger.id, title: 'Ledger' }),
    searchResult({ id: 'clerk', title: 'Ledger Clerk', type: 'agent', link: '/agents?id=clerk' }),
    searchResult({ id: 'first', title: 'First days', type: 'knowledge', link: '/knowledge/first' }),
    searchResult({ id: 'old', title: 'Old ledger' }),
  ])
  await openApp('/search?q=ledger', { as: ADA, workspace })
  await expectTexts(results.getByRole('link'), ['Ledger', 'Ledger Clerk', 'First days', 'Old ledger'])
  await expectTexts(page.getByRole('tab'), [
    'All4',
    'Knowledge1',
    'Process0',
    'Q&A0',
    'System2',
    'Solution0',
    'Agent1',
    'Automation0',
    'Person0',
  ])
  const article = results.getByRole('link', { name: 'First days' })
  await expect.element(article).toHaveAttribute('href', '/knowledge/first')
  await results.getByRole('link', { name: 'Ledger', exact: true }).click()
  await expectAddress(`/systems?id=${ledger.id}`)
  await expect.element(page.getByRole('dialog', { name: 'Ledger' })).toBeVisible()
})

it('[SRCH-22, 23, DIS-07] says that a search has failed, and tries it again', async () => {
  const workspace = membersWorkspace()
  const person = { id: ADA.id, title: ADA.name, type: 'person' as const, link: `/team/${ADA.id}` }
  const find = findAlways(workspace, [searchResult(person)])
  find.mockRejectedValue(refusal('The server is having a bad day.'))
  await openApp('/search', { as: ADA, workspace })
  await box.fill('ada')
  await press(box, '{Enter}')
  await expect.element(page.getByRole('alert').getByText('Search error')).toBeVisible()
  await expectToast('Search error', 'An error occurred while searching. Please try again.')
  findAlways(workspace, [searchResult(person)])
  await page.getByRole('button', { name: 'Try again' }).click()
  const found = results.getByRole('link', { name: 'Ada Founder' })
  await expect.element(found).toHaveAttribute('href', `/team/${ADA.id}`)
})

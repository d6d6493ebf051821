import type { Page } from '@playwright/test'
import { arrangeAgent } from './support/records.ts'
import { arrangeSystem, keepSignInAs, REFUSED_REQUEST, refuse } from './support/systems.ts'
import { expect, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const box = (page: Page) => page.getByRole('searchbox', { name: 'Search everything' })
const results = (page: Page) => page.getByRole('list', { name: 'Results' }).getByRole('listitem')

test.describe('a search that fails', () => {
  test.use({ expectedComplaints: [REFUSED_REQUEST] })

  test('[SRCH-10, 11, 19, 22, 23, 25, GAP-32, DIS-07] an admin finds the records of the account, and learns when the search fails', async ({
    page,
    cairn,
    organisation,
  }) => {
    const { accountId, founder } = await keepSignInAs(page, organisation, 'admin')
    const systemId = await arrangeSystem(cairn.database, {
      accountId,
      name: 'Ledger',
      description: 'Keeps every account.',
    })
    await arrangeSystem(cairn.database, { accountId, name: 'Old ledger' })
    await arrangeAgent(cairn.database, { accountId, name: 'Ledger Clerk' })
    const [article] = await cairn.database<{ id: string }[]>`
      insert into public.knowledge_articles (account_id, author_id, title, content)
      values (${accountId}, ${founder.id}, 'First days', 'Ask for access to the ledger.')
      returning id`

    await page.goto('/search?q=ledger')
    await expect(results(page).getByRole('link')).toHaveText([
      'Ledger',
      'Ledger Clerk',
      'First days',
      'Old ledger',
    ])
    await expect(page.getByRole('tab')).toHaveText([
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
    await expect(results(page).getByRole('link', { name: 'First days' })).toHaveAttribute(
      'href',
      `/knowledge/${article?.id}`,
    )
    await results(page).getByRole('link', { name: 'Ledger', exact: true }).click()
    await expect(page).toHaveURL(`/systems?id=${systemId}`)
    await expect(page.getByRole('dialog', { name: 'Ledger' })).toBeVisible()

    await page.goto('/search')
    await refuse(page, 'POST', 'rpc/search_workspace', 'The server is having a bad day.')
    await box(page).fill('ada')
    await box(page).press('Enter')
    await expect(page.getByRole('alert').getByText('Search error')).toBeVisible()
    await expectToast(page, 'Search error', 'An error occurred while searching. Please try again.')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(results(page).getByRole('link', { name: 'Ada Founder' })).toHaveAttribute(
      'href',
      `/team/${founder.id}`,
    )
  })
})

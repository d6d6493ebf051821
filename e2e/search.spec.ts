import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { arrangeAgent } from './support/records.ts'
import { arrangeSystem, keepSignInAs, REFUSED_REQUEST, refuse } from './support/systems.ts'
import { continueAsGuest, expect, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const box = (page: Page) => page.getByRole('searchbox', { name: 'Search everything' })
const results = (page: Page) => page.getByRole('list', { name: 'Results' }).getByRole('listitem')
const tab = (page: Page, name: string) => page.getByRole('tab', { name })

test('[SRCH-24, GUEST-31] a guest searches the examples', async ({ page }) => {
  await continueAsGuest(page)

  await test.step('[SRCH-04, 05, 06, 07, 08, 26] the box in the header leads to the box of the screen', async () => {
    await page.getByRole('banner').getByRole('searchbox', { name: 'Quick search' }).click()
    await expect(page).toHaveURL('/search')
    await expect(page).toHaveTitle('Search · Cairn')
    await expect(page.getByRole('heading', { name: 'Search', level: 1 })).toBeVisible()
    await expect(page.getByText(/across knowledge base, processes, Q&A and systems/)).toBeVisible()
    await expect(box(page)).toBeFocused()
    // It is the only one then, and has a way to empty it.
    await expect(page.getByRole('searchbox')).toHaveCount(1)
    await box(page).fill('zither')
    await page.getByRole('button', { name: 'Clear the search' }).click()
    await expect(box(page)).toBeFocused()
    await expect(box(page)).toHaveValue('')
    await expect(page.getByRole('heading', { name: 'What are you looking for?' })).toBeVisible()
    await expect(page.getByRole('tab')).toHaveText([
      'All0',
      'Knowledge0',
      'Process0',
      'Q&A0',
      'System0',
      'Solution0',
      'Agent0',
      'Automation0',
      'Person0',
    ])
  })

  await test.step('[SRCH-02, 09, 12, 14, 15, 16, 21, GAP-26] typed text is searched for, and kept in the address', async () => {
    await page.keyboard.type('RETIRE')
    await expect(results(page)).toHaveCount(1)
    await expect(page).toHaveURL('/search?q=RETIRE')
    const found = results(page).first()
    await expect(found.getByRole('link', { name: 'Retire a system' })).toHaveAttribute('href', '/processes')
    await expect(found.getByText('Process', { exact: true })).toBeVisible()
    await expect(found.getByText('May 19, 2023', { exact: true })).toBeVisible()
    await expect(found).toContainText('What to export, whom to tell, and what to switch off last.')
    await expect(found.locator('mark')).toHaveText('Retire')
    await expect(tab(page, 'All 1')).toBeVisible()
    await expect(tab(page, 'Process 1')).toBeVisible()
  })

  await test.step('[SRCH-01, 03, 08] a tab shows one type, and stays in the address', async () => {
    await box(page).fill('system')
    await expect(tab(page, 'Process 2')).toBeVisible()
    await tab(page, 'Process 2').click()
    await expect(results(page).getByRole('link')).toHaveText([
      'Request access to a system',
      'Retire a system',
    ])
    await expect(page).toHaveURL('/search?q=system&tab=process')
    await page.reload()
    await expect(box(page)).toHaveValue('system')
    await expect(results(page)).toHaveCount(2)
    await tab(page, 'Knowledge').click()
    await expect(results(page).first().getByText('Knowledge Base', { exact: true })).toBeVisible()
    await expectAccessible(page, 'search, with results')
  })

  await test.step('[SRCH-17, 18, 20] an empty result is reported twice, a blank text is not searched for', async () => {
    await box(page).fill('zither')
    await box(page).press('Enter')
    await expect(page).toHaveURL('/search?q=zither&tab=knowledge')
    await expectToast(page, 'No results found', 'No matches found for “zither”. Try a different term.')
    await expect(page.getByRole('heading', { name: 'No results found' })).toBeVisible()
    await expect(page.getByText('Nothing matched “zither”. Try a different term.')).toBeVisible()
    await expectAccessible(page, 'search, nothing found')
    await box(page).fill('   ')
    await expect(page.getByRole('heading', { name: 'What are you looking for?' })).toBeVisible()
  })

  await test.step('[SRCH-13, 14] a question leads to its screen', async () => {
    await page.goto('/search?q=incident reports&tab=qa')
    await expect(results(page).first().getByText('Q&A', { exact: true })).toBeVisible()
    await results(page).getByRole('link', { name: 'Where do incident reports end up?' }).click()
    await expect(page).toHaveURL('/questions')
  })
})

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

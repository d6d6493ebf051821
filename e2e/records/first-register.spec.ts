import type { Page } from '@playwright/test'
import { countClicks } from '../support/clicks.ts'
import { chooseInListMenu } from '../support/list-menu.ts'
import { linkTo } from '../support/mail.ts'
import { fillSignUp } from '../support/sign-up.ts'
import { expect, freshDomain, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'

/** The limits for a new admin's first register. */
const CLICKS = 60
const WAITING_MS = 60_000

const STATES = ['Live', 'In Wartung', 'gone fishing'] as const

/** 200 rows of a German spreadsheet: dates that can be read in two ways, custom words, a duplicate and a typo. */
function spreadsheet(domain: string): string {
  const rows = Array.from({ length: 200 }, (_, index) => {
    const name = index === 2 ? 'Slack GmbH' : `Tool ${index + 1}`
    const day = index === 15 ? 'soon' : `0${(index % 9) + 1}/0${(index % 8) + 1}/2027`
    const owner = `${index % 2 === 0 ? 'ben' : 'cleo'}@${domain}`
    return [name, `Purpose ${index + 1}`, owner, STATES[index % 3], day].join(';')
  })
  return ['Anwendung;Zweck;Verantwortlich;Zustand;Vertragsende', ...rows].join('\r\n')
}

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto('/auth?tab=sign-up')
  await fillSignUp(page, { email, name: ['Ada', 'Example'] })
  await page.getByLabel('Account Name').fill('Example Works')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expectToast(page, 'Account created', 'Please check your email to verify your account.')
}

test('a new admin has a register of 200 systems in sixty clicks and a minute of waiting', async ({
  page,
  cairn,
}) => {
  const clicks = await countClicks(page)
  const domain = freshDomain()
  const email = `ada@${domain}`
  const began = Date.now()

  await test.step('an account, with three products', async () => {
    await signUp(page, email)
    await page.goto(await linkTo(cairn, email))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('button', { name: 'Save and continue' }).click()
    for (const name of ['Slack', 'Jira', 'GitHub'])
      await page.getByRole('checkbox', { name, exact: true }).click()
    await page.getByRole('button', { name: 'Add 3 records' }).click()
    await expect(page).toHaveURL('/welcome?step=people')
    await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  })

  await test.step('a list of 200 rows, of which four problems are corrected', async () => {
    await page.getByRole('link', { name: 'Systems', exact: true }).first().click()
    await chooseInListMenu(page, 'Import')
    await page.getByLabel('File', { exact: true }).setInputFiles({
      name: 'tools.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(spreadsheet(domain)),
    })
    await page.getByLabel('Order of dates').selectOption('month')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('What gone fishing means').selectOption({ label: 'Inactive' })
    await page.getByRole('button', { name: 'Check 200 Rows' }).click()
    await page.getByRole('button', { name: /^Possible duplicate/ }).click()
    await page.getByRole('button', { name: 'Merge with Slack' }).first().click()
    await page.getByRole('button', { name: 'Invite All 2' }).click()
    await expect(page.getByRole('heading', { name: '199 new, 1 changed' })).toBeVisible()
    await page.getByRole('button', { name: 'Apply 200 Rows' }).click()
    await expect(page.getByRole('heading', { name: 'Imported: 200 records' })).toBeVisible()
  })

  await test.step('the list, filtered', async () => {
    await page.getByRole('link', { name: 'Systems', exact: true }).last().click()
    await page.getByRole('searchbox').first().fill('Tool 12')
    await expect(page.getByText('Tool 120').first()).toBeVisible()
  })

  expect(clicks()).toBeLessThanOrEqual(CLICKS)
  expect(clicks()).toBeGreaterThan(10)
  expect(Date.now() - began).toBeLessThan(WAITING_MS)
  const invited = await cairn.database`
    select email from public.pending_invitations where email like ${`%@${domain}`} order by email`
  expect(invited.map((row) => row['email'])).toEqual([`ben@${domain}`, `cleo@${domain}`])
})

import { randomBytes } from 'node:crypto'
import { arrangePerson } from '@cairn/testing/people'
import type { Locator, Page } from '@playwright/test'
import {
  arrangeSystem,
  expectResting,
  listedNames,
  openSystems,
  REFUSED_REQUEST,
  refuse,
  sent,
  signInAs,
  VIEWERS_CHANGE_NOTHING,
} from './support/systems.ts'
import { expect, signInByForm, test } from './support/test.ts'

const badge = (page: Page, label: string): Locator =>
  page.getByRole('banner').getByText(label, { exact: true })

/** Expects that a control says why it rests, and that pressing it opens nothing. */
async function expectNothingOpens(page: Page, control: Locator, reason: string): Promise<void> {
  await expectResting(control, reason)
  await control.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('[PERM-02, 03, 04, 11, 22, GAP-04, GAP-08] a user who joins a known domain is a viewer and changes nothing', async ({
  page,
  cairn,
  organisation,
}) => {
  await organisation.member('Ada Founder')
  const accountId = await organisation.accountId()
  await arrangeSystem(cairn.database, { accountId, name: 'Payroll' })
  await signInByForm(page, await organisation.member('Ben Newcomer'))
  await expect(badge(page, 'Viewer')).toBeVisible()
  await openSystems(page)
  await expect(listedNames(page)).toHaveText(['Payroll'])
  const reason = VIEWERS_CHANGE_NOTHING
  for (const name of ['Add System', 'Edit Payroll', 'Delete Payroll']) {
    await expectNothingOpens(page, page.getByRole('button', { name }), reason)
  }
})

test('[PERM-01, 12, 18, 19] the one account is looked up first, and everything is asked of it', async ({
  page,
  cairn,
  organisation,
}) => {
  const founder = await organisation.member('Ada Founder')
  const accountId = await organisation.accountId()
  await cairn.database`update public.accounts set name = 'Example Works' where id = ${accountId}`
  await arrangeSystem(cairn.database, { accountId, name: 'Payroll' })
  const stranger = `zoe.${randomBytes(4).toString('hex')}`
  const zoe = await arrangePerson(cairn.database, { email: `zoe@${stranger}.example`, name: 'Zoe Stranger' })
  const [other] = await cairn.database<{ account_id: string }[]>`
    select account_id from public.account_members where user_id = ${zoe.id}`
  await arrangeSystem(cairn.database, { accountId: other?.account_id ?? '', name: 'Secret' })

  const membership = sent(page, 'GET', 'account_members')
  const account = sent(page, 'GET', 'accounts')
  await signInByForm(page, founder)
  expect(new URL((await membership).url()).search).toContain(`user_id=eq.${founder.id}&limit=1`)
  expect(new URL((await account).url()).searchParams.get('id')).toBe(`eq.${accountId}`)
  await expect(page.getByRole('banner').getByText('Example Works')).toBeVisible()
  await openSystems(page)
  await expect(listedNames(page)).toHaveText(['Payroll'])
})

test('[PERM-13, 14, 16] a user without an account is a viewer of nothing', async ({ page, cairn }) => {
  const email = `nobody.${randomBytes(4).toString('hex')}@gmail.com`
  const person = await arrangePerson(cairn.database, { email, name: 'Nora Nobody' })
  const profile = sent(page, 'POST', 'rpc/get_my_profile')
  await signInByForm(page, person)
  await profile
  await expect(badge(page, 'Viewer')).toBeVisible()
  await openSystems(page)
  await expect(page.getByRole('heading', { name: 'Error loading systems' })).toBeVisible()
  await expect(page.locator('#main').getByText('No account found for user', { exact: true })).toBeVisible()
  await test.step('[TEAM-43] the team is the user alone, without a complaint', async () => {
    await page.goto('/team')
    await expect(page.getByRole('table').locator('tbody tr')).toHaveText([/Nora Nobody.*You/])
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})

test.describe('when the membership cannot be read', () => {
  test.use({ expectedComplaints: [[REFUSED_REQUEST, /^Failed: reading/], { scope: 'test' }] })

  test('[PERM-14, 15] an admin is shown as a viewer, and it is noted', async ({ page, organisation }) => {
    const noted = page.waitForEvent('console', (message) =>
      message.text().startsWith('Failed: reading the account and the permission'),
    )
    await refuse(page, 'POST', 'rpc/get_first_screen', 'Not on a Sunday.')
    await refuse(page, 'GET', 'account_members', 'Not on a Sunday.')
    await signInAs(page, organisation, 'admin')
    await expect(badge(page, 'Viewer')).toBeVisible()
    await noted
  })
})

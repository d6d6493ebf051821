import { expectAccessible } from './support/accessibility.ts'
import { card } from './support/cards.ts'
import { openMember } from './support/members.ts'
import { arrangeAgent, fact } from './support/records.ts'
import { arrangeExperts, arrangeSystem, keepSignInAs } from './support/systems.ts'
import { continueAsGuest, expect, test } from './support/test.ts'

test('[SHELL-15, MEMBER-01, 03, 04, 05, 07, GAP-16, DIS-05] a member’s profile shows what they let others see', async ({
  page,
  cairn,
  organisation,
}) => {
  await keepSignInAs(page, organisation, 'viewer')
  const ben = await organisation.member('Ben Example', 'manager')
  await cairn.database`
    update public.profiles
    set bio = 'Draws letters.', job_role = 'Designer', department = 'Studio', privacy_bio_visible = true,
      privacy_email_visible = true
    where id = ${ben.id}`
  await cairn.database`update public.account_members set knowledge_areas = '{Type,Ink}' where user_id = ${ben.id}`
  await openMember(page, 'Ben Example')
  const summary = card(page, 'Profile')
  await test.step('[TEAM-47, DIS-38] the address is masked', async () => {
    await expect(summary.getByText('be********', { exact: true })).toBeVisible()
  })
  await expect(summary.getByText('BE', { exact: true })).toBeVisible()
  await expect(summary.getByText('Draws letters.')).toBeVisible()
  await expect(fact(summary, 'Job Role')).toHaveText('Designer')
  await expect(fact(summary, 'Department')).toHaveText('Studio')
  await expect(fact(summary, 'Permission')).toHaveText('Manager')
  await expect(card(page, 'Contributions').getByText('Total contributions: 0')).toBeVisible()
  await expectAccessible(page, 'member profile')
  await card(page, 'Knowledge Areas').getByRole('link', { name: 'Ink' }).click()
  await expect(page).toHaveURL(/\/team\?area=Ink$/)
  await expect(page.getByRole('table').locator('tbody tr')).toHaveCount(1)
  await page.goBack()
  await page.getByRole('link', { name: 'Back to Team' }).click()
  await expect(page).toHaveURL(/\/team$/)
})

test('[MEMBER-02, 06, 09, 10, 24, TEAM-46] shows a user’s own profile read-only, and keeps a user from editing that of a colleague', async ({
  page,
  cairn,
  organisation,
}) => {
  const { me, founder } = await keepSignInAs(page, organisation, 'user')
  await cairn.database`
    update public.profiles
    set job_role = 'Director', department = 'Board', privacy_job_visible = false, privacy_department_visible = false
    where id = ${founder.id}`
  await page.goto(`/team/${me.id}`)
  await expect(page.getByRole('heading', { name: 'Your Profile', level: 1 })).toBeVisible()
  await expect(card(page, 'Profile').getByText(me.email, { exact: true })).toBeVisible()
  await expect(card(page, 'Knowledge Areas')).toContainText('No knowledge areas specified')
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toHaveCount(0)
  await page.goto(`/team/${founder.id}`)
  await expect(page.getByRole('heading', { name: `${founder.name} Profile`, level: 1 })).toBeVisible()
  for (const fact_ of ['Job Role', 'Department'])
    await expect(fact(card(page, 'Profile'), fact_)).toHaveText('Not shown')
  await expect(card(page, 'Profile').getByText('Email not shown')).toBeVisible()
  await expect(page.getByText('Director')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toHaveCount(0)
  await expect(card(page, 'Admin Actions')).toHaveCount(0)
})

test('the profile lists the records that a member owns and knows, ten at a time, as links', async ({
  page,
  cairn,
  organisation,
}) => {
  const { founder, accountId } = await keepSignInAs(page, organisation, 'viewer')
  for (let number = 10; number < 22; number += 1)
    await arrangeSystem(cairn.database, { accountId, name: `System ${number}`, ownerId: founder.id })
  await arrangeAgent(cairn.database, { accountId, name: 'Agent 99', ownerId: founder.id })
  const known = await arrangeSystem(cairn.database, { accountId, name: 'Archive' })
  await arrangeExperts(cairn.database, { accountId, systemId: known, people: [founder] })
  await page.goto(`/team/${founder.id}`)
  const owned = card(page, 'Owns').getByRole('listitem')
  await expect(owned).toHaveCount(10)
  await expect(owned.first()).toContainText('Agent 99')
  await card(page, 'Owns').getByRole('button', { name: 'Show more' }).click()
  await expect(owned).toHaveCount(13)
  await expect(card(page, 'Owns').getByRole('button', { name: 'Show more' })).toHaveCount(0)
  await card(page, 'Is an expert of').getByRole('link', { name: 'Archive' }).click()
  await expect(page.getByRole('dialog', { name: 'Archive' })).toBeVisible()
})

test('[MEMBER-22, 23] an unknown id, and one of another account, lead back to the directory', async ({
  page,
  organisation,
}) => {
  await keepSignInAs(page, organisation, 'admin')
  for (const id of ['nobody', '5d1c1a52-6c1e-4f3a-9d3f-0c5f6f4b2a11']) {
    await page.goto(`/team/${id}`)
    await expect(page.getByRole('heading', { name: 'User Not Found', level: 1 })).toBeVisible()
    await expect(page.getByText('User profile not found', { exact: true })).toBeVisible()
    await expect(
      page.getByText(
        "The team member you're looking for doesn't exist or you don't have permission to view their profile.",
      ),
    ).toBeVisible()
  }
  await expectAccessible(page, 'unknown member')
  await page.getByRole('link', { name: 'Return to Team Directory' }).click()
  await expect(page).toHaveURL(/\/team$/)
})

test('[DIS-05] a guest looks at a sample member', async ({ page }) => {
  await continueAsGuest(page)
  await openMember(page, 'Dana Demo')
  await expect(card(page, 'Knowledge Areas').getByRole('link')).toHaveText(['Identity', 'Security'])
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toHaveCount(0)
})

import { card } from './support/cards.ts'
import { fact } from './support/records.ts'
import { keepSignInAs } from './support/systems.ts'
import { expect, test } from './support/test.ts'

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

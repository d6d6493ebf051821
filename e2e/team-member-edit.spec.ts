import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { heldBack } from './support/browser.ts'
import { card } from './support/cards.ts'
import { memberForm, openMember, startEditing } from './support/members.ts'
import { fact } from './support/records.ts'
import { keepSignInAs, sent } from './support/systems.ts'
import { expect, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const question = (page: Page): Locator => page.getByRole('alertdialog', { name: 'Discard your changes?' })

test('[MEMBER-08, 11, 12, 13, 14, 15, 21, PERM-24] a manager edits a member, and the member keeps what is hidden', async ({
  page,
  cairn,
  organisation,
}) => {
  await keepSignInAs(page, organisation, 'manager')
  const ben = await organisation.member('Ben Example', 'viewer')
  await cairn.database`
    update public.profiles set job_role = 'Spy', department = 'Studio', privacy_job_visible = false where id = ${ben.id}`
  await openMember(page, 'Ben Example')
  await card(page, 'Admin Actions').getByRole('button', { name: 'Edit Profile' }).click()
  await memberForm(page).getByLabel('Name').fill('Somebody Else')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await question(page).getByRole('button', { name: 'Discard' }).click()
  await expect(memberForm(page)).toHaveCount(0)
  await startEditing(page)
  await expect(memberForm(page).getByLabel('Name')).toHaveValue('Ben Example')
  await expect(memberForm(page).getByLabel('Permission Level').getByRole('option')).toHaveText([
    'Viewer',
    'User',
    'Manager',
  ])
  await expect(memberForm(page).getByLabel('Job Role')).toHaveValue('')
  await memberForm(page).getByLabel('Name').fill('Ben Sample')
  await memberForm(page).getByLabel('Department').fill('Atelier')
  await memberForm(page).getByLabel('Knowledge Areas').fill(' Type, ,Ink,')
  await memberForm(page).getByLabel('Permission Level').selectOption('User')
  await expectAccessible(page, 'member in edit mode')
  const request = sent(page, 'POST', 'rpc/update_member')
  const release = await heldBack(page, '**/rpc/update_member')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible()
  release()
  await expectToast(page, 'Profile updated', 'The user profile has been successfully updated.')
  expect((await request).postDataJSON()).toEqual({
    target_user_id: ben.id,
    new_name: 'Ben Sample',
    new_department: 'Atelier',
    new_knowledge_areas: ['Type', 'Ink'],
    new_permission_level: 'user',
  })
  await expect(page.getByRole('heading', { name: 'Ben Sample Profile' })).toBeVisible()
  await expect(memberForm(page)).toHaveCount(0)
  await expect(fact(card(page, 'Profile'), 'Permission')).toHaveText('User')
  const [stored] = await cairn.database`select job_role, department from public.profiles where id = ${ben.id}`
  expect(stored).toEqual({ job_role: 'Spy', department: 'Atelier' })
})

test('[MEMBER-11, SYS-54] typed values stay when the member changes meanwhile, and the form asks before they are lost', async ({
  page,
  cairn,
  organisation,
}) => {
  await keepSignInAs(page, organisation, 'manager')
  const ben = await organisation.member('Ben Example', 'viewer')
  await cairn.database`update public.profiles set job_role = 'Designer' where id = ${ben.id}`
  await openMember(page, 'Ben Example')
  await startEditing(page)
  const field = (label: string) => memberForm(page).getByLabel(label, { exact: true })
  await field('Department').fill('Atelier')
  await cairn.database`
    update public.profiles set job_role = 'Illustrator', department = 'Studio' where id = ${ben.id}`
  await expect(field('Job Role')).toHaveValue('Illustrator', { timeout: 60_000 })
  await expect(field('Department')).toHaveValue('Atelier')
  await test.step('a link asks', async () => {
    await page.getByRole('link', { name: 'Back to Team' }).click()
    await question(page).getByRole('button', { name: 'Keep editing' }).click()
    await expect(field('Department')).toHaveValue('Atelier')
  })
  await test.step('a reload brings it back', async () => {
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await startEditing(page)
    await expect(
      memberForm(page).getByRole('alert').filter({ hasText: 'We kept what you entered.' }),
    ).toBeVisible()
    await expect(field('Department')).toHaveValue('Atelier')
    await expect(field('Job Role')).toHaveValue('Illustrator')
  })
  await test.step('saved, nothing is left to ask about', async () => {
    const request = sent(page, 'POST', 'rpc/update_member')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expectToast(page, 'Profile updated')
    expect((await request).postDataJSON()).toEqual({ target_user_id: ben.id, new_department: 'Atelier' })
    await startEditing(page)
    await expect(memberForm(page).getByRole('alert')).toHaveCount(0)
    await page.getByRole('link', { name: 'Back to Team' }).click()
    await expect(page).toHaveURL(/\/team$/)
  })
})

import { type ArrangedPerson, arrangePerson } from '@cairn/testing/people'
import type { Page } from '@playwright/test'
import type postgres from 'postgres'
import { speakMadeUpLanguage, unmarkedTexts } from './support/made-up-language.ts'
import { arrangeAgent, arrangeAutomation, arrangeLink, arrangeSolution } from './support/records.ts'
import { DOOR_SCREENS, MEMBER_SCREENS, visit, walks } from './support/screens.ts'
import { arrangeExperts, arrangeSystem } from './support/systems.ts'
import { expect, freshDomain, keepSignIn, test } from './support/test.ts'

/** Fails with the texts of the page that went past the translations. */
async function expectTranslated(page: Page, what: string): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await expect
    .soft(async () => expect(await unmarkedTexts(page), what).toEqual([]))
    .toPass({ timeout: 30_000 })
}

interface Example {
  me: ArrangedPerson
  other: ArrangedPerson
}

/** An account with one of everything. All that its people have named stands between the same brackets. */
async function arrangeExample(database: postgres.Sql): Promise<Example> {
  const domain = freshDomain()
  const me = await arrangePerson(database, { email: `ada@${domain}`, name: '⟦Ada⟧' })
  const other = await arrangePerson(database, { email: `ben@${domain}`, name: '⟦Ben⟧', level: 'user' })
  const [account] = await database<{ id: string }[]>`
    update public.accounts set name = '⟦Example⟧'
    where id = (select account_id from public.account_domains where domain = ${domain})
    returning id`
  if (account === undefined) throw new Error('Nobody has founded the example.')
  const record = {
    accountId: account.id,
    description: '⟦As an example⟧',
    ownerId: other.id,
    createdBy: other.id,
    createdAt: new Date(Date.now() - 3 * 3_600_000),
  }
  const systemId = await arrangeSystem(database, {
    ...record,
    name: '⟦Billing⟧',
    status: 'maintenance',
    details: { '⟦vendor⟧': '⟦Maker⟧' },
    updatedAt: new Date(),
  })
  await arrangeSystem(database, { ...record, name: '⟦Archive⟧', ownerId: null, status: 'deprecated' })
  await arrangeExperts(database, { accountId: account.id, systemId, people: [me] })
  const automationId = await arrangeAutomation(database, {
    ...record,
    name: '⟦Report⟧',
    status: 'active',
    source: 'Other',
  })
  const agentId = await arrangeAgent(database, {
    ...record,
    name: '⟦Helper⟧',
    status: 'training',
    platform: 'Custom',
  })
  const solutionId = await arrangeSolution(database, {
    ...record,
    name: '⟦Portal⟧',
    useCases: ['⟦Look⟧'],
    users: ['⟦Everybody⟧'],
    relatedSystems: [systemId],
  })
  await arrangeLink(database, { accountId: account.id, solutionId, agentId, automationId })
  await database`
    update public.profiles set job_role = 'Designer', department = '⟦Studio⟧', bio = '⟦Hello⟧' where id = ${other.id}`
  await database`update public.account_members set knowledge_areas = '{⟦Drawing⟧}' where user_id = ${other.id}`
  await database`
    insert into public.pending_invitations (account_id, email, name, job_role, department, invited_by)
    values (${account.id}, ${`cleo@${domain}`}, '⟦Cleo⟧', '⟦Writer⟧', '⟦Studio⟧', ${me.id})`
  return { me, other }
}

/** The screen of a member whose id is known when the account is arranged. */
const A_COLLEAGUE = 'a colleague'

/** Goes to a screen and looks at it when all of it is there. */
async function look(page: Page, path: string): Promise<void> {
  await visit(page, path)
  await expectTranslated(page, path)
}

test.describe('everything that is written on a screen has been translated', () => {
  test.slow()

  test.beforeEach(({ page }) => speakMadeUpLanguage(page))

  test('[GAP-23] before somebody signs in', async ({ page }) => {
    await look(page, '/auth')
    await page.getByRole('button', { name: '⟦Sign In⟧', exact: true }).click()
    await expectTranslated(page, 'sign-in with complaints')
    await page.getByRole('tab', { name: 'Sign Up' }).click()
    await page.getByRole('textbox', { name: '⟦Password⟧' }).fill('weak')
    await expect(page.getByRole('button', { name: 'Create Account' })).toBeVisible()
    await expectTranslated(page, 'sign-up with a weak password')
    for (const path of [...DOOR_SCREENS, '/invitation?token=unknown']) await look(page, path)
  })

  for (const paths of walks([...MEMBER_SCREENS, '/search?q=l', A_COLLEAGUE], 8))
    test(`[GAP-23] on screens of a member: ${paths.join(', ')}`, async ({ page, cairn }) => {
      const { me, other } = await arrangeExample(cairn.database)
      await keepSignIn(page, me)
      for (const path of paths) await look(page, path === A_COLLEAGUE ? `/team/${other.id}` : path)
    })

  test('[GAP-23] in the dialogs of a catalogue', async ({ page, cairn }) => {
    const { me } = await arrangeExample(cairn.database)
    await keepSignIn(page, me)
    for (const [path, name, add] of [
      ['/systems', '⟦Billing⟧', 'Add System'],
      ['/solutions', '⟦Portal⟧', 'Add Solution'],
    ] as const) {
      await look(page, path)
      await page.getByRole('button', { name: add }).click()
      await page.getByRole('dialog').getByRole('button', { name: add }).click()
      await expectTranslated(page, `${add} with complaints`)
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('button', { name: `Delete ${name}` }).click()
      await expectTranslated(page, `the question before ${name} is deleted`)
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('link', { name, exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'History' }).click()
      await expectTranslated(page, `the details of ${name}`)
      await page.keyboard.press('Escape')
    }
  })

  test('[GAP-23] in the dialogs that stand on every screen', async ({ page, cairn }) => {
    const { me } = await arrangeExample(cairn.database)
    await keepSignIn(page, me)
    await look(page, '/team')
    await page.getByRole('button', { name: 'Add Team Member' }).click()
    await expectTranslated(page, 'the invitation')
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectTranslated(page, 'the keys')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('listbox')).toBeVisible()
    await expectTranslated(page, 'the palette')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Account menu' }).click()
    await expectTranslated(page, 'the account menu')
  })
})

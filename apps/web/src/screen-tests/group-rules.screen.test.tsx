import type { GroupRule } from '@cairn/workspace/port/group-rules'
import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openDemo } from '@/workspace/demo/open.ts'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import { card, expectGone, expectToast } from './support/look.ts'
import { ADA, mia } from './support/people.ts'
import { membersWorkspace } from './support/workspace.ts'

const RULE: GroupRule = {
  ...{ id: 'rule', provider: 'keycloak', claim: 'groups', group: '/finance' },
  ...{ teamId: 'demo-team-platform', level: 'manager', members: 12 },
}

/** Opens the security of an account with these rules, on an installation with these providers. */
async function openRules(
  rules: readonly GroupRule[],
  { providers = ['keycloak'], singleSignOn = true } = {},
) {
  const workspace = membersWorkspace({ teams: await openDemo().teams.list() })
  const { groups } = workspace.security
  vi.spyOn(groups, 'list').mockResolvedValue(rules)
  const add = vi.spyOn(groups, 'add').mockResolvedValue()
  const remove = vi.spyOn(groups, 'remove').mockResolvedValue()
  const access = { signInMethods: async () => ({ providers, singleSignOn, passkeys: false }) }
  await openApp('/settings/security', { as: ADA, workspace, access })
  return { add, remove }
}

const rules = card('Groups of providers')
const dialog = page.getByRole('dialog')

it('says what each group gives, and deletes a rule after a question', async () => {
  const { remove } = await openRules([RULE])
  const row = rules.getByRole('listitem')
  await expect
    .element(row)
    .toHaveTextContent('/financeKeycloak · groupsPlatform · Manager12 members brought in')
  await row.getByRole('button', { name: 'Delete the rule for /finance' }).click()
  await expectAccessible('the question about a rule')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expectToast('Rule deleted')
  expect(remove.mock.calls).toEqual([['rule']])
})

it('adds a rule about a group of single sign-on', async () => {
  const { add } = await openRules([])
  await expect.element(rules.getByText('There are no rules yet.')).toBeVisible()
  await rules.getByRole('button', { name: 'Add Rule' }).click()
  await dialog.getByLabelText('Provider').selectOptions('Single sign-on')
  await dialog.getByLabelText('Group').fill(' Finance ')
  await dialog.getByLabelText('Level').selectOptions('User')
  await expectAccessible('the form of a rule')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast('Rule added')
  expect(add.mock.calls).toEqual([
    [{ provider: 'saml', claim: 'groups', group: 'Finance', teamId: null, level: 'user' }],
  ])
})

it('is not there without a provider, and for nobody but admins', async () => {
  await openRules([], { providers: [], singleSignOn: false })
  await expect.element(card('Newcomers')).toBeVisible()
  await expectGone(rules)
  await openApp('/settings/security', { as: mia('manager') })
  await expectGone(rules)
})

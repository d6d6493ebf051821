import type { ProviderTrial } from '@cairn/workspace/port/provider-trials'
import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { accessRefusal } from './support/access.ts'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import { card, expectAddress, expectGone } from './support/look.ts'
import { ADA, mia } from './support/people.ts'
import { membersWorkspace } from './support/workspace.ts'

const TAB = '/settings/security'
const BACK = `${TAB}?provider_trial=the-code`

const TRIAL: ProviderTrial = {
  kind: 'said',
  provider: 'azure',
  claims: [
    { name: 'sub', value: '4711' },
    { name: 'email', value: 'Ada@works.example' },
    { name: 'groups', value: '["staff","it"]' },
  ],
  address: { email: 'Ada@works.example', isVerified: true, rule: 'tenant' },
  name: null,
  picture: null,
  outcome: { kind: 'own', keeps: null },
}

/** The two providers of the installation. */
const signInMethods = vi.fn(async () => ({
  providers: ['azure', 'keycloak'],
  singleSignOn: false,
  passkeys: false,
}))
const access = { signInMethods }

/** A workspace in which the last trial says so. */
function withTrial(told: Partial<ProviderTrial> = {}) {
  const workspace = membersWorkspace()
  const { trials } = workspace.security
  const read = vi.spyOn(trials, 'readTrial').mockResolvedValue({ ...TRIAL, ...told })
  return { workspace, trials, read }
}

it('shows each claim of a trial and what becomes of it, and takes the code out of the address', async () => {
  const { workspace, read } = withTrial()
  await openApp(BACK, { as: ADA, workspace, access })
  const answer = card('Sign-in providers')
  await expect.element(answer.getByRole('table', { name: 'What Microsoft says about you' })).toBeVisible()
  await expect.element(answer.getByRole('row', { name: 'groups ["staff","it"]' })).toBeVisible()
  await expect.element(answer.getByText('A sign-in opens your own account.')).toBeVisible()
  await expect
    .element(answer.getByText('Verified: only one tenant signs in, and it manages its addresses.'))
    .toBeVisible()
  await expect.element(answer.getByText(/^None: a new member is called Team Member/)).toBeVisible()
  await expectAddress(TAB)
  expect(read.mock.calls).toEqual([['the-code']])
  await expectAccessible('the answer of a trial')
})

it.each([
  [{ outcome: { kind: 'member' } }, 'A sign-in opens another account that exists.'],
  [{ outcome: { kind: 'new' } }, 'A sign-in creates a new account.'],
  [
    { outcome: { kind: 'own', keeps: 'ada@old.example' } },
    'Another address at the provider changes nothing here: your account keeps ada@old.example.',
  ],
  [
    { outcome: { kind: 'refused', code: 'provider_email_needs_verification', message: 'Unverified email' } },
    'Refused: nobody vouches for the address. If you manage all addresses there, the operator can set [auth.external.azure] trust_email = true.',
  ],
  [
    { outcome: { kind: 'refused', code: 'provider_email_missing', message: 'x' } },
    'Refused: Microsoft gave no address. Allow the scope email there.',
  ],
  [
    { outcome: { kind: 'refused', code: 'hook_error', message: 'Not with this domain.' } },
    'Refused: Not with this domain.',
  ],
] satisfies [Partial<ProviderTrial>, string][])(
  'says what a sign-in would come to: %j',
  async (told, sentence) => {
    const { workspace } = withTrial(told)
    await openApp(BACK, { as: ADA, workspace, access })
    await expect.element(card('Sign-in providers').getByText(sentence)).toBeVisible()
  },
)

it('says why there is no answer', async () => {
  const { workspace, read } = withTrial()
  read.mockResolvedValueOnce({ kind: 'failed', provider: 'azure', reason: 'access_denied: Not assigned' })
  await openApp(BACK, { as: ADA, workspace, access })
  await expect
    .element(page.getByText('Microsoft did not confirm the sign-in: access_denied: Not assigned'))
    .toBeVisible()
})

it('says that another browser or an earlier time began a trial', async () => {
  const { workspace, read } = withTrial()
  read.mockRejectedValue(accessRefusal('Gone.', 'flow_state_not_found'))
  await openApp(BACK, { as: ADA, workspace, access })
  await expect
    .element(page.getByText('This trial has expired, or it began in another browser. Try again.'))
    .toBeVisible()
})

it('begins a trial that comes back to this place, and says when it cannot', async () => {
  const { workspace, trials } = withTrial()
  const begin = vi
    .spyOn(trials, 'beginTrial')
    .mockRejectedValue(accessRefusal('User not allowed', 'not_admin'))
  await openApp(TAB, { as: ADA, workspace, access })
  await page.getByRole('button', { name: 'Try Keycloak' }).click()
  await expect.element(page.getByText('The trial could not begin')).toBeVisible()
  expect(begin).toHaveBeenCalledWith('keycloak', TAB)
})

it('shows nothing to members who are no admins, or where there is no provider', async () => {
  const { workspace } = withTrial()
  signInMethods.mockClear()
  await openApp(BACK, { as: mia('manager'), workspace, access })
  await expect.element(page.getByRole('heading', { name: 'Active sessions' })).toBeVisible()
  await expectGone(page.getByRole('heading', { name: 'Sign-in providers' }))
  expect(signInMethods).not.toHaveBeenCalled()
})

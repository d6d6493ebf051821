import type { OwnSession } from '@cairn/workspace/port/security'
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { accessRefusal } from './support/access.ts'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import { expectCount, expectGone, expectTexts, expectToast } from './support/look.ts'
import { ADA, mia } from './support/people.ts'
import { membersWorkspace } from './support/workspace.ts'

const TAB = '/settings/security'
const me = mia('user')

const session = (id: string, isCurrent: boolean): OwnSession => ({
  id,
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36',
  address: '192.0.2.10',
  signedInAt: new Date(),
  lastUsedAt: new Date(),
  isCurrent,
})

it('[OPEN-18] lists the sessions of other devices, and ends them one by one or all at once', async () => {
  const workspace = membersWorkspace({ people: [ADA, me] })
  let kept = [session('here', true), session('phone', false), session('tablet', false), session('old', false)]
  vi.spyOn(workspace.security, 'sessions').mockImplementation(async () => kept)
  vi.spyOn(workspace.security, 'endSession').mockImplementation(async (gone) => {
    kept = kept.filter(({ id }) => id !== gone)
  })
  const endOthers = vi.spyOn(workspace.security, 'endOtherSessions').mockImplementation(async () => {
    kept = kept.filter(({ isCurrent }) => isCurrent)
  })
  await openApp(TAB, { as: me, workspace })
  const sessions = page.getByRole('list', { name: 'Active sessions' }).getByRole('listitem')
  await expectCount(sessions, 4)
  await expectCount(sessions.filter({ hasText: 'This device' }), 1)
  await page
    .getByRole('button', { name: /^End session:/ })
    .first()
    .click()
  await expectCount(sessions, 3)
  expect(workspace.security.endSession).toHaveBeenCalledWith('phone')
  await page.getByRole('button', { name: 'End all others' }).click()
  await page.getByRole('button', { name: 'End Sessions' }).click()
  await expectCount(sessions, 1)
  await expectGone(page.getByRole('button', { name: 'End all others' }))
  expect(endOthers).toHaveBeenCalledWith({ keepsPrograms: false })
})

it('asks for the password where a factor is added long after the sign-in', async () => {
  const workspace = membersWorkspace({ people: [ADA, me] })
  const begin = vi.spyOn(workspace.security, 'beginFactor')
  begin.mockRejectedValueOnce(accessRefusal('Again.', 'reauthentication_needed'))
  begin.mockRejectedValueOnce(accessRefusal('Wrong.', 'current_password_invalid'))
  const qrCode = 'data:image/svg+xml;utf8,<svg xmlns="http://www.w3.org/2000/svg"/>'
  begin.mockResolvedValueOnce({ id: 'f', qrCode, secret: 'ABCD' })
  await openApp(TAB, { as: me, workspace })
  await page.getByRole('button', { name: 'Add authenticator app' }).click()
  await page.getByLabelText('Name').fill('Phone')
  await userEvent.keyboard('{Enter}')
  const password = page.getByRole('dialog').getByLabelText('Password')
  await expect.element(password).toHaveFocus()
  await expectAccessible('the password for a new factor')
  await userEvent.keyboard('{Enter}')
  await expect
    .element(password)
    .toHaveAccessibleDescription(expect.stringMatching(/Please enter your password/))
  await password.fill('Not-this-one-1')
  await userEvent.keyboard('{Enter}')
  await expect
    .element(password)
    .toHaveAccessibleDescription(expect.stringMatching(/This is not your password/))
  await password.fill('Correct-Horse-7')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('img', { name: 'QR code of the secret' })).toBeVisible()
  expect(begin).toHaveBeenLastCalledWith({ name: 'Phone', password: 'Correct-Horse-7' })
})

/** Takes from the browser what keys need, until the test ends. */
function takeKeysAway(): void {
  vi.stubGlobal('PublicKeyCredential', undefined)
}

describe('a browser without keys', () => {
  const why = 'This browser cannot use passkeys here.'

  it('says so in the settings, and offers none', async () => {
    takeKeysAway()
    await openApp(TAB, { as: me })
    await expect.element(page.getByText(why)).toBeVisible()
    await expectGone(page.getByRole('button', { name: 'Add passkey' }))
  })

  it('says so at sign-in, where an app stands beside the key', async () => {
    takeKeysAway()
    const requiredFactors = [
      { id: 'phone', kind: 'totp' as const, name: 'Pocket phone' },
      { id: 'key', kind: 'webauthn' as const, name: 'Blue key' },
    ]
    await openApp('/systems', {
      as: me,
      access: { restore: async () => ({ person: me, requiredFactors }) },
    })
    const choice = page.getByLabelText('Verify with')
    await expectTexts(choice.getByRole('option'), ['Pocket phone', 'Blue key'])
    await expect.element(page.getByLabelText('Code')).toBeVisible()
    await choice.selectOptions('Blue key')
    const text = 'This browser cannot use security keys here. Use another factor or a recovery code.'
    await expect.element(page.getByText(text)).toBeVisible()
    await expectGone(page.getByRole('button', { name: 'Use your security key' }))
  })

  it('says so where a passkey shall sign in', async () => {
    const text = `${why} Sign in with your password or a code by email instead.`
    const { access } = await openApp('/auth', {
      as: 'visitor',
      access: { signInMethods: async () => ({ providers: [], singleSignOn: false, passkeys: true }) },
    })
    const ask = vi.spyOn(access.passkeys, 'signInWithPasskey')
    ask.mockRejectedValue(accessRefusal(text, 'passkeys_unsupported'))
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expectToast('Error signing in', text)
  })
})

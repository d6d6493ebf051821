import { AccessError } from '@cairn/workspace/errors'
import { asPhrase } from '@cairn/workspace/lib/phrase'
import type { AppRequest } from '@cairn/workspace/port/connected-apps'
import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import { expectScreen, expectTexts, expectToast } from './support/look.ts'
import { ADA } from './support/people.ts'
import { membersWorkspace } from './support/workspace.ts'

const PAGE = '/oauth/consent?authorization_id=a1'
const allow = page.getByRole('button', { name: 'Allow' })

const REQUEST: AppRequest = {
  kind: 'asked',
  app: { clientId: 'reports', name: 'Report Builder', host: null, isVerified: false },
  email: ADA.email,
  scopes: ['openid', 'systems:read'],
  redirectUri: 'http://127.0.0.1:4000/callback',
}

/** Opens the question of an app. */
async function openQuestion() {
  const workspace = membersWorkspace()
  vi.spyOn(workspace.security.apps, 'appRequest').mockResolvedValue(REQUEST)
  const decide = vi.spyOn(workspace.security.apps, 'decideAppRequest')
  await openApp(PAGE, { as: ADA, workspace })
  await expectScreen('Connect Report Builder?')
  return { workspace, decide }
}

it('says in plain words which app gets which permissions', async () => {
  await openQuestion()
  const list = page.getByRole('list', { name: 'It will be able to:' })
  await expectTexts(list.getByRole('listitem'), ['Recognize you when you sign in', 'See systems'])
  for (const text of ['This app chose its name itself', 'a program on this computer', ADA.email])
    await expect.element(page.getByText(text)).toBeVisible()
  await expectAccessible('consent')
})

it('takes no press that was meant for a window above', async () => {
  const { decide } = await openQuestion()
  await expect.element(allow).toBeEnabled()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  window.dispatchEvent(new Event('focus'))
  await expect.element(allow).toBeDisabled()
  allow.element().dispatchEvent(new MouseEvent('click', { bubbles: true }))
  vi.advanceTimersByTime(700)
  await expect.element(allow).toBeEnabled()
  expect(decide).not.toHaveBeenCalled()
})

it('says that a request has ended, whether it is opened or answered', async () => {
  const gone = new AccessError(asPhrase('Gone.'), {
    kind: 'not-found',
    code: 'oauth_authorization_not_found',
  })
  const { workspace, decide } = await openQuestion()
  decide.mockRejectedValue(gone)
  await allow.click()
  await expectScreen('App not connected')
  vi.mocked(workspace.security.apps.appRequest).mockRejectedValue(gone)
  await openApp(PAGE, { as: ADA, workspace })
  await expectScreen('App not connected')
})

for (const [problem, text] of [
  ['invalid_scope', 'The app asks for a permission that it cannot get here.'],
  ['login_required', 'The app wanted an answer without asking you.'],
  ['invalid_client', 'The app that sent you here is not known. Ask its maker.'],
] as const)
  it(`says what was wrong with a request: ${problem}`, async () => {
    await openApp(`/oauth/consent?problem=${problem}`, { as: ADA })
    await expectScreen('App not connected')
    await expect.element(page.getByText(text)).toBeVisible()
  })

it('lists the connected apps in the profile, and ends the access of one with a press', async () => {
  const workspace = membersWorkspace()
  const connected = { app: REQUEST.app, scopes: REQUEST.scopes, connectedAt: new Date(), lastUsedAt: null }
  let kept = [connected]
  vi.spyOn(workspace.security.apps, 'connectedApps').mockImplementation(async () => kept)
  vi.spyOn(workspace.security.apps, 'disconnectApp').mockImplementation(async () => {
    kept = []
  })
  await openApp('/profile', { as: ADA, workspace })
  const apps = page.getByRole('list', { name: 'Connected Apps' }).getByRole('listitem')
  await expect.element(apps).toHaveTextContent('Report Builder')
  await expect.element(apps).toHaveTextContent('See systems')
  await page.getByRole('button', { name: 'End access of Report Builder' }).click()
  await expectToast('Access ended', 'Report Builder can do nothing for you any more.')
  await expect.element(page.getByText('You have connected no apps.')).toBeVisible()
  expect(workspace.security.apps.disconnectApp).toHaveBeenCalledWith('reports')
})

import { PATIENTLY } from '@cairn/testing/patience'
import { WorkspaceError } from '@cairn/workspace/errors'
import { asPhrase } from '@cairn/workspace/lib/phrase'
import type { PasswordOutcome } from '@cairn/workspace/port/password'
import type { Me } from '@cairn/workspace/port/workspace'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { startTranslations } from '@/i18n/setup.ts'
import { WorkspaceProvider } from '@/queries/context.tsx'
import { dismissToast, toasts } from '@/ui/feedback/toast-store.ts'
import { openDemo } from '@/workspace/demo/open.ts'
import { useChangePassword } from './use-change-password.ts'

startTranslations()
afterEach(dismissToast)

const shownToast = () => toasts.current().find(({ open }) => open)

const MEMBER: Me = { kind: 'member', personId: 'ada', account: null, permissionLevel: 'viewer' }
const GOOD = {
  current: 'Old-password-1!',
  next: 'New-password-1!',
  confirmation: 'New-password-1!',
  endsPrograms: true,
}

/** Presses the button of a screen whose server answers like this; gives the toast, and what the server was asked. */
async function pressed(entered: typeof GOOD, answer: () => Promise<PasswordOutcome>, me: Me = MEMBER) {
  const change = vi.fn(answer)
  let press: () => void = () => undefined
  const Screen = () => {
    const given = useChangePassword()
    press = () => given.change(entered, () => undefined)
    return null
  }
  const demo = openDemo()
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <WorkspaceProvider workspace={me.kind === 'guest' ? demo : { ...demo, password: { change } }} me={me}>
        <Screen />
      </WorkspaceProvider>
    </QueryClientProvider>,
  )
  press()
  const shown = await vi.waitUntil(shownToast, PATIENTLY)
  return { title: shown.title, description: shown.description, asked: change.mock.calls.length }
}

const changed = async () => ({ kind: 'changed' }) as const

it.each([
  [{ current: '' }, 'Current Password Required'],
  [{ confirmation: 'New-password-2!' }, 'Password Mismatch'],
  [{ next: 'Short-1!', confirmation: 'Short-1!' }, 'Password Too Weak'],
  [{ next: 'no-upper-case-1!', confirmation: 'no-upper-case-1!' }, 'Password Too Weak'],
  [{ next: GOOD.current, confirmation: GOOD.current }, 'Same Password'],
])('[SEC-24, 26, 27, 28, 29] the handler checks once more, and asks nobody: %j', async (wrong, title) => {
  expect(await pressed({ ...GOOD, ...wrong }, changed)).toMatchObject({ title, asked: 0 })
})

it('[SEC-25] a guest learns first that nothing is saved', async () => {
  const guest: Me = { kind: 'guest', personId: null, account: null, permissionLevel: 'viewer' }
  expect(await pressed({ ...GOOD, current: '' }, changed, guest)).toMatchObject({ title: 'Guest Mode' })
})

it.each([
  [{ kind: 'changed' }, 'Password updated', 'You may be signed out of other devices.'],
  [
    { kind: 'used-before' },
    'Password Previously Used',
    'Please choose a password that you have not used recently.',
  ],
  [{ kind: 'too-often', minutes: 10 }, 'Rate Limit Exceeded', 'Blocked for 10 minutes'],
  [{ kind: 'too-often', minutes: null }, 'Rate Limit Exceeded', 'Too many attempts. Please try again later.'],
] as const)('[SEC-30, 34, 39] says what became of it: %j', async (outcome, title, description) => {
  expect(await pressed(GOOD, async () => outcome)).toEqual({ title, description, asked: 1 })
})

it('[SEC-31, 33] says why it failed', async () => {
  const failed = (message: string) => async () => {
    throw new WorkspaceError(asPhrase(message), { kind: 'unavailable' })
  }
  expect(await pressed(GOOD, failed('Failed to check password history'))).toMatchObject({
    title: 'Error updating password',
    description: 'Failed to check password history',
  })
})

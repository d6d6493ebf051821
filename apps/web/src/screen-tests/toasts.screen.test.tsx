import type { SessionChange } from '@cairn/workspace/port/access'
import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { accessRefusal } from './support/access.ts'
import { openApp } from './support/app.tsx'
import { colourOf, isReddish } from './support/colour.ts'
import { expectCount, expectGone, expectScreen, toast } from './support/look.ts'
import { ADA } from './support/people.ts'

const GREETING = 'Guest mode enabled'

/** Enters guest mode, and waits for the toast that greets. */
async function greet(): Promise<void> {
  await openApp('/auth', { as: 'visitor' })
  await page.getByRole('button', { name: 'Continue as Guest' }).click()
  await expect.element(toast()).toHaveTextContent(GREETING)
}

it('[TOAST-09] leads to the toast with F8, and puts it away with Escape', async () => {
  await greet()
  await userEvent.keyboard('{F8}')
  const list = page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('list')
  await expect.element(list).toHaveFocus()
  await userEvent.keyboard('{Tab}{Escape}')
  await expectGone(toast())
})

it('[TOAST-02, 03, 04] shows errors as errors and good news not, and one toast at a time', async () => {
  const tell: ((change: SessionChange) => void)[] = []
  const signIn = vi.fn(async () => {
    for (const listener of tell) listener({ event: 'signed-in', person: ADA })
  })
  signIn.mockRejectedValueOnce(accessRefusal('Invalid login credentials'))
  await openApp('/auth', {
    as: 'visitor',
    access: {
      signIn,
      onChange(listener) {
        tell.push(listener)
        return () => undefined
      },
    },
  })
  await page.getByLabelText('Email', { exact: true }).fill(ADA.email)
  await page.getByLabelText('Password', { exact: true }).fill('Wrong-Horse-9')
  const submit = page.getByRole('button', { name: 'Sign In', exact: true })
  await submit.click()
  const failure = toast().getByText('Error signing in', { exact: true })
  await expect.element(failure).toBeVisible()
  expect(isReddish(colourOf(failure, 'color'))).toBe(true)

  await page.getByLabelText('Password', { exact: true }).fill('Right-Horse-9')
  await submit.click()
  const success = toast().getByText('Signed in', { exact: true })
  await expect.element(success).toBeVisible()
  expect(isReddish(colourOf(success, 'color'))).toBe(false)
  await expectGone(failure)
  await expectCount(toast(), 1)
  await expectScreen('Dashboard')
})

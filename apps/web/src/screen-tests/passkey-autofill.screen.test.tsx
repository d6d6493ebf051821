import { beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { accessRefusal } from './support/access.ts'
import { openApp } from './support/app.tsx'
import { expectGone, expectScreen, expectToast, toast } from './support/look.ts'
import { ADA } from './support/people.ts'

const address = page.getByLabelText('Email', { exact: true })
const WAITING = { aborted: false }
const ENDED = { aborted: true }

beforeEach(() => {
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => undefined, { isConditionalMediationAvailable: async () => true }),
  )
})

/** Opens the door as a user does who moves the pointer there. Gives the offers of passkeys, and whether each has ended. */
async function arrive() {
  const { access } = await openApp('/auth', {
    as: 'visitor',
    access: { signInMethods: async () => ({ providers: [], singleSignOn: false, passkeys: true }) },
  })
  const offers: AbortSignal[] = []
  const offer = vi.spyOn(access.passkeys, 'offerPasskeys').mockImplementation((waiting) => {
    offers.push(waiting)
    return new Promise((resolve) => waiting.addEventListener('abort', () => resolve(null)))
  })
  await expect.element(page.getByRole('tab', { name: 'Login' })).toBeVisible()
  const expectOffers = (states: readonly { aborted: boolean }[]) =>
    expect.poll(() => offers.map(({ aborted }) => ({ aborted }))).toEqual(states)
  const isOffering = () => offers.some(({ aborted }) => !aborted)
  const signedIn = async () => access.announce({ event: 'signed-in', person: ADA })
  return {
    access,
    offer,
    expectOffers,
    isOffering,
    signedIn,
    move: () => page.getByRole('tablist').hover(),
  }
}

it('offers passkeys without disturbing the typing, and ends the offer with the form, the page and the button', async () => {
  const { access, expectOffers, isOffering, signedIn, move } = await arrive()
  // The browser takes one request at a time.
  const besideSignIns: boolean[] = []
  await move()
  await expectOffers([WAITING])
  await address.click()
  await userEvent.keyboard(ADA.email)
  await expect.element(address).toHaveFocus()
  await expect.element(address).toHaveValue(ADA.email)
  await expectOffers([WAITING])
  vi.spyOn(access, 'signIn').mockImplementationOnce(async () => {
    besideSignIns.push(isOffering())
    throw accessRefusal('Wrong.')
  })
  await userEvent.keyboard('{Tab}Not the password 1{Enter}')
  await expectToast('Error signing in')
  await expectOffers([ENDED, WAITING])
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expectGone(page.getByRole('tab', { name: 'Login' }))
  await expectOffers([ENDED, ENDED])
  history.back()
  await expect.element(page.getByRole('tab', { name: 'Login' })).toBeVisible()
  await page.getByRole('tab', { name: 'Login' }).hover()
  await expectOffers([ENDED, ENDED, WAITING])
  vi.spyOn(access.passkeys, 'signInWithPasskey').mockImplementation(async () => {
    besideSignIns.push(isOffering())
    await signedIn()
    return true
  })
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expectScreen('Dashboard')
  await expectOffers([ENDED, ENDED, ENDED])
  expect(besideSignIns).toEqual([false, false])
})

it('signs in with the passkey that is chosen, and says where it opens no account', async () => {
  const { offer, signedIn, move } = await arrive()
  offer.mockResolvedValueOnce(async () => {
    throw accessRefusal('No.', 'webauthn_verification_failed')
  })
  let choose = () => {}
  offer.mockImplementationOnce(
    () =>
      new Promise((resolve) => {
        choose = () => resolve(signedIn)
      }),
  )
  await move()
  await expectToast(
    'Error signing in',
    'This passkey does not belong to an account here. Choose another one, or sign in with your password.',
  )
  await expect.poll(() => offer.mock.calls.length).toBe(2)
  choose()
  await expectScreen('Dashboard')
})

it('shows nothing where the server cannot be asked, and the password signs in', async () => {
  const { access, offer, signedIn, move } = await arrive()
  offer.mockRejectedValue(accessRefusal('Gone.'))
  await move()
  await expect.poll(() => offer.mock.calls.length).toBe(1)
  await address.fill(ADA.email)
  await expectGone(toast())
  vi.spyOn(access, 'signIn').mockImplementation(signedIn)
  await page.getByLabelText('Password', { exact: true }).fill('Correct-Horse-7')
  await userEvent.keyboard('{Enter}')
  await expectScreen('Dashboard')
})

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { scriptedAccess } from './support/access.ts'
import { examplesWorkspace } from './support/examples.ts'
import { expectGone, openDetails } from './support/look.ts'
import { member } from './support/people.ts'
import { DOOR_SCREENS, MEMBER_SCREENS, visit } from './support/screens.ts'
import {
  expectTranslated,
  forgetMadeUpLanguage,
  markedWorkspace,
  speakMadeUpLanguage,
} from './support/translated.ts'

/** An invitation that nobody knows. */
const invitations = {
  ...scriptedAccess(null).invitations,
  inspect: async () => ({ valid: false as const, reason: 'invalid_or_expired' }),
}

const me = member('⟦Ada⟧', 'admin', { jobRole: 'Designer', department: '⟦Studio⟧' })

/** Opens a screen as a member whose account has the examples. */
const enter = (path: string) =>
  visit(path, { as: me, workspace: markedWorkspace(examplesWorkspace({ people: [me] })), language: 'de' })

beforeEach(speakMadeUpLanguage)
afterEach(forgetMadeUpLanguage)

describe('everything that is written on a screen has been translated', () => {
  it('[GAP-23] in what the forms before signing in answer', async () => {
    await visit('/auth', { as: 'visitor', language: 'de' })
    await page.getByRole('button', { name: '⟦Sign In⟧', exact: true }).click()
    await expectTranslated('sign-in with complaints')
    await page.getByRole('tab', { name: 'Sign Up' }).click()
    await page.getByRole('textbox', { name: '⟦Password⟧' }).fill('weak')
    await expect.element(page.getByRole('button', { name: 'Create Account' })).toBeVisible()
    await expectTranslated('sign-up with a weak password')
  })

  for (const path of [...DOOR_SCREENS, '/invitation?token=unknown'])
    it(`[GAP-23] before somebody signs in: ${path}`, async () => {
      await visit(path, { as: 'visitor', language: 'de', access: { invitations } })
      await expectTranslated(path)
    })

  for (const path of [...MEMBER_SCREENS, '/search?q=l', '/team/demo-person-1'])
    it(`[GAP-23] on screens of a member: ${path}`, async () => {
      await enter(path)
      await expectTranslated(path)
    })

  for (const { path, name, add } of [
    { path: '/systems', name: '⟦Salesforce⟧', add: 'Add System' },
    { path: '/solutions', name: '⟦Customer 360⟧', add: 'Add Solution' },
  ])
    it(`[GAP-23] in the dialogs of ${path.slice(1)}`, async () => {
      await enter(path)
      await page.getByRole('button', { name: add }).click()
      await page.getByRole('dialog').getByRole('button', { name: add }).click()
      await expectTranslated(`${add} with complaints`)
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('button', { name: `Delete ${name}` }).click()
      await expectTranslated(`the question before ${name} is deleted`)
      await page.getByRole('button', { name: 'Cancel' }).click()
      const details = await openDetails(name)
      await details.getByRole('button', { name: 'Activity' }).click()
      await expectTranslated(`the details of ${name}`)
    })

  it('[GAP-23] in the dialogs that stand on every screen', async () => {
    await enter('/team')
    await page.getByRole('button', { name: 'Add Team Member' }).click()
    await expectTranslated('the invitation')
    await userEvent.keyboard('{Escape}')
    await expectGone(page.getByRole('dialog'))
    await userEvent.keyboard('?')
    await expect.element(page.getByRole('dialog')).toBeVisible()
    await expectTranslated('the keys')
    await userEvent.keyboard('{Escape}')
    await expectGone(page.getByRole('dialog'))
    await userEvent.keyboard('{Control>}k{/Control}')
    await expect.element(page.getByRole('listbox')).toBeVisible()
    await expectTranslated('the palette')
    await userEvent.keyboard('{Escape}')
    await page.getByRole('button', { name: 'Account menu' }).click()
    await expectTranslated('the account menu')
  })
})

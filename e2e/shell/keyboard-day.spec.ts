import { inviteDialog } from '../support/invitations.ts'
import { countPointer, enterOn, expectFocusSeen, tabTo, typeInto } from '../support/keyboard.ts'
import { linkTo } from '../support/mail.ts'
import { WITH_MOTION } from '../support/motion.ts'
import { expect, freshDomain, PASSWORD, test } from '../support/test.ts'
import { expectToast, toast } from '../support/toasts.ts'

test.use(WITH_MOTION)

test.use({ viewport: { width: 1440, height: 900 } })

test('a first day from the keyboard alone, and the focus is seen at each step', async ({ page, cairn }) => {
  test.slow()
  const domain = freshDomain()
  const email = `ada@${domain}`
  const { keyboard } = page
  const pointerUses = await countPointer(page)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const dialog = page.getByRole('dialog')

  await test.step('sign up', async () => {
    await page.goto('/auth')
    await tabTo(page.getByRole('tab', { name: 'Login' }), 'Shift+Tab')
    await keyboard.press('ArrowRight')
    await expectFocusSeen(page.getByRole('tab', { name: 'Sign Up' }))
    await typeInto(page.getByLabel('First Name'), 'Ada')
    await typeInto(page.getByLabel('Last Name'), 'Example')
    await typeInto(page.getByLabel('Email', { exact: true }), email)
    await typeInto(page.getByLabel('Password', { exact: true }), PASSWORD)
    await typeInto(page.getByLabel('Confirm Password'), PASSWORD)
    await typeInto(page.getByLabel('Account Name'), 'Example Works')
    await enterOn(button('Create Account'))
    await expectToast(page, 'Account created', 'Please check your email to verify your account.')
  })

  await test.step('confirm', async () => {
    await page.goto(await linkTo(cairn, email))
    await enterOn(page.getByRole('button', { name: 'Confirm' }))
    await enterOn(page.getByRole('link', { name: 'Go to the dashboard' }))
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  })

  await test.step('create a system', async () => {
    await enterOn(page.getByRole('link', { name: 'Systems', exact: true }))
    await enterOn(button('Create First System'))
    await expectFocusSeen(page.getByLabel('System Name'))
    await keyboard.type('Billing')
    await enterOn(dialog.getByRole('button', { name: 'Add System' }))
    await expectToast(page, 'Billing has been added successfully')
  })

  await test.step('relate a solution to it', async () => {
    await enterOn(page.getByRole('link', { name: 'Solutions', exact: true }), 'Shift+Tab')
    await enterOn(button('Create First Solution'))
    await expectFocusSeen(page.getByLabel('Solution Name'))
    await keyboard.type('Portal')
    await enterOn(dialog.getByRole('button', { name: 'Relate System' }))
    await expect(page.getByRole('option', { name: 'Billing' })).toBeVisible()
    await keyboard.press('Enter')
    await expect(page.getByText('No systems available')).toBeVisible()
    await keyboard.press('Escape')
    await expectFocusSeen(dialog.getByRole('button', { name: 'Relate System' }))
    await expect(dialog.getByRole('group', { name: 'Related Systems' }).getByRole('list')).toContainText(
      'Billing',
    )
    await enterOn(dialog.getByRole('button', { name: 'Add Solution' }))
    await expectToast(page, 'Portal has been added successfully')
  })

  await test.step('invite somebody', async () => {
    await enterOn(page.getByRole('link', { name: 'Team', exact: true }), 'Shift+Tab')
    await enterOn(button('Add Team Member'))
    await expectFocusSeen(inviteDialog(page).getByLabel('Email'))
    await keyboard.type(`ben@${domain}`)
    await typeInto(inviteDialog(page).getByLabel('Name'), 'Ben Example')
    await typeInto(inviteDialog(page).getByLabel('Job Role'), 'Designer')
    await typeInto(inviteDialog(page).getByLabel('Department'), 'Studio')
    await enterOn(inviteDialog(page).getByRole('button', { name: 'Send Invitation' }))
    await expect(inviteDialog(page)).toHaveCount(0)
  })

  await test.step('search, and open what was found', async () => {
    await tabTo(page.getByRole('searchbox', { name: 'Quick search' }), 'Shift+Tab')
    await keyboard.type('Portal')
    await expect(page).toHaveURL('/search?q=Portal')
    await expectFocusSeen(page.getByRole('searchbox', { name: 'Search everything' }))
    await enterOn(page.getByRole('list', { name: 'Results' }).getByRole('link', { name: 'Portal' }))
    await expect(page.getByRole('dialog', { name: 'Portal' })).toBeVisible()
    await keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })

  await test.step('open by the palette, and edit in the side panel', async () => {
    await keyboard.press('Control+k')
    await expectFocusSeen(page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox'))
    await keyboard.type('Billing')
    await expect(page.getByRole('option', { name: /^Billing/ })).toHaveAttribute('aria-selected', 'true')
    await keyboard.press('Enter')
    const panel = page.getByRole('dialog', { name: 'Billing' })
    await expect(panel).toBeVisible()
    await enterOn(panel.getByRole('button', { name: 'Change Description' }))
    await expectFocusSeen(panel.getByRole('textbox', { name: 'Description' }))
    await keyboard.type('Sends the invoices.')
    await keyboard.press('Control+Enter')
    await expectToast(page, 'Description changed')
    await expectFocusSeen(panel.getByRole('button', { name: 'Change Description' }))
  })

  await test.step('delete it, and take that back', async () => {
    await keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await enterOn(button('Delete Billing'))
    await typeInto(page.getByLabel('Type Billing to delete it'), 'Billing')
    await enterOn(page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }))
    await expectToast(page, 'System deleted')
    await keyboard.press('F8')
    await enterOn(toast(page).getByRole('button', { name: 'Undo' }))
    await expect(button('Delete Billing')).toBeVisible()
  })

  await test.step('sign out', async () => {
    await enterOn(button('Account menu'), 'Shift+Tab')
    const logOut = page.getByRole('menuitem', { name: 'Log out' })
    await expect(logOut).toBeVisible()
    await keyboard.press('End')
    await expectFocusSeen(logOut)
    await keyboard.press('Enter')
    await expect(page).toHaveURL(/\/auth/)
    expect(await pointerUses()).toBe(0)
  })
})

import { arrangePerson } from '@cairn/testing/people'
import { linkTo } from '../support/mail.ts'
import { WITH_MOTION } from '../support/motion.ts'
import { fillSignUp } from '../support/sign-up.ts'
import { expect, freshDomain, signIn, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'

test.use(WITH_MOTION)

test('[AUTH-50, 51, 54, CALL-77] from sign-up by mail to a system that survives a restart', async ({
  page,
  cairn,
}) => {
  const email = `ada@${freshDomain()}`

  await test.step('sign up as the first of a domain', async () => {
    await page.goto('/')
    await expect(page).toHaveURL(/\/auth$/)
    await page.getByRole('tab', { name: 'Sign Up' }).click()
    await fillSignUp(page, { email, name: ['Ada', 'Example'] })
    await page.getByLabel('Account Name').fill('Example Works')
    await page.getByRole('button', { name: 'Create Account' }).click()
    await expectToast(page, 'Account created', 'Please check your email to verify your account.')
  })

  await test.step('confirm by the link in the mail', async () => {
    await page.goto(await linkTo(cairn, email))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByRole('heading', { name: 'Set up Example Works', level: 1 })).toBeVisible()
    await page.getByRole('link', { name: 'Go to the dashboard' }).click()
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  })

  await test.step('add, edit and inspect a system', async () => {
    await page.getByRole('link', { name: 'Systems', exact: true }).click()
    await page.getByRole('button', { name: 'Create First System' }).click()
    await page.getByLabel('System Name').fill('Billing')
    await page.getByRole('dialog').getByRole('button', { name: 'Add System' }).click()
    await expectToast(page, 'Billing has been added successfully')
    await page.getByRole('button', { name: 'Edit Billing' }).click()
    await page.getByLabel('Description').fill('Sends the invoices.')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expectToast(page, 'Billing has been updated successfully')
    await page.getByRole('link', { name: 'Billing', exact: true }).click()
    await expect(page.getByRole('dialog').getByText('Sends the invoices.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  await test.step('find it again after a restart', async () => {
    const systems = page.url()
    await page.goto('about:blank')
    expect(await cairn.server.stop()).toBe(0)
    await cairn.server.start()
    await page.goto(systems)
    await expect(page.getByRole('link', { name: 'Billing', exact: true })).toBeVisible()
  })

  await test.step('delete it', async () => {
    await page.getByRole('button', { name: 'Delete Billing' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, 'System deleted', 'The system has been deleted successfully')
    await expect(page.getByText('No Systems Yet')).toBeVisible()
  })
})

test('[AUTH-52, PERM-18] a colleague sees the system, somebody of another domain never does', async ({
  page,
  browser,
  cairn,
  organisation,
}) => {
  const founder = await organisation.member('Ada Example')
  const colleague = await organisation.member('Ben Example')
  await cairn.database`
    insert into public.systems (account_id, name, created_by) values (${await organisation.accountId()}, 'Payroll', ${founder.id})`
  await signIn(page, colleague)
  await page.getByRole('link', { name: 'Systems', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Payroll', exact: true })).toBeVisible()

  const elsewhere = await browser.newPage({ baseURL: cairn.server.url })
  const stranger = `zoe@${freshDomain()}`
  await test.step('the stranger, on a separate machine', async () => {
    await signIn(elsewhere, await arrangePerson(cairn.database, { email: stranger, name: 'Zoe Example' }))
    await elsewhere.getByRole('link', { name: 'Systems', exact: true }).click()
    await expect(elsewhere.getByText('No Systems Yet')).toBeVisible()
    await expect(elsewhere.getByText('Payroll')).toHaveCount(0)
  })
})
